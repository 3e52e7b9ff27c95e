"""Parts of views as numbers: padding, what is missing, lists of lists, and the past."""

from __future__ import annotations

from typing import Any

import pytest

from ai.lab.environments.encoding import (
    PAST,
    Encoder,
    LastEvents,
    ViewPart,
    counts,
    each,
    ground,
    marks,
    number,
    numbers,
    one_of,
    walls,
)

LAYOUT = ("###", "# #")


@pytest.mark.parametrize(
    ("part", "value", "expected"),
    [
        (number("a"), 3, [3]),
        (number("a"), True, [1]),
        (number("a"), None, [-1]),
        (numbers("a", 3), [5, 6], [5, 6, -1]),
        (numbers("a", 2), None, [-1, -1]),
        (numbers("a", 2), [1, 2, 3], [1, 2]),
        (each(1, number("a")), [7, 8], [7]),
        (one_of("a", ("x", "y")), "y", [1]),
        (one_of("a", ("x", "y")), None, [-1]),
        (counts("a", ("x", "y"), 9), {"y": 4}, [0, 4]),
        (counts("a", ("x", "y"), 9), ["y", "x", "y"], [1, 2]),
        (counts("a", ("x", "y"), 9), None, [0, 0]),
        (marks("a", 4), [1, 3], [0, 1, 0, 1]),
        (walls("a", LAYOUT), LAYOUT, [1, 1, 1, 1, 0, 1]),
        (ground("a", LAYOUT), [[1, 1], [2, 0, 7]], [0, 0, 7, 0, 1, 0]),
        (each(3, numbers("a", 2)), [[1, 2], [3]], [1, 2, 3, -1, -1, -1]),
    ],
)
def test_a_field_becomes_numbers(part: ViewPart, value: Any, expected: list[float]) -> None:
    encoder = Encoder("ur", (part,), None, 0)
    assert encoder.encode({"a": value}, encoder.fresh()).tolist() == expected
    assert part.size == len(expected)


def test_a_path_leads_into_objects_and_may_be_missing() -> None:
    encoder = Encoder("ur", (number("a.b"), number("a.c"), number("d.e")), None, 0)
    assert encoder.encode({"a": {"b": 2}}, encoder.fresh()).tolist() == [2, -1, -1]


def test_the_past_holds_the_last_events_of_its_kind() -> None:
    past = LastEvents("key", ("key",), -1, 9, lambda data: (data["key"],))
    encoder = Encoder("numbers", (number("hits"),), past, 2)
    kept = encoder.fresh()
    for key in range(70):
        encoder.remember(kept, [{"kind": "key", "data": {"key": key % 8}}, {"kind": "other"}])
    found = encoder.encode({"hits": 3}, kept, [5]).tolist()
    assert found == [3, *(key % 8 for key in range(6, 70)), 5, -1]
    assert encoder.__doc__ == str(encoder)
    assert str(encoder).splitlines()[1:] == [
        "  [0] hits: a number. keys that the machine had guessed",
        f"  [1:{PAST + 1}] past: the last 64 events 'key', the latest last: key of each",
        "  [65:67] chosen: the parts of this move up to now",
    ]
