"""Agents that fail: the game is forfeited with a sentence, and the arena goes on."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from ai.core import Agent
from ai.lab import arena
from ai.lab.arena.faults import Late, alarm
from ai.lab.arena.play import play_chunk
from ai.lab.arena.schedule import Chunk
from games import catalog
from games.agents import AgentSpec, LostWeights
from games.core import Decision, Event, Game, Limit
from games.spec import Params
from games.streams import Stream


class Crook(Agent):
    """Bids 3, and in the third turn does what it should not."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.turns = 0

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        super().begin(seats, game, params, rng)
        self.turns = 0
        if self.kind == "begin":
            raise OSError("no\nroom")

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        self.turns += 1
        if self.turns < 3:
            return Decision("3")
        if self.kind == "act":
            return Decision(str(1 // 0))
        if self.kind == "hang":
            while True:
                time.sleep(0.001)
        if self.kind == "weights":
            raise LostWeights("The weights are gone.")
        answers: dict[str, Any] = {"nothing": None, "no move": Decision(None), "text": "3"}  # type: ignore[arg-type]
        answer: Decision = answers.get(self.kind, Decision("nine" if self.kind == "nine" else "3"))
        return answer

    def observe(self, events: Sequence[Event]) -> None:
        if self.kind == "observe" and self.turns == 3:
            raise KeyError("bids")

    def finish(self, result: Sequence[float]) -> None:
        if self.kind == "finish":
            raise RuntimeError


@pytest.fixture
def crooks(null_bids: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game of bids, where `bad-KIND` is a crook of that kind."""
    known = catalog.offered(null_bids)
    kinds = (*KINDS, "hang", "weights")
    bad = tuple(AgentSpec(f"bad-{kind}", kind, "", partial(_crook, kind)) for kind in kinds)
    offered = replace(known, agents=(*known.agents, *bad))
    monkeypatch.setattr(catalog, "offered", lambda game: offered)
    return null_bids


def _crook(kind: str, options: Mapping[str, Any], start: str | None) -> Crook:
    return Crook(kind)


KINDS = {
    "begin": (0, "raised OSError: no room."),
    "act": (2, "raised ZeroDivisionError: integer division or modulo by zero."),
    "observe": (3, "raised KeyError: 'bids'."),
    "finish": (5, "raised RuntimeError: ."),
    "nothing": (2, "answered with no move."),
    "no move": (2, "answered with no move."),
    "text": (2, "answered with no move."),
    "nine": (2, "answered 'nine', which is not legal."),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_is_a_row_and_the_arena_goes_on(crooks: str, kind: str) -> None:
    bad = f"bad-{kind}"
    found = arena.tournament(crooks, ["low", bad, "even"], 6, 1, {})
    turn, told = KINDS[kind]
    rows = {row["agent"]: row for row in found["agents"]}
    assert {name: row["faults"] for name, row in rows.items()} == {"low": 0, bad: 6, "even": 0}
    assert [row["win_share"] for row in found["agents"]] == [0.5, 0.0, 0.5]
    assert rows[bad]["places"] == [0.0, 0.0, 1.0]
    assert [fault["game"] for fault in found["faults"]] == list(range(6))
    assert found["faults"][3] == {"agent": bad, "game": 3, "turn": turn, "message": f"{bad} {told}"}
    assert rows["low"]["mean_score"] is None


def test_only_the_games_that_failed_are_forfeited(crooks: str) -> None:
    found = arena.tournament(crooks, ["low", "bad-nine", "even"], 6, 1, {"rounds": "2"})
    assert "faults" not in found
    assert found["agents"][1]["mean_score"] > 0


def test_what_is_missing_on_this_machine_is_nobodys_fault(crooks: str) -> None:
    with pytest.raises(LostWeights, match="are gone"):
        arena.tournament(crooks, ["low", "bad-weights", "even"], 6, 1, {})


def test_our_own_fault_is_no_agents(crooks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Any, state: Any, moves: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(type(catalog.rules(crooks)), "apply", broken)
    with pytest.raises(ZeroDivisionError):
        arena.tournament(crooks, ["low", "high", "even"], 6, 1, {})


def test_one_that_hangs_is_late(crooks: str) -> None:
    params = catalog.spec(crooks).params()
    table = ("low", "bad-hang", "even")
    chunk = Chunk(crooks, table, params, {}, 1, range(2), None, seconds=0.05)
    faults = [result.fault for result in play_chunk(chunk).results]
    assert [(f.who, f.turn, f.sentence) for f in faults if f] == [
        (1, 2, "bad-hang took longer than 0.05 s.")
    ] * 2


def test_an_alarm_rings_once_and_only_then() -> None:
    with alarm(30.0):
        pass
    with alarm(None):
        pass
    with pytest.raises(Late), alarm(0.01):
        time.sleep(5)
    time.sleep(0.02)
