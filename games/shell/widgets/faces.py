"""Portraits: the face of an opponent, a drawing of the game's or one made from its name.

A game gives its opponents faces by putting `assets/faces/GAME/AGENT.svg` there (200 x 200, in a
disc). One without a drawing gets one of three masks in one of the seats' colours, and the first
letter of its name on the breast: always the same for the same name.
"""

from __future__ import annotations

import zlib
from typing import Any, Final, NamedTuple

from games.paths import ASSETS
from games.shell.draw.canvas import Canvas, Point
from games.shell.draw.theme import SEAT_COLOURS
from games.shell.widgets.avatars import sign

FOLDER: Final = ASSETS / "faces"
MASKS: Final = 3
DIM: Final = 80  # of 255: how much a portrait that is not in hand stands back; chosen by eye
PERSON: Final = "faces/person"


class Face(NamedTuple):
    """A portrait: a `sprite`, for a person in the `colour` of their sign, for one made from a name
    in another, with a `letter` on the breast.
    """

    sprite: str
    colour: str = ""
    letter: str = ""


def face_of(game_id: str, agent_id: str, name: str) -> Face:
    """Return the face of the agent `agent_id`, called `name`; looks into the folder of faces."""
    if (FOLDER / game_id / f"{agent_id}.svg").is_file():
        return Face(f"faces/{game_id}/{agent_id}")
    number = zlib.crc32(name.encode("utf-8"))
    colour = SEAT_COLOURS[number // MASKS % len(SEAT_COLOURS)]
    return Face(f"faces/stranger-{number % MASKS + 1}", colour, name[:1].upper())


def face_of_person(avatar: int) -> Face:
    """Return the face of a person whose sign is this `avatar`."""
    return Face(PERSON, sign(avatar)[1])


def draw_face(
    canvas: Canvas,
    face: Face,
    centre: Point,
    size: float,
    dim: bool = False,
    opacity: int = 255,
    flip: bool = False,
) -> None:
    """Draw a `face`, `size` units wide, around `centre`, with an `opacity` of 0..255.

    A `dim` one stands back; `flip` lets it look the other way.
    """
    box = (centre[0] - size / 2, centre[1] - size / 2, size, size)
    colours: dict[str, Any] = {"body": face.colour} if face.colour else {}
    canvas.sprite(face.sprite, box, flip=flip, alpha=opacity - DIM if dim else opacity, **colours)
    if face.letter and not dim:
        place = (centre[0], centre[1] + size * 0.41)
        canvas.text(face.letter, place, size * 0.1 + 4, "paper", "bold", "centre")
