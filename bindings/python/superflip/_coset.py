"""Whole cosets of G1: their options in words, and the bar of their work."""

from __future__ import annotations

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from superflip._progress import Bar
    from superflip._records import Event
    from superflip.types import Listener

OF_A_COSET = """
    Options of the coset:
        metric: what counts as one move: "htm" (by default), "qtm" or "stm".
        search_depth: up to this depth all words are searched, so that the levels are exact. One more takes 13 times as
            long, 9 times in qtm, 18 times in stm; by default 15, in qtm 18, in stm 13.
        max_depth: the last depth; by default 20, in qtm 26. Beyond the search, positions may be nearer than it says.
        extra: after `search_depth`, 1 of so many words of the next depth is searched too, so that fewer positions are
            left over.
        prove: a level after complete ones is completed by the optimal solver, if at most 10,000,000 positions are left
            after it: each has a word of that length or is proven to have none. All further levels then are exact.
        list_depth: the level whose positions are listed, with moves that solve them.
        list_limit: the most positions that are listed, of that level and of those left over.
        samples: how many positions of each level are chosen at random; `seed` is that of the choice.
        solve_left: whether the two-phase solver solves what no level holds, if these are at most 1,000,000.
        checkpoint: a file in which the levels are kept, and what is done of the one that is searched: every five
            minutes, and when the work is stopped or its time is over, which then takes some seconds more. If it exists,
            the work goes on from it: for the same cube, metric, list and samples, and the same version of superflip. It
            takes at most 2.4 GB, and stays when the work has ended. Where it cannot be written once the work has begun,
            the work goes on, and `notes` say so.
        time: seconds from the call; loading and making tables count.
        listener: a function that is called with each `Event`, at least every 20 ms; a "progress" has the depth as
            `length`. If it returns False, the work ends.
"""
OF_THE_SOLVER = """        memory: the most bytes that may be used; 0: what is available, which two solvers that begin together both count
            as theirs. The tables are the large ones (741 MB) if they fit beside the positions, else the standard ones;
            in stm there is one of 85 MB.
        threads: how many work; 0: those of the engine, or fewer where these do not fit in the memory.
"""


def drawing(bar: Bar, listener: Listener | None) -> Listener:
    """A listener that also draws the bar."""

    def hear(event: Event) -> object:
        if event.kind in ("notice", "table", "progress"):
            bar(event)
        return None if listener is None else listener(event)

    return hear
