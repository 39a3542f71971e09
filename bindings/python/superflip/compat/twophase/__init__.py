"""The package `RubikTwoPhase`: https://pypi.org/project/RubikTwoPhase/, version 1.1.1; its module `solver`."""

from __future__ import annotations

errors_as_strings = False
"""Whether `solver` returns "Error: ..." as the original does, instead of raising ValueError."""

from superflip.compat.twophase import solver  # noqa: E402  (it reads the switch above)

__all__ = ["errors_as_strings", "solver"]
