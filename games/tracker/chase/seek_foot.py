"""The parts below the maze while seeking: the score, the readings of this round, the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN, RIVAL
from games.shell.draw.theme import HEADING, NOTE, TEXT
from games.shell.draw.tween import Springs
from games.tracker.drawing import IN_SIGHT, READING
from games.tracker.rules.ground import MatchGround, SensorReading
from games.tracker.rules.seek import HOPS, ROUNDS

SHARE: Final = 0.36  # of the width, for the score; chosen by eye
_CORNERS: Final = ("below left", "below right", "above left")


def draw_score(
    canvas: Canvas,
    rounds: Sequence[tuple[int, int]],
    score: tuple[int, int],
    names: tuple[str, str],
    box: Box,
) -> None:
    """Draw the rounds won by the seeker and by the rival, who have these `names`, and who had
    each.
    """
    x, y, w, _ = box
    own, other = score
    wide = canvas.text(f"{own} : {other}", (x, y + 24), HEADING, "paper", "title")
    told = " : ".join(names)
    if canvas.text_width(told, TEXT) <= w - wide - 12:
        canvas.text(told, (x + wide + 12, y + 26), TEXT, "quiet")
    pitch = min(24.0, w / ROUNDS)
    for number in range(ROUNDS):
        _draw_pip(canvas, rounds, number, (x + pitch * (number + 0.5), y + 62), pitch * 0.66)
    canvas.text("rounds closer", (x, y + 92), NOTE, "quiet", max_width=w)


def _draw_pip(
    canvas: Canvas,
    rounds: Sequence[tuple[int, int]],
    number: int,
    centre: tuple[float, float],
    side: float,
) -> None:
    """Draw the winner of a round: the person's disc, the rival's triangle, a ring for neither."""
    if number >= len(rounds):
        canvas.circle(centre, side * 0.2, "line")
        return
    own, other = rounds[number]
    if own == other:
        canvas.ring(centre, side * 0.42, "quiet", 2)
    elif own < other:
        canvas.icon("seat-disc", centre, side, OWN)
    else:
        canvas.icon("seat-triangle", centre, side, RIVAL)


def draw_rounds(
    canvas: Canvas, rounds: Sequence[tuple[int, int]], springs: Springs, box: Box
) -> None:
    """Draw the errors of both marks, a pair of bars a round."""
    x, y, w, _ = box
    pitch = w / ROUNDS
    most = max(8, *(max(pair) for pair in rounds), 8)
    for number in range(ROUNDS):
        left, wide = x + number * pitch, pitch - 8
        canvas.rect((left, y + 64, wide, 2), "line")
        if number >= len(rounds):
            continue
        for place, (missed, colour) in enumerate(zip(rounds[number], (OWN, RIVAL), strict=True)):
            goal = max(3.0, 50 * min(missed, most) / most)
            tall = springs.get((number, place), goal, 0.0)
            half = wide / 2 - 2
            at = left + place * (half + 4)
            canvas.rect((at, y + 64 - tall, half, tall), colour, 2)
            canvas.text(
                f"{missed}", (at + half / 2, y + 56 - tall), NOTE - 1, colour, "text", "centre"
            )
    canvas.text("moves off, round by round", (x, y + 88), NOTE, "quiet", max_width=w)


def draw_heard(
    canvas: Canvas, course: MatchGround, heard: Sequence[Sequence[SensorReading]], box: Box
) -> None:
    """Draw for each eye how far away it heard the ghost, step by step, with what noise allows."""
    x, y, w, h = box
    eyes = len(course.sensors)
    room = w / eyes
    for eye in range(eyes):
        part = (x + eye * room, y, room - (16 if eyes > 1 else 0), h)
        _draw_eye(canvas, course, [readings[eye] for readings in heard], eye, part)


def _draw_eye(
    canvas: Canvas, course: MatchGround, readings: Sequence[SensorReading], eye: int, box: Box
) -> None:
    x, y, w, _ = box
    farthest = course.maze.width + course.maze.height
    tall, foot, pitch = 56.0, y + 66.0, w / HOPS
    unit = tall / farthest
    canvas.rect((x, foot - course.sight * unit, w, course.sight * unit), IN_SIGHT, 0, 60)
    canvas.rect((x, foot, w, 2), "line")
    for number, reading in enumerate(readings):
        middle = x + pitch * (number + 0.5)
        if reading.z is None:
            canvas.icon("eye", (middle, foot - 12), 18, IN_SIGHT)
            continue
        low = max(course.sight + 1, reading.z - course.noise)
        high = min(farthest, reading.z + course.noise)
        last = number == len(readings) - 1
        colour = READING if last else canvas.theme.mix("ink", READING, 0.5)
        bar = (middle - pitch * 0.3, foot - high * unit, pitch * 0.6, max(3.0, (high - low) * unit))
        canvas.rect(bar, colour, 3)
        ink = "paper" if last else "quiet"
        canvas.text(f"{reading.z}", (middle, foot - high * unit - 9), NOTE, ink, "text", "centre")
    told = "how far from the ear it was heard"
    if len(course.sensors) > 1:
        told = f"from the ear {_CORNERS[eye]}"
    canvas.text(told, (x, y + 88), NOTE, "quiet", max_width=w)
