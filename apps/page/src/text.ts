// All that the page says, in one place.

import type { Fault } from "./cube/pieces.js";

const colour = ["white", "red", "green", "yellow", "orange", "blue", "not entered"] as const;
const face = { U: "Top", R: "Right", F: "Front", D: "Bottom", L: "Left", B: "Back" } as const;
const place: Record<string, string> = { U: "top", R: "right", F: "front", D: "bottom", L: "left", B: "back" };

const turn: Record<string, [string, string]> = {
  U: ["Top layer", "turn its front to the left"],
  "U'": ["Top layer", "turn its front to the right"],
  D: ["Bottom layer", "turn its front to the right"],
  "D'": ["Bottom layer", "turn its front to the left"],
  R: ["Right side", "turn it up, away from you"],
  "R'": ["Right side", "turn it down, towards you"],
  L: ["Left side", "turn it down, towards you"],
  "L'": ["Left side", "turn it up, away from you"],
  F: ["Front", "turn it like the hands of a clock"],
  "F'": ["Front", "turn it against the hands of a clock"],
  B: ["Back side", "turn its top to the left"],
  "B'": ["Back side", "turn its top to the right"],
};

const plural = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

export const text = {
  title: "superflip",
  tagline: "Solve any Rubik’s cube",
  colour,
  face,
  initials: ["W", "R", "G", "Y", "O", "B", ""],
  sticker: (name: string, colourName: string, fault?: string) => `${name}: ${colourName}${fault ? `, ${fault}` : ""}`,
  faceOfSticker: (f: keyof typeof face, row: number, column: number) => `${face[f]}, row ${row}, column ${column}`,

  entry: {
    heading: "Your cube",
    net: "The six sides of your cube, unfolded. Arrow keys move, W R G Y O B or 1 to 6 paint, Delete clears.",
    palette: "Colour to paint with",
    eraser: "Erase",
    left: (n: number) => (n === 0 ? "All 54 stickers are entered." : `${plural(n, "sticker")} to go.`),
    fill: (n: number) => `Fill in ${n === 1 ? "one that is" : `${n} that are`} certain`,
    part: "Solve what is entered",
    partHint: "What is not entered does not count: it may be anything.",
    partTooFar: "This takes too long. Enter more stickers.",
    still: "Sides that shall not be turned",
    stillFails: "Turns of the other sides alone cannot solve it.",
    stillTooFar: "No solution was found so soon. Let more sides be turned.",
    help: "Pick a colour, then tap the stickers.",
    captions: place,
    side: (f: string, front: string, top: string) =>
      f === "F"
        ? `Hold your cube with ${front} in front and ${top} on top.`
        : `${face[f as "U"]} side: turn the cube so that you look at ${front}, with ${top} on top.`,
    random: "Random",
    clear: "Clear",
    undo: "Undo",
    photos: "Photos",
    patterns: "Patterns",
    field: "Or paste a scramble, or 54 stickers",
    placeholder: "R U R’ U’ F2 …",
    apply: "Use",
    often: (name: string, n: number) =>
      `${name.charAt(0).toUpperCase()}${name.slice(1)} is there ${n} times; nine belong on a cube.`,
    note: (sentence: string) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    other: (layout: string) =>
      layout.includes(",") ? `The stickers are a net: ${layout}` : `The faces are in the order ${layout}`,
    notUnderstood: "This is neither a scramble nor 54 stickers.",
    addressNotUnderstood: "The link has this for a cube, and it is neither a scramble nor 54 stickers.",
    fault: {
      centre: "these centres do not go together",
      piece: "no piece has these colours",
      twice: "this piece is there twice",
      missing: "no piece is left for this place",
    } satisfies Record<Fault, string>,
    faults: {
      centre: "These centres do not go together on a cube.",
      piece: "No piece of a cube has these colours together.",
      twice: "A piece is there twice.",
      missing: "For one of these places no piece is left.",
    } satisfies Record<Fault, string>,
  },

  wrong: {
    heading: "This cube cannot be solved",
    lead: "No turns lead to it. Either a sticker is entered wrongly, or the cube was taken apart. Compare it with yours:",
    nearest: "The nearest real cube",
    dots: (n: number) => `${plural(n, "sticker")} would change: see the dots on the net.`,
    repair: "Repair it",
    real: "If your cube really looks as you entered it, do the same to it by hand: twist the corner, or take the pieces out and put them in rightly. Then follow the moves.",
    seeBelow: "This cube cannot be solved. The reason stands beside the net, or below it.",
    /** A sentence of the doctor with places in words: URF, U9 and the face L are letters that few people know. */
    places: (sentence: string) =>
      sentence
        .replace(
          /\b([URFDLB])([1-9])\b/g,
          (_, f: string, n: string) =>
            `${place[f]} (row ${Math.ceil(Number(n) / 3)}, column ${((Number(n) - 1) % 3) + 1})`,
        )
        .replace(/\bcentres of ([URFDLB](?:(?:, | and )[URFDLB]\b)+)/g, (words) =>
          words.replace(/\b[URFDLB]\b/g, (f) => place[f]!),
        )
        .replace(/\b[URFDLB]{2,3}\b/g, (letters) => [...letters].map((f) => place[f]).join("-"))
        .replace(/\bface ([URFDLB])\b/g, (_, f: string) => `face ${place[f]}`),
    ways: (n: number) => (n > 1 ? `There are ${n.toLocaleString("en")} repairs as small as this one.` : ""),
    failed: "Something went wrong",
    retry: "Try again",
  },

  answer: {
    heading: "Solution",
    tabs: { solution: "Solution", numbers: "Numbers" },
    steps: [
      ["Enter", "Paint the stickers, photograph the six sides, or paste a scramble."],
      ["Watch", "The solution appears at once and gets shorter while you look."],
      ["Turn", "Follow the pictures, one turn after the other."],
    ] as const,
    tryRandom: "Try a random cube",
    searching: "Solving",
    warming: "Getting ready",
    solved: "Solved",
    found: (n: number) => `Here is a solution of ${plural(n, "move")}.`,
    isSolved: "This cube is solved. Scramble it, or enter another.",
    partIsSolved: "What is entered is solved already.",
    unit: (n: number) => (n === 1 ? "move" : "moves"),
    shortest: "No solution is shorter (proven).",
    bound: (n: number) => `No solution is shorter than ${n} (proven).`,
    improving: "Looking for a shorter one",
    prove: "Prove it",
    proveHint: "Search for a shortest solution: minutes, and much computing.",
    stop: "Stop",
    proofFailed: (why: string) => `The proof ended too soon: ${why}`,
    shorterFound: (n: number) => `There is a solution of ${plural(n, "move")}, from the beginning.`,
    useShorter: "Use it",
    table: "First, a table for proofs is made on your device",
    proving: (length: number) => `Searching all solutions of ${length} moves`,
    left: (seconds: number) =>
      seconds < 90 ? `about ${Math.max(1, Math.round(seconds))} s left` : `about ${Math.round(seconds / 60)} min left`,
    phase: (phase: 1 | 2, n: number, fromEnd: boolean) =>
      `${plural(n, "move")} ${
        phase === 2
          ? "with half turns of four sides"
          : fromEnd
            ? "of all kinds, found from the end backwards"
            : "until half turns of four sides are enough"
      }`,
    list: "Moves of the solution",
    move: (i: number, m: string) => `Move ${i}: ${m}`,
    robot: "For a robot",
    copy: "Copy",
    share: "Share",
    print: "Print",
    copied: "Copied",
    linkCopied: "Link copied",
  },

  play: {
    group: "Player",
    first: "To the start",
    back: "One move back",
    play: "Play",
    pause: "Pause",
    next: "Next move",
    last: "To the end",
    speed: "Speed",
    hold: (front: string, top: string) => `Hold the cube with ${front} in front and ${top} on top.`,
    done: "Done. Your cube is solved.",
    count: (i: number, n: number) => `${i} of ${n}`,
    twice: "twice",
    three: "Turn it in 3D",
    hideThree: "Hide 3D",
    noThree: "The 3D picture needs WebGL, which this browser does not offer.",
    notLoaded: "This part could not be loaded. It needs the network once; all else works without it.",
    threeLabel: "The cube in three dimensions; drag to look around",
    picture: (sentence: string) => `Picture of the cube. ${sentence}`,
    sentence(move: string): string {
      const isHalf = move.endsWith("2");
      const [what, how] = turn[isHalf ? move[0]! : move]!;
      return isHalf ? `${what}: ${how}, twice.` : `${what}: ${how}.`;
    },
  },

  numbers: {
    lead: "How far this position is from the group G1, in which only half turns of four sides are needed. One row for each axis: phase 1 ends when a row is all zero.",
    axis: { UD: "Up and down", RL: "Right and left", FB: "Front and back" },
    names: { twist: "Twist", flip: "Flip", slice: "Slice" },
    explain: {
      twist: "how the corners are twisted",
      flip: "how the edges are flipped",
      slice: "where the middle layer’s edges are",
    },
    of: (value: number, size: number) => `${value.toLocaleString("en")} of ${size.toLocaleString("en")}`,
    away: (n: number) => (n === 0 ? "solved" : `${plural(n, "turn")} away`),
    inG1: "in G1",
    notInG1: "not in G1",
    origin: (axis: string, inverse: boolean, n: number) =>
      `The solution’s phase 1 is ${plural(n, "move")} for the axis ${axis}${inverse ? ", found on the inverse cube: the rows are zero on its way, and not on this one" : ""}.`,
    distribution: "How many positions are how far",
    distanceColumn: "Turns",
    countColumn: "Positions",
    here: "this cube",
    any: "Any coordinate",
    anyLead:
      "A coordinate numbers what counts of a cube: the places of some pieces, their order, how they are turned. Write one in words.",
    anyLabel: "Description",
    anyExample: "edges DR DF DL DB: order orientation",
    compute: "Number it",
    all: "All that have a name",
    value: "Value",
    name: "Coordinate",
    values: "Values",
    loading: "Loading",
    needsCube: "Enter a cube first.",
  },

  photos: {
    heading: "Photograph the six sides",
    lead: "In any order and turned in any way. The pictures stay on this device.",
    camera: "Use the camera",
    stopCamera: "Stop the camera",
    files: "Choose pictures",
    shoot: "Take",
    guide: "Fit one side into the frame",
    noCamera: "The camera cannot be used. Choose pictures instead.",
    noPicture: (name: string) => `${name} is not a picture that this browser can read.`,
    side: (n: number) => `Side ${n}`,
    remove: (n: number) => `Remove side ${n}`,
    adjust: "Drag a picture until the frame fits its side.",
    size: (n: number) => `Size of the frame, side ${n}`,
    count: (n: number) => `${n} of 6`,
    use: "Use these colours",
    close: "Close",
    uncertain: (n: number) =>
      n === 0
        ? "All colours are clear."
        : `${plural(n, "sticker")} could be another colour: marked with a ring. Please compare.`,
    legal: "They make a real cube.",
    notLegal: "They do not make a real cube yet; a repair will be proposed.",
    doubtful: "could be another colour",
  },

  patterns: {
    heading: "Patterns",
    lead: "Draw one side: equal shades are equal colours, and ? may be any. Which colours they are may differ from side to side.",
    face: "The pattern",
    sticker: (row: number, column: number, letter: string) =>
      `Row ${row}, column ${column}: ${letter === "?" ? "any colour" : `shade ${"abc".indexOf(letter) + 1}`}`,
    examples: {
      checkerboard: "Checkerboard",
      dot: "Dot",
      plus: "Plus",
      stripes: "Stripes",
      h: "H",
      block: "Cube in a cube",
    },
    sides: "On these sides",
    side: face,
    mirrored: "Mirror images, too",
    continuous: "In one piece around the cube",
    searching: "Searching",
    noSide: "Choose a side.",
    found: (n: number, most: number) =>
      n === 0 ? "No cube looks so." : n > most ? `The first ${most} cubes:` : `${plural(n, "cube")}:`,
    cubes: "Cubes that look so",
    cube: (n: number) => `Cube ${n}`,
    choose: "Choose one.",
    isSolved: "This is the solved cube.",
    make: (moves: string) => `From a solved cube, with white on top and green in front: ${moves}`,
    use: "Solve this cube",
    close: "Close",
  },

  robots: {
    heading: "For a robot",
    lead: (front: string, top: string) =>
      `A short solution is not always a fast one. Here are the moves that a robot does fastest. Lay the cube in with ${front} in front and ${top} on top.`,
    robot: "Robot",
    own: "your own",
    description: "What it can do, and in how many seconds: change it, or paste another",
    members:
      "“seconds”: a turn by 90 and by 180 degrees. “motors”: the sides that have one, with its own seconds where they differ. “together”: opposite motors that can turn at once (“RL”). “rotations”: how the whole cube can be carried round, with the seconds (“x”, “y'”, “z2”). “regrip”: after a quarter turn, until another axis can be turned. “change”: between the turns about two axes.",
    searching: "Searching",
    found: (n: number, seconds: number) => `${plural(n, "move")} in ${seconds.toFixed(3)} seconds.`,
    instead: (n: number, seconds: number) =>
      `The solution that was shown, of ${plural(n, "move")}, takes the robot ${seconds.toFixed(3)} seconds.`,
    sides:
      "In this list U, R, F, D, L and B are the sides of the robot, which stay where they are; x, y and z turn the whole cube as R, U and F turn a side.",
    schedule: "What the robot does",
    step: "Step",
    start: "Start",
    seconds: "Seconds",
    action: {
      turn: (moves: string) => moves,
      rotate: (rotation: string) => `The whole cube: ${rotation}`,
      regrip: () => "The grippers let go and grip again",
    },
    end: "End",
    close: "Close",
  },

  menu: {
    theme: { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" },
    letters: "Letters on the stickers",
    about: "About",
    all: "The page",
  },

  about: {
    heading: "About",
    paragraphs: [
      "superflip solves cubes on your own device: no server takes part, nothing is sent, and after the first visit it works offline.",
      "The first solution comes from Kociemba’s two-phase algorithm. Lower bounds are proven, and “Prove it” searches until no shorter solution can exist.",
      "The moves are for the cube as you hold it. R, L, U, D, F and B are the sides; an apostrophe means against the clock, 2 means twice.",
    ],
    keys: "Keys",
    keyList: [
      ["W R G Y O B, 1 to 6", "paint the chosen sticker and go on"],
      ["Arrows", "go to another sticker, or one move on and back in the solution"],
      ["Delete, Backspace", "clear a sticker"],
      ["Ctrl+Z", "undo"],
    ] as const,
    notices: "Third-party software",
    close: "Close",
  },

  update: { ready: "A new version is ready.", now: "Use it", later: "Later" },
} as const;
