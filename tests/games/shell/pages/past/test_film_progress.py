"""A long match on its way to the screen: a card tells how far it is, and it can be left."""

from __future__ import annotations

import dataclasses

import pytest

from games import catalog, log
from games.agents import AgentSpec
from games.core import Log, Player, Seating, Turn
from games.session.replaying import MOST_TURNS
from games.session.setup import Shown
from games.shell.opening import create_player
from games.shell.pages.overlays import Dialog
from games.shell.pages.past import exchange, film_progress
from games.shell.pages.past.film_progress import FilmProgressCard
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.setup import SetupPage
from games.shell.table import Table
from tests.support import faulty
from tests.support.hands import Rig, filmed_whole, look, push_button
from tests.support.replays import played
from tests.support.ruler import Ruler

pytestmark = pytest.mark.rig(here=True)


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn a frame, and none before the first."""
    monkeypatch.setattr(film_progress, "AT_ONCE", -1.0)
    monkeypatch.setattr(film_progress, "SLICE", 0.0)


def endless(turns: int) -> Log:
    """A match of karate that was never to end, of so many turns."""
    found = played("karate", 10)
    move: Turn = ((0, "kick"), (1, "punch"))
    other: Turn = ((0, "punch"), (1, "punch"))
    line = [move if number % 3 else other for number in range(turns)]
    params = {**found.params, "rounds": 0}
    return Log(found.game, params, found.seed, found.seats, line)


def test_a_short_match_is_there_at_once(rig: Rig) -> None:
    assert exchange.open_shown(rig.app, Shown(played("karate", 10)))
    assert isinstance(rig.app.top, ReplayPage)


@pytest.mark.usefixtures("slowly")
def test_the_card_tells_how_far_it_is_and_makes_room(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert exchange.open_shown(rig.app, Shown(played("karate", 10)))
    card = rig.app.top
    assert isinstance(card, FilmProgressCard)
    assert card.next_frame() == 0.0
    ruler = Ruler(monkeypatch)
    assert ruler.draw(card, rig.app.canvas) == []  # it would only flicker
    for _ in range(5):
        look(rig.app, film_progress.UNSEEN / 4)
    told = [line.text for line in ruler.draw(card, rig.app.canvas)]
    assert any(text.endswith("0%") for text in told), told
    assert card.bar.share == card.progress.done / 10
    page = filmed_whole(rig.app)
    assert isinstance(page, ReplayPage)
    assert page.again.moments == 10
    rig.key("escape")
    assert rig.app.top is rig.floor  # the card is gone


@pytest.mark.usefixtures("slowly")
def test_it_can_be_left(rig: Rig) -> None:
    for leave in (lambda: rig.key("escape"), lambda: rig.key("return"), lambda: rig.pad(1)):
        exchange.open_shown(rig.app, Shown(played("karate", 10)))
        assert isinstance(rig.app.top, FilmProgressCard)
        leave()
        assert rig.app.top is rig.floor


@pytest.mark.usefixtures("slowly")
def test_a_turn_that_cannot_be_played_is_told_of_when_it_comes(rig: Rig) -> None:
    found = played("karate", 10)
    found.turns.insert(7, ((0, "kick"), (1, "fly")))
    assert exchange.open_text(rig.app, log.encode(found).encode())
    assert filmed_whole(rig.app) is rig.floor
    assert "This match cannot be played here" in rig.app.toasts.texts[-1]
    assert "'fly' is not a move" in rig.app.toasts.texts[-1]


@pytest.mark.usefixtures("slowly")
def test_a_match_that_no_table_shows_is_told_of_when_it_is_filmed(rig: Rig) -> None:
    found = endless(10)
    turn: Turn = ((0, "rock"), (1, "paper"))
    params = {**found.params, "table": "rps"}
    found = Log(found.game, params, found.seed, found.seats, [turn] * 10)
    exchange.open_shown(rig.app, Shown(found))
    assert isinstance(rig.app.top, FilmProgressCard)
    assert filmed_whole(rig.app) is rig.floor
    assert "table=rps is a table for programs" in rig.app.toasts.texts[-1]


def test_no_frame_waits_for_a_long_match(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a hundredth of a second whenever it is looked at."""
    time = [0.0]

    def tick() -> float:
        time[0] += 0.01
        return time[0]

    monkeypatch.setattr("games.session.film.time.perf_counter", tick)
    assert exchange.open_shown(rig.app, Shown(endless(60)))
    card, frames = rig.app.top, 0
    assert isinstance(card, FilmProgressCard)
    while rig.app.top is card:
        before = card.progress.done
        card.update(0.1)
        frames += 1
        assert card.progress.done - before <= film_progress.SLICE / 0.01 + 1
    assert frames > 20


# -- an unfinished match -------------------------------------------------------------------


def keep(rig: Rig, turns: int, wrong: int | None = None, key: str = "a") -> SetupPage:
    """An endless match of so many turns, and the page before the game that offers it.

    The turn `wrong` is none.
    """
    found = endless(turns)
    seats = (Seating("human"), Seating("sensei"))
    if wrong is not None:
        found.turns[wrong] = ((0, "kick"), (1, "fly"))
    player = rig.app.profile or create_player(rig.app, "Ada", 0)
    text = log.encode(dataclasses.replace(found, seats=seats, draws={}))
    assert rig.app.library.matches.keep(player.id, "karate", text, key=key)
    return rig.show(SetupPage(rig.app, "karate"))


