"""GIFs: values come back from their packing, and pictures from the file, nearly as they were."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from games.shell.draw.gif import Pixels, pack, palette_of, pixels_of, write_gif

LARGEST = 4096


def unpack(data: bytes) -> list[int]:
    """The values that were packed, as a reader of the format finds them."""
    clear, end = 256, 257
    table: list[list[int]] = []
    size, held, bits = 9, 0, 0
    found: list[int] = []
    last: list[int] = []
    stream: Iterator[int] = iter(data)
    while True:
        while bits < size:
            held |= next(stream) << bits
            bits += 8
        code, held, bits = held & (1 << size) - 1, held >> size, bits - size
        if code == end:
            return found
        if code == clear:
            table = [[n] for n in range(256)] + [[], []]
            size, last = 9, []
            continue
        entry = table[code] if code < len(table) else [*last, last[0]]
        found += entry
        if last and len(table) < LARGEST:
            table.append([*last, entry[0]])
            size += len(table) == 1 << size and size < 12
        last = entry


@pytest.mark.parametrize("colours", [1, 2, 7, 256])
@pytest.mark.parametrize("count", [0, 1, 2, 255, 5000, 30_000])
def test_what_is_packed_comes_back(colours: int, count: int) -> None:
    rng = random.Random(f"{colours} {count}")
    values = [rng.randrange(colours) for _ in range(count)]
    assert unpack(pack(values)) == values


def moving(count: int) -> list[Pixels]:
    """Pictures of a bright box that goes over a shaded ground."""
    frames = []
    for number in range(count):
        frame: Any = np.zeros((36, 64, 3), np.uint8)
        frame[..., 0] = np.arange(64) * 3
        frame[10:20, 4 * number : 4 * number + 8] = (255, 200, 10)
        frames.append(frame)
    return frames


def test_the_first_picture_is_read_by_others_and_nearly_as_it_was(tmp_path: Path) -> None:
    frames, path = moving(5), tmp_path / "new" / "a.gif"
    assert write_gif(frames, path, 80) == 5
    read = pixels_of(pygame.image.load(path), (64, 36))
    assert int(np.abs(read.astype(int) - frames[0].astype(int)).max()) <= 8
    data = path.read_bytes()
    assert data.startswith(b"GIF89a\x40\x00\x24\x00")
    assert data.endswith(b"\x00\x3b")
    assert data.count(b"\x21\xf9\x04\x04\x08\x00") == 5, "each is seen for 8 hundredths"


def test_all_colours_have_a_place_where_there_are_few() -> None:
    frame = moving(1)[0]
    palette, numbers = palette_of([frame])
    coarse = frame.astype(int) >> 3
    place = coarse[..., 0] << 10 | coarse[..., 1] << 5 | coarse[..., 2]
    assert palette.shape == (256, 3)
    apart = palette[numbers[place]].astype(int) - frame.astype(int)
    assert int(np.abs(apart).max()) <= 4


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    path.write_text("here")
    with pytest.raises(FileExistsError):
        write_gif(moving(1), path, 80)
    assert path.read_text() == "here"
    with pytest.raises(ValueError, match="picture"):
        write_gif([], tmp_path / "b.gif", 80)
