"""Arrays as text: what is read back, and what is refused before anything is built."""

from __future__ import annotations

import base64
import json
import tracemalloc
import zlib
from typing import Any

import numpy as np
import pytest

from games.arrays import BadWeights, arrays_from_text, arrays_to_text, reading_learned
from tests.support.hostile_learned import KINDS, VALUES

TWO = base64.b64encode(np.arange(2.0).tobytes()).decode()


def entry(**changes: Any) -> str:
    return json.dumps({"a": {"dtype": "<f8", "shape": [2], "data": TWO, **changes}})


@pytest.mark.parametrize(
    "array",
    [
        np.arange(5.0),
        np.zeros((0, 3), np.float32),
        np.array(7, np.int64),
        np.arange(600, dtype=np.uint8).reshape(2, 300),
        np.array(["people", "plain"]),
        np.ones((2, 2, 2), np.float16),
        np.array([True]),
    ],
)
def test_what_is_written_is_read_back(array: Any) -> None:
    again = arrays_from_text(arrays_to_text({"a": array}))["a"]
    assert again.dtype == array.dtype
    assert again.shape == array.shape
    assert (again == array).all()


def test_a_kind_of_number_is_known_by_name() -> None:
    read = []
    for kind in KINDS:
        try:
            arrays_from_text(entry(dtype=kind))
            read.append(kind)
        except BadWeights:
            pass
    assert read == ["<f8", "<i8"]  # of those in two times eight bytes


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("field", ["dtype", "shape", "data", "zlib"])
def test_anything_in_the_place_of_a_field_is_refused(field: str, value: Any) -> None:
    given: dict[str, Any] = {"dtype": "<f8", "shape": [2], "data": TWO}
    if field == "zlib":
        del given["data"]
    with pytest.raises(BadWeights):
        arrays_from_text(json.dumps({"a": {**given, field: value}}))


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000, "9" * 5000, "[]", "1e400"])
def test_what_is_no_list_of_arrays_is_refused(text: str) -> None:
    with pytest.raises(BadWeights):
        arrays_from_text(text)


def test_little_text_makes_no_heap_of_numbers() -> None:
    packed = base64.b64encode(zlib.compress(bytes(1 << 20), 9)).decode()
    plain = {"dtype": "|u1", "shape": [1 << 20], "zlib": packed}
    text = json.dumps({str(number): plain for number in range(1000)})
    tracemalloc.start()
    try:
        with pytest.raises(BadWeights):
            arrays_from_text(text)
        assert tracemalloc.get_traced_memory()[1] < 40 << 20
    finally:
        tracemalloc.stop()


def test_whatever_a_reader_raises_is_one_error() -> None:
    count = 0
    for problem in (KeyError("a"), IndexError(), OverflowError(), MemoryError(), SyntaxError()):
        with pytest.raises(BadWeights, match="damaged"), reading_learned():
            raise problem
        count += 1
    assert count == 5
