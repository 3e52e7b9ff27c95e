"""The sentence with the reason, as the analysis of karate gives it, against plain players.

What fits a player and what contradicts it is judged by the words alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from ai.lab.karate.analyse import Dialogue
from games.karate.rules import gain_matrix

PAYOFF = gain_matrix("classic")
Rounds = list[tuple[int, int]]
"""The player's and the AI's moves."""
REPEATS = r"in a row|repeat your last|keep a move"
CHANGES = r"avoid repeating|change a move|avoid repeats"
ROUND = r"go round|one by one|same order|back and forth"


def keeps_what_won(rounds: Rounds) -> int:
    if not rounds:
        return 0
    own, other = rounds[-1]
    return own if PAYOFF[other][own] < 0 else (own + 1) % 4


PLAYERS: dict[str, tuple[Callable[[Rounds], int], str, str]] = {
    "one move": (lambda rounds: 1, r"kick \d+ times in a row", f"{CHANGES}|go round|counter"),
    "two in turn": (
        lambda rounds: (1, 3)[len(rounds) % 2],
        r"back and forth between (kick and parry kick|parry kick and kick)",
        f"{REPEATS}|counter",
    ),
    "round and round": (lambda rounds: len(rounds) % 4, ROUND, f"{REPEATS}|counter"),
    "a copier": (lambda rounds: rounds[-1][1] if rounds else 0, "copy my last move", "avoid my"),
    "who keeps what won": (
        keeps_what_won,
        f"keep a move that won|(change a move that|after a) (lost|loss|draw|drew)|{ROUND}",
        "change a move that won|keep a move that lost|counter",
    ),
}


def reasons(move: Callable[[Rounds], int], beta: float, rounds: int = 40) -> list[str]:
    """The sentences before each round from the 15th on."""
    session, rng, played = Dialogue(), random.Random(4), Rounds()
    reply = session.serve({"op": "new", "agent": "sensei", "seed": 4, "beta": beta, "mind": True})
    told = []
    for number in range(1, rounds + 1):
        if number >= 15:
            assert reply["mind"][0]["item"] == "note"
            told.append(reply["mind"][0]["text"])
        strategy = reply["strategy"]
        own, other = move(played), rng.choices(range(4), strategy)[0]
        played.append((own, other))
        reply = session.serve({"op": "round", "player": own, "ai": other, "mind": number >= 14})
    return told


def judged(name: str, beta: float) -> None:
    move, fits, contradicts = PLAYERS[name]
    told = reasons(move, beta)
    assert len(told) == 26
    assert all(re.match(r"I expect [a-z ]+: (mostly )?(you|after)", text) for text in told)
    assert [text for text in told if re.search(contradicts, text)] == []
    assert sum(bool(re.search(fits, text)) for text in told) >= 0.8 * len(told), told


@pytest.mark.parametrize("name", PLAYERS)
def test_a_plain_player_is_told_why(name: str) -> None:
    judged(name, 2.0)


@pytest.mark.sweep
@pytest.mark.parametrize("beta", [0.0, 0.1, 0.5, 1.0, 4.0, 8.0])
@pytest.mark.parametrize("name", PLAYERS)
def test_a_plain_player_is_told_why_at_every_sharpness(name: str, beta: float) -> None:
    judged(name, beta)


@pytest.mark.parametrize("agent", ["seed-argmax", "seed-softmax", "nash", "random", "sensei"])
def test_every_agent_opens_its_mind_in_any_game(agent: str) -> None:
    for payoff in ([[1]], [[0, 1], [1, 0]], [[0] * 10] * 10):
        session = Dialogue()
        request = {"op": "new", "agent": agent, "payoff": payoff, "mind": True}
        assert session.serve(request)["mind"][0]["item"] == "note"
        last = len(payoff) - 1
        for _ in range(6):
            reply = session.serve({"op": "round", "player": last, "ai": 0, "mind": True})
        assert "mind" not in session.serve({"op": "round", "player": last, "ai": 0})
        assert reply["mind"][0]["text"].endswith(".")