@pytest.mark.usefixtures("slowly")
def test_a_match_is_taken_up_in_slices_over_the_page_that_asks(rig: Rig) -> None:
    page = keep(rig, 8)
    push_button(page, "Continue")
    assert isinstance(rig.app.top, FilmProgressCard)
    assert rig.app.stack[-2] is page
    look(rig.app)
    assert rig.app.top.progress.done == 2, "a turn at once and one a frame"
    table = filmed_whole(rig.app)
    assert isinstance(table, Table)
    assert table.match.turns == endless(8).turns
    assert rig.app.stack[-2:] == [rig.floor, table], "the card and the page are gone"


@pytest.mark.usefixtures("slowly")
def test_taking_up_can_be_left_and_the_match_waits_on(rig: Rig) -> None:
    page = keep(rig, 8)
    push_button(page, "Continue")
    look(rig.app)
    rig.key("escape")
    assert rig.app.top is page
    assert page.saved is not None
    assert len(page.saved.turns) == 8


@pytest.mark.usefixtures("slowly")
def test_where_a_turn_is_none_the_copy_from_before_goes_on(rig: Rig) -> None:
    keep(rig, 6)
    page = keep(rig, 8, wrong=5)
    push_button(page, "Continue")
    assert filmed_whole(rig.app) is rig.app.top
    assert isinstance(rig.app.top, Table)
    assert len(rig.app.top.match.turns) == 6
    assert "the copy before it is used" in rig.app.toasts.texts[-1]


@pytest.mark.usefixtures("slowly")
def test_where_no_copy_goes_on_the_page_is_left_without_a_match(rig: Rig) -> None:
    page = keep(rig, 8, wrong=5)
    push_button(page, "Continue")
    assert filmed_whole(rig.app) is page
    assert page.saved is None
    assert "'fly' is not a move" in rig.app.toasts.texts[-1]


def test_more_turns_than_can_be_looked_at_are_refused_at_once(rig: Rig) -> None:
    assert not exchange.open_text(rig.app, log.encode(endless(MOST_TURNS + 1)).encode())
    assert rig.app.top is rig.floor
    assert "it has 20,001 turns, and 20,000 can be looked at" in rig.app.toasts.texts[-1]


# -- programs of somebody else's -----------------------------------------------------------


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An agent of karate that is none of ours; what it was made for is in the list."""
    made: list[str] = []

    def make(options: object, start: str | None) -> Player:
        made.append("made")
        return catalog.resolve("karate", "random").make()

    spec = AgentSpec("stranger", "Stranger", "A program.", make, ours=False)
    faulty.know(monkeypatch.setattr, (spec,))
    return made


def kept_with_a_stranger(rig: Rig) -> SetupPage:
    """The page before a game whose unfinished match a program of somebody else's plays in."""
    create_player(rig.app, "Ada", 0)
    player = rig.app.profile
    assert player is not None
    found = played("karate", 10)
    seats = Seating("human"), Seating("stranger")
    kept = dataclasses.replace(found, seats=seats, turns=found.turns[:4])
    assert rig.app.library.matches.keep(player.id, "karate", log.encode(kept))
    page = SetupPage(rig.app, "karate")
    rig.app.push(page)
    push_button(page, "Continue")
    return page


def test_a_program_of_somebody_elses_is_run_only_when_a_person_says_so(
    rig: Rig, stranger: list[str]
) -> None:
    page = kept_with_a_stranger(rig)
    assert isinstance(rig.app.top, Dialog)
    assert "plays in this match: stranger. It can do here whatever you can do." in rig.app.top.text
    push_button(rig.app.top, "Cancel")
    assert rig.app.top is page
    push_button(page, "Continue")
    push_button(rig.app.top, "Run it")
    assert isinstance(filmed_whole(rig.app), Table)


def test_a_match_that_such_a_program_cannot_go_on_with_is_put_aside(
    rig: Rig, stranger: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = kept_with_a_stranger(rig)

    def refuse(*_: object) -> None:
        raise ValueError("It is none.")

    monkeypatch.setattr(film_progress, "begin_again", refuse)
    push_button(rig.app.top, "Run it")
    assert rig.app.top is page
    assert page.saved is None
    assert "continued: it is none;" in rig.app.toasts.texts[-1]


def test_a_replay_asks_no_program_of_somebody_elses(rig: Rig, stranger: list[str]) -> None:
    found = played("karate", 10)
    seats = Seating("random"), Seating("stranger")
    assert exchange.open_shown(rig.app, Shown(dataclasses.replace(found, seats=seats)))
    page = rig.app.top
    assert isinstance(page, ReplayPage)
    assert page.rethinking is not None
    page.rethinking.wait_for(6)
    of_strangers = {thought.mind for (_, seat), thought in page.rethinking.thoughts.items() if seat}
    assert of_strangers == {()}
    assert stranger == []
