"""From the hall to the first own move by keys: two presses in every game, and no word in the way.

The table has the keys of a first move. It is played in the real arcade, from the game in focus in
the hall: Enter opens the page of the game, Enter opens the table, and the keys are the move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import pygame
import pytest

from games import catalog
from games.core import CHANCE
from games.ctf.scene import Scene as Field
from games.ctf.steering import STAY
from games.jaipur.scene import Scene as Stall
from games.set import KEYS
from games.set.lesson.page import Lesson
from games.set.rules.claims import right_claims
from games.shell.app import App
from games.shell.opening import ensure_profile
from games.shell.pages.launcher import Launcher
from games.shell.table import Table
from tests.support.hands import key, until, wait
from tests.support.homes import arcade

PRESSES: Final = 2
"""The presses from the game in focus to the table."""
MOVES: Final[Mapping[str, Sequence[str]]] = {
    "karate": ("2",),
    "numbers": ("1",),
    "ur": ("1",),
    "tracker": ("right", "return"),
    "jaipur": ("1", "return"),
    "set": (),
    "ra": ("1", "return"),
    "guess": ("5", "return"),
    "ctf": ("right",),
    "planetwars": ("return",),
}
"""The keys of a first move; () where they follow from what lies on the table. A game that is not
named has the choice 1."""
OF_TRACKER: Final = ("seek", "hide", "hunt")
READS: Final = frozenset({"tracker", "jaipur", "set"})
"""Games in which a newcomer first has words, or a lesson; each has a test below."""


def keys_of(game: str, table: Table) -> list[str]:
    """The keys of a first move on a table."""
    if game != "set":
        return list(MOVES.get(game, ("1",)))
    places = [table.seen.table.index(card) for card in right_claims(table.seen)[0]]
    return [KEYS[place % 3][place // 3] for place in places]


def type_key(app: App, name: str) -> None:
    key(app, pygame.key.key_code(name))
    wait(app, 0.2)


def walk_in(app: App, game: str, guided: str) -> int:
    """Go from the hall to the table or the lesson of a game; returns the presses that it took."""
    ensure_profile(app)
    app.change_settings(guided=guided, reduced_motion=True)
    while len(app.stack) > 1:
        app.pop()
    hall = Launcher(app)
    app.push(hall)
    hall.form.focus_on(next(tile for tile in hall.tiles if tile.game_id == game))
    wait(app, 0.2)
    presses = 0
    while not isinstance(app.top, Table | Lesson):
        type_key(app, "return")
        presses += 1
        assert presses < 9, "Enter leads to no table"
    wait(app, 0.5)
    return presses


def moved(table: Table) -> int:
    """The own moves up to now; in real time the steering counts."""
    if isinstance(table, Field):
        return int(table.running.steering.wanted != STAY)  # type: ignore[union-attr]
    people = table.session.people
    return sum(seat in people for turn in table.match.turns for seat, _ in turn if seat != CHANCE)


def due(table: Table) -> bool:
    return table.waiting_for_person is not None or isinstance(table, Field)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_two_presses_lead_to_the_first_own_move(tmp_path: Path, game: str) -> None:
    with arcade(tmp_path) as app:
        assert walk_in(app, game, " ".join([*catalog.GAMES, *OF_TRACKER])) == PRESSES
        table = app.top
        assert isinstance(table, Table)
        until(app, lambda: due(table))
        before = moved(table)
        for name in keys_of(game, table):
            type_key(app, name)
        assert moved(table) > before


@pytest.mark.parametrize("game", [game for game in catalog.GAMES if game not in READS])
def test_a_newcomer_needs_no_more(tmp_path: Path, game: str) -> None:
    """Words of a guide stand beside the table meanwhile: a move goes on from them."""
    with arcade(tmp_path) as app:
        assert walk_in(app, game, "") == PRESSES
        table = app.top
        assert isinstance(table, Table)
        until(app, lambda: due(table) or table.session.due() is not None)
        before = moved(table)
        for name in keys_of(game, table):
            type_key(app, name)
        assert moved(table) > before


def test_the_words_before_a_newcomers_first_mark_in_seek_go_on_by_themselves(
    tmp_path: Path,
) -> None:
    with arcade(tmp_path) as app:
        assert walk_in(app, "tracker", "") == PRESSES
        table = app.top
        assert isinstance(table, Table)
        until(app, lambda: due(table))
        for name in MOVES["tracker"]:
            type_key(app, name)
        assert moved(table) == 1


def test_a_newcomer_marks_a_card_of_jaipur_beside_the_words(tmp_path: Path) -> None:
    with arcade(tmp_path) as app:
        assert walk_in(app, "jaipur", "") == PRESSES
        table = app.top
        assert isinstance(table, Stall)
        until(app, lambda: (table.turn_of_person and not table.busy) or table.explaining)
        type_key(app, "1")
        assert not table.choosing.marks.empty


def test_a_newcomer_to_set_answers_a_lesson(tmp_path: Path) -> None:
    with arcade(tmp_path) as app:
        assert walk_in(app, "set", "") == PRESSES
        assert isinstance(app.top, Lesson)
        type_key(app, "1")
        assert app.top.told
