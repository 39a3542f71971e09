"""Raises ImportError in subinterpreters. The module in C++ must not even be loaded there: its types, threads and signals
are those of the main interpreter."""

import importlib

for _name in ("_interpreters", "_xxsubinterpreters"):  # from Python 3.13 on, and before
    try:
        _interpreters = importlib.import_module(_name)
    except ImportError:
        continue
    if _interpreters.get_current() != _interpreters.get_main():
        raise ImportError("superflip works in the main interpreter only, not in subinterpreters")
    break
