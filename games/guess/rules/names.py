"""Names and titles: the allowed ones, and when two names are the same.

Length counts after normal form C and trimming. Refused are control, bidirectional-override and
unassigned characters, which could hide, turn round or fail to show the rest of a line, invisible
names, and marks piled up over the lines above. Other format characters are dropped. Two names are
the same where their `name_key` is.
"""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST_NAME: Final = 32
LONGEST_TITLE: Final = 80
MOST_MARKS: Final = 4
"""Marks on one letter; Burmese, Tibetan and pointed Hebrew names have up to four in a row."""
_REFUSED: Final = frozenset({"Cc", "Cs", "Cn", "Zl", "Zp"})
_TURNING: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159"
) | {chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))}
"""Letters, signs and marks that draw nothing: fillers, the empty Braille cell, variants."""
_ALIKE: Final = str.maketrans(
    "авеԁнһіјкмопԛрѕтѵԝухсαβεζηικμνορτυχ",
    "abedhhijkmonqpstvwyxcabezhikmnoptyx",
)
"""Cyrillic and Greek letters, in lower case, that look like a Latin one in either case."""


class RefusedName(ValueError):
    """Raised for a name that is not allowed; the message gives the reason."""


def clean_name(value: object, longest: int = LONGEST_NAME) -> str:
    """Return the name in normal form C, without format characters and trimmed.

    Raises `RefusedName`.
    """
    if not isinstance(value, str):
        raise RefusedName("a name is text.")
    signs = unicodedata.normalize("NFC", value[: 16 * longest]).strip()
    if any(unicodedata.category(sign) in _REFUSED or sign in _TURNING for sign in signs):
        raise RefusedName("leave out control characters and those that turn the text round.")
    kept = "".join(sign for sign in signs if unicodedata.category(sign) != "Cf")
    name = unicodedata.normalize("NFC", kept).strip()
    if not 1 <= len(name) <= longest or len(value) > 16 * longest:
        raise RefusedName(f"use 1 to {longest} characters.")
    if all(sign in _BLANK or unicodedata.category(sign)[0] in "ZM" for sign in name):
        raise RefusedName("nothing of it can be seen; use letters or digits.")
    if _highest_pile(name) > MOST_MARKS:
        raise RefusedName(f"put at most {MOST_MARKS} marks on one letter.")
    return name


def _highest_pile(name: str) -> int:
    """Return how many marks without a width of their own stand in a row, at the most."""
    most = pile = 0
    for sign in name:
        pile = pile + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        most = max(most, pile)
    return most


def name_key(name: str) -> str:
    """Return a key that is equal for two names that count as the same.

    Case, forms of one letter (full width, ligatures), spaces, and invisible characters do not
    count; Cyrillic and Greek letters that look like Latin ones count as those.

    >>> name_key("Аda") == name_key("ADA")  # the first begins with a Cyrillic letter
    True
    """
    folded = unicodedata.normalize("NFKD", name).casefold()
    signs = unicodedata.normalize("NFKD", folded).translate(_ALIKE)
    return " ".join("".join(sign for sign in signs if sign not in _BLANK).split())
