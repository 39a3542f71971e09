"""Writes the pages about the package with pdoc: python-pages.py FOLDER. A warning is an error.

pdoc knows signatures and texts of functions that are written in Python. So those of the module in C++ are replaced by
functions with the same signatures and texts first, in this process.
"""

from __future__ import annotations

import sys
import types
import warnings
from pathlib import Path

import pdoc

import superflip
import superflip._core as core
import superflip._records as records
from superflip._signature import signature_of


def stand_in(function: object, name: str, owner: type) -> types.FunctionType:
    no_source = (lambda: None).__code__.replace(co_filename="superflip._core")
    made = types.FunctionType(no_source, {}, name)
    made.__qualname__ = f"{owner.__name__}.{name}"
    made.__module__ = owner.__module__
    made.__doc__ = "\n\n".join(dict.fromkeys(doc for _, doc, *_ in function.__nb_signature__ if doc))
    made.__signature__ = signature_of(function)
    return made


def main(folder: str) -> None:
    warnings.simplefilter("error")
    # pdoc cannot see from which of the dictionaries of options another one has a key.
    warnings.filterwarnings("ignore", "Cannot determine where superflip.types")
    for owner in [thing for thing in vars(core).values() if isinstance(thing, type)]:
        for name, function in list(vars(owner).items()):
            if hasattr(function, "__nb_signature__"):
                made = stand_in(function, name, owner)
                setattr(owner, name, made if next(iter(made.__signature__.parameters), "") == "self" else staticmethod(made))
    for record in records.Record.__subclasses__():
        record.__doc__ = vars(record)["__doc__"].text  # pdoc lists the fields itself
    modules = (
        "superflip",
        "superflip.types",
        "superflip.campaign",
        "superflip.cluster",
        "superflip.lab",
        "superflip.compat",
    )
    pdoc.pdoc(*modules, output_directory=Path(folder))


if __name__ == "__main__":
    main(sys.argv[1])
