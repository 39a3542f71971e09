// Photographs: six pictures, from the camera or from files. The frame says which square of a picture is the side; nine
// places in it are sampled. Pictures never leave this file.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { setStickers } from "../state.js";
import { type Lab, type Rgb, toLab } from "../photo/colour.js";
import { recognise } from "../photo/recognise.js";
import { text } from "../text.js";
import { Icon } from "./icons.js";

interface Shot {
  readonly picture: ImageBitmap;
  /** The middle and the width of the frame, in pixels of the picture. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

const shotOf = (picture: ImageBitmap, share: number): Shot => ({
  picture,
  x: picture.width / 2,
  y: picture.height / 2,
  size: share * Math.min(picture.width, picture.height),
});

const side = 120; // pixels of the square that is sampled
const most = 1024; // pixels of the longer side of a picture: one of a phone would take 48 MB

/** A photograph of at most that size. */
async function pictureOf(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file);
  const share = most / Math.max(whole.width, whole.height);
  if (share >= 1) return whole;
  const [resizeWidth, resizeHeight] = [whole.width, whole.height].map((n) => Math.max(1, Math.round(share * n)));
  const picture = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: "medium" });
  whole.close();
  return picture;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The colours of the nine places: the middle of each cell, where the sticker is, channel by channel the median. */
function sample({ picture, x, y, size }: Shot): Rgb[] {
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(picture, x - size / 2, y - size / 2, size, size, 0, 0, side, side);
  return Array.from({ length: 9 }, (_, cell) => {
    const left = ((cell % 3) + 0.35) * (side / 3);
    const top = (Math.floor(cell / 3) + 0.35) * (side / 3);
    const { data } = context.getImageData(left, top, 12, 12);
    const channel = (c: number) => median(Array.from({ length: 144 }, (_, i) => data[4 * i + c]!));
    return [channel(0), channel(1), channel(2)];
  });
}

