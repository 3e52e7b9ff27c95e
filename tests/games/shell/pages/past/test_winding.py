"""A long match on its way to the screen: a card tells how far it is, and it can be left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games import log
from games.core import Log, Turn
from games.session.replaying import MOST_TURNS
from games.session.setup import Shown
from games.shell.pages.past import exchange, winding
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.past.winding import WindingCard
from tests.support.hands import Rig, look, wound
from tests.support.replays import played, thinking_here
from tests.support.ruler import Ruler


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with thinking_here():
        made = Rig(tmp_path)
        yield made
        while len(made.app.stack) > 1:
            made.app.pop()


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn a frame, and none before the first."""
    monkeypatch.setattr(winding, "AT_ONCE", -1.0)
    monkeypatch.setattr(winding, "SLICE", 0.0)


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
    assert isinstance(card, WindingCard)
    assert card.next_frame() == 0.0
    ruler = Ruler(monkeypatch)
    assert ruler.draw(card, rig.app.canvas) == []  # it would only flicker
    for _ in range(5):
        look(rig.app, winding.UNSEEN / 4)
    told = [line.text for line in ruler.draw(card, rig.app.canvas)]
    assert any(text.endswith(" of 10 turns") for text in told), told
    assert card.bar.share == len(card.reel.reveals) / 10
    page = wound(rig.app)
    assert isinstance(page, ReplayPage)
    assert page.again.moments == 10
    rig.key("escape")
    assert rig.app.top is rig.floor  # the card is gone


@pytest.mark.usefixtures("slowly")
def test_it_can_be_left(rig: Rig) -> None:
    for leave in (lambda: rig.key("escape"), lambda: rig.key("return"), lambda: rig.pad(1)):
        exchange.open_shown(rig.app, Shown(played("karate", 10)))
        assert isinstance(rig.app.top, WindingCard)
        leave()
        assert rig.app.top is rig.floor


@pytest.mark.usefixtures("slowly")
def test_a_turn_that_cannot_be_played_is_told_of_when_it_comes(rig: Rig) -> None:
    found = played("karate", 10)
    found.turns.insert(7, ((0, "kick"), (1, "fly")))
    assert exchange.open_text(rig.app, log.encode(found).encode())
    assert wound(rig.app) is rig.floor
    assert "This match cannot be played here" in rig.app.toasts.texts[-1]
    assert "'fly' is not a move" in rig.app.toasts.texts[-1]


def test_no_frame_waits_for_a_long_match(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a hundredth of a second whenever it is looked at."""
    time = [0.0]

    def tick() -> float:
        time[0] += 0.01
        return time[0]

    monkeypatch.setattr("games.session.reel.time.perf_counter", tick)
    assert exchange.open_shown(rig.app, Shown(endless(60)))
    card, frames = rig.app.top, 0
    assert isinstance(card, WindingCard)
    while rig.app.top is card:
        before = len(card.reel.reveals)
        card.update(0.1)
        frames += 1
        assert len(card.reel.reveals) - before <= winding.SLICE / 0.01 + 1
    assert frames > 20


def test_more_turns_than_can_be_looked_at_are_refused_at_once(rig: Rig) -> None:
    assert not exchange.open_text(rig.app, log.encode(endless(MOST_TURNS + 1)).encode())
    assert rig.app.top is rig.floor
    assert "it has 20,001 turns, and 20,000 can be looked at" in rig.app.toasts.texts[-1]
