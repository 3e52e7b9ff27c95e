"""Numbers in words: the four keys, each key with the guess for it, and the share of hits."""

from __future__ import annotations

from typing import Final

from games.intervals import chance_band, whole_percent
from games.numbers.rules import CHANCE_OF_HIT, KEYS, MACHINE, PERSON, ROW, State
from games.shell.access.node import Node
from games.shell.access.speech import SpokenChoice, TableSight, TableSpeech


class NumbersSpeech(TableSpeech):
    """The words of a game of Numbers."""

    def elements(self, at: TableSight) -> list[Node]:
        """Return the four keys, and the share of keys that were guessed."""
        rows = []
        for key in KEYS:
            press = key if key in at.legal else ""
            states = frozenset[str]() if press else frozenset({"disabled"})
            rows.append(Node("button", f"Key {key}", "", "", states, key=key, press=press))
        state: State = at.state
        told = f"Guessed: {_share(state)}" if state.pressed else "No key is pressed yet"
        return [*rows, Node("item", told, key="share")]

    def events(self, at: TableSight) -> list[str]:
        """Return the key with its guess; at the end of a row of keys also the count until then."""
        state: State = at.state
        lines = [
            f"{at.who(PERSON)} pressed {event.data['key']}. {_answer(at, event.data['guess'])}"
            for event in at.last
            if event.kind == "key"
        ]
        if lines and at.over:
            lines.append(_end(at))
        elif lines and state.pressed % ROW == 0:
            lines.append(
                f"So far {at.who(MACHINE)} has guessed {_share(state)}. Chance guesses 25%."
            )
        return lines

    def choices(self, at: TableSight) -> list[SpokenChoice]:
        """Return the four keys; each counts for the person unless the guess was the same."""
        rival = at.who(MACHINE)
        return [
            SpokenChoice(key, f"Key {key}", f"a hit for {rival} if it guessed {key}, else a miss")
            for key in at.legal
        ]

    def standing(self, at: TableSight) -> str:
        """Return the key that is due, and the share of hits beside chance."""
        state: State = at.state
        if at.over:
            return _end(at)
        number = state.pressed + 1
        due = f"Key {number} of {state.keys}." if state.keys else f"Key {number}."
        if not state.pressed:
            return f"{due} {at.who(MACHINE)} has sealed a guess. Chance guesses 25%."
        return f"{due} {at.who(MACHINE)} has guessed {_share(state)}. Chance guesses 25%."


def _answer(at: TableSight, guess: str) -> str:
    """Return the opened `guess`, and whether it was right."""
    hit = any(event.data["hit"] for event in at.last if event.kind == "key")
    if hit:
        return f"{at.who(MACHINE)} had guessed it: a hit."
    return f"{at.who(MACHINE)} had guessed {guess}: a miss."


def _share(state: State) -> str:
    """Return the hits among the keys."""
    percent = whole_percent(state.hits, state.pressed)
    return f"{state.hits} of {state.pressed} keys, {percent}%"


def _end(at: TableSight) -> str:
    """Return the share of hits after the last key, and how it lies to chance."""
    state: State = at.state
    low, high = chance_band(state.pressed, CHANCE_OF_HIT)
    share = state.hits / max(1, state.pressed)
    side = "above" if share > high else "below" if share < low else "within"
    return f"{at.who(MACHINE)} guessed {_share(state)}: {side} chance."


SPEECH: Final = NumbersSpeech()
