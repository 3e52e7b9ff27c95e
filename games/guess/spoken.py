"""Guess 2/3 in words: the last round's numbers, the target, both places, and the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.core import Event
from games.guess import HIGH, LOW
from games.guess.rules.game import State
from games.guess.rules.scoring import question
from games.shell.access.node import Node
from games.shell.access.speech import SpokenChoice, TableSight, TableSpeech

STEPS: Final = 4
"""The most steps ahead that the list of numbers has a number for."""


class GuessSpeech(TableSpeech):
    """The words of a match of Guess 2/3."""

    def elements(self, at: TableSight) -> list[Node]:
        """Return the last round: average and target; then the question, and numbers to name."""
        state: State = at.state
        rows = [Node("paragraph", line, key=n) for n, line in enumerate(_question(state))]
        if state.told is not None:
            mean, target = state.told.mean, state.told.target
            rows.append(Node("item", f"Last average: {mean:.1f}", key="mean"))
            rows.append(Node("item", f"Last target: {target:.1f}", key="target"))
        closed = _closed(at)
        if closed is not None:
            rows += [_own_row(at, closed, seat) for seat in _order(at)]
            rows.append(_spread(closed["guesses"]))
        for each in self.choices(at):
            rows.append(Node("button", each.name, "", f"{each.brings}.", press=each.move))
        return rows

    def events(self, at: TableSight) -> list[str]:
        """Return the close of a round: both numbers, the target, both places and the points."""
        closed = _closed(at)
        if closed is None:
            return []
        own, other = _order(at)
        numbers, ranks, won = closed["guesses"], closed["ranks"], closed["points"]
        people = len(numbers)
        named = ". ".join(f"{at.who(seat)} named {numbers[seat]}" for seat in (other, own))
        target = closed["target"][0] / closed["target"][1]
        lines = [f"Round {closed['round']}. {named}. The target was {target:.1f}."]
        told = [
            f"{at.who(seat)}: place {ranks[seat]} of {people}, {points(won[seat])}."
            for seat in (other, own)
        ]
        lines.append(f"{' '.join(told)} {_score(at)}.")
        return [*lines, _end(at)] if at.over else lines

    def choices(self, at: TableSight) -> list[SpokenChoice]:
        """Return the number of each step of thought from the last average; all others can be
        typed.
        """
        state: State = at.state
        found: dict[str, str] = {}
        for steps in range(STEPS + 1):
            number = str(min(HIGH, max(LOW, round(state.anchor * state.terms.factor**steps))))
            base = "the middle" if state.told is None else "the last average"
            ahead = f"{steps} step{'' if steps == 1 else 's'} ahead"
            brings = f"right if all others name {base}" if steps == 1 else f"{ahead} of {base}"
            if number in at.legal:
                found.setdefault(number, brings)
        return [SpokenChoice(number, f"Name {number}", told) for number, told in found.items()]

    def standing(self, at: TableSight) -> str:
        """Return the round and the points."""
        state: State = at.state
        if at.over:
            return _end(at)
        people = state.terms.crowd + 2
        told = "" if state.told is None else f" The last target was {state.told.target:.1f}."
        due = f"Round {state.closed + 1} of {state.terms.rounds}, {people} people"
        return f"{due}. {_score(at)}.{told}"


def points(count: int) -> str:
    """Return a count of points in words.

    >>> points(1)
    '1 point'
    """
    return f"{count} point{'' if count == 1 else 's'}"


def _question(state: State) -> Sequence[str]:
    """Return the question of a match, in two sentences."""
    return question(state.terms.multiplier, LOW, HIGH)


def _closed(at: TableSight) -> Mapping[str, Any] | None:
    """Return the data of the round that closed in the last turn, None where none did."""
    closes: list[Event] = [event for event in at.last if event.kind == "close"]
    return closes[-1].data if closes else None


def _order(at: TableSight) -> tuple[int, int]:
    """Return both seats, the person's first."""
    own = 0 if at.own is None else at.own
    return own, 1 - own


def _own_row(at: TableSight, closed: Mapping[str, Any], seat: int) -> Node:
    """Return the number and the place of a seat in the last round."""
    place = f"place {closed['ranks'][seat]} of {len(closed['guesses'])}"
    return Node("item", f"{at.who(seat)}: {closed['guesses'][seat]}, {place}", key=("seat", seat))


def _spread(guesses: Sequence[int]) -> Node:
    """Return the numbers of all in the last round: the middle half, and each number as a value."""
    ranked = sorted(guesses)
    low, high = ranked[len(ranked) // 4], ranked[-1 - len(ranked) // 4]
    every = ", ".join(map(str, ranked))
    return Node("item", f"Half of all named {low} to {high}", every, key="spread")


def _end(at: TableSight) -> str:
    """Return who won."""
    own, other = _order(at)
    both: Sequence[int] = at.state.points
    if both[own] == both[other]:
        return f"A draw: {_score(at)}."
    return f"{at.who(own if both[own] > both[other] else other)} won: {_score(at)}."


def _score(at: TableSight) -> str:
    """Return the points of both, the person's first."""
    own, other = _order(at)
    return f"{at.state.points[own]} to {at.state.points[other]}"


SPEECH: Final = GuessSpeech()
