"""A program that uses every public name, for the type checkers."""

from __future__ import annotations

import pickle

import superflip
import superflip.compat.twophase.solver as sv
from superflip import (
    Algorithm,
    Answer,
    BadOption,
    Coset,
    CosetLevel,
    CosetPosition,
    CosetSolver,
    Counts,
    Cube,
    Diagnosis,
    Engine,
    Event,
    ImpossibleCube,
    InternalError,
    Iteration,
    NamedMask,
    NoSolution,
    OutOfMemory,
    PackedField,
    Plan,
    PlannedTable,
    Question,
    Random,
    Reading,
    RobotAction,
    Search,
    Solution,
    Stopped,
    SuperflipError,
    SystemFailure,
    TableSet,
    Unreadable,
)
from superflip.compat import install, kociemba
from superflip.types import CubeLike, Format, SolveOptions, Starts


def shown(cube: CubeLike) -> str:
    return str(superflip.solve(cube, good_enough=20, max_length=20))


def cubes() -> None:
    cube: Cube = Cube("R U R' U'", format="moves") * Cube() ** 3 * ~Cube("F")
    cube = cube * Algorithm("R") * Cube.from_bytes(bytes(cube))
    keys: dict[Cube, int] = {cube: hash(cube)}
    corners: tuple[int, ...] = cube.corners + cube.twists + cube.edges + cube.flips + cube.centres + cube.centre_turns
    same: bool = pickle.loads(pickle.dumps(cube)) == cube and Cube.unpack(cube.pack("rank"), "rank") == cube
    fields: tuple[PackedField, ...] = cube.packed_fields("packed71")
    formats: list[Format] = ["facelets", "reid", "kociemba-cubies", "json", "packed69", "packed71", "rank", "moves"]
    texts: list[str] = [cube.to(name) for name in formats] + [f"{cube:reid}", cube.net()]
    pieces = Cube.from_pieces(range(8), [0] * 8, range(12), [0] * 12)
    pocket: str = Cube.from_pocket("R U F").pocket_facelets
    facts: tuple[bool, bool, int, int] = (pieces.is_solved, pieces.is_reachable, pieces.order, pieces.parity)
    symmetries: tuple[int, ...] = pieces.symmetries + pieces.antisymmetries
    moved: Cube = cube.apply("R U").apply(Algorithm("F")).conjugate(5).least_image(inversion=True)
    kind: str = moved.symmetry_type
    assert keys and corners and same and fields and texts and pocket and facts and symmetries and moved and kind


def algorithms() -> None:
    word: Algorithm = ~(Algorithm("R U (F)") + Algorithm.from_indices([0, 3]))
    moves: list[str] = list(word) + [word[0]]
    numbers: tuple[int, ...] = word.indices
    length: int = word.length("stm") + len(word) + word.rotation
    both: tuple[str, ...] = Algorithm("(F) R", niss=True).on_inverse
    cube: Cube = word.normalised().conjugate(3).cube("moved")
    assert moves and numbers and length and both and cube


def readings() -> None:
    diagnosis: Diagnosis = superflip.check("R U", format="moves", niss=False, puzzle="3x3x3")
    repaired: Cube | None = diagnosis.repaired
    problems: tuple[str, ...] = diagnosis.problems + diagnosis.notes
    reading: Reading = superflip.read("x R U")
    name: Format = superflip.recognise("R U")
    assert superflip.describe_symmetry(reading.held) and name and repaired is None and not problems
    try:
        superflip.solve("R4")
    except (Unreadable, ImpossibleCube) as error:
        found: Diagnosis | None = error.diagnosis
        position: int | None = error.position
        assert found is not None and position is not None
    except SuperflipError as error:
        code: int = error.code
        raise SystemExit(code)


