"""Robots that turn cubes: those that come with the library, and what one does for given moves (docs/robots.md)."""

from __future__ import annotations

import json

import superflip._core as _core

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from superflip._core import Algorithm
    from superflip._records import RobotAction


def robots() -> dict[str, dict[str, Any]]:
    """The robots that come with the library, by name: descriptions for the option `robot`, to be used or changed.

    >>> superflip.robots()["turntable"]["motors"]
    {'D': {'90': 0.5, '180': 0.8}}
    """
    return {name: json.loads(description) for name, description in _core.robots()}


def schedule(moves: str | Algorithm, robot: str | Mapping[str, object]) -> tuple[RobotAction, ...]:
    """What a robot does for given moves, and when: a name (`robots` lists them) or a description, a dict or JSON.

    The cube lies in the robot with its U up and its F in front. At most 500 turns; slices, wide moves and rotations are
    done as the turns of faces that they come to, and a face that no motor reaches is turned by a detour. Raises
    `Unreadable` and `BadOption`, and ValueError for moves on the inverse (NISS).

    >>> for action in superflip.schedule("F2", "turntable"):
    ...     print(action.at, action.kind, action.text)
    0.0 rotate x'
    0.7 turn D2
    """
    if isinstance(moves, _core.Algorithm):
        if moves.on_inverse:
            raise ValueError("this algorithm has moves on the inverse (NISS)")
        moves = str(moves)
    return _core.schedule(moves, in_json(robot))


def in_json(robot: str | Mapping[str, object]) -> str:
    """A robot as the library takes it: its name or its description."""
    if isinstance(robot, str):
        return robot
    if not hasattr(robot, "keys"):
        raise TypeError(f"robot is a {type(robot).__name__}: expected a name, a dict or JSON")
    return json.dumps(dict(robot), allow_nan=False)
