"""The rules of Numbers: a person presses one of four keys that a machine has guessed before.

Both choose at once, as far as the rules are concerned: the machine's guess is sealed before the
key is read. A guess that comes true is a hit for the machine, any other a miss, which counts for
the person. By chance alone one guess in four is a hit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from games.core import Event, Game, IllegalMove, Moves
from games.numbers import SPEC
from games.spec import Params

PERSON, MACHINE = 0, 1
KEYS: Final = ("1", "2", "3", "4")
CHANCE_OF_HIT: Final = 1 / len(KEYS)

LONGEST: Final = 2000
"""So many keys an endless game has at most."""

ROW: Final = 20
"""So many keys make a row, at whose end stand a finding and a dare; every length but that without
end is so many rows."""

_ACTING: Final = (PERSON, MACHINE)
_OVER: Final = ()


class State(NamedTuple):
    """A game so far: length in keys (0: until `LONGEST`), keys pressed, guesses that came true."""

    keys: int
    pressed: int
    hits: int


def _event(key: str, guess: str) -> tuple[Event, ...]:
    hit = key == guess
    scored = (0, 1) if hit else (1, 0)
    data = {"moves": (key, guess), "points": scored, "key": key, "guess": guess, "hit": hit}
    return (Event("key", data),)


_EVENTS: Final = {(key, guess): _event(key, guess) for key in KEYS for guess in KEYS}


class Numbers(Game[State]):
    """The protocol's functions; seat 0 is the person, seat 1 the machine.

    The one event is "key": the key, the guess, whether it was a hit, and as in other games with
    simultaneous choices the moves and points of both seats.
    """

    spec = SPEC

    def new(self, params: Params) -> State:
        """Return the start: no key pressed yet."""
        return State(params["keys"], 0, 0)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return both at once, until the last key."""
        return _OVER if (state.keys or LONGEST) <= state.pressed else _ACTING

    def legal(self, state: State, seat: int) -> Collection[str]:
        """Return all four keys, for either side."""
        return KEYS if seat in _ACTING and self.to_act(state) else ()

    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """Press a key and open the guess."""
        keys, pressed, hits = state
        if len(moves) != 2 or (keys or LONGEST) <= pressed:
            raise IllegalMove(_why_illegal(state, moves))
        try:
            events = _EVENTS[moves[PERSON], moves[MACHINE]]
        except (KeyError, TypeError):
            raise IllegalMove(_why_illegal(state, moves)) from None
        return State(keys, pressed + 1, hits + events[0].data["hit"]), events

    def params_for_resume(self, params: Params, turns: int) -> Params:
        """Return an endless game kept when it could be longer, with its length."""
        longer = not params["keys"] and turns > LONGEST
        return {**params, "keys": turns} if longer else params

    def returns(self, state: State) -> tuple[float, ...]:
        """Return misses for the person, hits for the machine."""
        return (float(state.pressed - state.hits), float(state.hits))

    def boxes(self, events: Iterable[Event], seat: int) -> str:
        """Return a letter for each full row: chance foresees a quarter of its keys."""
        hits = [event.data["hit"] for event in events if event.kind == "key"]
        rows = (sum(hits[end - ROW : end]) for end in range(ROW, len(hits) + 1, ROW))
        return "".join("l" if found > CHANCE_OF_HIT * ROW else "w" for found in rows)


def _why_illegal(state: State, moves: Moves) -> str:
    """Return one sentence on moves that cannot be played."""
    if (state.keys or LONGEST) <= state.pressed:
        return f"The game is over after {state.pressed} keys; start another."
    if set(moves) != set(_ACTING):
        return "Key and guess come together; give one move each for seats 0 and 1."
    wrong = next(str(move)[:20] for move in moves.values() if move not in KEYS)
    return f"{wrong!r} is not a key; choose one of {', '.join(KEYS)}."


GAME = Numbers()
