"""Tournaments: fixtures, crosstable, faults, and text that goes on where it stopped."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Collection
from typing import Any

import pytest

from ai.core import Agent
from ai.ctf import Gatherer
from games import catalog, log
from games.agents import AgentSpec
from games.core import Decision, Limit
from games.ctf import SPEC
from games.ctf.rules import GAME
from games.ctf.tournament import BadTournament, Playing, Tournament, play
from games.match import Match

PARAMS = SPEC.params({"rules": "pelita", "maze": "loops-16x8", "moves": 80})


def cup(*teams: str, games: int = 2) -> Tournament:
    """A small tournament, nothing played."""
    return Tournament(teams, PARAMS, games, 5)


def played(*teams: str, games: int = 2) -> Tournament:
    """A small tournament at its end."""
    found = cup(*teams, games=games)
    while found.step(1000):
        pass
    return found


@pytest.fixture(scope="module")
def three() -> Tournament:
    """One of three teams, played once for all who look at it."""
    return played("random", "gatherer", "hunter")


def test_each_pair_meets_on_one_maze_with_sides_changed(three: Tournament) -> None:
    pairs = [(f.left, f.right) for f in three.fixtures]
    assert sorted(pairs) == sorted({*pairs, *((b, a) for a, b in pairs)})
    assert len({(f.seed, f.params["map"]) for f in three.fixtures}) == 1
    assert len({f.seed for f in cup("random", "gatherer", games=4).fixtures}) == 2


def test_the_table_adds_up(three: Tournament) -> None:
    rows = {row.team: row for row in three.table()}
    assert three.over
    assert sum(row.won for row in rows.values()) == len(three.outcomes)
    assert sum(row.points[0] for row in rows.values()) == sum(
        sum(outcome.points) for outcome in three.outcomes
    )
    for row in rows.values():
        assert row.wins + row.draws + row.losses == row.games == 4
        assert row.won == sum(cell.won for cell in row.cells.values())
        assert row.points[0] - row.points[1] == sum(cell.margin for cell in row.cells.values())
        for other, cell in row.cells.items():
            assert cell.won + rows[other].cells[row.team].won == cell.games
            assert cell.numbers == rows[other].cells[row.team].numbers
    shares = [row.won for row in three.table()]
    assert shares == sorted(shares, reverse=True)


def test_every_game_can_be_seen_again(three: Tournament) -> None:
    for outcome in three.outcomes:
        found = log.decode(outcome.log)
        match: Match[Any] = Match(GAME, found.params, found.seed)
        match.replay(found.turns)
        assert match.over
        assert match.state.score == outcome.points
        assert [seat.agent for seat in found.seats[:2]] == [outcome.left, outcome.right]


def test_slices_of_any_length_give_the_same() -> None:
    slow, quick = cup("random", "gatherer"), played("random", "gatherer")
    while slow.step(7):
        assert slow.playing is not None
    assert slow.to_text() == quick.to_text()
    elsewhere = cup("random", "gatherer")
    for fixture in elsewhere.fixtures:
        elsewhere.take(play(fixture))
    assert elsewhere.to_text() == quick.to_text()


def test_text_goes_on_where_it_stopped() -> None:
    first = cup("random", "gatherer")
    while not first.outcomes:
        first.step(1000)
    again = Tournament.from_text(first.to_text())
    assert again.outcomes == first.outcomes
    while again.step(1000):
        pass
    assert again.to_text() == played("random", "gatherer").to_text()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": "other"}, "no tournament"),
        ({"teams": ["random", "random"]}, "named twice"),
        ({"teams": ["random", "nobody"]}, "no agent"),
        ({"teams": ["random"]}, "2 to 24 teams"),
        ({"teams": [1, 2]}, "damaged"),
        ({"games": 0}, "1 to 1000"),
        ({"games": 2.0}, "damaged"),
        ({"params": {"rules": "chess"}}, "cannot be used"),
        ({"played": [{}]}, "damaged"),
        ({"seed": -1}, "damaged"),
    ],
)
def test_damaged_text_is_refused(three: Tournament, change: dict[str, Any], told: str) -> None:
    plain = {**three.to_plain(logs=False), **change}
    with pytest.raises(BadTournament, match=told):
        Tournament.from_text(json.dumps(plain))


def test_games_out_of_order_are_refused(three: Tournament) -> None:
    plain = three.to_plain(logs=False)
    plain["played"].reverse()
    with pytest.raises(BadTournament, match="order"):
        Tournament.from_text(json.dumps(plain))
    with pytest.raises(BadTournament, match="no saved tournament"):
        Tournament.from_text("[" * 100_000)


class Failing(Gatherer):
    """Gathers, and fails at some turn in some way."""

    def __init__(self, way: str) -> None:
        self.way, self.left = way, 5

    def begin(self, *told: Any) -> None:
        """Fail at once, where that is its way."""
        super().begin(*told)
        self.left = 5
        if self.way == "begin":
            raise RuntimeError("no wish to play")

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Fail after some moves."""
        self.left -= 1
        if self.left > 0 or self.way not in ("raise", "illegal", "exit"):
            return super().act(seat, view, legal, limit)
        if self.way == "illegal":
            return Decision("through the wall")
        raise SystemExit if self.way == "exit" else ValueError("Lost my way.")

    def observe(self, events: Any) -> None:
        """Fail when something is told."""
        if self.way == "observe" and any(event.kind == "move" for event in events):
            raise KeyError("what was that")


@pytest.mark.parametrize(
    ("way", "moves", "told"),
    [
        ("begin", 0, "RuntimeError: no wish to play"),
        ("raise", 8, "Lost my way."),
        ("illegal", 8, "through the wall"),
        ("exit", 8, "It raised SystemExit."),
        ("observe", 1, "KeyError: 'what was that'"),
    ],
)
def test_who_fails_loses_and_is_told(
    way: str, moves: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = AgentSpec("failing", "Failing", "Fails.", lambda options, start: Failing(way))
    given = catalog.offered("ctf")
    offer = dataclasses.replace(given, agents=(*given.agents, spec))
    monkeypatch.setattr("ai.ctf.AGENTS", offer)
    found = played("failing", "random")
    for outcome in found.outcomes:
        assert outcome.fault is not None
        assert outcome.fault.team == "failing"
        assert told in outcome.fault.sentence
        assert abs(outcome.fault.moves - moves) <= 2
        assert outcome.share("random") == 1.0
        assert log.decode(outcome.log).seed == found.fixtures[0].seed
    assert [row.faults for row in found.table()] == [0, 2]


def test_what_is_asked_for_wrongly_is_refused() -> None:
    assert isinstance(catalog.agent("ctf", "random").make({}, None), Agent)
    with pytest.raises(BadTournament, match="named twice"):
        cup("random", "random")
    with pytest.raises(catalog.UnknownAgent):
        cup("random", "nobody")
    one = cup("random", "gatherer")
    with pytest.raises(BadTournament, match="not the next"):
        one.take(play(one.fixtures[1]))


def test_a_game_at_hand_can_be_looked_at() -> None:
    game = Playing(cup("random", "gatherer").fixtures[0])
    assert game.step(10)
    assert len(game.match.turns) == 10
    assert game.outcome is None
