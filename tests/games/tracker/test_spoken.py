"""The spoken words of the tracker: possible cells by direction, steps and sureness in each game."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from games.session.setup import HUMAN
from games.session.starting import make_setup
from games.shell.access.speech import ELEMENT_WORDS, LINE_WORDS
from games.tracker.rules import GHOSTS
from games.tracker.rules.ground import make_course
from games.tracker.spoken import SPEECH, likely, own_cell, place, way
from tests.support.spoken import sights

PLAYS = ("watch", "hide", "seek", "hunt")


@pytest.mark.parametrize("play", PLAYS)
def test_every_game_is_told_in_short_words(play: str) -> None:
    told = 0
    for at in itertools.islice(sights("tracker", 3, play=play, maze="loops-small"), 200):
        lines = SPEECH.events(at)
        assert all(0 < len(line.split()) <= LINE_WORDS for line in lines), lines
        names = [node.name for top in SPEECH.elements(at) for node in top.walk()]
        assert all(0 < len(name.split()) <= ELEMENT_WORDS for name in names), names
        choices = SPEECH.choices(at)
        assert all(choice.move in at.legal for choice in choices)
        assert bool(choices) == bool(at.legal)
        told += len(lines)
    assert told > 40


@pytest.mark.parametrize("play", PLAYS)
def test_who_watches_is_not_called_you(play: str) -> None:
    watched = sights("tracker", 3, play=play, maze="loops-small")
    for at in (dataclasses.replace(at, own=None) for at in itertools.islice(watched, 80)):
        names = [name for name in at.names if name != "You"]
        at = dataclasses.replace(at, names=["Ada", *names])
        nodes = [node.name for top in SPEECH.elements(at) for node in top.walk()]
        lines = [*SPEECH.events(at), SPEECH.standing(at), *nodes]
        assert not [line for line in lines if {"you", "you:"} & set(line.lower().split())]


@pytest.mark.parametrize("play", ["seek", "hunt"])
def test_who_listens_hears_of_possible_cells_alone(play: str) -> None:
    """The ghost's true cell is in no sight, and each cell that is said agrees with the readings."""
    for at in itertools.islice(sights("tracker", 5, play=play, maze="loops-small"), 120):
        assert at.seat != GHOSTS[play]
        assert at.state.cell < 0
        for event in at.last:
            if event.kind == "reading" and event.data["readings"][0].seen is None:
                course, cells = at.state.course, likely(at)
                assert cells
                for reading in event.data["readings"]:
                    u, v = reading.observer
                    apart = [
                        abs(u - course.cells[c][0]) + abs(v - course.cells[c][1]) for c in cells
                    ]
                    assert max(abs(far - reading.z) for far in apart) <= course.noise


def test_a_mark_of_the_choices_is_the_nearest_possible_cell_first() -> None:
    marking = next(at for at in sights("tracker", 5, play="seek", maze="loops-small") if at.legal)
    cells, here = likely(marking), own_cell(marking)
    moves = [int(choice.move.removeprefix("cell")) for choice in SPEECH.choices(marking)]
    steps = marking.state.course.steps_from(here)
    assert set(moves) <= cells
    assert [steps[cell] for cell in moves] == sorted(steps[cell] for cell in moves)


def test_a_place_and_a_way_are_said_by_columns_and_rows() -> None:
    setup = make_setup("tracker", HUMAN, 1, {"maze": "loops-small"}, False)
    course = make_course(setup.params)
    assert place(course, 0) == f"column {course.cells[0][0]}, row {course.cells[0][1]}"
    assert way(course, 0, 0) == "right here"
    x, y = course.cells[-1]
    u, v = course.cells[0]
    assert way(course, 0, len(course.cells) - 1) == f"{x - u} right, {y - v} down"
