"""Drop-in replacements for the packages `kociemba` and `RubikTwoPhase`.

Change one line:

    from superflip.compat import kociemba                  # was: import kociemba
    import superflip.compat.twophase.solver as sv          # was: import twophase.solver as sv

or put both in place of the originals, before anything else imports them:

    import superflip.compat
    superflip.compat.install()

Signatures and the form of answers are those of the originals. What differs is what was wrong: the solved cube gets an
empty solution ("" and "(0f)"), patterns are checked, and errors are exceptions (`ValueError`) with a sentence that says
what is wrong. Only their solvers are replaced, and nothing of the originals is used.
"""

from __future__ import annotations

import sys

from superflip.compat import kociemba, twophase


def install() -> None:
    """Puts these modules in place of `kociemba`, `twophase` and `twophase.solver` in `sys.modules`.

    A module that imported one of the originals before keeps it.
    """
    sys.modules["kociemba"] = kociemba
    sys.modules["twophase"] = twophase
    sys.modules["twophase.solver"] = twophase.solver


__all__ = ["install", "kociemba", "twophase"]
