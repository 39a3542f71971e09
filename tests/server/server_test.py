#!/usr/bin/env python3
"""Socket tests of `superflip serve`: what clients see, good ones and bad ones.

    server_test.py PROGRAM [--sanitized] [TestCase[.test_name] ...]

Python's standard library alone. Every answer is replayed by cube.py, which turns stickers by geometry. Each case starts
servers of its own at free ports; SUPERFLIP_CACHE must have the tables of the profile standard and, unless the program is
sanitized, optimal-47.

No test depends on how fast the machine is. What happens is waited for (wait_until), for at most PATIENCE seconds, and a
server has ample time for everything (Server.TIMES) unless a test is about that limit. Where an answer may honestly come
too late for a limit that cannot be set, or with too little time for a solution, the test asks again with more (growing).
"""

import gzip
import http.client
import json
import os
import re
import resource
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cube  # noqa: E402

PROGRAM = ""
SANITIZED = False
PATIENCE = 300  # seconds that anything is waited for, on a machine that may be slow and busy

SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
TWISTED = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
SEVERAL = "yyryyryyrbbbbbbbbbrrwrrwrrwgggggggggyooyooyoowwowwowwo"  # two cubes, listed in two orders and held in two ways
# A search that goes on until it is stopped: there is no such solution, and the proof takes very long. Its time is longer
# than anybody waits here, so when it ends earlier, something has ended it.
AMPLE = 2 * PATIENCE
ENDLESS = {"cube": SUPERFLIP, "max_length": 17, "time": AMPLE}


def wait_until(holds, what):
    """Waits until holds() is true, and returns its value."""
    end = time.monotonic() + PATIENCE
    while not (value := holds()):
        if time.monotonic() > end:
            raise AssertionError(f"this did not happen in {PATIENCE} seconds: {what}")
        time.sleep(0.01)
    return value


def growing(seconds):
    """Times to try one after the other, until one is enough."""
    while seconds < PATIENCE:
        yield seconds
        seconds *= 5


def start(count, work):
    """Threads that do work(i)."""
    threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(count)]
    for thread in threads:
        thread.start()
    return threads


def join(threads):
    end = time.monotonic() + PATIENCE
    for thread in threads:
        thread.join(max(end - time.monotonic(), 0))
    if any(thread.is_alive() for thread in threads):
        raise AssertionError(f"clients that do not end in {PATIENCE} seconds")


def begin_process(descriptors=None):
    """Between fork and exec: no signal is ignored, as some are by what a shell or nohup runs in the background."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    if descriptors is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))


def program(*arguments, **more):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False, **more)


class Server:
    """A running server, as a context."""

    TIMES = ["--max-time", "--queue-time", "--head-time", "--body-time", "--idle-time", "--grace"]

    def __init__(self, *arguments, environment=None, command=None, descriptors=None, **more):
        # Sanitized, no table is made for proofs, and those of parts of the cube are small.
        table = ["--memory", "60M"] if SANITIZED else ["--table", "optimal-47"]
        times = [word for name in self.TIMES if name not in arguments for word in (name, str(AMPLE))]
        self.process = subprocess.Popen(
            command or [PROGRAM, "serve", "--port", "0", *table, *times, "--lazy", *arguments],
            stderr=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})},
            preexec_fn=lambda: begin_process(descriptors), **more)
        self.errors = []
        self.reader = threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True)
        self.reader.start()
        try:
            wait_until(lambda: self.said("serving") or not self.reader.is_alive(), "the server serves")
            self.port = int(re.search(r"serving http://\S+:(\d+)/", "".join(self.errors))[1])
        except (AssertionError, TypeError):
            self.process.kill()
            self.process.wait()
            raise AssertionError("the server does not serve: " + "".join(self.errors)) from None

    def said(self, word):
        return any(word in line for line in list(self.errors))

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        try:
            code = self.end() if kind is None else None
        finally:
            self.process.kill()
            self.process.wait()
            self.reader.join(PATIENCE)
            self.process.stderr.close()
        if kind is None and code != 0:
            raise AssertionError(f"exit code {code}: " + "".join(self.errors))

    def end(self, with_signal=signal.SIGTERM):
        """Ends it and returns the exit code; a sanitizer's report ends it with another code than 0."""
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        return self.process.wait(PATIENCE)

    def ready(self):
        wait_until(lambda: self.json("GET", "/healthz")["ready"], "the tables are ready")
        return self

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, method, target, body=None, headers=None):
        """The status, the headers and the body of one request on a connection of its own."""
        connection = self.connect()
        try:
            connection.request(method, target, body, headers or {})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def json(self, method, target, body=None, headers=None):
        return json.loads(self.ask(method, target, body, headers)[2])

    def post(self, target, fields):
        status, headers, body = self.ask("POST", target, json.dumps(fields), {"Content-Type": "application/json"})
        return status, headers, json.loads(body)

    def socket(self):
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def raw(self, data, half_close=False):
        """All bytes that come back until the server closes."""
        with self.socket() as connection:
            try:
                connection.sendall(data)
                if half_close:
                    connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # it may close before it has read all
            return read_all(connection)

    def metrics(self):
        """All that have no labels or some, by what stands before the number."""
        lines = self.ask("GET", "/metrics")[2].decode().splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}

    def metric(self, name):
        return self.metrics()[name]

    def await_metric(self, name, value):
        wait_until(lambda: self.metric(name) == value, f"{name} becomes {value}")

    def memory(self, what):
        """Bytes, by the name that the kernel has for them."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(what + r":\s*(\d+) kB", status.read())[1]) << 10

    def busy(self, fields=None):
        """A connection whose request a worker has begun; closing it ends the search."""
        before = self.metric("superflip_queue_seconds_count")
        connection = self.socket()
        connection.sendall(get(query("/v1/solve", fields or ENDLESS)))
        self.await_metric("superflip_queue_seconds_count", before + 1)
        return connection


def entries_of(log, last):
    """The entries of an access log once `last` is in it. The server writes behind its answers, and not long at its end."""
    with open(log, encoding="utf-8") as file:
        text = file.read()
    return [json.loads(line) for line in text.splitlines()] if last in text and text[-1] == "\n" else None


def read_all(connection):
    got = b""
    try:
        while block := connection.recv(65536):
            got += block
    except ConnectionError:
        pass
    return got


def is_readable(connection):
    """Whether an answer, or its end, has come."""
    return bool(select.select([connection], [], [], 0)[0])


def leave(connection):
    """Closes with a reset, which is no half-closing: the server need not think that an answer is still awaited."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    connection.close()


def query(path, fields):
    return path + "?" + urllib.parse.urlencode(fields)


