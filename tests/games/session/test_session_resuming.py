"""A match taken up after its turns: the same as if it had never been left, or refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games import catalog
from games.core import IllegalMove, Limit, Seating, Turn
from games.session import host
from games.session.session import Session
from games.session.setup import Setup

KARATE = ("human", "seed-argmax")
PARAMS: dict[str, dict[str, Any]] = {
    "karate": {"rounds": 0},
    "numbers": {"keys": 100},
    "ur": {"rules": "finkel", "pieces": 7},
}


def session(game: str, agent: str, turns: Sequence[Turn] = (), **more: Any) -> Session:
    params = catalog.spec(game).params(PARAMS[game])
    setup = Setup(game, (Seating("human"), Seating(agent)), params, 11, **more)
    return Session(setup, turns=turns)


def played(game: str, agent: str, turns: int) -> Session:
    """A match of so many turns, in which the person wanders through the moves."""
    made = session(game, agent)
    for number in range(40 * turns):
        if len(made.match.turns) >= turns or made.over:
            return made
        seat = made.due()
        if seat is not None:
            legal = list(made.match.legal(seat))
            assert made.choose(seat, legal[number * number % len(legal)])
        made.advance(1.0)
    raise AssertionError("the match went on and on")


AGENTS = (("karate", "sensei"), ("karate", "seed-argmax"), ("numbers", "mind"), ("ur", "greedy"))


@pytest.mark.parametrize(("game", "agent"), AGENTS)
def test_it_is_as_if_it_had_never_been_left(game: str, agent: str) -> None:
    first = played(game, agent, 30)
    turns = list(first.match.turns)
    again = session(game, agent, turns)
    assert again.match.turns == turns
    assert again.match.state == first.match.state
    assert [reveal.moves for reveal in again.played] == [reveal.moves for reveal in first.played]
    assert [reveal.events for reveal in again.played] == [reveal.events for reveal in first.played]
    thinker = again.match.players[1]
    assert thinker.mind() == first.match.players[1].mind()
    assert thinker.findings() == first.match.players[1].findings()
    for one in (first, again):
        one.advance(1.0)
    assert again.decisions.get(1) == first.decisions.get(1)


@pytest.mark.parametrize("agent", ["sensei", "seed-argmax"])
def test_what_was_expected_is_told_again(agent: str) -> None:
    first = played("karate", agent, 12)
    again = session("karate", agent, first.match.turns)
    told = 0
    for before, after in zip(first.played, again.played, strict=True):
        assert after.forecasts.keys() == before.forecasts.keys()
        for seat, expected in before.forecasts.items():
            told += len(expected)
            for other, shares in expected.items():
                assert after.forecasts[seat][other] == pytest.approx(shares)
    assert told == 12


@pytest.mark.parametrize(
    "turn",
    [
        ((0, "punch"), (1, "bite")),
        ((0, "punch"),),
        ((1, "kick"),),
        ((0, "punch"), (1, "kick"), (2, "kick")),
        ((-1, "punch"),),
        (),
    ],
)
@pytest.mark.parametrize("place", [0, 3])
def test_a_turn_that_cannot_be_played_is_refused(turn: Turn, place: int) -> None:
    turns = list(played("karate", "seed-argmax", 3).match.turns)
    turns.insert(place, turn)
    with pytest.raises(IllegalMove):
        session("karate", "seed-argmax", turns)


def test_turns_after_the_end_are_refused() -> None:
    full = [((0, "kick"), (1, "kick"))] * 10
    params = catalog.spec("karate").params({"rounds": 10})
    setup = Setup("karate", (Seating("human"), Seating("random")), params, 1)
    assert Session(setup, turns=full).over
    with pytest.raises(IllegalMove):
        Session(setup, turns=[*full, full[0]])


def test_dice_that_nobody_threw_are_refused() -> None:
    turns = list(played("ur", "greedy", 6).match.turns)
    chance = next(number for number, turn in enumerate(turns) if turn[0][0] == -1)
    turns[chance] = ((-1, "7"),)
    with pytest.raises(IllegalMove):
        session("ur", "greedy", turns)


def test_nothing_waits_to_be_kept_of_what_was_kept() -> None:
    turns = played("karate", "nash", 5).match.turns
    assert not session("karate", "nash", turns).unsaved


def test_a_heavy_agent_hears_what_was_played_before_it_was_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = played("karate", "sensei", 12).match.turns
    near = session("karate", "sensei", turns)
    monkeypatch.setattr(host, "is_heavy", lambda setup, seat: True)
    far = session("karate", "sensei", turns)
    assert isinstance(far.match.players[1], host.Proxy)
    limit = Limit(nodes=1, mind=True)
    assert far.host.decide(1, limit, wait=True) == near.host.decide(1, limit)
    far.close()
