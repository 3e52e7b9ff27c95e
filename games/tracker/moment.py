"""The moment of a walk that is on show, as values and words: belief, reading, caption, mind.

A lens may be behind the match, or the page may have been rewound: then the last frame that can be
seen counts. No value here grows with the match, and there is no drawing.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from games.core import Event
from games.counting import places_of
from games.intervals import chance_band
from games.mind import Bars, Mind, MindItem, Note, Series
from games.tracker.lens import Frame, Lens, short_name
from games.tracker.model import Model
from games.tracker.rules import WALKER

Vector = npt.NDArray[np.floating[Any]]

MASSES: Final = (0.5, 0.9)
"""The credible sets of which the page tells how often they held the truth."""
FOOD: Final = "food"
"""The agent that eats what lies on the left half of the maze."""
_SERIES: Final = 120  # steps that a curve shows; chosen by eye


def belief_at(lens: Lens, half: int) -> Vector:
    """Return the belief of a lens at a half-step."""
    frame = lens.frame((half + 1) // 2)
    return frame.prior if half % 2 else frame.posterior


def shown_belief(walk: Model, lens: Lens) -> tuple[Vector, Vector | None]:
    """Return the belief of a `lens` that a `walk` shows now, and what the reading takes away, or
    None.
    """
    playback = walk.playback
    if lens.steps * 2 < playback.half:
        return lens.frame(lens.steps).posterior, None
    now = belief_at(lens, playback.half)
    share = playback.share
    if share >= 1.0:
        return now, None
    before = belief_at(lens, playback.origin)
    lost = None
    if not playback.predicting and playback.half == playback.origin + 1:
        lost = np.where(now <= 0.0, before, 0.0)
    return before + (now - before) * share, lost


def shown_frame(walk: Model, lens: Lens) -> Frame:
    """Return the frame of a `lens` of the last reading of a `walk` that can be seen."""
    return lens.frame(min(walk.playback.half // 2, lens.steps))


def shown_reading(walk: Model) -> Event | None:
    """Return the reading of a `walk` on show; none while the belief spreads."""
    half = walk.playback.half
    if half % 2 or half == 0 or half // 2 > len(walk.tape):
        return None
    return walk.tape[half // 2 - 1].event


def seeks_food(walk: Model) -> bool:
    """Return whether the hidden one of a `walk` goes after food."""
    return walk.session.setup.seats[WALKER].agent == FOOD


def look_of(walk: Model) -> tuple[str, str]:
    """Return the sprite of the hidden one of a `walk` and its colour."""
    if walk.hiding:
        return ("tracker-ghost", "sky")
    return ("tracker-pac" if seeks_food(walk) else "tracker-ghost", "orange")


def caption(walk: Model) -> str:
    """Return one sentence about the half-step of a `walk` on show."""
    playback, lens = walk.playback, walk.lens
    if playback.step == 0:
        known = walk.course.start is not None
        return "The start is known." if known else "It may be anywhere: every cell is as likely."
    if playback.predicting:
        return "Predict: it moves unseen, and the belief spreads along every way it may have gone."
    event = shown_reading(walk)
    return "" if event is None else _reading_words(walk, shown_frame(walk, lens), event)


def _reading_words(walk: Model, frame: Frame, event: Event) -> str:
    reading, course = event.data["readings"][0], walk.course
    if reading.seen is not None:
        return "Seen: the sensor has it in sight, and all doubt is gone."
    low = max(reading.z - course.noise, course.sight + 1)
    high = reading.z + course.noise
    told = f"Observe: it reads {reading.z}, so it is {low} to {high} away."
    if len(event.data["readings"]) > 1:
        read = ", ".join(str(one.z) for one in event.data["readings"])
        told = f"Observe: they read {read}."
    if frame.restarted:
        return f"{told} Impossible for this model: it starts again."
    lost = f"That takes away {frame.lost:.0%}"
    if frame.refuted:
        names = ", ".join(walk.lens.watcher.labels[n] for n in frame.refuted)
        return f"{told} {lost} and refutes an idea: {names}."
    return f"{told} {lost}; the rest grows to 100%." if frame.lost >= 0.005 else told


def mind_of(walk: Model) -> Mind:
    """Return the open mind of the lens in use on a `walk`, at the step on show."""
    lens = walk.lens
    if lens.steps < 0:
        return ()
    last = min(walk.playback.half // 2, lens.steps)
    frames = [lens.frame(n) for n in range(max(lens.oldest, last - _SERIES + 1), last + 1)]
    frame = frames[-1]
    items: list[MindItem] = [Note(lens.spec.description)]
    if frame.weights:
        best = max(range(len(frame.weights)), key=lambda n: frame.weights[n])
        title = "What you do" if walk.hiding else "What the ghost does"
        told = "Each idea's weight: how well it foresaw the readings so far."
        items.append(Bars(title, lens.watcher.labels, frame.weights, "%", best, help=told))
    doubt = tuple(f.entropy for f in frames)
    if walk.playback.predicting and lens.steps > last:  # the last one is that of the belief on show
        doubt = (*doubt, lens.watcher.entropy(belief_at(lens, walk.playback.half)))
    told = "About how many cells are equally likely; at 1 it is known."
    many = tuple(map(float, map(places_of, doubt)))
    items.append(Series("Places where it could be", many, "", help=told))
    if frame.unseen:
        items.append(_calibration_bars(frame))
    surprise = tuple(frame.surprise for frame in frames)
    told = "0 where it was sure of the true cell. Each 0.7 more halves its share."
    items.append(Series("Surprise points at the truth", surprise, "", help=told))
    return tuple(items)


def _calibration_bars(frame: Frame) -> Bars:
    shares = (frame.covered50 / frame.unseen, frame.covered90 / frame.unseen)
    bands = [chance_band(frame.unseen, mass) for mass in MASSES]
    return Bars(
        "Was it as sure as it should be?",
        ("50% set", "90% set"),
        shares,
        "%",
        low=tuple(low for low, _ in bands),
        high=tuple(high for _, high in bands),
        help="A belief that knows how sure it is stays in the lighter band, which chance allows.",
    )


# -- a race of models ------------------------------------------------------------------------

LEVEL_POINTS: Final = 2.0
"""With less between the first two they run neck and neck; chosen by eye."""
STUMBLE_POINTS: Final = 4.0
"""A step that costs one so many points more than the leader is worth a word: it is over 50 times
less likely."""
_TRACKS: Final = (25.0, 50.0, 100.0, 200.0, 400.0, 800.0, 1600.0, 3200.0, 6400.0)


def raced(walk: Model) -> list[tuple[Lens, float]]:
    """Return the lenses of a `walk` that have come to the step on show with the points they lost,
    best first.
    """
    there = [lens for lens in walk.lineup.lenses if lens.steps >= walk.playback.step]
    return sorted(((lens, shown_frame(walk, lens).loss_sum) for lens in there), key=lambda r: r[1])


def track_length(walk: Model) -> float:
    """Return the points of the whole width of a bar: it doubles as the first one fills it."""
    most = max((points for _, points in raced(walk)), default=0.0)
    return next((length for length in _TRACKS if most <= length), max(most, _TRACKS[-1]))


def race_comment(walk: Model) -> str:
    """Return one sentence about the race of the models on a `walk` at the step on show."""
    order = raced(walk)
    if len(order) < 2:
        return "Points of surprise, fewer are better. The others catch up."
    (first, best), (second, next_best) = order[:2]
    ahead, name, other = next_best - best, short_name(first.spec), short_name(second.spec)
    lead = shown_frame(walk, first).surprise
    last, lost = max(
        ((lens, shown_frame(walk, lens).surprise) for lens, _ in order[1:]), key=lambda r: r[1]
    )
    if lost - lead >= STUMBLE_POINTS:
        return f"{short_name(last.spec)} did not see that coming: {lost:.0f} points at once."
    if best == next_best == 0.0:
        return "Points of surprise, fewer are better. They start level."
    if ahead < LEVEL_POINTS:
        return f"{name} and {other} run neck and neck."
    return f"{name} leads: {ahead:.0f} points less surprised than {other}."
