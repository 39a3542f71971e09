"""Cubes as 54 stickers, turned by geometry alone: an oracle that shares nothing with the library."""

FACES = "URFDLB"
SOLVED = "".join(face * 9 for face in FACES)
# Of each face the normal, and the directions of its columns and its rows, as one looks at it (x right, y up, z front).
FRAMES = {
    "U": ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    "R": ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    "F": ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    "D": ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    "L": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "B": ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
}


def _stickers():
    places = []
    for face in FACES:
        normal, right, down = FRAMES[face]
        for row in (-1, 0, 1):
            for column in (-1, 0, 1):
                place = tuple(normal[i] + column * right[i] + row * down[i] for i in range(3))
                places.append((place, normal))
    return places


STICKERS = _stickers()
NUMBER = {sticker: i for i, sticker in enumerate(STICKERS)}


def _turned(vector, normal):
    """The vector after a clockwise quarter turn of the face with that normal: minus the cross product with it."""
    along = sum(a * b for a, b in zip(vector, normal))
    n, v = normal, vector
    cross = (n[1] * v[2] - n[2] * v[1], n[2] * v[0] - n[0] * v[2], n[0] * v[1] - n[1] * v[0])
    return tuple(along * n[i] - cross[i] for i in range(3))


def _turn(face):
    """For each sticker's place, the place that its sticker comes from."""
    normal = FRAMES[face][0]
    comes_from = list(range(54))
    for i, (place, out) in enumerate(STICKERS):
        if sum(a * b for a, b in zip(place, normal)) == 1:
            comes_from[NUMBER[(_turned(place, normal), _turned(out, normal))]] = i
    return comes_from


TURNS = {face: _turn(face) for face in FACES}


def apply(facelets, moves):
    """The cube after moves in standard notation: faces, primes and twos alone."""
    for move in moves.split():
        face, rest = move[0], move[1:]
        for _ in range({"": 1, "2": 2, "'": 3}[rest]):
            facelets = "".join(facelets[i] for i in TURNS[face])
    return facelets


def is_solved(facelets):
    """Whether each face has one colour."""
    return all(len(set(facelets[9 * f:9 * f + 9])) == 1 for f in range(6))
