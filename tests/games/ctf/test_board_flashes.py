"""A newcomer sees on the board who was caught, where to start again, and each point."""

from __future__ import annotations

import pytest

from games.core import Event
from games.ctf.board import FieldBoard, Flashes
from games.ctf.rules.game import GAME
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from tests.games.ctf.played import params_of
from tests.support.hands import Rig
from tests.support.words import Words

STATE = GAME.new(params_of())
OWN = 0


def flashes_after(*events: Event) -> Flashes:
    board = FieldBoard(STATE.field)
    board.place((0, 0, 640, 320))
    flashes = Flashes(board)
    for event in events:
        flashes.play(event, STATE, OWN)
    return flashes


def catch(ghost: int, pacman: int) -> Event:
    return Event("catch", {"ghost": ghost, "pacman": pacman, "cell": 20})


def test_who_is_caught_learns_where_and_starts_again_in_the_ring() -> None:
    flashes = flashes_after(catch(1, OWN))
    assert [(each.cell, each.text) for each in flashes.words] == [
        (20, "Caught!"),
        (STATE.field.starts[OWN], "You start again here"),
    ]
    assert [ring.cell for ring in flashes.rings] == [STATE.field.starts[OWN]]


@pytest.mark.parametrize(
    ("ghost", "pacman", "told"),
    [(0, 1, "You caught it!"), (2, 3, "Your mate caught it"), (3, 2, "Mate caught")],
)
def test_other_catches_are_named_without_a_new_start(ghost: int, pacman: int, told: str) -> None:
    flashes = flashes_after(catch(ghost, pacman))
    assert [each.text for each in flashes.words] == [told]
    assert not flashes.rings


def test_a_dot_of_ones_own_is_larger_than_the_mates_and_the_enemys_has_its_colour() -> None:
    eaten = [Event("eat", {"bot": bot, "cell": 9}) for bot in (0, 2, 1)]
    own, mate, enemy = flashes_after(*eaten).words
    assert own.large
    assert not mate.large
    assert [each.text for each in (own, mate, enemy)] == ["+1"] * 3
    assert own.colour == "paper"
    assert mate.colour != enemy.colour


def test_all_of_it_is_gone_after_a_while_the_own_catch_last() -> None:
    flashes = flashes_after(catch(1, OWN), Event("eat", {"bot": 2, "cell": 9}))
    flashes.update(1.0)
    assert [each.text for each in flashes.words] == ["Caught!", "You start again here"]
    assert flashes.moving
    flashes.update(1.5)
    assert not flashes.moving
    flashes.ring(3, 1)
    flashes.forget()
    assert not flashes.moving


@pytest.mark.parametrize("still", [False, True])
def test_words_stay_on_the_board_and_rise_only_where_things_may_move(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, still: bool
) -> None:
    flashes = flashes_after(Event("eat", {"bot": 0, "cell": 30}))
    canvas = Canvas(rig.app.canvas.surface, Theme(reduced_motion=still))
    places: list[tuple[float, float]] = []
    monkeypatch.setattr(
        Canvas, "text", lambda self, text, place, *more, **named: places.append(place)
    )
    for _ in range(2):
        flashes.draw(canvas)
        flashes.update(0.4)
    (_, first), (_, second) = places
    assert (second == first) if still else (second < first)


def test_words_at_the_edge_are_whole(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    flashes = flashes_after(catch(1, OWN))
    words = Words(rig.app, monkeypatch)
    rig.floor.draw = flashes.draw  # type: ignore[method-assign]
    words.look()
    assert {word.text for word in words.seen} == {"Caught!", "You start again here"}
    assert words.overlaps() == []
    assert all(word.place.left >= 0 for word in words.seen)
