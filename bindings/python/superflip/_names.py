"""The words that stand for the values of the library's enums, as types. `superflip.types` has them with their texts.

This module imports nothing of the package, so that records and all others can use it. A test compares it with the
library's names."""

from typing import Literal

Metric = Literal["htm", "qtm", "stm", "atm"]
CosetMetric = Literal["htm", "qtm", "stm"]
Want = Literal["good", "shortest", "all"]
Starts = Literal["all", "any"]
Puzzle = Literal["3x3x3", "2x2x2"]
Profile = Literal["compact", "standard", "large"]
Format = Literal["moves", "facelets", "reid", "kociemba-cubies", "json", "packed69", "packed71", "rank"]
Packing = Literal["packed69", "packed71", "rank"]
Centres = Literal["fixed", "moved", "turned"]
SolverName = Literal["two-phase", "optimal", "generic", "pocket"]
Ended = Literal["complete", "enough", "time", "nodes", "stopped", "unsolvable"]
EventKind = Literal["notice", "table", "solution", "bound", "progress", "poll"]
