// The answer: how long the solution is and what is proven, the moves, the next one as a picture, and the player.

import { useSignal } from "@preact/signals";
import { flushSync, lazy, Suspense } from "preact/compat";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { apply, parseMoves } from "../cube/moves.js";
import { blank, centreOf, equal, faceOf, isComplete, solved } from "../cube/stickers.js";
import {
  acceptOffered,
  goTo,
  isImproving,
  isPlaying,
  isPrinting,
  isProven,
  lowerBound,
  offered,
  outcome,
  position,
  proof,
  proofFailure,
  prove,
  random,
  repairs,
  setStickers,
  type Solution,
  shown,
  solution,
  solveEntered,
  speed,
  stickers,
  stopEntered,
  stopProof,
  togglePlay,
} from "../state.js";
import { text } from "../text.js";
import { Icon, type IconName } from "./icons.js";
import { focused } from "./Net.js";
import { NextMove } from "./NextMove.js";
import { NotLoaded } from "./NotLoaded.js";

const Robots = lazy(() => import("./Robots.js").catch(() => ({ default: NotLoaded })));
const Cube3d = lazy(() => import("./Cube3d.js").catch(() => ({ default: NotLoaded })));

// The superflip: all edges are flipped; 20 moves, and no cube needs more.
const hero = apply(solved, parseMoves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")!);

// How a cube is turned to look at a side as the net shows it.
const towards = [["x'"], ["y"], [], ["x"], ["y'"], ["y2"]] as const;

/** What one does here; while a cube is entered, the cube as one holds it for the side at work. */
function Welcome() {
  const entered = equal(stickers.value, blank) ? hero : apply(stickers.value, towards[faceOf(focused.value)]!);
  return (
    <div class="welcome">
      <NextMove cube={entered} move={undefined} />
      <ol class="steps">
        {text.answer.steps.map(([title, words]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{words}</p>
          </li>
        ))}
      </ol>
      <button type="button" class="button primary" onClick={random}>
        <Icon name="random" />
        {text.answer.tryRandom}
      </button>
    </div>
  );
}

function Diagnosis() {
  useArrival();
  const now = outcome.value;
  if (now.kind !== "wrong") return null;
  const { problems, repair, ways, repaired } = now;
  return (
    <div class="diagnosis">
      <h3>{text.wrong.heading}</h3>
      <p>{text.wrong.lead}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}.</li>
        ))}
      </ul>
      {repaired && (
        <div class="repair">
          <h4>{text.wrong.nearest}</h4>
          <p>
            {repair}. {text.wrong.ways(ways)} {text.wrong.dots(repairs.value.size)}
          </p>
          <button type="button" class="button primary" onClick={() => setStickers(repaired)}>
            {text.wrong.repair}
          </button>
          <p class="remark">{text.wrong.real}</p>
        </div>
      )}
    </div>
  );
}

function Proof() {
  const now = proof.value;
  if (!now)
    return proofFailure.value === undefined ? null : (
      <p class="proof" role="alert">
        {text.answer.proofFailed(proofFailure.value)}
      </p>
    );
  return (
    <div class="proof">
      <progress aria-label={now.step} {...(now.done === undefined ? {} : { value: now.done })} />
      <p>
        {now.step}
        {now.secondsLeft !== null && `, ${text.answer.left(now.secondsLeft)}`}
      </p>
      <button type="button" class="button" onClick={stopProof}>
        {text.answer.stop}
      </button>
    </div>
  );
}

function Summary({ found }: { found: Solution }) {
  const n = found.moves.length;
  const isShortest = lowerBound.value >= n;
  return (
    <div class="summary">
      <p class="length">
        <strong>{n}</strong> {text.answer.unit(n)}
      </p>
      <p class="bound" data-busy={isImproving.value}>
        {isShortest ? text.answer.shortest : text.answer.bound(lowerBound.value)}
        {isImproving.value && !isShortest && <span class="busy">{text.answer.improving}</span>}
      </p>
      {!isProven.value && !proof.value && (
        <button type="button" class="button" title={text.answer.proveHint} onClick={() => void prove()}>
          {text.answer.prove}
        </button>
      )}
      <Proof />
      {offered.value && (
        <p class="offer" role="status">
          {text.answer.shorterFound(offered.value.moves.length)}{" "}
          <button type="button" class="button" onClick={acceptOffered}>
            {text.answer.useShorter}
          </button>
        </p>
      )}
    </div>
  );
}

