"""Arrays that agents compute with and learn, and their plain text for saves and profiles."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

Arrays = dict[str, npt.NDArray[Any]]
FloatArray = npt.NDArray[np.float64]
Float32Array = npt.NDArray[np.float32]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

_MAX_START_BYTES = 1 << 20  # a longer start is refused; chosen by hand
_SHORT = 200  # bytes, below which nothing is compressed; chosen by hand
_MAX_ITEM_BYTES = 4 * 64  # a number, or a name of 64 characters


class BadWeights(ValueError):
    """Learned weights that are missing, damaged or of another shape; says what to do."""


def arrays_to_text(arrays: Arrays) -> str:
    """The `arrays` as text that round-trips exactly: JSON with base64 of little-endian bytes.

    The bytes of larger ones are compressed, as "zlib" in the place of "data".
    """
    plain = {}
    for name, array in sorted(arrays.items()):
        little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        data, kind = little.tobytes(), "data"
        if len(data) > _SHORT:
            data, kind = zlib.compress(data, 9), "zlib"
        told = base64.b64encode(data).decode("ascii")
        plain[name] = {"dtype": little.dtype.str, "shape": list(array.shape), kind: told}
    return json.dumps(plain, separators=(",", ":"))


def arrays_from_text(text: str) -> Arrays:
    """The arrays that `arrays_to_text` wrote as `text`; raises `BadWeights` for any other."""
    problem = BadWeights("What was learned is damaged; forget it in the profile to start anew.")
    if len(text) > 2 * _MAX_START_BYTES:
        raise problem
    try:
        plain = json.loads(text)
        return {str(name): _array_from_plain(entry) for name, entry in plain.items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, zlib.error):
        raise problem from None


def _array_from_plain(entry: Mapping[str, Any]) -> npt.NDArray[Any]:
    dtype = np.dtype(str(entry["dtype"]))
    if dtype.kind not in "biufU" or dtype.itemsize > _MAX_ITEM_BYTES:
        raise ValueError("neither a plain number type nor short text")
    flat = np.frombuffer(_bytes_from_plain(entry), dtype=dtype)
    if dtype.kind == "U" and bool((flat.view(np.uint32) >= 127).any()):
        raise ValueError("names are plain letters")
    shape = tuple(int(length) for length in entry["shape"])
    return flat.reshape(shape).astype(dtype.newbyteorder("="))


def _bytes_from_plain(entry: Mapping[str, Any]) -> bytes:
    if "data" in entry:
        return base64.b64decode(entry["data"], validate=True)
    packed = base64.b64decode(entry["zlib"], validate=True)
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(packed, _MAX_START_BYTES)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("longer than anything that is learned, or cut short")
    return data
