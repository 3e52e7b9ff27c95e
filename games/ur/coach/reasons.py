"""Reasons why one move of Ur is better than another: one sentence of board facts.

What a judge prefers it cannot explain. So both moves are played on, the throws that follow are
counted out of 16, and of all that speaks for the better move the weightiest is named. Each reason
holds by itself: it is true of the better move, and less so of the other.

Squares have the numbers of the side that moves. An *open* piece is one that the other side can take
with its next throw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from games.ur.rules import RuleSet, State, apply_move, describe_move, legal_sources

ALL_THROWS: Final = 16
"""The dice of all rule sets have weights in sixteenths."""
# What a reason weighs, in squares of progress; chosen by hand, by the order in which people see it.
WIN: Final = 100.0
ROLL: Final = 4.0  # another throw: two squares on average, and no danger before it
HOME: Final = 2.0
NO_MOVE: Final = 4.0
AIM: Final = 0.5  # what is in reach now may be gone after the other side's throw
KEEP: Final = 2.5  # the safe square also bars the way
ENTER: Final = 0.6
LEAST: Final = 0.15
"""Less than that is no reason."""


class MoveFacts(NamedTuple):
    """The countable facts after a move.

    - `won`: the game is over; `again`: the same side rolls; `off`: a piece left the board;
      `entered`: one came in.
    - `taken` is the number of squares that the captured piece had come, 0 without one.
    - `safe` is the square on which the piece stands safe among the shared ones, or 0, and `left`
      such a square that it left.
    - `open` has the throws out of 16 that take each own piece at once, `aims` the own throws that
      would take each piece of the other side (by the own numbers) and `rosettes` the throws onto a
      rosette, as the board stands; `stuck` the throws that leave the other side without a move.
      Where the same side rolls `open` is empty and `stuck` 0.
    """

    won: bool
    again: bool
    off: bool
    entered: bool
    taken: int
    safe: int
    left: int
    open: Mapping[int, int]
    aims: Mapping[int, int]
    stuck: int
    rosettes: int


class Reason(NamedTuple):
    """A sentence's end that speaks for a move, after "it", and its weight in squares."""

    weight: float
    text: str


def capture_odds(own: int, other: int, pieces: int, rule_set: RuleSet) -> dict[int, int]:
    """Return for squares with pieces of `other`, by its own numbers, the throws that take them.

    `own` is to roll, in a game of `pieces` pieces by a `rule_set`; throws are counted out of 16.
    """
    found: dict[int, int] = {}
    for roll, weight in rule_set.dice:
        sources = legal_sources(own, other, pieces, roll, rule_set)
        for source in range(rule_set.off):
            hit = sources >> source & 1 and other & rule_set.hits[source + roll]
            if hit:
                square = hit.bit_length() - 1
                found[square] = found.get(square, 0) + weight
    return dict(sorted(found.items()))


def stuck_throws(own: int, other: int, pieces: int, rule_set: RuleSet) -> int:
    """Return the throws out of 16 with which the side `own` has no move (arguments as above)."""
    return sum(
        weight
        for roll, weight in rule_set.dice
        if not legal_sources(own, other, pieces, roll, rule_set)
    )


def rosette_throws(own: int, other: int, pieces: int, rule_set: RuleSet) -> int:
    """Return the throws out of 16 with which the side `own` can land on a rosette."""
    return sum(
        weight
        for roll, weight in rule_set.dice
        if legal_sources(own, other, pieces, roll, rule_set) << roll & rule_set.rosette_mask
    )


def outlook(state: State, move: str) -> MoveFacts:
    """Return the countable facts after a legal `move` of a rolled `state`, which is no pass."""
    rules, pieces, source = state.rule_set, state.pieces, int(move)
    before, target = state.side(1 - state.turn), int(move) + state.roll
    own, other = apply_move(state.side(state.turn), before, source, state.roll, rules)
    lost = before & ~other
    taken = lost.bit_length() - 1 if lost else 0
    again = rules.rolls_again(target, bool(lost))
    across = rules.across
    theirs = capture_odds(own, other, pieces, rules)
    return MoveFacts(
        won=own >> rules.off == pieces,
        again=again,
        off=target == rules.off,
        entered=source == 0,
        taken=taken,
        safe=target if target in rules.safe and across[target] else 0,
        left=source if source in rules.safe and across[source] else 0,
        open={} if again else capture_odds(other, own, pieces, rules),
        aims={across[square]: throws for square, throws in theirs.items()},
        stuck=0 if again else stuck_throws(other, own, pieces, rules),
        rosettes=rosette_throws(own, other, pieces, rules),
    )