/** Which phase each move belongs to: phase 1 is at the front, and at the back where the inverse was searched. */
function phaseOf({ moves, phases }: Solution, i: number): 1 | 2 | undefined {
  if (!phases) return undefined;
  return i < phases.front || i >= moves.length - phases.back ? 1 : 2;
}

function Moves({ found }: { found: Solution }) {
  return (
    <ol class="moves" aria-label={text.answer.list}>
      {found.moves.map((move, i) => (
        <li key={i} data-phase={phaseOf(found, i)}>
          <button
            type="button"
            aria-label={text.answer.move(i + 1, move)}
            aria-current={i === position.value ? "step" : undefined}
            data-done={i < position.value}
            onClick={() => goTo(i)}
          >
            {move}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** What the colours under the moves mean. */
function Legend({ found }: { found: Solution }) {
  if (!found.phases) return null;
  const isFromEnd = found.phases.back > 0;
  return (
    <p class="legend">
      {([1, 2] as const).map((phase) => (
        <span key={phase} data-phase={phase}>
          {text.answer.phase(phase, found.moves.filter((_, i) => phaseOf(found, i) === phase).length, isFromEnd)}
        </span>
      ))}
    </p>
  );
}

const Control = ({
  icon,
  label,
  onClick,
  disabled,
  isMain,
}: {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  isMain?: boolean;
}) => (
  <button
    type="button"
    class={isMain ? "control main" : "control"}
    aria-label={label}
    title={label}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);

export function Controls({ found }: { found: Solution }) {
  const last = found.moves.length;
  const at = position.value;
  return (
    <div class="controls" role="group" aria-label={text.play.group}>
      <div class="buttons">
        <Control icon="first" label={text.play.first} onClick={() => goTo(0)} disabled={at === 0} />
        <Control icon="back" label={text.play.back} onClick={() => goTo(at - 1)} disabled={at === 0} />
        <Control
          icon={isPlaying.value ? "pause" : "play"}
          label={isPlaying.value ? text.play.pause : text.play.play}
          onClick={togglePlay}
        />
        <Control icon="last" label={text.play.last} onClick={() => goTo(last)} disabled={at === last} />
      </div>
      <label class="speed">
        {text.play.speed}
        <input
          type="range"
          min="0.5"
          max="4"
          step="0.5"
          value={speed.value}
          onInput={(event) => (speed.value = Number(event.currentTarget.value))}
        />
      </label>
      {/* Not disabled: that would take the focus away from the keyboard at the last move. */}
      <button type="button" class="button primary next" onClick={() => goTo(at + 1)} aria-disabled={at === last}>
        {text.play.next}
        <Icon name="next" />
      </button>
    </div>
  );
}

function Share({ found }: { found: Solution }) {
  const said = useSignal("");
  const copy = async (what: string, done: string) => {
    try {
      await navigator.clipboard.writeText(what);
      said.value = done;
      setTimeout(() => (said.value = ""), 2000);
    } catch {
      said.value = what; // the clipboard is forbidden: it can still be copied by hand
    }
  };
  return (
    <div class="share">
      <button type="button" class="button quiet" onClick={() => void copy(found.moves.join(" "), text.answer.copied)}>
        <Icon name="copy" />
        {text.answer.copy}
      </button>
      <button type="button" class="button quiet" onClick={() => void copy(location.href, text.answer.linkCopied)}>
        <Icon name="share" />
        {text.answer.share}
      </button>
      <button type="button" class="button quiet" onClick={() => print()}>
        <Icon name="print" />
        {text.answer.print}
      </button>
      <span role="status">{said.value}</span>
    </div>
  );
}

/** On paper: a picture for each move, drawn when a sheet is printed. */
function Sheet({ found }: { found: Solution }) {
  useLayoutEffect(() => {
    const print = matchMedia("print");
    isPrinting.value = print.matches;
    const show = () => flushSync(() => (isPrinting.value = print.matches));
    const begin = () => flushSync(() => (isPrinting.value = true));
    print.addEventListener("change", show);
    addEventListener("beforeprint", begin);
    return () => {
      isPrinting.value = false;
      print.removeEventListener("change", show);
      removeEventListener("beforeprint", begin);
    };
  }, []);
  if (!isPrinting.value) return null;
  return (
    <ol class="sheet">
      {found.moves.map((move, i) => (
        <li key={i}>
          <NextMove cube={apply(stickers.value, found.moves.slice(0, i))} move={move} />
          <b>
            {i + 1}. {move}
          </b>{" "}
          {text.play.sentence(move)}
        </li>
      ))}
    </ol>
  );
}

/** On a narrow screen the answer is below the net: it is brought into view when it comes. */
function useArrival() {
  useEffect(() => {
    if (!matchMedia("(max-width: 860px)").matches) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.querySelector(".panel")?.scrollIntoView({ behavior: isStill ? "auto" : "smooth", block: "start" });
  }, []);
}

export function Play({ found }: { found: Solution }) {
  const is3d = useSignal(false);
  const isForRobot = useSignal(false);
  const list = useRef<HTMLDivElement>(null);
  const at = position.value;
  const move = found.moves[at];
  useArrival();
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    const row = list.current;
    if (current && row)
      row.scrollTo({ top: current.offsetTop - row.offsetTop - row.clientHeight / 2 + current.offsetHeight / 2 });
  }, [at]);
  const sentence = move === undefined ? text.play.done : text.play.sentence(move);
  const centre = (face: number) => text.colour[stickers.value[centreOf(face)]!];
  return (
    <>
      <div class="stage" data-both={is3d.value}>
        <div class="now">
          <NextMove cube={shown.value} move={move} />
          {move?.endsWith("2") && (
            <span class="twice" aria-hidden="true">
              {text.play.twice}
            </span>
          )}
        </div>
        {is3d.value && isComplete(stickers.value) && (
          <Suspense fallback={<div class="three" />}>
            <Cube3d found={found} />
          </Suspense>
        )}
      </div>
      <p class="sentence" aria-live="polite">
        <b>{move}</b> {sentence}
      </p>
      <p class="hold">
        {text.play.hold(centre(2), centre(0))} <span class="progress">{text.play.count(at, found.moves.length)}</span>
      </p>
      <Controls found={found} />
      <div ref={list}>
        <Moves found={found} />
      </div>
      <Legend found={found} />
      <Sheet found={found} />
      <div class="foot">
        <Share found={found} />
        {isComplete(stickers.value) && (
          <>
            <button type="button" class="button quiet" onClick={() => (isForRobot.value = true)}>
              <Icon name="robot" />
              {text.answer.robot}
            </button>
            <button
              type="button"
              class="button quiet"
              aria-pressed={is3d.value}
              onClick={() => (is3d.value = !is3d.value)}
            >
              <Icon name="cube" />
              {is3d.value ? text.play.hideThree : text.play.three}
            </button>
          </>
        )}
      </div>
      {isForRobot.value && (
        <Suspense fallback={null}>
          <Robots onClose={() => (isForRobot.value = false)} />
        </Suspense>
      )}
    </>
  );
}

export function Answer() {
  const now = outcome.value;
  switch (now.kind) {
    case "searching":
      return (
        <div class="waiting" role="status">
          <span class="busy">{text.answer.searching}</span>
          {!isComplete(stickers.value) && (
            <button type="button" class="button" onClick={stopEntered}>
              {text.answer.stop}
            </button>
          )}
        </div>
      );
    case "failed":
      return (
        <div class="waiting" role="alert">
          <h3>{text.wrong.failed}</h3>
          <p>{now.message}</p>
          <button type="button" class="button" onClick={solveEntered}>
            {text.wrong.retry}
          </button>
        </div>
      );
    case "wrong":
      return <Diagnosis />;
    case "solved": {
      const found = solution.value!;
      if (found.moves.length === 0)
        return (
          <div class="waiting">
            <h3>{text.answer.solved}</h3>
            <p>{isComplete(stickers.value) ? text.answer.isSolved : text.answer.partIsSolved}</p>
          </div>
        );
      return (
        <>
          <Summary found={found} />
          <Play found={found} />
        </>
      );
    }
    default:
      return <Welcome />;
  }
}
