"""What games have in the laboratory fits its signature, and nothing else stands in their rooms."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from ai.lab import rooms
from games import catalog
from games.spec import Option

ROOMS: dict[rooms.Room[Any], type] = {
    rooms.ANALYSE: rooms.Analyse,
    rooms.ARENA: rooms.Arena,
    rooms.BATCHES: rooms.Batches,
    rooms.SOURCES: rooms.Sources,
    rooms.BENCH: rooms.Bench,
    rooms.TRAIN: rooms.Train,
    rooms.SOLVE: rooms.Solve,
}
FURNISHED = [(room, game) for room in ROOMS for game in catalog.GAMES if room.has(game)]


def misfits(module: Any, protocol: type) -> list[str]:
    """The functions and values of a protocol that a module lacks or has otherwise."""
    wrong = []
    for name, wanted in vars(protocol).items():
        if name.startswith("_") or not inspect.isfunction(wanted):
            continue
        parameters = list(inspect.signature(wanted).parameters)[1:]
        known = getattr(module, name, None)
        if (
            known is None
            or list(inspect.signature(known).parameters)[: len(parameters)] != parameters
        ):
            wrong.append(name)
    values = inspect.get_annotations(protocol)
    return wrong + [name for name in values if not isinstance(getattr(module, name, None), tuple)]


@pytest.mark.parametrize(("room", "game"), FURNISHED, ids=lambda x: getattr(x, "name", x))
def test_a_module_fits_its_signature(room: rooms.Room[Any], game: str) -> None:
    try:
        module = room.of(game)
    except ModuleNotFoundError as missing:
        pytest.skip(f"needs requirements-lab.txt: {missing.name} is missing")
    assert misfits(module, ROOMS[room]) == []
    if room is rooms.TRAIN:
        assert all(isinstance(option, Option) for option in module.OPTIONS)
        assert len({option.name for option in module.OPTIONS}) == len(module.OPTIONS)


def test_the_rooms_that_there_are() -> None:
    furnished: dict[str, set[str]] = {}
    for room, game in FURNISHED:
        furnished.setdefault(room.name, set()).add(game)
    games = {"karate", "numbers", "tracker", "ur"}
    assert furnished["analyse"] >= games
    assert furnished["bench"] >= games
    assert furnished["train"] >= games
    assert "tracker" in furnished["arena"]
    assert "ur" in furnished["solve"]


def test_a_module_that_does_not_fit_is_seen() -> None:
    class Crooked:
        OPTIONS = ()

        @staticmethod
        def train(options: Any, jobs: Any, seed: Any, out_dir: Any, progress: Any) -> None: ...

    assert misfits(Crooked, rooms.Train) == ["train", "report", "AGENTS"]


def test_where_nothing_stands_there_is_none() -> None:
    assert rooms.SOLVE.of("karate") is None
    assert not rooms.TRAIN.has("chess")
    assert rooms.TRAIN.of("chess") is None
