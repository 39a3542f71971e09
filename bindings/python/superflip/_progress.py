"""A progress bar for the making of tables and for cosets, with the habits of tqdm: on standard error, only if that is a terminal, and
only if the work takes more than half a second."""

from __future__ import annotations

import sys
import time
TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from superflip._records import Event

_PATIENCE = 0.5
_PERIOD = 0.1
_WIDTH = 30


class Bar:
    """Draws one line; `close` wipes it."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._next = self._begun + _PATIENCE
        self._drawn = False

    def __call__(self, event: Event) -> None:
        if event.kind == "notice":
            self.close()
            print(event.step, file=sys.stderr)
            return
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _PERIOD
        self._drawn = True
        full = int(event.done * _WIDTH)
        left = f"<{_clock(event.seconds_left)}" if event.seconds_left is not None else ""
        step = event.step.partition(";")[0]
        line = f"{step}: {event.done:4.0%}|{'#' * full}{' ' * (_WIDTH - full)}| [{_clock(now - self._begun)}{left}]"
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Wipes the line."""
        if self._drawn:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        self._drawn = False


def bar_or_none(wanted: bool | None) -> Bar | None:
    """A bar if it is wanted; with None, if standard error is a terminal."""
    if wanted is None:
        wanted = sys.stderr is not None and sys.stderr.isatty()
    return Bar() if wanted else None


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    return f"{minutes:02d}:{rest:02d}"