def why(state: State, better: str, other: str) -> str:
    """Return the main reason for the `better` of two legal moves of a `state`, after "it"; "" for
    none.

    Such as "leaves 7 open to 3 of 16 throws, 4 to 6 leaves 9 open to 7".
    """
    found = max(reasons(state, better, other), default=None)
    return found.text if found is not None and found.weight >= LEAST else ""


def reasons(state: State, better: str, other: str) -> Iterator[Reason]:
    """Yield all that speaks for the `better` of two legal moves of a `state`, and not for the
    `other`.
    """
    one, two = outlook(state, better), outlook(state, other)
    if one.won:
        yield Reason(WIN, "wins the game")
        return
    if one.taken > two.taken:
        yield Reason(one.taken - two.taken, _taking(one.taken, two.taken))
    if one.again and not two.again:
        safe = f"stands safe on {one.safe} and " if one.safe else ""
        yield Reason(ROLL, f"{safe}rolls again")
    if not one.again and not two.again:
        yield from _dangers(one, two, describe_move(state, other).split(",")[0])
    if one.off and not two.off:
        yield Reason(HOME, "brings a piece off the board")
    if two.left and not one.left:
        yield Reason(KEEP, f"keeps the piece on {two.left}, where nothing takes it")
    if one.entered and not two.entered:
        yield Reason(ENTER, "brings a new piece in")
    if one.rosettes > two.rosettes:
        weight = AIM * ROLL * (one.rosettes - two.rosettes) / ALL_THROWS
        told = f"has a rosette in reach of {one.rosettes} of 16 throws, not {two.rosettes}"
        yield Reason(weight, told)
    yield from _aims(one, two)


def _taking(squares: int, instead: int) -> str:
    """Return the words on the capture of a piece that had come some `squares`."""
    than = f", not one that has come {instead}" if instead else ""
    return f"takes a piece that has come {squares} square{'s' * (squares > 1)}{than}"


def _danger(open_to: Mapping[int, int]) -> float:
    """Return the squares of progress that open pieces lose on average with the next throw."""
    return sum(square * throws for square, throws in open_to.items()) / ALL_THROWS


def _dangers(one: MoveFacts, two: MoveFacts, other: str) -> Iterator[Reason]:
    """Yield the safer pieces, and the side left without a move; both sides' next throw is the
    other's.

    `other` names the move behind `two`.
    """
    saved = _danger(one.open) - _danger(two.open)
    if saved < 0.0:
        worst = max(two.open, key=lambda s: s * (two.open[s] - one.open.get(s, 0)))
        yield Reason(-saved, _safer(one.open, two.open, worst, other))
    if one.stuck > two.stuck:
        weight = NO_MOVE * (one.stuck - two.stuck) / ALL_THROWS
        told = f"leaves the other side no move in {one.stuck} of 16 throws, not {two.stuck}"
        yield Reason(weight, told)


def _safer(one: Mapping[int, int], two: Mapping[int, int], worst: int, other: str) -> str:
    """That less is open after one move than after the `other`, most of all the piece on `worst`."""
    throws = two[worst]
    if not one:
        return f"leaves nothing open, {other} leaves {worst} open to {throws} of 16 throws"
    if worst in one:
        return f"leaves {worst} open to {one[worst]} of 16 throws, not {throws}"
    most = max(one, key=lambda square: square * one[square])
    return (
        f"leaves {most} open to {one[most]} of 16 throws, {other} leaves {worst} open to {throws}"
    )


def _aims(one: MoveFacts, two: MoveFacts) -> Iterator[Reason]:
    """That a piece of the other side can be taken with the own next throw, if it stays."""
    gains = {square: throws - two.aims.get(square, 0) for square, throws in one.aims.items()}
    square = max(gains, key=lambda s: s * gains[s], default=0)
    if square and gains[square] > 0:
        weight = (1.0 if one.again else AIM) * square * gains[square] / ALL_THROWS
        before = two.aims.get(square, 0)
        told = f"aims at {square} with {one.aims[square]} of 16 throws"
        yield Reason(weight, f"{told}, not {before}" if before else told)
