"""A maze under the pen: what is opened is flooded, what is closed is emptied."""

from __future__ import annotations

import numpy as np
import pytest

from games.mazes import BadLayout
from games.tracker.maze import generate
from games.tracker.workshop.live import PARTICLES, LiveMaze, fitting

TWO_ROOMS = "\n".join(["#" * 15, *(["#" + 6 * " " + "#" + 6 * " " + "#"] * 7), "#" * 15]) + "\n"


def walled(seed: int = 1) -> LiveMaze:
    """Two rooms with a wall between, the ghost and all of the cloud in the right one."""
    live = LiveMaze(15, 9, seed)
    live.free = np.array([[mark != "#" for mark in row] for row in TWO_ROOMS.split("\n")[:-1]])
    live.cloud = np.zeros(live.free.shape)
    live.cloud[2, 9] = 1.0
    live.ghost = (9, 2)
    live.particles = np.tile(np.array([9, 2]), (PARTICLES, 1))
    return live


def test_the_cloud_floods_into_what_is_opened() -> None:
    shut, opened = [], []
    for shares, free in ((shut, False), (opened, True)):
        live = walled()
        live.set_free((7, 2), free)
        for _ in range(8):
            live.step()
            shares.append(float(live.cloud[:, :7].sum()))
    assert max(opened) > max(shut) + 0.05
    assert live.cloud.sum() == pytest.approx(1.0)
    assert (live.cloud[~live.free] == 0.0).all()


def test_what_stood_on_a_square_that_is_closed_goes_elsewhere() -> None:
    live = walled()
    assert live.set_free((9, 2), False)
    assert live.ghost != (9, 2)
    assert live.cloud[2, 9] == 0.0
    assert live.cloud.sum() == pytest.approx(1.0)
    assert not (live.particles == np.array([9, 2])).all(axis=1).any()
    assert not live.set_free((9, 2), False), "it is closed already"
    assert not live.set_free((0, 0), True), "the wall all round stays"


def test_the_filter_is_that_of_the_random_walk() -> None:
    """Against the same step summed square by square."""
    live = LiveMaze(15, 9, 3)
    live.ghost = (13, 1)
    rng = np.random.default_rng(0)
    live.cloud = rng.random(live.free.shape) * live.free
    live.cloud /= live.cloud.sum()
    before, free = live.cloud.copy(), live.free
    expected = np.zeros_like(before)
    for y, x in zip(*np.nonzero(free), strict=True):
        around = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
        ways = [place for place in around if free[place]]
        for place in ways or [(y, x)]:
            expected[place] += before[y, x] / max(1, len(ways))
    expected = 0.98 * expected + 0.02 * free / free.sum()
    live.step()
    possible = live.cloud > 0
    assert possible.sum() > 10
    ratio = live.cloud[possible] / expected[possible]
    assert np.allclose(ratio, ratio[0])


def test_who_is_carried_off_is_found_again() -> None:
    live = LiveMaze(21, 11, 5)
    for _ in range(60):
        live.step()
    before = live.ghost
    live.carry()
    assert live.ghost != before
    found = []
    for _ in range(60):
        live.step()
        assert live.ghost is not None
        x, y = live.ghost
        found.append(live.cloud[y, x] * live.free.sum())
    assert np.mean(found[20:]) > 3.0, "several times as likely as by chance"


def test_particles_stand_on_free_squares_and_near_the_ghost() -> None:
    live = LiveMaze(21, 11, 6)
    for _ in range(40):
        live.step()
    assert live.particles.shape == (PARTICLES, 2)
    assert live.free[live.particles[:, 1], live.particles[:, 0]].all()
    distances = np.abs(live.particles - np.array(live.ghost)).sum(axis=1)
    anywhere = np.argwhere(live.free)[:, ::-1]
    assert distances.mean() < np.abs(anywhere - np.array(live.ghost)).sum(axis=1).mean()


def test_text_goes_out_and_comes_back() -> None:
    live = LiveMaze(33, 15, 7, "chambers")
    other = LiveMaze(15, 9, 1)
    other.read(live.text)
    assert other.rows == live.rows == generate(7, 33, 15, "chambers").rows
    assert other.size == (33, 15)
    for wrong in ("", "###\n# #\n###\n", TWO_ROOMS, "#" * 70 + "\n"):
        with pytest.raises(BadLayout):
            other.read(wrong)
    assert other.rows == live.rows
    large = "\n".join(["#" * 65, *(["#" + " " * 63 + "#"] * 7), "#" * 65])
    with pytest.raises(BadLayout, match="63x31"):
        other.read(large)


def test_a_problem_is_told_while_it_is_drawn() -> None:
    live = walled()
    assert "cannot be reached" in live.problem()
    live.set_free((7, 2), True)
    assert live.problem() == ""


@pytest.mark.parametrize(
    ("given", "size"),
    [((14, 8), (15, 9)), ((1, 1), (15, 9)), ((40, 20), (41, 21)), ((99, 99), (63, 31))],
)
def test_sizes_are_odd_and_within_bounds(given: tuple[int, int], size: tuple[int, int]) -> None:
    assert fitting(*given) == size
    live = LiveMaze(15, 9, 1)
    live.clear(*given)
    assert live.size == size
    assert live.problem() == ""
    live.step()
