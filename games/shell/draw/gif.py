"""Pictures as a GIF that goes round: one palette for all, and of each picture only what changed.

The palette has the most frequent colours of all pictures, counted in steps of eight; every other
colour becomes the nearest of them. The pixels are packed by LZW as the format has it (CompuServe,
GIF89a). Nothing beside pygame and numpy is needed.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame

Pixels = npt.NDArray[np.uint8]
"""A picture: its rows of pixels, each red, green and blue (h, w, 3), or palette numbers (h, w)."""
COLOURS: Final = 256
_STEP: Final = 3
"""Bits of a colour that are left out where colours are counted."""
_BITS: Final = 8 - _STEP
_LARGEST: Final = 4096
"""Codes of the format."""


def pixels_of(picture: pygame.Surface, size: tuple[int, int]) -> Pixels:
    """Return a `picture` in this `size`."""
    if picture.get_bitsize() < 24:
        picture = picture.convert(24)
    small = pygame.transform.smoothscale(picture, size)
    return np.ascontiguousarray(pygame.surfarray.array3d(small).swapaxes(0, 1))


def write_gif(pictures: Iterable[Pixels], path: Path, milliseconds: int) -> int:
    """Write `pictures` of one size as the new file `path`, each seen for `milliseconds`.

    Returns their number. Raises `OSError`, also where a file has that name, and `ValueError`
    without a picture.
    """
    frames = list(pictures)
    if not frames:
        raise ValueError("A GIF needs a picture.")
    palette, numbers = palette_of(frames)
    height, width = frames[0].shape[:2]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0))
        file.write(palette.tobytes())
        file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
        before: Pixels | None = None
        for frame in frames:
            now = _numbered(frame, numbers)
            file.write(_picture(now, before, milliseconds // 10))
            before = now
        file.write(b"\x3b")
    return len(frames)


def palette_of(frames: Sequence[Pixels]) -> tuple[Pixels, Pixels]:
    """Return the palette (256, 3), and the number in it of every coarse colour (32,768,)."""
    counts = np.zeros(1 << 3 * _BITS, np.int64)
    for frame in frames:
        counts += np.bincount(_coarse(frame).ravel(), minlength=len(counts))
    chosen = np.argsort(-counts, kind="stable")[:COLOURS]
    every = np.arange(len(counts))
    middle = 1 << _STEP - 1
    colours = np.stack(
        [
            ((every >> shift & (1 << _BITS) - 1) << _STEP) + middle
            for shift in (2 * _BITS, _BITS, 0)
        ],
        axis=1,
    ).astype(np.int32)
    palette = colours[chosen]
    numbers = np.zeros(len(counts), np.uint8)
    used = np.flatnonzero(counts)
    for start in range(0, len(used), 1024):
        part = used[start : start + 1024]
        apart = ((colours[part, None] - palette[None]) ** 2).sum(axis=2)
        numbers[part] = apart.argmin(axis=1)
    return palette.astype(np.uint8), numbers


def _coarse(frame: Pixels) -> npt.NDArray[np.int64]:
    red, green, blue = (frame[..., n].astype(np.int64) >> _STEP for n in range(3))
    return red << 2 * _BITS | green << _BITS | blue


def _numbered(frame: Pixels, numbers: Pixels) -> Pixels:
    found: Pixels = numbers[_coarse(frame)]
    return found


def _picture(now: Pixels, before: Pixels | None, hundredths: int) -> bytes:
    """Return the block of a picture: the rectangle that differs from the one before."""
    top, left, part = 0, 0, now
    if before is not None:
        rows, columns = np.nonzero(now != before)
        top, left = (int(found.min()) if len(found) else 0 for found in (rows, columns))
        bottom, right = (int(found.max()) + 1 if len(found) else 1 for found in (rows, columns))
        part = now[top:bottom, left:right]
    height, width = part.shape
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 4, hundredths, 0, 0)
    place = struct.pack("<BHHHHB", 0x2C, left, top, width, height, 0)
    packed = pack(part.ravel().tolist())
    blocks = (packed[at : at + 255] for at in range(0, len(packed), 255))
    data = b"".join(bytes([len(block)]) + block for block in blocks)
    return control + place + b"\x08" + data + b"\x00"


def pack(values: Sequence[int]) -> bytes:
    """Return `values` (0 to 255) packed by LZW with codes of 9 to 12 bits, least bit first."""
    clear, end = COLOURS, COLOURS + 1
    known: dict[tuple[int, int], int] = {}
    size, following = 9, end + 1
    held, bits = clear, size
    out = bytearray()
    current = -1
    for value in values:
        if current < 0:
            current = value
            continue
        longer = known.get((current, value))
        if longer is not None:
            current = longer
            continue
        held |= current << bits
        bits += size
        if following < _LARGEST:
            known[current, value] = following
            size += following == 1 << size
            following += 1
        else:
            held |= clear << bits
            bits += size
            known.clear()
            size, following = 9, end + 1
        while bits >= 8:
            out.append(held & 255)
            held >>= 8
            bits -= 8
        current = value
    if current >= 0:
        held |= current << bits
        bits += size
        size += following == 1 << size and size < 12
    held |= end << bits
    bits += size
    while bits > 0:
        out.append(held & 255)
        held >>= 8
        bits -= 8
    return bytes(out)
