"""Virtual Karate in words: the four moves, each round as a line, and the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from games.karate.dojo import scoring_words
from games.karate.fighters import NAMES
from games.karate.rules import MOVES, State, result
from games.shell.access.node import Node
from games.shell.access.speech import SpokenChoice, TableSight, TableSpeech

DID: Final[Mapping[str, str]] = MappingProxyType(
    {
        "punch": "punched",
        "kick": "kicked",
        "parry-punch": "waited for a punch",
        "parry-kick": "waited for a kick",
    }
)
"""The moves in the past, for either seat."""
PARRIED: Final = "parried"


class KarateSpeech(TableSpeech):
    """The words of a match of karate."""

    def elements(self, at: TableSight) -> list[Node]:
        """Return the four moves, each with its points."""
        state: State = at.state
        rows = []
        for move in MOVES:
            told = scoring_words(state.table, move).partition(": ")[2]
            press = move if move in at.legal else ""
            states = frozenset[str]() if press else frozenset({"disabled"})
            rows.append(
                Node("button", NAMES[move], "", told, states, key=move, press=press),
            )
        return rows

    def events(self, at: TableSight) -> list[str]:
        """Return the round: both moves, their points and the score."""
        lines = [_line(at, event.data) for event in at.last if event.kind == "round"]
        return [*lines, _end(at)] if lines and at.over else lines

    def choices(self, at: TableSight) -> list[SpokenChoice]:
        """Return the four moves with their points."""
        table = str(at.params["table"])
        told = {move: scoring_words(table, move).partition(": ")[2] for move in at.legal}
        return [SpokenChoice(move, NAMES[move], told[move].rstrip(".")) for move in at.legal]

    def standing(self, at: TableSight) -> str:
        """Return the score and the round."""
        state: State = at.state
        if at.over:
            return _end(at)
        number = state.played + 1
        due = f"Round {number} of {state.rounds}" if state.rounds else f"Round {number}"
        return f"{due}. {_score(at)}."


def _line(at: TableSight, data: Mapping[str, Sequence[object]]) -> str:
    """Return a round in a sentence for each side, the opponent's first, and the score."""
    own = 0 if at.own is None else at.own
    parts = []
    for seat in (1 - own, own):
        move, points = str(data["moves"][seat]), int(str(data["points"][seat]))
        did = PARRIED if result(move, points) == "parry" else DID[move]
        gained = f": {points} points" if points else ""
        parts.append(f"{at.who(seat)} {did}{gained}.")
    return f"{' '.join(parts)} {_score(at)}."


def _end(at: TableSight) -> str:
    """Return who won."""
    points = (at.state.player_points, at.state.opponent_points)
    if points[0] == points[1]:
        return f"A draw: {_score(at)}."
    winner = 0 if points[0] > points[1] else 1
    return f"{at.who(winner)} won: {_score(at)}."


def _score(at: TableSight) -> str:
    """Return the points of both, the viewer's first."""
    state: State = at.state
    points = (state.player_points, state.opponent_points)
    own = 0 if at.own is None else at.own
    return f"{points[own]} to {points[1 - own]}"


SPEECH: Final = KarateSpeech()