def get(target, *headers):
    return "\r\n".join([f"GET {target} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


class Stream:
    """An event stream: an iterator of (name, data)."""

    def __init__(self, server, path, fields):
        self.connection = server.connect()
        self.connection.request("GET", query(path, fields), headers={"Accept": "text/event-stream"})
        self.response = self.connection.getresponse()

    def __iter__(self):
        name = ""
        while line := self.response.readline():
            line = line.decode().rstrip("\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                yield name, json.loads(line[6:])
            elif line.startswith(":"):
                yield "heartbeat", line
        self.close()

    def close(self):
        self.response.close()
        self.connection.close()


class Case(unittest.TestCase):
    def assert_solves(self, facelets, result, goal=None):
        self.assertTrue(result["solutions"], result)
        for solution in result["solutions"]:
            after = cube.apply(facelets, solution["moves"])
            self.assertEqual(after, goal or cube.SOLVED, solution)
            if result["metric"] == "htm":
                self.assertEqual(solution["length"], len(solution["moves"].split()))

    def assert_problem(self, answer, status, part=""):
        self.assertEqual(answer[0], status, answer[2])
        self.assertEqual(answer[1]["Content-Type"], "application/problem+json")
        problem = json.loads(answer[2]) if isinstance(answer[2], bytes) else answer[2]
        self.assertEqual(problem["status"], status)
        self.assertEqual(problem["schema"], 1)
        self.assertIn(part, problem["detail"])
        return problem


SIDES = (9, 18, 36, 45)  # where the stickers of R, F, L and B begin
CROSS = [28, 30, 31, 32, 34] + [first + 7 for first in SIDES]
TWO_LAYERS = list(range(27, 36)) + [first + i for first in SIDES for i in range(3, 9)]


def has_places(facelets, expected, places):
    return all(facelets[i] == expected[i] for i in places)


def is_cross_on(facelets, face):
    """Whether the four edges of a face are solved: those of its stickers that a turn of it moves, but for corners."""
    moved = [i for i in range(54) if cube.TURNS[face][i] != i]
    edges = [i for i in moved if i % 9 in (1, 3, 5, 7)]
    return has_places(facelets, cube.SOLVED, edges)


HOLES = "U?UUUUUUUR?RRRRRRRF?FFFFFFFDDDDDDDDDLLLLLLLLLB?BBBBBBB"
PONS = "R2 L2 U2 D2 F2 B2"  # six words of six moves
WHILE = {"cube": SUPERFLIP, "nodes": 20_000}
LONG = {"cube": "R U F' L2 D B R2 U' L F2 D' B2 R' U2"}
# For each route with fields two requests for each of its fields, which differ in this field alone. The answers to them
# are different.
READING = {
    "cube": ({"cube": "R"}, {"cube": "U"}),
    "cubes": ({"cubes": ["R"]}, {"cubes": ["R", "U"]}),
    "from": ({"cube": "12345"}, {"cube": "12345", "from": "rank"}),
    "niss": ({"cube": "(F' L) R"}, {"cube": "(F' L) R", "niss": True}),
    "order": ({"cube": SEVERAL}, {"cube": SEVERAL, "order": "DRFLBU"}),
    "holding": ({"cube": SEVERAL}, {"cube": SEVERAL, "holding": "WR"})}
SOLVING = {
    **READING,
    "also": ({"cube": "R", "only": "Cross"}, {"cube": "R", "only": "Cross", "also": ["U"]}),
    "starts": ({"cube": "R", "only": "Cross", "also": ["U"]},
               {"cube": "R", "only": "Cross", "also": ["U"], "starts": "any"}),
    "goal": ({"cube": "R"}, {"cube": "R", "goal": "U"}),
    "goals": ({"cube": "R"}, {"cube": "R", "goals": ["U", "R F"]}),
    "only": ({"cube": "R U"}, {"cube": "R U", "only": "Cross"}),
    "show": ({"cube": PONS}, {"cube": PONS, "show": "checkerboard"}),
    "up_to": ({"cube": "U R"}, {"cube": "U R", "up_to": "U"}),
    "moves": ({"cube": "F"}, {"cube": "F", "moves": "R U"}),
    "centres": ({"cube": "M U", "moves": "U M"}, {"cube": "M U", "moves": "U M", "centres": "fixed"})}
FIELDS = {
    "/v1/solve": {
        **SOLVING,
        "puzzle": ({"cube": "R L'"}, {"cube": "R L'", "puzzle": "2x2x2"}),
        "metric": ({"cube": "R L'"}, {"cube": "R L'", "metric": "stm"}),
        "robot": ({"cube": "R U"}, {"cube": "R U", "robot": "turntable"}),
        "good_enough": (WHILE, {**WHILE, "good_enough": 30}),
        "max_length": (WHILE, {**WHILE, "max_length": 30}),
        "solutions": (WHILE, {**WHILE, "solutions": 3}),
        "time": ({**WHILE, "nodes": 300_000}, {**WHILE, "nodes": 300_000, "time": 0.001}),
        "nodes": (WHILE, {**WHILE, "nodes": 10_000})},
    "/v1/optimal": {
        **SOLVING,
        "metric": ({"cube": "R2", "only": "Cross"}, {"cube": "R2", "only": "Cross", "metric": "qtm"}),
        "want": ({"cube": PONS}, {"cube": PONS, "want": "all"}),
        "within": ({"cube": "R2 L2 U2", "want": "all"}, {"cube": "R2 L2 U2", "want": "all", "within": 2}),
        "max_length": ({"cube": "R U"}, {"cube": "R U", "max_length": 1}),
        "solutions": ({"cube": PONS}, {"cube": PONS, "solutions": 2}),
        "time": (LONG, {**LONG, "time": 0.001}),
        "nodes": (LONG, {**LONG, "nodes": 1})},
    "/v1/check": READING,
    "/v1/convert": {**READING, "to": ({"cube": "R"}, {"cube": "R", "to": "rank"})},
    "/v1/completions": {**READING, "most": ({"cube": HOLES}, {"cube": HOLES, "most": 1})},
    "/v1/schedule": {
        "moves": ({"moves": "R", "robot": "turntable"}, {"moves": "F R", "robot": "turntable"}),
        "robot": ({"moves": "R", "robot": "turntable"}, {"moves": "R", "robot": "six-motors"})},
    "/v1/scramble": {
        "count": ({"seed": 1}, {"seed": 1, "count": 2}),
        "seed": ({"seed": 1}, {"seed": 2}),
        "puzzle": ({"seed": 1}, {"seed": 1, "puzzle": "2x2x2"}),
        "fewest_moves": ({"seed": 1}, {"seed": 1, "fewest_moves": True})},
    "/v1/coordinates/{coordinate}": {
        **READING,
        "symmetry": ({"cube": "R"}, {"cube": "R", "symmetry": "none"}),
        "transitions": ({"cube": "R"}, {"cube": "R", "transitions": True}),
        "distance": ({"cube": "R"}, {"cube": "R", "distance": True})}}
# Keys of an answer that repeat a field: they alone make no other answer.
REPEATED = {"also", "starts", "to", "to_any", "only", "show", "up_to", "puzzle", "metric", "unit", "moves_allowed", "within", "format"}


def without_times(answer):
    if isinstance(answer, list):
        return [without_times(entry) for entry in answer]
    if isinstance(answer, dict):
        return {key: without_times(value) for key, value in answer.items() if not key.endswith("seconds")}
    return answer


def undone(moves):
    other = {"'": "", "2": "2", "": "'"}
    return " ".join(move[0] + other[move[1:]] for move in reversed(moves.split()))


class Routes(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = Server().ready()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__(None, None, None)

    def scrambles(self, count, seed):
        return self.server.json("GET", query("/v1/scramble", {"count": count, "seed": seed}))["scrambles"]

    def test_scrambles_are_those_of_the_program_and_lead_to_their_facelets(self):
        scrambles = self.scrambles(20, 7)
        for scramble in scrambles:
            self.assertEqual(cube.apply(cube.SOLVED, scramble["moves"]), scramble["facelets"])
        printed = program("scramble", "-n", "20", "--seed", "7").stdout.splitlines()
        self.assertEqual([s["moves"] for s in scrambles], printed)
        begin, end = "R' U' F", "R' U' F"
        fewest = self.server.json("GET", "/v1/scramble?fewest_moves=true&seed=3")["scrambles"][0]["moves"]
        self.assertTrue(fewest.startswith(begin) and fewest.endswith(end), fewest)

    def test_answers_are_those_of_the_program(self):
        for scramble in self.scrambles(5, 11):
            result = self.server.json("GET", query("/v1/solve", {"cube": scramble["facelets"]}))
            self.assert_solves(scramble["facelets"], result)
            printed = program("solve", scramble["facelets"]).stdout.strip()
            self.assertEqual(result["solutions"][0]["moves"], printed)
            status, _, posted = self.server.post("/v1/solve", {"cube": scramble["moves"]})
            self.assertEqual((status, posted["solutions"][0]["moves"]), (200, printed))

    def test_limits_and_goals_are_obeyed(self):
        scramble = self.scrambles(1, 5)[0]
        cases = [({"max_length": 20}, lambda r: r["solutions"][0]["length"] <= 20),
                 ({"good_enough": 21}, lambda r: r["solutions"][0]["length"] <= 21),
                 ({"solutions": 3, "nodes": 200000}, lambda r: len(r["solutions"]) == 3)]
        if not SANITIZED:  # making the tables of quarter turns then takes longer than a request may
            cases.append(({"metric": "qtm"}, lambda r: r["metric"] == "qtm"))
        for fields, check in cases:
            result = self.server.post("/v1/solve", {"cube": scramble["facelets"], **fields})[2]
            self.assert_solves(scramble["facelets"], result)
            self.assertTrue(check(result), result)
        for seconds in growing(0.2):
            result = self.server.post("/v1/solve", {"cube": scramble["facelets"], "time": seconds})[2]
            self.assertEqual(result["ended"], "time", result)
            if result["solutions"]:
                break
        self.assert_solves(scramble["facelets"], result)
        goal = cube.apply(cube.SOLVED, "R L' F B'")
        result = self.server.post("/v1/solve", {"cube": scramble["facelets"], "goal": "R L' F B'"})[2]
        self.assert_solves(scramble["facelets"], result, goal)
        self.assertEqual(result["to"], goal)
        # Of several any is good.
        result = self.server.post("/v1/solve", {"cube": "R U", "goals": ["R U F", "L2 D B R2 F"]})[2]
        self.assertEqual(result["solutions"][0]["moves"], "F")
        self.assertEqual(result["to_any"], [cube.apply(cube.SOLVED, moves) for moves in ("R U F", "L2 D B R2 F")])
        self.assertNotIn("to", result)
        self.assertEqual(self.server.post("/v1/solve", {"cube": "R", "goals": []})[0], 400)
        self.assertEqual(self.server.post("/v1/solve", {"cube": "R", "goals": ["U"] * 101})[0], 400)
        self.assertIn("goals[1]: ", self.server.post("/v1/solve", {"cube": "R", "goals": ["U", "R4"]})[2]["detail"])
        both = self.server.post("/v1/solve", {"cube": "R", "goal": "U", "goals": ["U"]})
        self.assertEqual(both[0], 400)
        self.assertIn("exclude each other", both[2]["detail"])

    def test_several_cubes_at_the_start(self):
        asked = {"cube": "F R", "also": ["U F R", "U2 F R"], "up_to": "U"}
        result = self.server.post("/v1/solve", asked)[2]
        self.assertEqual(result["solutions"][0]["moves"], "R' F'")
        self.assertEqual(result["also"], [cube.apply(cube.SOLVED, moves) for moves in asked["also"]])
        self.assertNotIn("starts", result)
        result = self.server.post("/v1/solve", {**asked, "also": ["D2"], "starts": "any"})[2]
        self.assertEqual((result["solutions"][0]["moves"], result["starts"]), ("D2", "any"))
        status, _, problem = self.server.post("/v1/solve", {"cube": "F R", "also": ["U F R"]})
        self.assertEqual(status, 422)
        self.assertIn("no moves bring all these cubes to the goal", problem["detail"])
        # Each cube of a list by itself.
        listed = {key: value for key, value in asked.items() if key != "cube"}
        results = self.server.post("/v1/solve", {**listed, "cubes": ["F R", "F"]})[2]["results"]
        self.assertEqual([result.get("kind", "answer") for result in results], ["answer", "impossible"])
        for wrong, sentence in ((["U4"], "also[0]: "), (["U y"], "also: the cubes at the start are held in different")):
            status, _, problem = self.server.post("/v1/solve", {**asked, "also": wrong})
            self.assertEqual(status, 400)
            self.assertIn(sentence, problem["detail"])
        self.assertEqual(self.server.post("/v1/solve", {**asked, "also": ["U"] * 101})[0], 400)
        # An empty list is no further cube, on every puzzle.
        for one in ({"cube": "F R", "up_to": "U"}, {"cube": "R U2", "puzzle": "2x2x2"}):
            status, _, result = self.server.post("/v1/solve", {**one, "also": []})
            self.assertEqual(status, 200)
            self.assertEqual(without_times(result), without_times(self.server.post("/v1/solve", one)[2]))

    def test_only_a_part_counts(self):
        for scramble in self.scrambles(3, 21):
            facelets = scramble["facelets"]
            result = self.server.json("GET", query("/v1/optimal", {"cube": facelets, "only": "Cross"}))
            self.assertTrue(result["proven"])
            self.assertEqual((result["only"], result["solver"]), ("Cross", "generic"))
            solved = cube.apply(facelets, result["solutions"][0]["moves"])
            self.assertTrue(has_places(solved, cube.SOLVED, CROSS), solved)
            wider = {"cube": scramble["moves"], "only": "Cross", "up_to": "U,rotations"}
            any_side = self.server.post("/v1/optimal", wider)[2]
            self.assertEqual(any_side["up_to"], ["U", "rotations"])
            self.assertLessEqual(any_side["lower"], result["lower"])
            solved = cube.apply(facelets, any_side["solutions"][0]["moves"])
            self.assertTrue(any(is_cross_on(solved, face) for face in cube.FACES), solved)
        # The whole cube up to a turn of U, and the first two layers.
        result = self.server.json("GET", query("/v1/solve", {"cube": "R U F U2", "up_to": "U"}))
        after = cube.apply(cube.SOLVED, "R U F U2 " + result["solutions"][0]["moves"])
        self.assertIn(cube.SOLVED, [cube.apply(after, turn) for turn in ("", "U", "U2", "U'")])
        # What the faces show, instead of a cube.
        shown = self.server.json("GET", query("/v1/solve", {"cube": "R2 L2 U2 D2 F2", "show": "checkerboard"}))
        self.assertEqual((shown["show"], shown["solutions"][0]["moves"]), ("checkerboard", "B2"))
        if SANITIZED:
            return
        result = self.server.json("GET", query("/v1/solve", {"cube": "R U R' F D", "only": "D layer + E slice"}))
        after = cube.apply(cube.SOLVED, "R U R' F D " + result["solutions"][0]["moves"])
        self.assertTrue(has_places(after, cube.SOLVED, TWO_LAYERS), after)
        # Of a large part, a solution or an end that is said.
        facelets = self.scrambles(1, 21)[0]["facelets"]
        result = self.server.json("GET", query("/v1/solve", {"cube": facelets, "only": "F2L"}))
        self.assertIn(result["ended"], ("complete", "nodes", "time"))
        if result["solutions"]:
            self.assertTrue(has_places(cube.apply(facelets, result["solutions"][0]["moves"]), cube.SOLVED, TWO_LAYERS))
        # The mask is that of the cube as it is held: here with D up.
        held = self.server.json("GET", query("/v1/solve", {"cube": "x2 U R", "only": "Cross"}))
        self.assertEqual(held["solutions"][0]["moves"], "R'")

    def test_incomplete_cubes(self):
        whole = cube.apply(cube.SOLVED, "R U F")
        known = "".join("?" if i % 5 == 0 else sticker for i, sticker in enumerate(whole))
        path = "/v1/solve" if SANITIZED else "/v1/optimal"  # sanitized, the table for proofs takes too long to make
        result = self.server.json("GET", query(path, {"cube": known}))
        self.assertLessEqual(result["solutions"][0]["length"], 3)
        start = cube.apply(cube.SOLVED, undone(result["solutions"][0]["moves"]))
        self.assertTrue(has_places(start, known, [i for i in range(54) if known[i] != "?"]), start)
        # As a goal, with how many cubes fit.
        known = cube.apply(cube.SOLVED, "R")[:9] + "?" * 45
        result = self.server.post(path, {"cube": "R U F", "goal": known})[2]
        after = cube.apply(whole, result["solutions"][0]["moves"])
        self.assertEqual(after[:9], known[:9])
        self.assertGreater(int(result["to_fits"]), 1)
        self.assertEqual(result["to"][:9], known[:9])
        self.assertIn("?", result["to"])
        self.assertNotIn("fits", result)
        # What is unknown must not matter for the goal; each cube of a list by itself.
        layers = "".join(cube.SOLVED[i] if i in TWO_LAYERS + [4] else "?" for i in range(54))
        flipped = "?" + cube.SOLVED[1:25] + "DFDF" + cube.SOLVED[29:]  # the edge DF, and a corner's sticker is unknown
        cubes = [layers, "R", flipped, "R4"]
        results = self.server.post("/v1/solve", {"cubes": cubes, "only": "UF"})[2]["results"]
        self.assertEqual([result.get("kind", "answer") for result in results],
                         ["bad option", "answer", "impossible", "unreadable"])
        self.assertIn("is not fully known, and the goal depends on it", results[0]["error"])
        result = self.server.post("/v1/solve", {"cube": layers, "only": "F2L"})[2]
        self.assertEqual((result["facelets"], result["fits"]), (layers, "62208"))
        self.assertEqual(result["solutions"][0]["moves"], "")

    def test_moves_are_restricted_and_have_costs(self):
        def ask(path, fields):
            return self.server.json("GET", query(path, fields))

        commutator = {"cube": "R U R' U'", "moves": "R U"}
        for path in ("/v1/solve", "/v1/optimal"):
            result = ask(path, commutator)
            self.assert_solves(cube.apply(cube.SOLVED, "R U R' U'"), result)
            self.assertEqual((result["solver"], result["moves_allowed"], result["lower"], result["proven"]),
                             ("generic", "R U", 4, True))
            self.assertNotIn("unit", result)
        self.assertEqual(self.server.post("/v1/optimal", {**commutator, "want": "all"})[2]["count"], 1)
        # What the text says a move costs, and what it costs after another one.
        result = ask("/v1/optimal", {"cube": "R' L'", "moves": "R L R>L:1"})
        self.assertEqual((result["solutions"][0]["moves"], result["unit"], result["lower"]), ("L R", "cost", 2))
        self.assertNotIn("metric", result)
        result = self.server.post("/v1/optimal", {"cube": "U R U' R' F R2", "moves": "U R F:3 (R U R' U'):2"})[2]
        self.assertEqual([solution["moves"] for solution in result["solutions"]], ["R2 F' (R U R' U')"])
        self.assertEqual(result["solutions"][0]["length"], 6)
        # Lengths in the costs of the moves may be long: a turn of R costs 20.
        result = ask("/v1/optimal", {"cube": "R U R U R U", "moves": "R:20 U:20", "max_length": 200})
        self.assertEqual((result["solutions"][0]["length"], result["proven"]), (120, True))
        # No word of these moves solves it, and that is an answer.
        result = ask("/v1/optimal", {"cube": "F", "moves": "R U"})
        self.assertEqual((result["count"], result["ended"]), (0, "unsolvable"))
        self.assertEqual(result["reason"], "the moves never bring the corner DFR to its place")
        # A list, and a part of the cube that is reached by moves which carry the centres.
        results = self.server.post("/v1/optimal", {"cubes": ["R", "U2", "F"], "moves": "<R,U>"})[2]["results"]
        self.assertEqual([result["count"] for result in results], [1, 1, 0])
        if not SANITIZED:
            roux = {"cube": "M U R", "only": "F2B", "moves": "R U r M", "centres": "moved"}
            self.assertEqual(ask("/v1/optimal", roux)["solutions"][0]["moves"], "R'")
            turned = {"cube": "F' U R y", "only": "Cross", "moves": "R U F y", "centres": "moved", "up_to": "holding"}
            words = self.server.post("/v1/optimal", {**turned, "want": "all"})[2]["solutions"]
            self.assertEqual({word["moves"] for word in words}, {"F' y2 R", "F' y' F"})
        for fields, part in [({"moves": "R Q"}, "moves: "), ({"moves": "R:0"}, "moves: "),
                             ({"centres": "turned"}, "centres: to turn them needs moves"),
                             ({"cube": "????F" + 49 * "?", "moves": "R M", "centres": "moved"}, "cube: the known centres"),
                             ({"moves": "R", "robot": "turntable"}, "a robot says itself what may be turned")]:
            self.assert_problem(self.server.post("/v1/solve", {"cube": "R", **fields}), 400, part)

    def test_moves_with_a_limit_of_time(self):
        # Tables of its own are made first. Where the time is over before there is a word, that is an answer, too.
        far = "R U2 F' R2 U' F R' U2 F2 R U F' U R2 F U' R' F2 U R"
        facelets = cube.apply(cube.SOLVED, "R U2 F' R2 U' F" if SANITIZED else far)
        for seconds in growing(0.01):
            asked = {"cube": facelets, "moves": "U R F", "time": seconds}
            status, _, result = self.server.post("/v1/solve", asked)
            self.assertEqual((status, result["solver"], result["moves_allowed"]), (200, "generic", "U R F"), result)
            if result["solutions"]:
                break
            self.assertEqual((result["count"], result["ended"], result["proven"]), (0, "time", False), result)
        self.assert_solves(facelets, result)
        self.assertIn(result["ended"], ("time", "complete"))
        self.assertLessEqual(set(result["solutions"][0]["moves"]), set("URF2' "))

    def test_the_2x2x2(self):
        result = self.server.json("GET", query("/v1/solve", {"cube": "R U F' R2 U", "puzzle": "2x2x2"}))
        self.assertEqual((result["solver"], result["solutions"][0]["length"]), ("pocket", 5))
        self.assertEqual(len(result["facelets"]), 24)

    def test_optimal_answers_are_proven(self):
        # README: 16 moves, one solution. Sanitized, a nearer cube.
        known = "R U2 F' L D B2 U' R" if SANITIZED else "F U L2 F2 U F2 U' R2 F2 D' U' L F2 L' B2 D2 B L U2"
        result = self.server.json("GET", query("/v1/optimal", {"cube": "R U2 F' L D B2 U'", "want": "all"}))
        self.assertTrue(result["proven"])
        self.assertEqual(result["ended"], "complete")
        self.assert_solves(cube.apply(cube.SOLVED, "R U2 F' L D B2 U'"), result)
        for seconds in growing(0.05):
            early = self.server.json("GET", query("/v1/optimal", {"cube": known, "time": seconds}))
            if early["solutions"]:
                break
        self.assert_solves(cube.apply(cube.SOLVED, known), early)
        self.assertLessEqual(early["lower"], early["solutions"][0]["length"])
        more = self.server.post("/v1/optimal", {"cube": "R U F", "want": "all", "within": 2})[2]
        self.assertEqual({s["length"] for s in more["solutions"]} - {3, 4, 5}, set())
        self.assertEqual(more["within"], 2)

    def test_check_says_what_the_program_says(self):
        for text in [cube.SOLVED, TWISTED, "R U", "UUU" * 18, "nonsense!", "U" * 53]:
            status, _, body = self.server.ask("GET", query("/v1/check", {"cube": text}))
            self.assertEqual(status, 200)
            self.assertEqual(json.loads(body), json.loads(program("check", "--json", text).stdout), text)

    def test_convert_goes_to_every_format_and_back(self):
        facelets = cube.apply(cube.SOLVED, "R U2 F' L D")
        for name in ["moves", "facelets", "reid", "kociemba-cubies", "json", "packed69", "packed71", "rank"]:
            there = self.server.json("GET", query("/v1/convert", {"cube": facelets, "to": name}))
            self.assertEqual((there["format"], there["facelets"]), (name, facelets))
            back = self.server.post("/v1/convert", {"cube": there["text"], "from": name})[2]
            self.assertEqual(back["text"], facelets)
        as_object = json.loads(self.server.json("GET", query("/v1/convert", {"cube": facelets, "to": "json"}))["text"])
        self.assertEqual(self.server.post("/v1/convert", {"cube": as_object})[2]["text"], facelets)

    def test_completions_are_those_of_the_program(self):
        whole = cube.apply(cube.SOLVED, "R U F")
        face = "?U?UUU?U?U??RRRRRR???FFFFFFDDDDDDDDDU??LLLLLL???BBBBBB"
        held = "?FFFFFFFF???RRRRRRDDDDDDDDDBBBBBBBBB???LLLLLL???UUUUUU"
        for known in ["U?UUUUUUUR?RRRRRRRF?FFFFFFFDDDDDDDDDLLLLLLLLLB?BBBBBBB", face, held, whole]:
            printed = program("convert", "--to", "facelets", "--each", known).stdout.split()
            listed = self.server.json("GET", query("/v1/completions", {"cube": known}))
            self.assertEqual((listed["cubes"], listed["fits"]), (printed, str(len(printed))))
            some = self.server.post("/v1/completions", {"cube": known, "most": 1})[2]
            self.assertEqual((some["cubes"], some["fits"]), (printed[:1], listed["fits"]))
        self.assertEqual(listed["facelets"], whole)
        centres = "".join("?" if i % 9 != 4 else sticker for i, sticker in enumerate(cube.SOLVED))
        listed = self.server.json("GET", query("/v1/completions", {"cube": centres}))
        self.assertEqual((listed["facelets"], listed["fits"]), (centres, "43252003274489856000"))
        self.assertEqual(len(set(listed["cubes"])), 1000)
        # Each cube of a list by itself, and so many for all of them together.
        results = self.server.post("/v1/completions", {"cubes": [face, "R4", "R U F"], "most": 2})[2]["results"]
        self.assertEqual([len(result.get("cubes", [])) for result in results], [2, 0, 1])
        self.assertEqual(results[1]["kind"], "unreadable")
        self.assert_problem(self.server.post("/v1/completions", {"cubes": ["R"] * 21, "most": 1000}), 400,
                            "most: 1000 for each of 21")
        self.assertEqual(len(self.server.post("/v1/completions", {"cubes": ["R"] * 21})[2]["results"]), 21)
        self.assert_problem(self.server.ask("GET", "/v1/completions?cube=R&most=1001"), 400, "most: ")
        wrong = "?" + cube.SOLVED[1:10] + "D" + cube.SOLVED[11:]
        self.assert_problem(self.server.ask("GET", query("/v1/completions", {"cube": wrong})), 422, "there are 10 D")

    def test_coordinates_are_those_of_the_program(self):
        if not SANITIZED:  # it counts the classes of all of them, for seconds
            listed = self.server.json("GET", "/v1/coordinates")
            self.assertEqual(listed, json.loads(program("coord", "list", "--json").stdout))
        # Sanitized, none with large tables.
        large = [] if SANITIZED else [("FlipUDSlice", "R U F")]
        for name, text in [("UDSlice", "R U F"), *large, ("CornerPermutation", "L2 D"), ("Cube", "R")]:
            shown = self.server.json("GET", query(f"/v1/coordinates/{name}", {"cube": text, "transitions": "true"}))
            printed = json.loads(program("coord", "show", name, text, "--json", "--transitions").stdout)
            self.assertEqual(shown, printed)
        name = "CornerPermutation"
        for option, value in [("order", "DRFLBU"), ("holding", "WR")]:
            shown = self.server.json("GET", query(f"/v1/coordinates/{name}", {"cube": SEVERAL, option: value}))
            printed = json.loads(program("coord", "show", name, SEVERAL, "--json", f"--{option}", value).stdout)
            self.assertEqual(shown, printed)
        value = self.server.json("GET", "/v1/coordinates/UDSlice/33")
        self.assertEqual(value, json.loads(program("coord", "cube", "UDSlice", "33", "--json").stdout))
        back = self.server.json("GET", query("/v1/coordinates/UDSlice", {"cube": value["facelets"]}))
        self.assertEqual(back["cubes"][0]["value"], 33)

    def test_distances_are_those_of_a_search(self):
        # Of one turn from the solved cube all values are 0 or 1 turn away, and the known numbers hold.
        for name in ["UDSlice", "CornerOrientation", "EdgeOrientation"]:
            cubes = ["R U R' U'", "R", "U", "F2 R2", "R U F D L B"]
            shown = self.server.post(f"/v1/coordinates/{name}", {"cubes": cubes, "distance": True})[2]["cubes"]
            for text, entry in zip(cubes, shown):
                solved = program("coord", "solve", name, text).stdout.split("\n")[0]
                self.assertEqual(entry["distance"], len(solved.split()), (name, text))
        mixed = self.server.post("/v1/coordinates/UDSlice", {"cubes": ["R", "R4", TWISTED, "U"], "distance": True})[2]
        kinds = [entry.get("kind", entry.get("distance")) for entry in mixed["cubes"]]
        self.assertEqual(kinds, [1, "unreadable", "impossible", 0])
        refused = self.server.ask("GET", "/v1/coordinates/Cube?cube=R&distance=true")
        self.assert_problem(refused, 400, "distance")

    def test_batches_come_in_their_order(self):
        scrambles = self.scrambles(100, 2)
        texts = [s["moves"] for s in scrambles]
        texts[17] = "what?"
        texts[44] = TWISTED
        status, _, answer = self.server.post("/v1/solve", {"cubes": texts, "max_length": 22})
        self.assertEqual((status, answer["count"]), (200, 100))
        for i, (scramble, result) in enumerate(zip(scrambles, answer["results"])):
            if i == 17:
                self.assertEqual((result["kind"], result["input"]), ("unreadable", "what?"))
            elif i == 44:
                self.assertEqual((result["kind"], result["repaired"]), ("impossible", cube.SOLVED))
            else:
                self.assertEqual(result["facelets"], scramble["facelets"])
                self.assert_solves(scramble["facelets"], result)

    def test_every_method_of_http_that_is_there(self):
        status, headers, body = self.server.ask("HEAD", "/v1/solve?cube=R")
        self.assertEqual((status, body), (200, b""))
        self.assertGreater(int(headers["Content-Length"]), 100)
        status, headers, _ = self.server.ask("OPTIONS", "/v1/solve")
        self.assertEqual((status, headers["Allow"]), (204, "GET, HEAD, OPTIONS, POST"))
        self.assertIsNone(headers["Access-Control-Allow-Origin"])
        for method in ["DELETE", "PUT", "PATCH", "TRACE", "BREW"]:
            answer = self.server.ask(method, "/v1/solve")
            self.assertIn("POST", answer[1]["Allow"])
            self.assertEqual(answer[0], 405)

    def test_connections_are_kept_and_pipelined(self):
        connection = self.server.connect()
        for turns in ["R", "U", "F"]:
            connection.request("GET", query("/v1/solve", {"cube": turns}))
            result = json.loads(connection.getresponse().read())
            self.assertEqual(result["solutions"][0]["moves"], turns + "'")
        connection.close()
        together = self.server.raw(b"".join(get(f"/v1/convert?cube={m}&to=rank") for m in "RUFDLB") +
                                   get("/healthz", "Connection: close"))
        ranks = [program("convert", "--to", "rank", m).stdout.strip() for m in "RUFDLB"]
        places = [together.find(f'"{rank}"'.encode()) for rank in ranks]
        self.assertEqual(places, sorted(places))
        self.assertNotIn(-1, places)

    def test_http_1_0_chunks_and_continue(self):
        answer = self.server.raw(b"GET /healthz HTTP/1.0\r\n\r\n")
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 OK"), answer)
        body = b'{"cube": "R"}'
        head = b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
        chunks = b"".join(b"%x\r\n%s\r\n" % (1, body[i:i + 1]) for i in range(len(body))) + b"0\r\n\r\n"
        self.assertIn(b'"R\'"', self.server.raw(head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks))
        with self.server.socket() as connection:
            connection.sendall(head + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body))
            self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 100 Continue"))
            connection.sendall(body)
            self.assertIn(b'"R\'"', read_all(connection))

    def test_the_document_names_what_there_is(self):
        document = self.server.json("GET", "/openapi.json")
        self.assertEqual(document["openapi"], "3.1.0")
        paths = self.server.json("GET", "/", headers={"Accept": "application/json"})["paths"]
        self.assertEqual(list(document["paths"]), paths)
        most = document["paths"]["/v1/solve"]["post"]["requestBody"]["content"]["application/json"]["schema"][
            "properties"]["time"]["maximum"]
        self.assertEqual(most, AMPLE)
        self.assertEqual(self.server.post("/v1/solve", {"cube": "R", "time": most})[0], 200)
        self.assertEqual(self.server.post("/v1/solve", {"cube": "R", "time": most + 1})[0], 400)

    def test_schedules_of_given_moves(self):
        actions = [{"at": 0.0, "seconds": 0.7, "rotate": "x'"}, {"at": 0.7, "seconds": 0.8, "turn": "D2"}]
        schedule = {"robot": "turntable", "seconds": 1.5, "actions": actions}
        expected = {"schema": 1, "moves": "F2", "schedule": schedule}
        asked = {"moves": "F2", "robot": "turntable"}
        self.assertEqual(self.server.json("GET", query("/v1/schedule", asked)), expected)
        self.assertEqual(self.server.post("/v1/schedule", asked)[2], expected)
        own = {"motors": {side: {"90": 1} for side in "URFDLB"}}
        for robot in (own, json.dumps(own)):
            posted = self.server.post("/v1/schedule", {"moves": "R U2", "robot": robot})[2]["schedule"]
            self.assertEqual((posted["robot"], posted["seconds"]), ("", 3.0))
        for wrong, detail in [({"moves": "F2"}, "robot: it is missing"),
                              ({"robot": "turntable"}, "moves: it is missing"),
                              ({**asked, "robot": "x"}, "robot: there is no robot 'x'"),
                              ({**asked, "moves": "(R U)300"}, "moves: 600 turns are too many"),
                              ({**asked, "cube": "R"}, "cube: there is no such field")]:
            self.assert_problem(self.server.post("/v1/schedule", wrong), 400, detail)
        problem = self.assert_problem(self.server.ask("GET", query("/v1/schedule", {**asked, "moves": "R Q"})), 400,
                                      "moves: character 3: 'Q' found")
        self.assertEqual(problem["position"], 2)

    def test_each_field_changes_the_answer(self):
        document = self.server.json("GET", "/openapi.json")
        fields = {}
        for path, methods in document["paths"].items():
            names = {entry["name"] for entry in methods["get"]["parameters"] if entry["in"] == "query"}
            if "post" in methods:
                schema = methods["post"]["requestBody"]["content"]["application/json"]["schema"]
                names.update(schema["properties"])
            if names:
                fields[path] = names
        self.assertEqual(fields, {path: set(examples) for path, examples in FIELDS.items()})

        def ask(path, request):
            status, _, answer = self.server.post(path.replace("{coordinate}", "CornerPermutation"), request)
            return status, {key: value for key, value in without_times(answer).items() if key not in REPEATED}

        for path, examples in FIELDS.items():
            if SANITIZED and path == "/v1/optimal":  # its table takes too long to make
                continue
            for name, (one, other) in examples.items():
                with self.subTest(path, field=name):
                    self.assertEqual([key for key in one.keys() | other if one.get(key) != other.get(key)], [name])
                    answer = ask(path, one)
                    self.assertEqual(answer, ask(path, one))
                    self.assertNotEqual(answer, ask(path, other))

    def test_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            script = b"const cube = 1;\n" * 200_000  # more than a socket takes at once
            files = {"index.html": b"<!doctype html><p>a page</p>", "sw.js": b"//", "assets/app-1.js": script,
                     "assets/app-1.js.gz": gzip.compress(script), ".hidden/x": b"hidden"}
            for name, content in files.items():
                path = os.path.join(folder, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(content)
            with Server("--page", folder) as server:
                status, headers, body = server.ask("GET", "/")
                self.assertEqual((status, body), (200, files["index.html"]))
                self.assertEqual(headers["Content-Type"], "text/html; charset=utf-8")
                self.assertIn("frame-ancestors", headers["Content-Security-Policy"])
                again = server.ask("GET", "/", headers={"If-None-Match": headers["ETag"]})
                self.assertEqual((again[0], again[2], again[1]["Content-Length"]), (304, b"", None))
                self.assertIn("/v1/solve", server.json("GET", "/", headers={"Accept": "application/json"})["paths"])
                status, headers, body = server.ask("GET", "/assets/app-1.js")
                self.assertEqual((status, body), (200, script))
                self.assertIn("immutable", headers["Cache-Control"])
                status, headers, body = server.ask("GET", "/assets/app-1.js", headers={"Accept-Encoding": "br, gzip"})
                self.assertEqual((headers["Content-Encoding"], gzip.decompress(body)), ("gzip", script))
                self.assertEqual(int(headers["Content-Length"]), len(body))
                status, headers, body = server.ask("HEAD", "/assets/app-1.js")
                self.assertEqual((status, int(headers["Content-Length"]), body), (200, len(script), b""))
                # Several on one connection, and a route after a file.
                together = server.raw(get("/sw.js") + get("/assets/app-1.js") + get("/healthz", "Connection: close"))
                self.assertIn(script, together)
                self.assertIn(b'"ready"', together[-200:])
                for nothing in ["/../index.html", "/assets/../sw.js", "/assets/%2e%2e/sw.js", "/.hidden/x", "/assets/",
                                "/assets/app-1.js.gz", "//index.html", "/%2fetc/passwd", "/assets"]:
                    self.assertEqual(server.ask("GET", nothing)[0], 404, nothing)
                self.assertEqual(server.ask("POST", "/sw.js", b"{}")[0], 405)
                self.assertEqual(server.ask("GET", "/sw.js", headers={"Host": "evil.example"})[0], 421)
                os.remove(os.path.join(folder, "sw.js"))
                self.assertEqual(server.ask("GET", "/sw.js")[2], b"//")
                metrics = server.ask("GET", "/metrics")[2].decode()
                self.assertIn('route="page",status="304"', metrics)
        with Server("--page", "none") as server:
            self.assertIn("make page", server.json("GET", "/")["page"])
        wrong = program("serve", "--page", "/nowhere")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("no index.html", wrong.stderr)

    def test_localhost_has_both_kinds_of_addresses(self):
        if not socket.has_ipv6 or not any("[::1]" in line for line in self.server.errors):
            self.skipTest("no IPv6 here")
        connection = http.client.HTTPConnection("::1", self.server.port, timeout=PATIENCE)
        connection.request("GET", "/healthz")
        self.assertEqual(connection.getresponse().status, 200)
        connection.close()


class Statuses(Case):
    """Every status that an error can have."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server("--workers", "2", "--max-body", "2000", "--max-batch", "3", "--per-client", "2").ready()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__(None, None, None)

    def post(self, body, kind="application/json", path="/v1/solve"):
        return self.server.ask("POST", path, body, {"Content-Type": kind} if kind else {})

    def test_400(self):
        for target, part in [("/v1/solve", "no cube"), ("/v1/solve?cube=", "empty"), ("/v1/solve?cube=R4", "R4"),
                             ("/v1/solve?cube=R&cube=U", "twice"), ("/v1/solve?cube=R&colour=red", "colour"),
                             ("/v1/solve?cube=R&time=0", "time"), ("/v1/solve?cube=R&time=-1", "time"),
                             ("/v1/solve?cube=R&time=nan", "time"), ("/v1/solve?cube=R&solutions=0", "solutions"),
                             ("/v1/solve?cube=R&nodes=18446744073709551616", "nodes"),
                             ("/v1/solve?cube=R&metric=ftm", "metric"), ("/v1/solve?cube=%zz", "hexadecimal"),
                             ("/v1/solve?cube=%ff", "UTF-8"), ("/v1/solve?cube=5", "--from"),
                             ("/v1/solve?cubes=R", "cubes"), ("/v1/solve?cube=R&goal=R4", "goal"),
                             ("/v1/solve?cube=R&only=UX", "only: 'UX' is not known here"),
                             ("/v1/solve?cube=R&only=", "only: the mask is empty"),
                             ("/v1/optimal?cube=R&only=UF+-+UF", "only: nothing is left of the mask"),
                             ("/v1/solve?cube=R&up_to=D", "up_to: 'D' is not known here"),
                             ("/v1/solve?cube=R&up_to=U&puzzle=2x2x2", "up_to: this is for the 3x3x3 alone"),
                             ("/v1/solve?cube=R&only=F2L&goal=" + "%3F" * 9 + cube.SOLVED[9:36] + "%3F" * 18, "only: a"),
                             ("/v1/solve?cube=R&show=xox", "show: 'xox' is not a pattern of a face"),
                             ("/v1/solve?cube=R&show=aab/acb/abb+continuous", "show: no cube looks so"),
                             ("/v1/solve?cube=R&show=dot&only=F2L", "a goal of its own"),
                             ("/v1/check?cube=R&only=F2L", "only: there is no such field"),
                             ("/v1/optimal?cube=R&within=3", "want"), ("/v1/scramble?cube=R", "cube"),
                             ("/v1/coordinates/UDSlice/495", "494"), ("/v1/coordinates/UDSlice?symmetry=all", "symm"),
                             ("/v1/convert?cube=R&to=latin", "to"), ("/" + "U" * 53, "53")]:
            with self.subTest(target):
                answer = self.server.ask("GET", target)
                if "--from" not in part:
                    self.assert_problem(answer, 400, part)
                else:
                    self.assert_problem(answer, 400)
        for body, part in [(b"", "JSON"), (b"{", "JSON"), (b"[]", "object"), (b'"R"', "object"), (b"{}", "no cube"),
                           (b'{"cube": 5}', "cube"), (b'{"cube": null}', "cube"), (b'{"cube": ["R"]}', "cube"),
                           (b'{"cubes": []}', "cubes"), (b'{"cubes": "R"}', "cubes"), (b'{"cubes": ["R", 5]}', "cubes"),
                           (b'{"cubes": ["R","R","R","R"]}', "cubes"), (b'{"cube": "R", "cube": "U"}', "twice"),
                           (b'{"cube": "R", "cubes": ["R"]}', "together"), (b'{"cube": "R", "time": "1"}', "time"),
                           (b'{"cube": "R", "niss": 1}', "niss"), (b'{"cube": "R\xff"}', ""),
                           (b'{"cube": "R"} {}', "JSON"), (b'{"cube": "R", "nodes": 1e400}', ""),
                           (b'{"a":' * 100 + b"1" + b"}" * 100, "a: there is no such field"),
                           (b"[" * 1900, "the text ends")]:
            with self.subTest(body):
                self.assert_problem(self.post(body), 400, part)

    def test_400_has_the_place_of_the_error(self):
        problem = self.assert_problem(self.server.ask("GET", "/v1/solve?cube=R+U+R4"), 400)
        self.assertEqual((problem["kind"], problem["position"]), ("unreadable", 4))

    def test_404(self):
        for target in ["/nothing", "/v1", "/v1/", "/v1/solve/", "//", "/v1/coordinates/Nonsense", "/../etc/passwd",
                       "/v1/coordinates/a/b/c", "/%00", "/v1/coordinates/Nonsense/5"]:
            with self.subTest(target):
                self.assert_problem(self.server.ask("GET", target), 404)

    def test_a_cube_with_a_wrong_letter_is_diagnosed(self):
        wrong = "X" + cube.SOLVED[1:]
        for target in ["/" + wrong, "/?" + wrong]:
            problem = self.assert_problem(self.server.ask("GET", target), 422, "'X' at U1")
            self.assertEqual(problem["repaired"], cube.SOLVED)
        for target in ["/?" + cube.SOLVED[1:], "/?status"]:
            self.assert_problem(self.server.ask("GET", target), 400)

    def test_400_for_hosts_that_are_none(self):
        for host in ["[::1]evil.com", "[::1", "localhost:evil@x", "localhost:1:2", "[::1]:99999999"]:
            with self.subTest(host):
                self.assert_problem(self.server.ask("GET", "/healthz", headers={"Host": host}), 400, "host")

    def test_a_body_is_not_taken_for_a_request(self):
        post = b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        for coding in [b"gzip", b"identity", b"chunked, identity", b"xchunked"]:
            with self.subTest(coding):
                answer = self.server.raw(post + b"Transfer-Encoding: " + coding + b"\r\n\r\n" + get("/healthz"))
                self.assertTrue(answer.startswith(b"HTTP/1.1 501 "), answer[:100])
                self.assertEqual(answer.count(b"HTTP/1.1 "), 1)
                self.assertIn(b"\r\nConnection: close\r\n", answer)

    def test_a_trailer_adds_no_headers(self):
        trailer = (b"Transfer-Encoding: chunked\r\n\r\nd\r\n{\"cube\": \"R\"}\r\n0\r\n"
                   b"Content-Type: application/json\r\n\r\n")
        self.assertIn(b" 415 ", self.server.raw(b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\n" + trailer,
                                                half_close=True)[:20])

    def test_nothing_is_awaited_that_will_be_refused(self):
        for head, status in [(b"POST /v1/nothing HTTP/1.1\r\nHost: localhost", b" 404 "),
                             (b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain", b" 415 "),
                             (b"POST /v1/solve HTTP/1.1\r\nHost: evil.example", b" 421 "),
                             (b"PUT /v1/solve HTTP/1.1\r\nHost: localhost", b" 405 ")]:
            answer = self.server.raw(head + b"\r\nExpect: 100-continue\r\nContent-Length: 13\r\n\r\n")
            self.assertIn(status, answer[:20])
            self.assertNotIn(b"100 Continue", answer)
        old = b"POST /v1/solve HTTP/1.0\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
        answer = self.server.raw(old + b"Content-Length: 13\r\n\r\n{\"cube\": \"R\"}")
        self.assertIn(b" 200 ", answer[:20])

    def test_408(self):
        head = b"GET / HTTP/1.1\r\nHost: local"
        body = b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"
        for limit, part in [("--head-time", head), ("--body-time", body)]:
            with Server(limit, "1") as server, server.socket() as connection:
                connection.sendall(part)
                self.assertTrue(read_all(connection).startswith(b"HTTP/1.1 408"))

    def test_413(self):
        self.assert_problem(self.post(b" " * 2001), 413)
        chunked = b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        self.assertIn(b"413", self.server.raw(chunked + b"7d0\r\n" + b" " * 2000 + b"\r\n7d0\r\n" + b" " * 2000)[:20])
        # A client that sends on and on still reads why.
        head = b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000000\r\n\r\n"
        self.assertIn(b"413", self.server.raw(head + b" " * 50_000_000)[:20])

    def test_414_and_431(self):
        self.assert_problem(self.server.ask("GET", "/v1/solve?cube=" + "R" * 9000), 414)
        self.assertIn(b" 414 ", self.server.raw(get("/" + "a" * 100_000))[:20])
        self.assertIn(b" 431 ", self.server.raw(get("/", "X: " + "a" * 100_000))[:20])

    def test_415(self):
        for kind in [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonx"]:
            with self.subTest(kind):
                self.assert_problem(self.post(b'{"cube": "R"}', kind), 415, "application/json")
        self.assertEqual(self.post(b'{"cube": "R"}', "Application/JSON; charset=utf-8")[0], 200)

    def test_421(self):
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[::2]", "10.0.0.1:80"]:
            with self.subTest(host):
                self.assert_problem(self.server.ask("GET", "/healthz", headers={"Host": host}), 421)
        for host in ["localhost", "LOCALHOST:1", "127.0.0.1:8080", "[::1]", "[::1]:80"]:
            self.assertEqual(self.server.ask("GET", "/healthz", headers={"Host": host})[0], 200)

    def test_422_has_the_whole_diagnosis(self):
        problem = self.assert_problem(self.server.ask("GET", query("/v1/solve", {"cube": TWISTED})), 422, "twisted")
        self.assertEqual((problem["kind"], problem["repaired"], problem["ways"]), ("impossible", cube.SOLVED, 1))
        self.assertEqual(problem["problems"], ["one corner is twisted anticlockwise"])
        for target in ["/" + TWISTED, "/?" + TWISTED, query("/v1/convert", {"cube": TWISTED, "to": "rank"}),
                       query("/v1/optimal", {"cube": TWISTED}), query("/v1/coordinates/UDSlice", {"cube": TWISTED})]:
            self.assert_problem(self.server.ask("GET", target), 422)

    def test_429(self):
        busy = [self.server.busy() for _ in range(2)]
        answer = self.server.ask("GET", "/v1/solve?cube=R")
        self.assert_problem(answer, 429, "too many")
        self.assertEqual(answer[1]["Retry-After"], "1")
        for connection in busy:
            leave(connection)
        wait_until(lambda: self.server.ask("GET", "/v1/solve?cube=R")[0] == 200, "the address may ask again")

    def test_bytes_that_are_no_request(self):
        bad = [
            b"\x00", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n", b"GET /\r\n\r\n", b" / HTTP/1.1\r\n\r\n",
            b"GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/2.0\r\nHost: a\r\n\r\n",
            b"GET / HTTP/0.9\r\n\r\n", b"GET / HTTP/1.12\r\n\r\n", b"GET / http/1.1\r\nHost: localhost\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", b"GET / HTTP/1.1\r\n: x\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", b"GET / HTTP/1.1\r\nH\xf6st: localhost\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\nHost: localhost\n\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n", b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"G\x00T / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET nothing HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET ?x HTTP/1.1\r\nHost: localhost\r\n\r\n", b"CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\r\nHost: localhost\r\n X: y\r\n\r\n",
            b"{}\r\n\r\n", b"quit\r\n", b"HTTP/1.1 200 OK\r\n\r\n", b"\xff\xfe\xfd" * 100, b"A" * 40_000,
            b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000, b"GET /" + b"%" * 5000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET /% HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET /%2 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET /?%c3%28=1 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1 \r\nHost: localhost\r\n\r\n",
        ]
        post = b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        bad += [post + rest for rest in [
            b"Content-Length: -1\r\n\r\n{}", b"Content-Length: 2, 3\r\n\r\n{}", b"Content-Length: x\r\n\r\n{}",
            b"Content-Length: 99999999999999999999999\r\n\r\n{}", b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x",
            b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", b"Transfer-Encoding: gzip\r\n\r\n{}",
            b"Transfer-Encoding: chunked\r\n\r\nx\r\n", b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
            b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}x\r\n0\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n",
            b"Content-Length: 5\r\n\r\n{}", b"Content-Length: 2\r\n\r\n\xff\xfe", b"\r\n", b"Content-Length: 0\r\n\r\n",
            b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"]]
        self.assertGreaterEqual(len(bad), 50)
        for data in bad:
            with self.subTest(data[:60]):
                answer = self.server.raw(data, half_close=True)
                if answer:
                    self.assertTrue(answer.startswith(b"HTTP/1.1 "), answer[:100])
                    # Some parsers take a lone newline, or a blank before it; none of these asks for a cube.
                    self.assertNotIn(b'"solutions"', answer)
                    if answer[9:12] != b"200":
                        self.assertIn(answer[9:10], b"45")
        self.assertEqual(self.server.ask("GET", "/healthz")[0], 200)


class BadClients(Case):
    def test_slowloris_does_not_keep_others_out(self):
        with Server("--head-time", "1", "--connections", "40").ready() as server:
            slow = [server.socket() for _ in range(40)]
            # The time of a head begins with its first byte, so all forty are still there.
            refused = server.raw(get("/healthz"))
            self.assertTrue(refused == b"" or b" 503 " in refused[:20], refused[:100])
            for connection in slow:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")

            def all_are_closed():
                for connection in list(slow):
                    try:
                        connection.sendall(b"X: y\r\n")  # a few bytes now and then do not help
                    except OSError:
                        slow.remove(connection)
                        connection.close()
                return not slow

            wait_until(all_are_closed, "slow connections are closed")
            self.assertEqual(server.ask("GET", "/v1/solve?cube=R")[0], 200)

    def test_idle_connections_are_closed(self):
        with Server("--idle-time", "1") as server:
            with server.socket() as connection:
                self.assertEqual(read_all(connection), b"")

    def test_half_closed_connections_are_answered(self):
        with Server("--workers", "1").ready() as server:
            # They are given a second, which may be too short on a machine that is busy: then they ask again.
            short = get(query("/v1/solve", {"cube": "R U"}))
            wait_until(lambda: b"\"U' R'\"" in server.raw(short, half_close=True), "an answer within a second")
            # A long search ends soon, and what was found is still sent.
            long = get(query("/v1/solve", {"cube": SUPERFLIP, "time": AMPLE}))

            def found():
                answer = server.raw(long, half_close=True)
                if b" 200 " not in answer[:20]:
                    return None
                result = json.loads(answer[answer.index(b"\r\n\r\n"):])
                self.assertEqual(result["ended"], "stopped")
                return result if result["solutions"] else None

            result = wait_until(found, "a solution within a second")
            self.assert_solves(cube.apply(cube.SOLVED, SUPERFLIP), result)
            self.assertIn(b" 400 ", server.raw(b"GET / HTTP/1.1\r\nHost: loc", half_close=True)[:20])
            self.assertEqual(server.raw(b"", half_close=True), b"")

    def test_a_client_that_goes_away_ends_its_search(self):
        with Server("--workers", "1").ready() as server:
            for go_away in (socket.socket.close, leave):
                go_away(server.busy())
                self.assertEqual(server.ask("GET", "/v1/solve?cube=R")[0], 200)
            self.assertEqual(server.metric("superflip_abandoned_total"), 2)

    def test_64_aborted_event_streams_leave_nothing(self):
        with Server("--workers", "2", "--queue", "100").ready() as server:
            streams = []
            for _ in range(64):
                connection = server.socket()
                connection.sendall(get(query("/v1/solve", ENDLESS), "Accept: text/event-stream"))
                streams.append(connection)
            for connection in streams[:2]:
                self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200 OK"))
            for i, connection in enumerate(streams):
                if i % 2 == 0:
                    leave(connection)
                else:
                    connection.close()
            for name in ["event_streams", "workers_busy", "queue_length"]:
                server.await_metric("superflip_" + name, 0)
            server.await_metric("superflip_connections", 1)  # that of this question
            self.assertEqual(server.ask("GET", "/v1/solve?cube=R")[0], 200)

    def test_a_client_that_reads_nothing(self):
        with Server("--max-batch", "1000", "--max-body", "1M").ready() as server:
            with server.socket() as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
                request = get("/openapi.json")
                connection.setblocking(False)
                try:
                    for _ in range(100_000):
                        connection.send(request * 20)
                except BlockingIOError:
                    pass
                self.assertEqual(server.ask("GET", "/v1/solve?cube=R")[0], 200)

    def test_a_full_queue_is_refused_and_what_waits_is_answered(self):
        with Server("--workers", "1", "--queue", "3").ready() as server:
            busy = server.busy()
            answers = []
            threads = start(20, lambda _: answers.append(server.post("/v1/solve", {**ENDLESS, "time": 0.1})))
            wait_until(lambda: len(answers) == 17, "all but three are refused")
            for status, headers, body in answers:
                self.assertEqual((status, headers["Retry-After"]), (503, "1"))
                self.assertIn("wait", body["detail"])
            self.assertEqual(server.metric("superflip_queue_length"), 3)
            leave(busy)
            join(threads)
            self.assertEqual([(status, body["ended"]) for status, _, body in answers[17:]], [(200, "time")] * 3)

    def test_batches_keep_their_places(self):
        with Server("--workers", "1", "--queue", "2").ready() as server:
            # One turn of a batch takes 0.4 seconds, and the whole longer than anybody waits here.
            long = {"cubes": [SUPERFLIP] * 1000, "max_length": 17, "time": 0.1}
            batches = []
            for i in range(2):
                connection = server.connect()
                connection.request("POST", "/v1/solve", json.dumps(long), {"Content-Type": "application/json"})
                batches.append(connection)
                # It is begun: it does not wait, but for its next slice.
                server.await_metric("superflip_queue_seconds_count", i + 1)
            self.assert_problem(server.ask("GET", "/v1/solve?cube=R"), 503, "wait")
            for connection in batches:
                connection.close()

    def test_words_of_long_moves_have_no_more_room_than_there_is(self):
        with Server("--room", "1M", "--max-body", "1M").ready() as server:
            asked = {"cubes": ["R"] * 20, "moves": "R (" + "R U " * 11 + ")", "want": "all", "max_length": 1}
            self.assert_problem(server.post("/v1/optimal", asked), 400,
                                "the answers may take ")
            few = server.post("/v1/optimal", {**asked, "solutions": 2})[2]["results"]
            self.assertEqual([each["solutions"][0]["moves"] for each in few], ["R'"] * 20)
            # Words of hundreds of moves are longer than what is counted.
            asked = {"cubes": ["(R F2 B' U B')600"] * 10, "moves": "(R F2 B' U B'):1"}
            long = server.post("/v1/optimal", asked)[2]["results"]
            refused = [each["error"] for each in long if "error" in each]
            self.assertTrue(0 < len(refused) < 10, len(refused))
            self.assertIn("the answers take more room than there is for this list", refused[0])

    def test_bodies_have_no_more_room_than_there_is(self):
        with Server("--max-batch", "1", "--max-body", "1M", "--room", "1M").ready() as server:
            head = b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            waiting = []
            refused = 0
            for _ in range(20):
                connection = server.socket()
                connection.sendall(head + b"Expect: 100-continue\r\nContent-Length: 1000000\r\n\r\n")
                answer = connection.recv(30)
                refused += b" 503 " in answer
                waiting.append(connection)
                if refused:
                    break
                self.assertIn(b"100 Continue", answer)
            self.assertEqual(refused, 1)
            self.assertGreater(len(waiting), 5)
            for connection in waiting:
                connection.close()
            server.await_metric("superflip_connections", 1)
            self.assertEqual(server.post("/v1/solve", {"cube": "R"})[0], 200)

    @unittest.skipIf("--sanitized" in sys.argv, "sanitizers need more memory")
    def test_short_memory_ends_requests_and_not_the_server(self):
        # One heap for all threads, so that what a new one needs is counted at once.
        with Server("--workers", "2", "--room", "64G", "--max-batch", "20000",
                    environment={"MALLOC_ARENA_MAX": "1"}).ready() as server:
            busy = [server.busy() for _ in range(2)]
            limit = server.memory("VmSize") + (8 << 20)
            resource.prlimit(server.process.pid, resource.RLIMIT_AS, (limit, limit))
            answers = []

            def ask(body):
                try:
                    answers.append(server.ask("POST", "/v1/solve", body, {"Content-Type": "application/json"})[0])
                except (OSError, http.client.HTTPException):
                    answers.append("closed")
                return answers[-1]

            # While nobody works, bodies come until there is no memory for more. Then those that came are answered.
            body = json.dumps({"cubes": ["R U"] * 1000, "solutions": 20, "nodes": 1000})
            body += " " * (1_000_000 - len(body))
            threads = start(80, lambda _: ask(body))
            wait_until(lambda: answers, "a body for which there is no memory")
            for connection in busy:
                leave(connection)
            join(threads)
            self.assertEqual(set(answers) - {200, 503, "closed"}, set())
            self.assertNotEqual(set(answers), {200})
            # The answer to this list alone is larger than the memory. A worker gives back what it had only after its
            # answer, so what comes next may be early.
            list_of_many = json.dumps({"cubes": ["R U F D"] * 20_000, "nodes": 1})
            self.assertEqual(wait_until(lambda: ask(list_of_many) != "closed" and answers[-1], "an answer"), 503)
            wait_until(lambda: ask(json.dumps({"cube": "R"})) == 200, "small requests have memory again")

    def test_descriptors_that_run_out(self):
        with Server(descriptors=40).ready() as server:
            connections = [server.socket() for _ in range(60)]
            connections[-1].sendall(get("/healthz"))
            self.assertIn(b" 503 ", read_all(connections[-1])[:20])
            for connection in connections:
                connection.close()
            server.await_metric("superflip_connections", 1)
            self.assertEqual(server.ask("GET", "/v1/solve?cube=R")[0], 200)

    def test_a_long_wait_ends(self):
        with Server("--workers", "1", "--queue-time", "1", "--heartbeat", "1").ready() as server:
            # What keeps the worker busy has waited for it, too: if that was too long, it is asked again.
            def busy():
                connection = server.socket()
                connection.sendall(get(query("/v1/solve", ENDLESS)))
                wait_until(lambda: server.metric("superflip_queue_seconds_count") == 1 or is_readable(connection),
                           "the search is begun or refused")
                if server.metric("superflip_queue_seconds_count") == 1:
                    return connection
                connection.close()
                return None

            with wait_until(busy, "the worker is busy"):
                answer = server.ask("GET", "/v1/solve?cube=R")
                self.assert_problem(answer, 503, "no worker")
                self.assertEqual(answer[1]["Retry-After"], "1")
                server.await_metric("superflip_queue_length", 0)

    def test_clients_that_leave_are_499_in_the_log(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            with Server("--workers", "1", "--access-log", log).ready() as server:
                with server.busy() as busy:
                    # It waits in the queue, and leaves by closing its sending side.
                    self.assertEqual(server.raw(get("/v1/check?cube=R"), half_close=True), b"")
                    server.await_metric("superflip_queue_length", 0)
                    busy.shutdown(socket.SHUT_WR)
                    self.assertIn(b" 200 ", read_all(busy)[:20])
                entries = wait_until(lambda: entries_of(log, '"solve"'), "the search is in the log")
            self.assertEqual([(e["route"], e["status"]) for e in entries if e["route"] in ("solve", "check")],
                             [("check", 499), ("solve", 499)])


class Events(Case):
    def test_solutions_improve_and_the_result_is_the_last(self):
        with Server().ready() as server:
            facelets = cube.apply(cube.SOLVED, SUPERFLIP)
            for seconds in growing(1):
                lengths = []
                last = None
                for name, data in Stream(server, "/v1/solve", {"cube": SUPERFLIP, "time": seconds}):
                    if name == "solution":
                        self.assertEqual(cube.apply(facelets, data["moves"]), cube.SOLVED)
                        lengths.append(data["length"])
                    last = (name, data)
                if lengths:
                    break
            self.assertEqual(lengths, sorted(set(lengths), reverse=True))
            self.assertGreaterEqual(len(lengths), 1)
            self.assertEqual(last[0], "result")
            self.assertEqual(last[1]["solutions"][0]["length"], lengths[-1])
            self.assert_solves(facelets, last[1])

    def test_bounds_rise_until_the_proof(self):
        with Server().ready() as server:
            moves = "R U2 F' L D B2 U' R2 F L'"
            bounds = []
            for name, data in Stream(server, "/v1/optimal", {"cube": moves}):
                if name == "bound":
                    bounds.append(data["lower"])
                if name == "result":
                    self.assertTrue(data["proven"])
                    self.assertEqual(data["lower"], data["solutions"][0]["length"])
                    self.assert_solves(cube.apply(cube.SOLVED, moves), data)
            self.assertEqual(bounds, sorted(set(bounds)))
            self.assertGreater(len(bounds), 3)

    def test_a_silent_stream_shows_that_it_is_alive(self):
        with Server("--heartbeat", "1").ready() as server:
            stream = Stream(server, "/v1/solve", ENDLESS)
            names = []
            for name, _ in stream:
                names.append(name)
                if names.count("heartbeat") == 2:
                    break
            stream.close()
            server.await_metric("superflip_workers_busy", 0)

    def test_a_stream_that_waits_shows_that_it_is_alive(self):
        with Server("--workers", "1", "--heartbeat", "1").ready() as server:
            with server.busy():
                stream = Stream(server, "/v1/solve", {"cube": "R U"})
                names = iter(stream)
                self.assertEqual([next(names)[0] for _ in range(2)], ["heartbeat", "heartbeat"])
            name, data = next(entry for entry in names if entry[0] == "result")
            stream.close()
            self.assertEqual((name, data["solutions"][0]["moves"]), ("result", "U' R'"))

    def test_errors_before_the_stream_have_their_status(self):
        with Server().ready() as server:
            headers = {"Accept": "text/event-stream"}
            self.assert_problem(server.ask("GET", "/v1/solve?cube=R4", headers=headers), 400)
            self.assert_problem(server.ask("GET", query("/v1/solve", {"cube": TWISTED}), headers=headers), 422)
            headers["Last-Event-ID"] = "end"  # an EventSource that connects again
            self.assertEqual(server.ask("GET", "/v1/solve?cube=R", headers=headers)[0], 204)

    def test_a_stream_over_http_1_0_ends_with_the_connection(self):
        with Server().ready() as server:
            answer = server.raw(b"GET /v1/solve?cube=R+U HTTP/1.0\r\nAccept: text/event-stream\r\n\r\n")
            self.assertIn(b"event: result\nid: end\ndata: {", answer)
            self.assertTrue(answer.endswith(b"}\n\n"), answer[-50:])


class End(Case):
    def test_what_is_queued_is_answered(self):
        with Server("--workers", "1").ready() as server:
            busy = server.busy()
            answers = []
            threads = start(8, lambda _: answers.append(server.post("/v1/solve", {**ENDLESS, "time": 0.1})))
            server.await_metric("superflip_queue_length", 8)
            idle = server.socket()
            server.process.send_signal(signal.SIGTERM)
            wait_until(lambda: server.said("ending"), "the server ends")
            leave(busy)
            self.assertEqual(server.process.wait(PATIENCE), 0)
            join(threads)
            self.assertEqual([(answer[0], answer[2]["ended"]) for answer in answers], [(200, "time")] * 8)
            self.assertEqual(read_all(idle), b"")
            idle.close()

    def test_the_longest_search_is_cut_at_the_end_of_the_grace(self):
        for grace in growing(1):
            with Server("--grace", str(grace)).ready() as server:
                busy = server.busy({"cube": SUPERFLIP, "time": AMPLE})
                self.assertEqual(server.end(), 0)
                answer = read_all(busy)
                busy.close()
            # A tenth of the grace may be too short for the answer on a machine that is busy.
            if b'"solutions":[{' in answer:
                break
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 "), answer)
        result = json.loads(answer[answer.index(b"\r\n\r\n"):])
        self.assertEqual(result["ended"], "stopped")
        self.assert_solves(cube.apply(cube.SOLVED, SUPERFLIP), result)

    def test_under_load_no_request_is_lost(self):
        for with_signal in [signal.SIGTERM, signal.SIGINT]:
            with Server().ready() as server:
                moves = program("scramble", "-n", "16", "--seed", "4").stdout.splitlines()
                wrong = []
                answered = [0]
                ending = threading.Event()

                def client(i, moves=moves, server=server, wrong=wrong, answered=answered, ending=ending):
                    text = moves[i]
                    facelets = cube.apply(cube.SOLVED, text)
                    connection = server.connect()
                    while True:
                        try:
                            connection.request("GET", query("/v1/solve", {"cube": text, "max_length": 30}))
                            response = connection.getresponse()
                        except (ConnectionError, http.client.HTTPException):
                            if not ending.is_set():
                                wrong.append("lost")
                            return  # nothing of an answer came: the connection was idle when it was closed
                        try:
                            body = response.read()
                        except (ConnectionError, http.client.HTTPException):
                            wrong.append("half an answer")
                            return
                        if response.status == 200:
                            found = json.loads(body)["solutions"][0]["moves"]
                            if cube.apply(facelets, found) != cube.SOLVED:
                                wrong.append(found)
                            answered[0] += 1
                        elif response.status != 503 or not ending.is_set():
                            wrong.append(response.status)
                        if response.getheader("Connection") == "close":
                            return

                threads = start(len(moves), client)
                wait_until(lambda: answered[0] >= 50 or wrong, "fifty answers")
                ending.set()
                self.assertEqual(server.end(with_signal), 0)
                join(threads)
                self.assertEqual(wrong, [])

    def test_a_second_signal_ends_at_once(self):
        with Server().ready() as server:
            connection = server.busy()
            server.process.send_signal(signal.SIGTERM)
            wait_until(lambda: server.said("ending"), "the server ends")
            self.assertEqual(server.end(), 0)
            connection.close()


class Compat(Case):
    """Byte for byte what robot builders get from the originals, but for the moves."""

    def replay(self, facelets, moves, turns):
        names = {"1": "", "2": "2", "3": "'"}
        words = [word[0] + names[word[1]] for word in moves] if turns else moves
        self.assertEqual(cube.apply(facelets, " ".join(words)), cube.SOLVED)

    def test_plain_text(self):
        with Server().ready() as server:
            facelets = cube.apply(cube.SOLVED, "R U2 F' L D B2 U'")
            status, headers, body = server.ask("GET", "/" + facelets)
            self.assertEqual((status, headers["Content-Type"]), (200, "text/plain; charset=utf-8"))
            self.assertEqual(body.decode(), program("solve", facelets).stdout)
            self.replay(facelets, body.decode().split(), False)
            self.assertEqual(server.ask("GET", "/" + cube.SOLVED)[2], b"\n")
            self.assertEqual(server.ask("GET", "/" + facelets.lower())[2], body)
            # Two cubes, listed in two orders: there is no place for a note, and nothing is chosen in silence.
            ambiguous = server.ask("GET", "/yyryyryyrbbbbbbbbbrrwrrwrrwgggggggggyooyooyoowwowwowwo")
            self.assert_problem(ambiguous, 422)
            self.assertIn("may be several cubes", ambiguous[2].decode())

    def test_cube_explorer(self):
        with Server().ready() as server:
            facelets = cube.apply(cube.SOLVED, "R U2 F' L D B2 U'")
            status, headers, body = server.ask("GET", "/?" + facelets)
            self.assertEqual((status, headers["Content-Type"]), (200, "text/html"))
            self.assertTrue(body.startswith(b"<HTML><BODY>\r\n"), body)
            self.assertTrue(body.endswith(b"\r\n</BODY></HTML>\r\n"), body)
            self.replay(facelets, body.decode().split("\r\n")[1].split(), False)
            self.assertEqual(server.ask("GET", "/?" + cube.SOLVED)[2], b"<HTML><BODY>\r\n\r\n</BODY></HTML>\r\n")

    def test_two_phase_pages(self):
        with Server("--compat", "twophase,20,100").ready() as server:
            facelets = cube.apply(cube.SOLVED, "R U2 F' L D B2 U' R F2 D")
            status, headers, body = server.ask("GET", "/" + facelets)
            begin = b"<html><head><title>Answer from Cubesolver</title></head><body>\n"
            end = b"\n</body></html>\n"
            self.assertEqual((status, headers["Content-Type"]), (200, "text/html"))
            self.assertTrue(body.startswith(begin) and body.endswith(end), body)
            line = body[len(begin):-len(end)].decode()
            self.check_line(facelets, line)
            self.assertEqual(server.ask("GET", "/" + cube.SOLVED)[2], begin + b"(0f)" + end)
            self.assert_problem(server.ask("GET", "/" + TWISTED), 422)

    def check_line(self, facelets, line):
        words = line.split(" ")
        self.assertEqual(words[-1], f"({len(words) - 1}f)")
        self.assertLessEqual(len(words) - 1, 20)
        self.replay(facelets, words[:-1], True)

    def test_two_phase_lines(self):
        with Server("--compat", "twophase,20,100").ready() as server:
            with server.socket() as connection:
                stream = connection.makefile("rwb")
                for moves in ["R", "R U2 F'", "R U2 F' L D B2 U' R F2 D L U2 B R D2 F L2 U B' R2"]:
                    facelets = cube.apply(cube.SOLVED, moves)
                    for newline in [b"\r\n", b"\n"]:
                        stream.write(facelets.encode() + newline)
                        stream.flush()
                        self.check_line(facelets, stream.readline().decode().rstrip("\n"))
                stream.write(b"U" * 53 + b"\n")
                stream.flush()
                self.assertTrue(stream.readline().startswith(b"Error: "))
                # The original keeps the letters alone.
                stream.write(b" ".join(cube.SOLVED[i:i + 9].lower().encode() for i in range(0, 54, 9)) + b"\n")
                stream.flush()
                self.assertEqual(stream.readline(), b"(0f)\n")
                # Slowly, as by telnet.
                for byte in cube.SOLVED.encode() + b"\r\n":
                    stream.write(bytes([byte]))
                    stream.flush()
                self.assertEqual(stream.readline(), b"(0f)\n")
                stream.write(b"x\n")
                stream.flush()
                self.assertEqual(stream.read(), b"")
                stream.close()
            with server.socket() as connection:  # also the first line may come in pieces
                for byte in cube.SOLVED.encode() + b"\n":
                    connection.sendall(bytes([byte]))
                    time.sleep(0.001)
                self.assertEqual(connection.recv(100), b"(0f)\n")
            page = server.raw(b"GET /" + cube.SOLVED.encode() + b"\n")
            self.assertTrue(page.startswith(b"HTTP/1.1 200 OK"), page)
            self.assertIn(b"<body>\n(0f)\n</body>", page)
            self.assertEqual(server.ask("GET", "/healthz")[0], 200)

    def test_old_errors_are_pages_only_when_asked_for(self):
        with Server("--compat", "twophase", "--old-errors").ready() as server:
            status, _, body = server.ask("GET", "/" + TWISTED)
            self.assertEqual(status, 200)
            self.assertIn(b"<body>\nError: ", body)
            status, _, body = server.ask("GET", "/?" + TWISTED)
            self.assertEqual(status, 200)
            self.assertTrue(body.startswith(b"<HTML><BODY>\r\nCube cannot be solved"), body)


class Soak(Case):
    def test_many_connections_and_flat_memory(self):
        """64 connections that stay open; every answer is replayed, and the second half needs no more memory."""
        with Server().ready() as server:
            moves = program("scramble", "-n", "64", "--seed", "9").stdout.splitlines()
            wrong = []

            def client(i):
                text = moves[i]
                facelets = cube.apply(cube.SOLVED, text)
                connection = server.connect()
                for _ in range(20):
                    connection.request("GET", query("/v1/solve", {"cube": text, "max_length": 30}))
                    response = connection.getresponse()
                    body = response.read()
                    found = json.loads(body)["solutions"] if response.status == 200 else []
                    if not found or cube.apply(facelets, found[0]["moves"]) != cube.SOLVED:
                        wrong.append((response.status, body))
                connection.close()

            used = []
            for _ in range(3):
                join(start(len(moves), client))
                server.await_metric("superflip_connections", 1)
                # Without the pages of mapped tables: the kernel takes those back and reads them again as it likes.
                used.append(server.memory("RssAnon"))
            self.assertEqual(wrong, [])
            self.assertLess(used[2] - used[1], 8 << 20, used)


def no_mapped_addresses():
    """Why the kernel cannot listen at an IPv4 address written as IPv6; None where it can."""
    try:
        with socket.socket(socket.AF_INET6) as listening:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            listening.bind(("::ffff:127.0.0.1", 0))
    except OSError as error:
        return f"the kernel has no IPv6 here: {error}"
    return None


class Operation(Case):
    def test_two_servers_cannot_have_one_port(self):
        with Server() as server:
            second = program("serve", "--port", str(server.port), "--lazy")
            self.assertEqual(second.returncode, 3)
            self.assertIn("another server is there", second.stderr)

    def test_no_ipv6(self):
        # In a network of its own, where not even ::1 is there, a fixed port is served.
        shell = ["unshare", "--user", "--map-root-user", "--net"]
        if subprocess.run([*shell, "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("no network namespaces here")
        with Server(command=[*shell, PROGRAM, "serve", "--port", "8123", "--lazy"]) as server:
            self.assertEqual(server.port, 8123)

    def test_hangup_never_ends_the_service(self):
        with Server().ready() as server:
            for _ in range(3):
                server.process.send_signal(signal.SIGHUP)
            self.assertEqual(server.ask("GET", "/v1/solve?cube=R")[0], 200)

    def test_hosts_by_the_addresses_that_are_listened_at(self):
        evil = {"Host": "evil.example"}
        for host in ["127.0.0.1", "127.0.0.2", "::ffff:127.0.0.1", "::ffff:7f00:1"]:
            with self.subTest(host):
                if ":" in host and (reason := no_mapped_addresses()):
                    self.skipTest(reason)
                with Server("--host", host) as server:
                    at = host if host == "127.0.0.2" else "127.0.0.1"
                    connection = http.client.HTTPConnection(at, server.port, timeout=PATIENCE)
                    connection.request("GET", "/healthz", headers=evil)
                    self.assertEqual(connection.getresponse().status, 421)
                    connection.close()
        with Server("--host", "0.0.0.0") as server:
            self.assertEqual(server.ask("GET", "/healthz", headers=evil)[0], 200)
        for address, status in [("127.0.0.1", 421), ("0.0.0.0", 200)]:
            listening = socket.socket()
            listening.bind((address, 0))
            listening.listen()
            shell = f"exec 3<&{listening.fileno()}; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" serve --lazy"
            with Server(command=["sh", "-c", shell, PROGRAM], pass_fds=[listening.fileno()]) as server:
                self.assertEqual(server.ask("GET", "/healthz", headers=evil)[0], status)
            listening.close()

    def test_a_log_that_nobody_reads_holds_up_nothing(self):
        with Server("--access-log", "-", stdout=subprocess.PIPE).ready() as server:
            connection = server.connect()
            for _ in range(10_000):  # more lines than the pipe and the list of the log hold together
                connection.request("GET", "/healthz")
                self.assertEqual(connection.getresponse().read()[:1], b"{")
            connection.close()
            self.assertGreater(server.metric("superflip_log_dropped_total"), 0)
            self.assertEqual(server.end(), 0)
            server.process.stdout.close()

    def test_wrong_options(self):
        for arguments in [["--host", "nowhere.example"], ["--port", "65536"], ["--compat", "three"],
                          ["--max-time", "0"], ["--queue", "0"], ["--allow-host", "cube:8080"],
                          ["--allow-origin", "example.org"], ["--access-log", "/nowhere/log"], ["surplus"]]:
            with self.subTest(arguments):
                ran = program("serve", "--port", "0", *arguments)
                self.assertIn(ran.returncode, (2, 3))
                self.assertTrue(ran.stderr.startswith("superflip: "), ran.stderr)

    def test_sockets_of_systemd(self):
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        shell = f"exec 3<&{listening.fileno()}; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" serve --lazy"
        with Server(command=["sh", "-c", shell, PROGRAM], pass_fds=[listening.fileno()]) as server:
            self.assertEqual(server.port, listening.getsockname()[1])
            self.assertEqual(server.ask("GET", "/v1/solve?cube=R")[0], 200)
        listening.close()
        shell = "exec 3</dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" serve"
        ran = subprocess.run(["sh", "-c", shell, PROGRAM], capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(ran.returncode, 3)
        self.assertIn("descriptor 3", ran.stderr)

    def test_the_access_log(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "log")
            with Server("--access-log", path).ready() as server:
                server.ask("GET", "/v1/solve?cube=R")
                server.ask("GET", "/nothing%0A%22")
                os.rename(path, path + ".1")
                server.process.send_signal(signal.SIGHUP)
                wait_until(lambda: os.path.exists(path), "the log is opened again")
                server.ask("POST", "/v1/solve", "{", {"Content-Type": "application/json"})
                new = wait_until(lambda: entries_of(path, "POST"), "the last request is in the log")
                old = entries_of(path + ".1", "nothing")
            self.assertEqual([(e["path"], e["status"], e["route"]) for e in old if e["path"] != "/healthz"],
                             [("/v1/solve", 200, "solve"), ("/nothing%0A%22", 404, "none")])
            self.assertEqual([(e["method"], e["status"]) for e in new], [("POST", 400)])
            for entry in old:
                self.assertGreaterEqual(entry["seconds"], entry["queued_seconds"])
                self.assertEqual(entry["client"], "127.0.0.1")

    def test_metrics_are_counts_of_what_was_done(self):
        with Server().ready() as server:
            for _ in range(5):
                server.ask("GET", "/v1/solve?cube=R+U+F+D+L+B+R2")
            server.ask("GET", "/v1/solve?cube=R4")
            status, headers, _ = server.ask("GET", "/metrics")
            self.assertEqual(status, 200)
            self.assertTrue(headers["Content-Type"].startswith("text/plain; version=0.0.4"))
            values = server.metrics()
            self.assertEqual(values['superflip_responses_total{route="solve",status="200"}'], 5)
            self.assertEqual(values['superflip_responses_total{route="solve",status="400"}'], 1)
            self.assertEqual(values["superflip_queue_seconds_count"], 6)
            self.assertEqual(values['superflip_search_seconds_count{solver="two-phase"}'], 5)
            self.assertEqual(values['superflip_search_seconds_bucket{solver="two-phase",le="+Inf"}'], 5)
            self.assertGreaterEqual(values["superflip_connections"], 1)

    def test_other_origins_only_when_asked_for(self):
        page = {"Origin": "https://example.org"}
        ask = {**page, "Access-Control-Request-Method": "POST"}
        with Server() as server:
            self.assertIsNone(server.ask("GET", "/healthz", headers=page)[1]["Access-Control-Allow-Origin"])
        with Server("--allow-origin", "https://example.org") as server:
            status, headers, _ = server.ask("OPTIONS", "/v1/solve", headers=ask)
            self.assertEqual((status, headers["Access-Control-Allow-Origin"]), (204, "https://example.org"))
            self.assertIn("POST", headers["Access-Control-Allow-Methods"])
            self.assertIn("Content-Type", headers["Access-Control-Allow-Headers"])
            other = server.ask("GET", "/healthz", headers={"Origin": "https://evil.example"})
            self.assertIsNone(other[1]["Access-Control-Allow-Origin"])
        with Server("--allow-origin", "*") as server:
            self.assertEqual(server.ask("GET", "/nothing", headers=page)[1]["Access-Control-Allow-Origin"], "*")

    def test_names_that_are_allowed(self):
        with Server("--allow-host", "cube.example") as server:
            self.assertEqual(server.ask("GET", "/healthz", headers={"Host": "cube.example"})[0], 200)
            self.assertEqual(server.ask("GET", "/healthz", headers={"Host": "other.example"})[0], 421)

    def test_a_folder_of_tables_that_vanishes(self):
        with tempfile.TemporaryDirectory() as folder:
            # Only what was made before all tests: another test may be making further tables beside these.
            cache = os.path.join(folder, "cache")
            os.mkdir(cache, 0o700)
            for name in ["fold", "phase1-htm", "twist-slice-htm", "corners-edges-htm", "corners-slice-htm",
                         "endings-htm", "near-solved-htm"]:
                shutil.copy2(os.path.join(os.environ["SUPERFLIP_CACHE"], f"two-phase-{name}.table"), cache)
            with Server(environment={"SUPERFLIP_CACHE": cache}).ready() as server:
                before = server.json("GET", query("/v1/solve", {"cube": SUPERFLIP}))
                shutil.rmtree(cache)
                after = server.json("GET", query("/v1/solve", {"cube": SUPERFLIP}))
                self.assertEqual(before["solutions"][0]["moves"], after["solutions"][0]["moves"])
                # Tables that were never opened: of a coordinate, and of slices.
                shown = server.json("GET", "/v1/coordinates/UDSlice?cube=R&distance=true")
                self.assertEqual(shown["cubes"][0]["distance"], 1)
        with Server("--profile", "compact", environment={"SUPERFLIP_CACHE": "/dev/null/nothing"}).ready() as server:
            self.assertEqual(server.ask("GET", "/v1/solve?cube=R")[0], 200)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    rest = sys.argv[2:]
    SANITIZED = "--sanitized" in rest
    if SANITIZED:  # the decorators above have run by now
        for case in (Routes, Events):
            for method in dir(case):
                function = getattr(case, method)
                if method.startswith("test") and ("optimal" in method or "bounds" in method):
                    setattr(case, method, unittest.skip("needs the table optimal-47")(function))
    unittest.main(argv=[sys.argv[0], *[a for a in rest if a != "--sanitized"]], verbosity=2)
