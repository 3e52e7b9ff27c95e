"""The keys of Set on keyboards of other lands: which letter lies where QWERTY has another.

A key is bound by what it writes. On each of these keyboards the keys of the cards lie in the same
places.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.set import SPEC

_QWERTY: Final = "qwertyuiopasdfghjkl;zxcvbnm,./0123456789-="
KEYBOARDS: Final[Mapping[str, str]] = {
    "QWERTY": _QWERTY,
    "QWERTZ": "qwertzuiopasdfghjklöyxcvbnm,.-0123456789ß´",
    "AZERTY": "azertyuiopqsdfghjklmwxcvbn,;:!à&é\"'(-è_ç)=",
    "Dvorak": "',.pyfgcrlaoeuidhtns;qjkxbmwvz0123456789[]",
    "Colemak": "qwfpgjluy;arstdhneiozxcvbkm,./0123456789-=",
}
"""What each key writes, in the order of QWERTY's."""
OWN: Final = "own"
_CARDS: Final = {
    action.id: action.bindings
    for action in SPEC.actions
    if len(action.bindings) == 1 and action.bindings[0].removeprefix("key:") in _QWERTY
}
"""The actions that have a key with a sign, those of the cards above all, with their usual keys."""


def bindings_for(name: str, bindings: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the changes to the usual `bindings` with the cards' keys as on the keyboard `name`."""
    found = {action: keys for action, keys in bindings.items() if action not in _CARDS}
    written = dict(zip(_QWERTY, KEYBOARDS[name], strict=True))
    for action, (key,) in _CARDS.items():
        there = f"key:{written[key.removeprefix('key:')]}"
        if there != key:
            found[action] = (there,)
    return found


def keyboard_of(bindings: Mapping[str, tuple[str, ...]]) -> str:
    """Return the keyboard whose keys the cards have by these changes, "own" where it is none of
    them.
    """
    own = {action: tuple(keys) for action, keys in bindings.items() if action in _CARDS}
    for name in KEYBOARDS:
        if bindings_for(name, {}) == own:
            return name
    return OWN
