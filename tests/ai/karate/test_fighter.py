"""What all opponents of karate share: in a match they find the rival's most predictable moment."""

from __future__ import annotations

from typing import Any

import pytest

from ai.karate.fighter import FEWEST_ROUNDS, KarateAgent, noticed
from games import catalog
from games.agents import AgentSpec, agent_options
from games.core import Event, Limit
from games.karate import SPEC
from games.karate.rules import GAME, TABLES
from games.match import Match
from games.mind import Bars, Note, mind_to_plain


def fought(name: str, moves: list[str]) -> KarateAgent:
    """The agent after a match in which the other side made these moves."""
    agent: Any = catalog.agent("karate", name).make({}, None)
    match: Match[Any] = Match(GAME, SPEC.params({"rounds": 50}), 1, {1: agent})
    for move in moves:
        match.step(Limit(), {0: move})
    assert isinstance(agent, KarateAgent)
    return agent


@pytest.mark.parametrize("name", ["random", "habits", "seed-argmax", "seed-softmax", "nash"])
def test_who_reads_nobody_still_finds_the_most_predictable_moment(name: str) -> None:
    habit, advice, found = fought(name, ["punch", "kick"] * 6).findings()
    assert habit == Note("You played the same move as two moves earlier: 10 of 10 times.")
    assert advice == Note("Choose another move than two moves earlier.")
    assert found == Note(
        "Your most predictable moment was round 12: after kick, punch, a plain count of the moves "
        "so far gave kick 95%, and you played it."
    )


@pytest.mark.parametrize("agent", catalog.agents("karate"), ids=lambda agent: agent.id)
def test_everybody_plays_rock_paper_scissors_and_shows_its_mind(agent: AgentSpec) -> None:
    players = [agent.make(agent_options(agent, {}), None) for _ in range(2)]
    params = SPEC.params({"table": "rps", "rounds": 50})
    match: Match[Any] = Match(GAME, params, 3, dict(enumerate(players)))
    while not match.over:
        decision = match.decide(0, Limit(mind=True))
        assert decision.move in TABLES["rps"].moves
        assert decision.mind
        bars = [item for item in decision.mind if isinstance(item, Bars) and item.unit == "%"]
        assert all(bar.labels == ("Rock", "Paper", "Scissors") for bar in bars)
        told = mind_to_plain(decision.mind)
        assert not any(word in str(told).lower() for word in ("punch", "kick", "parry"))
        match.step(Limit())
    assert len(match.turns) == 50
    assert players[0].findings() is not None


def test_there_is_no_such_moment_in_a_short_match_or_where_nothing_was_foreseen() -> None:
    assert fought("random", ["punch"] * FEWEST_ROUNDS).findings()
    assert fought("random", ["punch"] * (FEWEST_ROUNDS - 1)).findings() == ()
    assert fought("random", []).findings() == ()


def test_a_new_match_begins_without_the_last_ones_moves() -> None:
    agent = fought("random", ["kick"] * FEWEST_ROUNDS)
    Match(GAME, SPEC.params(), 1, {1: agent})
    assert agent.findings() == ()


def test_a_match_is_seen_from_the_seat_of_the_player() -> None:
    """The kicks of a seat are its own: the other side moves by turns."""
    answers = ("punch", "parry-kick", "parry-punch")
    rounds = [(("kick", answers[number % 3]), (0, 5)) for number in range(24)]
    events = [Event("round", {"moves": moves, "points": points}) for moves, points in rounds]
    assert noticed(events, 0, "") == "you repeated your last move, 23 of 23 times"
    told = "you played the same move as three moves earlier, 21 of 21 times"
    assert noticed(events, 1, "") == told
    assert noticed([], 0, "") == ""
