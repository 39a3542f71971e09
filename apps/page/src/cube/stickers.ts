// Stickers: the 54 colours of a cube as it is held, known or not.
//
// Facelet 9*face + n is sticker n+1 of that face, rows from the top of the face in the net, faces in the order
// U R F D L B (superflip/reading/facelets.h has the picture). A colour is 0..5 and named after its face in the usual
// holding: white on top, green in front. The cube may be held in any way: the centres are stickers like the others.

export const faces = ["U", "R", "F", "D", "L", "B"] as const;
export type Face = (typeof faces)[number];

/** 0..5 in the order U R F D L B: white, red, green, yellow, orange, blue; `unknown` where it is not entered yet. */
export type Colour = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const unknown: Colour = 6;
export const colours: readonly Colour[] = [0, 1, 2, 3, 4, 5];

/** 54 colours. Never changed in place. */
export type Stickers = readonly Colour[];

export const centreOf = (face: number): number => 9 * face + 4;
export const isCentre = (facelet: number): boolean => facelet % 9 === 4;
export const faceOf = (facelet: number): number => Math.floor(facelet / 9);
export const opposite = (colour: Colour): Colour => ((colour + 3) % 6) as Colour;

export const solved: Stickers = Array.from({ length: 54 }, (_, i) => faceOf(i) as Colour);
/** Only the centres, in the usual holding: where entering begins. */
export const blank: Stickers = solved.map((colour, i) => (isCentre(i) ? colour : unknown));

export const isComplete = (stickers: Stickers): boolean => !stickers.includes(unknown);
export const isSolved = (stickers: Stickers): boolean =>
  isComplete(stickers) && stickers.every((colour, i) => colour === stickers[centreOf(faceOf(i))]);
export const equal = (a: Stickers, b: Stickers): boolean => a.every((colour, i) => colour === b[i]);

/** How often each colour occurs; entry 6 counts the stickers that are not known. */
export function countColours(stickers: Stickers): number[] {
  const counts = new Array<number>(7).fill(0);
  for (const colour of stickers) counts[colour]!++;
  return counts;
}

/** 54 letters URFDLB, a dot where the colour is not known. */
export const toText = (stickers: Stickers): string =>
  stickers.map((colour) => (colour === unknown ? "." : faces[colour])).join("");

/** A square of each colour, in the order of the colours. */
export const squares = ["⬜", "🟥", "🟩", "🟨", "🟧", "🟦"] as const;

const spaces = /[\s,\u200b\u200d\ufe0f]/gu;
const blanks = new Set([".", "-", "_", "?", "⬛", "·"]);
const emoji: Record<string, Colour> = {
  ...Object.fromEntries(squares.map((square, colour) => [square, colour as Colour])),
  "🤍": 0,
  "❤": 1,
  "💚": 2,
  "💛": 3,
  "🧡": 4,
  "💙": 5,
  "⚪": 0,
  "🔴": 1,
  "🟢": 2,
  "🟡": 3,
  "🟠": 4,
  "🔵": 5,
};

const lettersOf = (names: string): Record<string, Colour> =>
  Object.fromEntries([...names].map((letter, colour) => [letter, colour as Colour]));
/** What symbols mean on every cube: faces, colours, emoji. */
const meanings = [lettersOf("URFDLB"), lettersOf("WRGYOB"), emoji];

const symbolsOf = (text: string): string[] => [...text.replace(spaces, "").toUpperCase()];
const meaningOf = (symbols: readonly string[]) =>
  meanings.find((meaning) => symbols.every((s) => s in meaning || blanks.has(s)));

/** Whether the symbols of a text mean colours, and not only differ from each other. */
export const namesColours = (text: string): boolean => meaningOf(symbolsOf(text)) !== undefined;

/** A text with the letters WRGYOB in place of emoji. */
export const withoutEmoji = (text: string): string =>
  [...text.replaceAll("\ufe0f", "")].map((s) => (s in emoji ? "WRGYOB"[emoji[s]!]! : s)).join("");

/**
 * The colours of a text of 54 symbols in the order of the facelets: letters of faces (URFDLB), of colours (WRGYOB),
 * emoji, or any six symbols, which the centres name. Dots and the like are unknown stickers. Undefined if the text is
 * not of that kind.
 */
export function fromText(text: string): Stickers | undefined {
  const symbols = symbolsOf(text);
  if (symbols.length !== 54) return undefined;
  const read = (name: (symbol: string) => number | undefined): Stickers =>
    symbols.map((s) => (blanks.has(s) ? unknown : ((name(s) ?? unknown) as Colour)));
  const meaning = meaningOf(symbols);
  if (meaning) return read((s) => meaning[s]);
  const centres = [0, 1, 2, 3, 4, 5].map((face) => symbols[centreOf(face)]!);
  const used = new Set(symbols.filter((s) => !blanks.has(s)));
  if (new Set(centres).size !== 6 || centres.some((s) => blanks.has(s)) || used.size !== 6) return undefined;
  return read((s) => centres.indexOf(s));
}
