// In the place of a part that is loaded when it is wanted, and could not be.

import { text } from "../text.js";

export const NotLoaded = (_: object) => (
  <p class="remark bad not-loaded" role="alert">
    {text.play.notLoaded}
  </p>
);
