// The cube in three dimensions: the player of the package cubing, unchanged, loaded when it is first wanted. It follows
// the page's own position: a step plays one move, any other change begins anew.

import { TwistyPlayer } from "cubing/twisty";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";

import { apply, inverse, rotations } from "../cube/moves.js";
import { isCentre, solved } from "../cube/stickers.js";
import { position, type Solution, speed, stickers } from "../state.js";
import { text } from "../text.js";

/** The rotation that carries the solved cube to the way this one is held. */
const holding = (): string =>
  rotations.find((r) => apply(solved, r).every((c, i) => !isCentre(i) || c === stickers.peek()[i]))?.join(" ") ?? "";

const hasWebGl = (): boolean => {
  const canvas = document.createElement("canvas");
  return canvas.getContext("webgl2") !== null;
};

export default function Cube3d({ found }: { found: Solution }) {
  const box = useRef<HTMLDivElement>(null);
  const player = useRef<TwistyPlayer | undefined>(undefined);
  const shownMove = useRef(0);
  const isPossible = useSignal(true);

  const setUp = (at: number) => {
    const rest = inverse(found.moves.slice(at)).join(" ");
    player.current!.alg = "";
    player.current!.experimentalSetupAlg = `${holding()} ${rest}`;
    shownMove.current = at;
  };

  useEffect(() => {
    if (!hasWebGl()) {
      isPossible.value = false;
      return undefined;
    }
    const made = new TwistyPlayer({
      puzzle: "3x3x3",
      visualization: "3D",
      background: "none",
      controlPanel: "none",
      viewerLink: "none",
      hintFacelets: "none",
      backView: "none",
    });
    made.cameraLatitude = 25;
    made.cameraLongitude = 30;
    player.current = made;
    box.current!.append(made);
    setUp(position.peek());
    return () => made.remove();
  }, [found]);

  const at = position.value;
  useEffect(() => {
    const made = player.current;
    if (!made || at === shownMove.current) return;
    made.tempoScale = Math.max(1, speed.peek());
    if (at === shownMove.current + 1) made.experimentalAddMove(found.moves[at - 1]!, { cancel: false });
    else if (at === shownMove.current - 1) made.experimentalAddMove(inverse([found.moves[at]!])[0]!, { cancel: false });
    else setUp(at);
    shownMove.current = at;
  }, [at]);

  if (!isPossible.value) return <p class="three">{text.play.noThree}</p>;
  return <div class="three" ref={box} role="img" aria-label={text.play.threeLabel} />;
}
