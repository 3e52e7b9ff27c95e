"""One reader of JSON: what it takes, and what it refuses in whose words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.fields import LEFT_OUT, MISSING, BadSave, Fields, json_object, read_whole, refusals


class Wrong(Exception):
    """An error of a caller's own."""


BAD_TEXT = {
    "": "It is not JSON",
    "[1]": "It is not a JSON object.",
    "{": "It is not JSON",
    '{"a": 1, "a": 1}': "It says the same thing twice.",
    '{"a": NaN}': "It holds NaN, which is not a number.",
    '{"a": -Infinity}': "It holds -Infinity, which is not a number.",
    '{"a": [1e999]}': "It holds 1e999, which is not a number.",
    '{"a": ' + "7" * 5000 + "}": "It is not JSON",
    "[" * 100_000: "It is nested too deeply.",
    "\ufeff{}": "It is not JSON",
}


@pytest.mark.parametrize("text", BAD_TEXT, ids=range(len(BAD_TEXT)))
def test_what_is_no_object_raises_the_error_of_the_caller(text: str) -> None:
    for error in (BadSave, Wrong):
        with pytest.raises(error, match=f"^{BAD_TEXT[text]}"):
            json_object(text, error)


def test_an_object_is_read_as_it_is() -> None:
    assert json_object('{"a": [1, 2.5, null], "b": {"a": "x"}}') == {
        "a": [1, 2.5, None],
        "b": {"a": "x"},
    }


GOOD: list[tuple[object, Callable[[Fields], Any], Any]] = [
    (True, lambda f: f.flag("x"), True),
    (7, lambda f: f.integer("x", low=7, high=7), 7),
    (2, lambda f: f.number("x", high=2), 2.0),
    ("b", lambda f: f.choice("x", ("a", "b")), "b"),
    ("two words", lambda f: f.text("x", length=9), "two words"),
    ("one\ntwo", lambda f: f.long_text("x", 7), "one\ntwo"),
    ("an-id_1", lambda f: f.identity("x"), "an-id_1"),
    ("learner+", lambda f: f.agent("x"), "learner+"),
    ("2025-01-31", lambda f: f.day("x"), "2025-01-31"),
    ([1, 2], lambda f: f.values("x", Fields.integer, 2), (1, 2)),
    ([{"y": 1}], lambda f: f.objects("x", lambda g: g.integer("y"), 1), (1,)),
    ({"y": 1}, lambda f: f.part("x", lambda g: g.integer("y")), 1),
    (None, lambda f: f.optional("x", Fields.integer), None),
    (3, lambda f: f.optional("x", Fields.integer), 3),
]


@pytest.mark.parametrize(("plain", "take", "value"), GOOD, ids=range(len(GOOD)))
def test_what_fits_is_taken_and_nothing_else(
    plain: object, take: Callable[[Fields], Any], value: Any
) -> None:
    assert read_whole({"x": plain}, take) == value
    for wrong in (object(), [None, None, None], "\0", -1e300, {"y": 1, "z": 2}):
        with pytest.raises(BadSave):
            read_whole({"x": wrong}, take)
    with pytest.raises(BadSave, match="Its part 'more' is unknown"):
        read_whole({"x": plain, "more": 1}, take)
    assert read_whole({"x": plain, "more": 1}, take, newer=True) == value


BAD: list[tuple[Callable[[Fields], Any], Any, str]] = [
    (lambda f: f.integer("x", high=5), 6, "Its part 'x' cannot be '6'; it must be a whole number"),
    (lambda f: f.integer("x"), True, "Its part 'x' cannot be 'True'; it must be a whole number"),
    (lambda f: f.number("x"), float("nan"), "Its part 'x' cannot be 'nan'; it must be a number"),
    (lambda f: f.flag("x"), 1, "Its part 'x' cannot be '1'; it must be true or false."),
    (lambda f: f.choice("x", ("a", "b")), "c", "cannot be 'c'; it must be one of a, b."),
    (lambda f: f.text("x"), "a\u202eb", "it must be printable text of at most 80 characters."),
    (lambda f: f.long_text("x", 2000), "\u00e4" * 1500, "it must be text of at most 2 kB."),
    (lambda f: f.day("x"), "2025-02-31", "it must be a date such as 2025-01-31."),
    (lambda f: f.values("x", Fields.integer, 1), [1, 2], "it must be a list of at most 1."),
    (lambda f: f.integer("y"), 1, "Its part 'y' is missing."),
]


@pytest.mark.parametrize(("take", "plain", "words"), BAD, ids=range(len(BAD)))
def test_a_sentence_says_what_is_wrong(
    take: Callable[[Fields], Any], plain: Any, words: str
) -> None:
    with pytest.raises(Wrong) as caught:
        take(Fields({"x": plain}, refuse=refusals(Wrong)))
    assert words in str(caught.value)


def test_what_is_no_object_has_no_parts() -> None:
    plains: list[object] = [[], "x", None, 3]
    for plain in plains:
        with pytest.raises(Wrong, match="something else than named parts"):
            Fields(plain, refuse=refusals(Wrong))


def test_a_caller_has_words_of_its_own_for_parts_within_parts() -> None:
    told: list[tuple[str, object, str]] = []

    def refuse(name: str, value: object, wanted: str) -> Exception:
        told.append((name, value, wanted))
        return Wrong()

    def read(fields: Fields) -> int:
        return sum(fields.objects("rows", lambda row: row.integer("seat", high=3), 5))

    rows: list[object] = [{"seat": 4}, {}, {"seat": 1, "more": 2}]
    for row in rows:
        with pytest.raises(Wrong):
            read_whole({"rows": [row]}, read, refuse=refuse)
    wanted = "a whole number from 0 to 3"
    assert told == [("seat", 4, wanted), ("seat", MISSING, wanted), ("more", 2, LEFT_OUT)]