function Picture({
  shot,
  n,
  onChange,
  onRemove,
}: {
  shot: Shot;
  n: number;
  onChange: (shot: Shot) => void;
  onRemove: () => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<{ x: number; y: number } | undefined>(undefined);
  const { picture, x, y, size } = shot;
  const full = Math.min(picture.width, picture.height);
  const view = size / 0.8; // the frame takes four fifths of what is shown
  const move = (dx: number, dy: number) =>
    onChange({
      ...shot,
      x: Math.max(0, Math.min(picture.width, x + dx)),
      y: Math.max(0, Math.min(picture.height, y + dy)),
    });
  const colours = sample(shot);
  useEffect(() => {
    const element = canvas.current!;
    const context = element.getContext("2d")!;
    const width = element.width;
    context.fillStyle = "#808080";
    context.fillRect(0, 0, width, width);
    context.drawImage(picture, x - view / 2, y - view / 2, view, view, 0, 0, width, width);
    for (let cell = 0; cell < 9; cell++) {
      const left = width * (0.1 + (0.8 * (cell % 3)) / 3);
      const top = width * (0.1 + (0.8 * Math.floor(cell / 3)) / 3);
      context.lineWidth = 2;
      context.strokeStyle = "#ffffffd0";
      context.strokeRect(left, top, (0.8 * width) / 3, (0.8 * width) / 3);
      context.beginPath();
      context.arc(left + (0.4 * width) / 3, top + (0.4 * width) / 3, width * 0.045, 0, 2 * Math.PI);
      context.fillStyle = `rgb(${colours[cell]!.join()})`;
      context.fill();
      context.stroke();
    }
  });
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    move(step[0]! * size * 0.02, step[1]! * size * 0.02);
  };
  return (
    <div class="shot">
      <canvas
        ref={canvas}
        width="240"
        height="240"
        tabIndex={0}
        role="img"
        aria-label={`${text.photos.side(n)}. ${text.photos.adjust}`}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragged.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={(event) => {
          if (!dragged.current) return;
          const scale = view / event.currentTarget.clientWidth;
          move((dragged.current.x - event.clientX) * scale, (dragged.current.y - event.clientY) * scale);
          dragged.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerUp={() => (dragged.current = undefined)}
        onPointerCancel={() => (dragged.current = undefined)}
      />
      <input
        type="range"
        min="0.2"
        max="1"
        step="0.01"
        value={size / full}
        aria-label={text.photos.size(n)}
        onInput={(event) => onChange({ ...shot, size: Number(event.currentTarget.value) * full })}
      />
      <button type="button" class="control remove" aria-label={text.photos.remove(n)} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function Camera({ onShot, onFail }: { onShot: (picture: ImageBitmap) => void; onFail: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isGone = false;
    const open = async () => {
      const opened = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 1280 } },
        audio: false,
      });
      stream = opened;
      if (isGone) stop();
      else video.current!.srcObject = opened;
    };
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    open().catch(onFail);
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  const shoot = async () => {
    if (video.current && video.current.videoWidth > 0) onShot(await createImageBitmap(video.current));
  };
  return (
    <div class="camera">
      <div class="view">
        <video ref={video} autoplay muted playsInline aria-label={text.photos.guide} />
        <div class="guide" aria-hidden="true">
          {Array.from({ length: 9 }, (_, i) => (
            <i key={i} />
          ))}
        </div>
      </div>
      <button type="button" class="button primary" onClick={() => void shoot()}>
        <Icon name="photos" />
        {text.photos.shoot}
      </button>
    </div>
  );
}

export default function Photos({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const shots = useSignal<readonly Shot[]>([]);
  const isCamera = useSignal(false);
  const problem = useSignal("");
  useEffect(() => dialog.current!.showModal(), []);

  const add = (picture: ImageBitmap, share: number) => {
    if (shots.value.length < 6) shots.value = [...shots.value, shotOf(picture, share)];
    if (shots.value.length === 6) isCamera.value = false;
  };
  const choose = async (files: Iterable<File>) => {
    problem.value = "";
    for (const file of files) {
      try {
        add(await pictureOf(file), 0.8);
      } catch {
        problem.value = text.photos.noPicture(file.name);
      }
    }
  };
  const isFull = shots.value.length === 6;
  const found = isFull ? recognise(shots.value.flatMap((shot) => sample(shot).map(toLab)) as Lab[]) : undefined;
  const use = () => {
    if (!found) return;
    setStickers(found.stickers, found.doubtful);
    dialog.current!.close();
  };
  return (
    <dialog ref={dialog} class="dialog photos" aria-labelledby="photos-heading" onClose={onClose}>
      <header>
        <h2 id="photos-heading">{text.photos.heading}</h2>
        <button type="button" class="control" aria-label={text.photos.close} onClick={() => dialog.current!.close()}>
          <Icon name="close" />
        </button>
      </header>
      <p class="remark">{text.photos.lead}</p>
      <div class="row">
        {!isFull && (
          <button type="button" class="button" onClick={() => (isCamera.value = !isCamera.value)}>
            <Icon name="photos" />
            {isCamera.value ? text.photos.stopCamera : text.photos.camera}
          </button>
        )}
        {!isFull && (
          <label class="button">
            {text.photos.files}
            <input
              class="hidden"
              type="file"
              accept="image/*"
              multiple
              onChange={(event) => {
                void choose([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = "";
              }}
            />
          </label>
        )}
      </div>
      <p class="remark bad" role="status">
        {problem.value}
      </p>
      {isCamera.value && (
        <Camera
          onShot={(picture) => add(picture, 0.7)}
          onFail={() => {
            isCamera.value = false;
            problem.value = text.photos.noCamera;
          }}
        />
      )}
      {shots.value.length > 0 && <p class="remark">{text.photos.adjust}</p>}
      <div class="shots">
        {Array.from({ length: 6 }, (_, i) => {
          const shot = shots.value[i];
          return shot ? (
            <Picture
              key={i}
              n={i + 1}
              shot={shot}
              onChange={(next) => (shots.value = shots.value.map((old, j) => (j === i ? next : old)))}
              onRemove={() => (shots.value = shots.value.filter((_, j) => j !== i))}
            />
          ) : (
            <div key={i} class="shot empty">
              {text.photos.side(i + 1)}
            </div>
          );
        })}
      </div>
      <footer>
        <p class="remark" role="status">
          {found
            ? `${text.photos.uncertain(found.doubtful.length)} ${found.isLegal ? text.photos.legal : text.photos.notLegal}`
            : text.photos.count(shots.value.length)}
        </p>
        <button type="button" class="button primary" disabled={!isFull} onClick={use}>
          {text.photos.use}
        </button>
      </footer>
    </dialog>
  );
}
