"""A position of Ra at the start of a turn as one line of text, to be copied and played from.

`epoch 2 ra 3 centre 7 turn 0: 2 nile art | 20 2-5 8-13 pharaoh | ... | gone 2 ra nile`: the block,
each seat's score, its suns face up and face down ("-" for none) and its tiles, and what has left
the game. All else is in the bag.
"""

from __future__ import annotations

import re
from typing import Final

from games.core import BadPosition
from games.ra.rules.positions import check
from games.ra.rules.state import TURN, State, Suns, empty
from games.ra.tiles import ALL, ALPHABETICAL, KINDS, NUMBER, RA, SUN_SETS, Counts

EXAMPLE: Final = (
    "epoch 1 ra 0 centre 1 turn 2: nile | 10 2-5-8-13 - | 10 3-6-9-12 - | 10 4-7-10-11 - | gone"
)
LONGEST: Final = 2000
"""Characters of a line that are read at all; one of five full hands has some 700."""
_HEAD: Final = re.compile(r"epoch (\d) ra (\d\d?) centre (\d\d?) turn (\d) ?: ?(.*)")
_SEAT: Final = re.compile(r"(\d{1,4}) (-|\d\d?(?:-\d\d?)*) (-|\d\d?(?:-\d\d?)*) ?(.*)")
_MOST: Final = 255


def to_line(state: State) -> str:
    """Return the position of a `state` at the start of a turn."""
    head = f"epoch {state.epoch} ra {state.ra} centre {state.center} turn {state.turn}"
    seats = (
        f"{score} {_suns(up)} {_suns(down)} {_tiles(held)}"
        for score, up, down, held in zip(
            state.scores, state.up, state.down, state.tiles, strict=True
        )
    )
    parts = (f"{head}: {_tiles(state.block)}", *seats, f"gone {_tiles(gone_of(state))}")
    return " | ".join(part.strip() for part in parts)


def gone_of(state: State) -> Counts:
    """Return the tiles that have left the game."""
    lying = list(map(sum, zip(state.block, state.left, *state.tiles, strict=True)))
    lying[RA] += state.ra
    return bytes(most - there for most, there in zip(ALL, lying, strict=True))


def from_line(text: str, free: bool = True) -> State:
    """Return the state in a line, `free` where gods may act on a full block.

    Raises `BadPosition`.
    """
    parts = " ".join(text.split()).split(" | ")
    head, *seats, gone = parts if len(parts) > 1 else ("", "")
    found = _HEAD.fullmatch(head) if len(text) <= LONGEST else None
    told = [_SEAT.fullmatch(seat) for seat in seats]
    if found is None or not all(told) or not re.match(r"gone\b", gone):
        raise BadPosition(f"This is no position of Ra; one looks like this: {EXAMPLE}.")
    if len(told) not in SUN_SETS:
        raise BadPosition(f"The position is for {len(told)}, and Ra is for 3, 4 or 5.")
    epoch, ra, centre, turn = (int(number) for number in found.groups()[:4])
    hands = [match.groups() for match in told if match is not None]
    if turn >= len(hands):
        raise BadPosition(f"It is the turn of seat {turn}; seats go from 0 to {len(hands) - 1}.")
    block, out = _counts(found[5]), _counts(gone.removeprefix("gone"))
    tiles = tuple(_counts(hand[3]) for hand in hands)
    state = empty(len(hands), free)._replace(
        epoch=epoch,
        ra=ra,
        center=centre,
        block=block,
        left=_left(ra, (block, out, *tiles)),
        turn=turn,
        phase=TURN,
        actor=turn,
        scores=tuple(int(hand[0]) for hand in hands),
        up=tuple(_read_suns(hand[1]) for hand in hands),
        down=tuple(_read_suns(hand[2]) for hand in hands),
        tiles=tiles,
    )
    check(state)
    return state


def _suns(suns: Suns) -> str:
    return "-".join(map(str, suns)) or "-"


def _read_suns(text: str) -> Suns:
    return () if text == "-" else tuple(sorted(map(int, text.split("-"))))


def _tiles(counts: Counts) -> str:
    """Return tiles by name, a number before those that are several."""
    parts = [(counts[kind], KINDS[kind]) for kind in ALPHABETICAL if counts[kind]]
    return " ".join(name if count == 1 else f"{count} {name}" for count, name in parts)


def _counts(text: str) -> Counts:
    """Return tiles that are written so; raises `BadPosition`."""
    counts, number = [0] * len(KINDS), 1
    for word in text.split():
        if re.fullmatch(r"\d{1,3}", word):
            number = int(word)
            continue
        if word not in NUMBER:
            raise BadPosition(f"{word[:40]!r} is no tile of Ra.")
        counts[NUMBER[word]] += number
        number = 1
    wrong = next((kind for kind, count in enumerate(counts) if count > _MOST), None)
    if wrong is not None:
        raise BadPosition(f"There are {counts[wrong]} of {KINDS[wrong]}; there are {ALL[wrong]}.")
    return bytes(counts)


def _left(ra: int, places: tuple[Counts, ...]) -> Counts:
    """Return the bag's content; raises `BadPosition` where more lies on the table than there is."""
    lying = list(map(sum, zip(*places, strict=True)))
    lying[RA] += ra
    wrong = next((kind for kind, most in enumerate(ALL) if lying[kind] > most), None)
    if wrong is not None:
        raise BadPosition(f"There are {lying[wrong]} of {KINDS[wrong]}; the game has {ALL[wrong]}.")
    return bytes(most - there for most, there in zip(ALL, lying, strict=True))