def solutions() -> None:
    options: SolveOptions = {"time": 1.0, "threads": 1, "metric": "htm"}
    answer: Answer = superflip.solve("R U F", **options)
    best: Solution | None = superflip.solve(Random(1).cube()).best
    assert best is not None and best.phases is not None
    axis, inverse, front, back = best.phases
    assert axis in ("UD", "RL", "FB") and inverse in (True, False) and front + back <= best.length
    counts: Counts = answer.counts
    iterations: tuple[Iteration, ...] = answer.iterations
    proof: tuple[int, bool] = (answer.lower_bound, answer.is_shortest)
    lengths: list[int] = [solution.length for solution in answer]
    assert answer.moves and answer.length == 3 and counts.nodes >= 0 and proof and lengths
    assert iterations == () and answer.ended in ("complete", "enough")

    heard: list[Event] = []

    def listen(event: Event) -> bool:
        heard.append(event)
        return event.kind != "solution"

    stopped: Answer = superflip.solve(Random(1).cube(), listener=listen, nodes=100_000)
    assert stopped.ended in ("stopped", "nodes") and heard
    generic: Answer = superflip.solve_optimal("R U", moves="R U", all=True, within=0)
    assert len(generic.solutions) == 1
    for solution in superflip.improve("R U F", nodes=1000):
        assert solution.text == str(solution)
    search: Search = superflip.search(Question("R U F", to=Cube("R"), want="good"))
    with search:
        events: list[Event] = list(search)
    assert events and search.is_over and search.answer().length == 2
    part: Answer = superflip.solve_optimal("R U F", only="Cross", up_to="U,rotations", to="?" + Cube().facelets[1:])
    cubes: list[Cube] = superflip.patterns("dot", most=3) + superflip.symmetric_cubes("Oh", at_least=True)
    kind: str = superflip.symmetry_type(superflip.representative(cubes[0], inversion=True))
    assert len(cubes) == 7 and kind
    masks: tuple[NamedMask, ...] = superflip.masks()
    starts: Starts = "all"
    assert str(superflip.solve("F R", also=["U F R"], starts=starts, up_to="U")) == "R' F'"
    assert part.is_shortest and Question("R", only=masks[0].name, up_to=None) and masks[0].mask and masks[0].what
    many: list[Answer] = list(superflip.solve_many(["R", Cube("U"), Algorithm("F")], threads=2))
    mixed: list[Answer | Exception] = list(superflip.solve_many(["R", "R4"], errors="yield"))
    assert len(many) == 3 and len(mixed) == 2


def robots_and_errors() -> None:
    answer: Answer = superflip.solve("R U", robot=superflip.robots()["turntable"])
    assert answer.best is not None
    actions: tuple[RobotAction, ...] = answer.best.schedule
    end: float = max(action.at + action.seconds for action in actions)
    assert actions == superflip.schedule(answer.best.algorithm, "turntable") == superflip.schedule("U' R'", "turntable")
    known = "U?UUUUUUUR?RRRRRRRF?FFFFFFFDDDDDDDDDLLLLLLLLLB?BBBBBBB"
    assert end > 0 and len(superflip.completions(known, most=2)) == 2
    kinds: list[type[SuperflipError]] = [BadOption, InternalError, NoSolution, OutOfMemory, Stopped, SystemFailure]
    try:
        superflip.make_tables("no such table", metric="qtm", threads=1)
    except BadOption as error:
        assert type(error) in kinds and str(error)
    else:
        raise SystemExit("there is no such table")


def engines() -> None:
    engine = Engine(profile="compact", tables=False, optimal_table="", memory=0, threads=2, progress=False)
    engine.prepare("R U", time=10)
    plan: Plan = engine.plan("R U", metric="qtm")
    tables: tuple[PlannedTable, ...] = plan.tables
    sets: tuple[TableSet, ...] = superflip.table_sets()
    scramble: Algorithm = engine.scramble(Random(2), puzzle="2x2x2")
    word: Algorithm = superflip.default_engine.word_to(scramble)
    assert plan.bytes and tables and sets and word and superflip.cache_folder()


def cosets() -> None:
    memory = 3_600_000_000
    coset: Coset = superflip.coset("R U F", metric="htm", search_depth=3, max_depth=3, memory=memory, threads=1)
    levels: tuple[CosetLevel, ...] = coset.levels
    counts: tuple[int, ...] = coset.distribution
    proof: tuple[int | None, int | None, int] = (coset.exact_to, coset.within, coset.left)
    heard: list[Event] = []
    with CosetSolver(Engine(optimal_table="optimal-47"), memory=memory, threads=2) as solver:
        listed: Coset = solver.solve("R U F", max_depth=3, list_depth=3, samples=1, listener=heard.append, time=60)
    position: CosetPosition = listed.listed[0]
    assert position.cube * position.moves == Cube() and listed.listed_cubes.shape == (2, 32) and heard
    assert len(levels) == 4 and counts == (0, 0, 0, 2) and proof == (3, None, 19_508_428_798)


def drop_ins() -> None:
    text: str = kociemba.solve(Cube("R U").facelets, None, 22)
    other: str = sv.solve(Cube("R U").facelets, 20, 0.1) + sv.solveto(Cube().facelets, Cube().facelets)
    install()
    assert text and other


if __name__ == "__main__":
    assert shown("R U F2") == "F2 U' R'"
    for part in (cubes, algorithms, readings, solutions, robots_and_errors, engines, cosets, drop_ins):
        part()
