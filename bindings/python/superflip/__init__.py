"""The Rubik's cube as numbers: solvers, coordinates, tables."""

from superflip._core import Cube

__all__ = ["Cube"]
