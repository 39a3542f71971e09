from superflip import Cube


def test_the_solved_cube_is_solved() -> None:
    assert Cube().facelets == "".join(9 * face for face in "URFDLB")
    assert Cube() * Cube() == Cube()
