"""Arrays that agents compute with and learn, and their plain text for saves and profiles.

Text comes from files that a stranger may have changed, with a checksum that fits. It is read by
hand: kinds of numbers are known by name (NumPy's own parser takes Python), lengths are whole
numbers, and sizes are compared before the arrays are unpacked. An agent uses the arrays within
`reading_learned`, so that every fault becomes the same error.
"""

from __future__ import annotations

import base64
import contextlib
import json
import math
import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Arrays = dict[str, npt.NDArray[Any]]
FloatArray = npt.NDArray[np.float64]
Float32Array = npt.NDArray[np.float32]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
AnyVector = npt.NDArray[np.floating[Any]]

_MAX_START_BYTES = 1 << 20  # a longer start is refused; chosen by hand
_SHORT = 200  # bytes, below which nothing is compressed; chosen by hand
_MAX_ARRAY_BYTES = 1 << 20  # the largest that is learned has 75,000; chosen with room
_MAX_BYTES = 8 << 20  # all arrays of a text together; chosen by hand
_MAX_AXES = 3  # no agent learns more; chosen by hand
_DTYPE: Final = re.compile(r"[<|](?:b1|[iu][1248]|f[248]|U([1-9][0-9]?))")
"""Plain numbers, little-endian as they are written, and names of at most `_MAX_NAME` letters."""
_MAX_NAME = 64
_DAMAGED: Final = "What was learned is damaged; forget it in the profile to start anew."


class BadWeights(ValueError):
    """Raised for learned weights that are missing, damaged or of another shape; the message has a
    remedy.
    """


@contextlib.contextmanager
def reading_learned() -> Iterator[None]:
    """Turn what learned text raises in here into `BadWeights`."""
    try:
        yield
    except BadWeights:
        raise
    except Exception as error:
        raise BadWeights(_DAMAGED) from error


def arrays_to_text(arrays: Arrays) -> str:
    """Return the `arrays` as text that round-trips exactly: JSON with base64 of little-endian
    bytes.

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
    """Return the arrays that `arrays_to_text` wrote as `text`; raises `BadWeights` otherwise."""
    if len(text) > 2 * _MAX_START_BYTES:
        raise BadWeights(_DAMAGED)
    with reading_learned():
        found: Arrays = {}
        left = _MAX_BYTES
        for name, entry in json.loads(text).items():
            found[name] = _array_from_plain(entry, left)
            left -= found[name].nbytes
        return found


def _array_from_plain(entry: Mapping[str, Any], most: int) -> npt.NDArray[Any]:
    """Return the array that an `entry` describes, of at most `most` bytes.

    Raises `ValueError`, or nearly any exception for an entry of another form.
    """
    dtype, shape = plain_dtype(entry["dtype"]), entry["shape"]
    if len(shape) > _MAX_AXES or any(type(n) is not int or n < 0 for n in shape):
        raise ValueError("no shape")
    size = math.prod(shape) * dtype.itemsize
    if size > min(most, _MAX_ARRAY_BYTES):
        raise ValueError("longer than anything that is learned")
    flat = np.frombuffer(_bytes_from_plain(entry, size), dtype=dtype)
    if dtype.kind == "U" and bool((flat.view(np.uint32) >= 127).any()):
        raise ValueError("names are plain letters")
    return flat.reshape(shape).astype(dtype.newbyteorder("="))


def plain_dtype(text: str) -> np.dtype[Any]:
    """Return the kind of number that `text` names; raises `ValueError` if none is learned."""
    found = _DTYPE.fullmatch(text)
    if found is None or int(found[1] or 1) > _MAX_NAME:
        raise ValueError("neither a plain number type nor short text")
    return np.dtype(text)


def _bytes_from_plain(entry: Mapping[str, Any], size: int) -> bytes:
    """Return the `size` bytes of an `entry`; raises `ValueError` where there are more or fewer."""
    if "data" in entry:
        data = base64.b64decode(entry["data"], validate=True)
    else:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(base64.b64decode(entry["zlib"], validate=True), size + 1)
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError("cut short, or with something behind it")
    if len(data) != size:
        raise ValueError("another length than its shape says")
    return data
