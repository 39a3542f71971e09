"""Signatures of what the module in C++ defines, for `help` and `inspect.signature`."""

from __future__ import annotations

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    import inspect


def signature_of(function: object) -> inspect.Signature:
    """The signature of a function or method of the module in C++; of several the first. Annotations are texts."""
    import ast
    import inspect

    text = function.__nb_signature__[0][0]  # type: ignore[attr-defined]
    node = ast.parse(text + ": ...").body[0]
    assert isinstance(node, ast.FunctionDef)
    given = node.args
    kinds = inspect.Parameter
    parameters = []

    def add(arg: ast.arg, kind: inspect._ParameterKind, default: ast.expr | None = None) -> None:
        value = kinds.empty if default is None else ast.literal_eval(default)
        annotation = kinds.empty if arg.annotation is None else ast.unparse(arg.annotation)
        parameters.append(kinds(arg.arg, kind, default=value, annotation=annotation))

    by_place = given.posonlyargs + given.args
    defaults = [None] * (len(by_place) - len(given.defaults)) + list(given.defaults)
    for i, (arg, default) in enumerate(zip(by_place, defaults)):
        add(arg, kinds.POSITIONAL_ONLY if i < len(given.posonlyargs) else kinds.POSITIONAL_OR_KEYWORD, default)
    if given.vararg:
        add(given.vararg, kinds.VAR_POSITIONAL)
    for arg, of_key in zip(given.kwonlyargs, given.kw_defaults):
        add(arg, kinds.KEYWORD_ONLY, of_key)
    if given.kwarg:
        add(given.kwarg, kinds.VAR_KEYWORD)
    returns = kinds.empty if node.returns is None else ast.unparse(node.returns)
    return inspect.Signature(parameters, return_annotation=returns)


class SignatureOfClass:
    """As a class's `__signature__`: that of its `__init__`, found when it is asked for."""

    def __get__(self, instance: object, owner: type) -> inspect.Signature:
        signature = signature_of(vars(owner)["__init__"])
        return signature.replace(
            parameters=list(signature.parameters.values())[1:], return_annotation=signature.empty
        )
