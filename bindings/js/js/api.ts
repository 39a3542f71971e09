/** What both entries, of Node and of browsers, have in common. */
export { SuperflipError } from "./errors.js";
export type * from "./types.js";
export type { Options } from "./superflip.js";
