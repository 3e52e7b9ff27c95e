"""The fields of a request: read once, checked, and none that is not known."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Final, NoReturn
from urllib.parse import parse_qsl

from games.guess.rules.names import LONGEST_NAME, LONGEST_TITLE, RefusedName, clean_name
from games.guess.rules.scoring import MOST, TWO_THIRDS, Multiplier
from games.guess.service.refusals import Refusal

Fields = Mapping[str, object]
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LARGEST_FACTOR: Final = 1000
JOINING: Final = 16
"""The shortest key of one who joins, since it gives the token out again."""


def parse_object(body: bytes) -> Fields:
    """Return the JSON object that a body is; raises `Refusal`."""
    try:
        found = json.loads(body.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Refusal("bad_request", "The body is no JSON object in UTF-8; send one.")
    return found


def _no_constant(word: str) -> NoReturn:
    raise ValueError(word)


def check_key(key: str | None, shortest: int = 1) -> str:
    """Return the `Idempotency-Key` of a request; raises `Refusal`."""
    if key is None or not _KEY.fullmatch(key) or len(key) < shortest:
        wanted = f"{shortest} to 64 of A-Z a-z 0-9 _ -"
        raise Refusal("bad_request", f"Send an Idempotency-Key of {wanted} with this request.")
    return key


def check_known(fields: Fields, known: Collection[str]) -> None:
    """Raise `Refusal` for a field that is not among those `known`."""
    unknown = next((name for name in fields if name not in known), None)
    if unknown is not None:
        there = ", ".join(known) or "none"
        raise Refusal("unknown_field", f"There is a field that is not known; known: {there}.")


def integer(fields: Fields, name: str, low: int, high: int) -> int:
    """Return a field that is a whole number in `low`..`high`; raises `Refusal`."""
    value = fields.get(name)
    if type(value) is not int or not low <= value <= high:
        raise Refusal("bad_field", f"{name} must be a whole number from {low} to {high}.")
    return value


def optional_integer(fields: Fields, name: str, low: int, high: int) -> int | None:
    """Return a field that may be left out, else a whole number; raises `Refusal`."""
    return integer(fields, name, low, high) if name in fields else None


def name_of(fields: Fields, field: str = "name") -> str:
    """Return a name or a title; raises `Refusal`."""
    try:
        return clean_name(fields.get(field), LONGEST_TITLE if field == "title" else LONGEST_NAME)
    except RefusedName as error:
        raise Refusal("bad_field", f"That {field} cannot be taken: {error}") from None


def part_of(query: str) -> tuple[int, int]:
    """Return the offset and the limit of a query; raises `Refusal`."""
    values = {"offset": 0, "limit": 50}
    most = {"offset": 10**9, "limit": 200}
    for name, text in parse_qsl(query, keep_blank_values=True):
        good = name in values and text.isascii() and text.isdigit() and len(text) < 11
        if not good or int(text) > most[name]:
            raise Refusal("bad_request", "Ask with offset=0 or more and limit=0 to 200.")
        values[name] = int(text)
    return values["offset"], values["limit"]


class RoomTerms:
    """The terms of a new room; raises `Refusal` for impossible fields."""

    KNOWN: Final = ("title", "mode", "multiplier", "low", "high")

    def __init__(self, fields: Fields) -> None:
        check_known(fields, self.KNOWN)
        self.title = name_of(fields, "title")
        mode = fields.get("mode", "rounds")
        if mode not in ("rounds", "classic") or not isinstance(mode, str):
            raise Refusal("bad_field", "mode must be rounds or classic.")
        self.mode = mode
        classic = self.mode == "classic"
        own = {"multiplier", "low", "high"} & set(fields)
        if classic and own:
            raise Refusal(
                "bad_field", f"A classic room has its own {sorted(own)[0]}; leave it out."
            )
        self.multiplier = _multiplier(fields)
        self.low = integer({"low": 0, **fields}, "low", 0, MOST)
        usual = {"high": MOST if classic else max(100, self.low)}
        self.high = integer({**usual, **fields}, "high", self.low, MOST)


def _multiplier(fields: Fields) -> Multiplier:
    if "multiplier" not in fields:
        return TWO_THIRDS
    value = fields["multiplier"]
    if not isinstance(value, list) or len(value) != 2:
        raise Refusal("bad_field", "multiplier must be two whole numbers, as in [2, 3].")
    parts = {"multiplier": value[0], "its denominator": value[1]}
    num, den = (
        integer({"multiplier": part}, "multiplier", 1, _LARGEST_FACTOR) for part in parts.values()
    )
    return num, den
