"""Words that name actions by their keys, on the device in hand.

In such words "{hint}" stands for the key of an action and "{up left down right}" for several keys.
With a gamepad in hand no key of the keyboard is named: actions without a button are left out.
Below a table a key is named until the player has used it three times (`KeyUses`); help and the
pause page name all keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from games.shell.input import Input, Press

MORE: Final = "More on the pause page ({pause})"
"""What a gamepad has no button for."""
STOPPED: Final = "Paused. Space plays on, . goes one step."
"""What is said of a table that stands still, with the usual keys."""
STEPPING: Final = ("{skip} plays on", "{step} goes one step")
ENOUGH: Final = 3
"""The uses after which a key is known; chosen by hand."""
TOGETHER: Final[Mapping[tuple[str, ...], str]] = {
    ("Up", "Left", "Down", "Right"): "the arrow keys",
    ("D-pad up", "D-pad left", "D-pad down", "D-pad right"): "the cross",
}
_NAMED: Final = re.compile(r"\{([a-z0-9_ ]+)\}")
_BRACKETS: Final = re.compile(r" \((\{[a-z0-9_ ]+\})\)")


def named(words: str, label: Callable[[str], str]) -> str:
    """Return the words with the `label` of each action in them."""
    return _NAMED.sub(lambda found: _together([label(one) for one in found[1].split()]), words)


def _together(labels: Sequence[str]) -> str:
    """Return several keys as people call them: "the arrow keys", "WASD", "1 to 5", "-, ="."""
    if len(labels) > 2 and all(map(str.isdigit, labels)):
        return f"{labels[0]} to {labels[-1]}"
    letters = all(len(one) == 1 and one.isalpha() for one in labels)
    return TOGETHER.get(tuple(labels), ("" if letters else ", ").join(labels))


def has(hands: Input, words: str) -> bool:
    """Return whether the device in hand has a key or button for each action in these words."""
    if hands.state.device != "gamepad":
        return True
    return all(
        any(not binding.startswith("key:") for binding in hands.bindings(action))
        for action in _actions(words)
    )


def _actions(words: str) -> list[str]:
    """Return the actions that words name."""
    return [action for found in _NAMED.findall(words) for action in found.split()]


def in_hand(hands: Input, parts: Iterable[str], between: str = ", ") -> str:
    """Return the parts whose actions the device in hand has, with its keys or buttons, joined."""
    return between.join(named(part, hands.label) for part in parts if has(hands, part))


def foot(hands: Input, *groups: Sequence[str]) -> str:
    """Return groups of parts as they stand below a table; what is left out is on the pause page."""
    told = [in_hand(hands, group) for group in groups]
    whole = all(has(hands, part) for group in groups for part in group)
    rest = "" if whole else MORE if has(hands, MORE) else MORE.partition(" (")[0]
    return "   ".join(words for words in (*told, named(rest, hands.label)) if words)


def stopped(words: str, hands: Input) -> str:
    """Return the words of a table; `STOPPED` names the keys or buttons in use."""
    first = [hands.bindings(action)[:1] for action in ("skip", "step")]
    usual = first == [("key:space",), ("key:.",)] and hands.state.device != "gamepad"
    if usual or words != STOPPED:
        return words
    return f"Paused. {in_hand(hands, STEPPING)}."


def asked(words: str, hands: Input) -> str:
    """Return a sentence with its keys; one in brackets the device in hand lacks is left out."""
    kept = _BRACKETS.sub(lambda found: found[0] if has(hands, found[1]) else "", words)
    return named(kept, hands.label)


class KeyUses:
    """The uses of the keys that the key lines of a `game` name, on the device in hand.

    `shown` has the keys that were named here. `count` returns how often the player has used a key,
    by its name here, and `add` keeps a use.

    >>> kept: list[str] = []
    >>> uses = KeyUses(Input({}), "ra", kept.count, kept.append)
    >>> uses.untold(["{hint} hint", "{bag} bag"])
    ['{hint} hint', '{bag} bag']
    >>> for press in 3 * [Press("hint")]:
    ...     uses.note(press)
    >>> uses.untold(["{hint} hint", "{bag} bag"])
    ['{bag} bag']
    """

    def __init__(
        self,
        hands: Input,
        game: str,
        count: Callable[[str], int],
        add: Callable[[str], object],
    ) -> None:
        self._hands, self._game, self._count, self._add = hands, game, count, add
        self.shown: set[str] = set()

    def _name(self, action: str, device: str) -> str:
        return f"{self._game}.{'pad.' if device == 'gamepad' else ''}{action}"

    def new(self, *actions: str) -> bool:
        """Return True if the player has used these actions fewer than `ENOUGH` times together."""
        names = [self._name(action, self._hands.state.device) for action in actions]
        self.shown.update(names)
        return sum(map(self._count, names)) < ENOUGH

    def untold(self, parts: Iterable[str]) -> list[str]:
        """Return the parts of a key line whose keys are `new`."""
        return [part for part in parts if self.new(*_actions(part))]

    def note(self, event: Press) -> None:
        """Count the press of a key that a key line has named."""
        name = self._name(event.action, event.device)
        if name in self.shown and not event.repeat and self._count(name) < ENOUGH:
            self._add(name)
