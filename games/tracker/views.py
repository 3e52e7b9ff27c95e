"""The words and numbers of the tracker's page: the header above the boards, the readouts below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.counting import places_words
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import OWN, WRONG
from games.shell.draw.theme import HEADING, LABEL, NOTE, TEXT
from games.shell.draw.tween import Springs
from games.tracker import layout as lay
from games.tracker.drawing import IN_SIGHT, MEMBER_COLOURS, READING, WeightRibbon, draw_gauge
from games.tracker.lens import Frame, Lens, short_name
from games.tracker.model import Model
from games.tracker.moment import (
    MASSES,
    belief_at,
    caption,
    race_comment,
    shown_frame,
    shown_reading,
)
from games.tracker.report import maze_label, walker_name

FEW: Final = 10
"""Before so many steps what chance allows is more than half of a gauge's line at 50%."""
CHOOSE: Final = "Choose another model below: they race for the fewest points of surprise."
FEWEST_LEAD: Final = "fewest points lead"


def draw_header(
    canvas: Canvas,
    walk: Model,
    room: tuple[float, float, float],
    alone: bool = True,
    racing: bool = False,
    comparing: bool = False,
) -> None:
    """Draw who is hidden where on a `walk`, and the present event.

    The `room` is its left end, the most width of the title, and its lower end. The present event is
    shown where one board stands `alone`; for several models it is the state of their race, if they
    are `racing`. A person who is `comparing` one alone is shown how to go on.
    """
    x, width, below = room
    title = "You are the ghost" if walk.hiding else f"{walker_name(walk)}, unseen"
    colour = OWN if walk.hiding else "paper"
    wide = canvas.text(
        title, (x, lay.TITLE), LABEL + lay.TITLE_LARGER, colour, "title", max_width=width
    )
    step = f"step {walk.playback.step}"
    step += f" of {walk.course.steps}" if walk.course.steps else ""
    if alone and len(walk.lineup.lenses) > 1:
        step = f"{short_name(walk.lens.spec)}   {step}"
    world = f"{maze_label(walk)}   seed {walk.session.setup.seed}   {step}"
    left, size = width - wide - lay.WORLD_GAP, NOTE + lay.WORLD_LARGER
    notes = (f"{world}   {FEWEST_LEAD}", world, step) if racing else (world, step)
    fitting = (note for note in notes if canvas.text_width(note, size) <= left)
    canvas.text(next(fitting, ""), (x + wide + lay.WORLD_GAP, lay.WORLD), size, "quiet")
    if alone or racing:
        told = race_comment(walk) if racing else CHOOSE if comparing else caption(walk)
        wide = width + lay.CAPTION_WIDER
        tall = len(canvas.wrap(told, wide, TEXT)) * canvas.line_height(TEXT)
        size = TEXT if tall <= below - lay.CAPTION_TOP else NOTE
        canvas.paragraph(told, (x, lay.CAPTION_TOP), wide, size, "brass", most=2)


class Readouts:
    """Doubt in bits and in cells; the reading; and the ribbon of weights or the score."""

    def __init__(self, walk: Model, springs: Springs) -> None:
        self._walk, self._springs = walk, springs
        self._ribbon = WeightRibbon()

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw all of it, for the active lens."""
        x, y, w, h = box
        walk, lens = self._walk, self._walk.lens
        if lens.steps < 0:
            return
        aside = min(lay.ASIDE, w * lay.ASIDE_SHARE)
        self._draw_doubt(canvas, lens, x, y, aside - lay.ASIDE_GAP)
        _draw_reading(canvas, walk, (x, y + lay.THIRD), aside - lay.ASIDE_GAP)
        ribbon = (x + aside, y + lay.RIBBON, w - aside, h - lay.RIBBON_FOOT)
        if walk.hiding:
            _draw_score(canvas, walk, (x + aside, y, w - aside, h))
        elif lens.watcher.names:
            self._draw_weights(canvas, lens, ribbon)
        else:
            _draw_calibration(canvas, shown_frame(walk, lens), ribbon)

    def _draw_doubt(self, canvas: Canvas, lens: Lens, x: float, y: float, room: float) -> None:
        belief = belief_at(lens, min(self._walk.playback.half, 2 * lens.steps))
        bits = self._springs.get("bits", lens.watcher.entropy(belief))
        canvas.text(
            places_words(bits), (x, y + lay.LARGE), HEADING, "paper", "title", max_width=room
        )
        told = "where you could be" if self._walk.hiding else "where it could be"
        canvas.text(told, (x, y + lay.MEANT), TEXT, "quiet", max_width=room)

    def _draw_weights(self, canvas: Canvas, lens: Lens, box: Box) -> None:
        """Draw the weights of the average over time, and their names below."""
        last = min(self._walk.playback.half // 2, lens.steps)
        first = max(lens.oldest, last - lay.RIBBON_STEPS + 1)
        frames = [lens.frame(step) for step in range(first, last + 1)]
        columns = [(frame.weights, bool(frame.refuted)) for frame in frames]
        self._ribbon.draw(canvas, box, (id(lens), first, last), columns, MEMBER_COLOURS)
        title = "What it thinks the ghost does"
        place = (box[0], box[1] - lay.RIBBON_TITLE)
        canvas.text(title, place, NOTE, "quiet", max_width=box[2])
        _draw_legend(canvas, lens.watcher.labels, frames[-1], box)


def _draw_legend(canvas: Canvas, labels: Sequence[str], frame: Frame, box: Box) -> None:
    """Draw the weightiest members below the ribbon, as far as there is room."""
    x, y, w, h = box
    weights = frame.weights
    order = sorted(range(len(weights)), key=lambda n: -weights[n])
    left = x
    for number in order[: lay.LEGEND_MOST]:
        text = f"{labels[number]} {weights[number]:.0%}"
        colour = WRONG if number in frame.refuted else "paper"
        if left + lay.LEGEND_WORDS + canvas.text_width(text, NOTE) > x + w:
            break
        mark = (left, y + h + lay.LEGEND, lay.LEGEND_MARK, lay.LEGEND_MARK)
        canvas.rect(mark, MEMBER_COLOURS[number], lay.LEGEND_MARK // 4)
        place = (left + lay.LEGEND_WORDS, y + h + lay.LEGEND_LINE)
        left += canvas.text(text, place, NOTE, colour) + lay.LEGEND_GAP


def _draw_reading(canvas: Canvas, walk: Model, place: Point, room: float) -> None:
    event = shown_reading(walk)
    if event is None:
        canvas.text("No reading yet", place, TEXT, "quiet", max_width=room)
        return
    readings = event.data["readings"]
    if readings[0].seen is not None:
        canvas.text("In sight", place, TEXT, IN_SIGHT, "bold")
        return
    told = ", ".join(f"{reading.z}" for reading in readings)
    wide = canvas.text(f"Reading {told}", place, TEXT, READING, "bold")
    beside = (place[0] + wide + lay.NOISE_GAP, place[1])
    canvas.text(f"±{walk.course.noise}", beside, TEXT, READING)


def _draw_calibration(canvas: Canvas, frame: Frame, box: Box) -> None:
    x, y, w, _ = box
    loss = frame.log_loss
    told = "not scored yet" if loss is None else f"{loss:.2f} surprise points a step"
    canvas.text(f"Log-loss: {told}", (x, y + lay.LOSS), TEXT, "paper", "bold", max_width=w)
    asked = "Was it as sure as it should be?"
    if frame.unseen < FEW:  # the pale band of what chance allows is still most of the line
        asked = f"Was it as sure as it should be? Too early to say: {frame.unseen} of {FEW} steps."
        if canvas.text_width(asked, NOTE) > w:
            asked = f"Too early to say if it is as sure as it should be ({frame.unseen} of {FEW})"
    canvas.text(asked, (x, y + lay.SURE_AT), NOTE, "quiet", max_width=w)
    held = (frame.covered50, frame.covered90)
    for top, mass, share in zip(lay.GAUGE_ROWS, MASSES, held, strict=True):
        draw_gauge(canvas, (x, y + top, w, lay.GAUGE), mass, share, frame.unseen)


def _draw_score(canvas: Canvas, walk: Model, box: Box) -> None:
    """Draw the hider's score: surprise points (nats) a step, the last one, and the best."""
    x, y, w, _ = box
    half = walk.playback.half
    frame = shown_frame(walk, walk.lineup.lenses[0])
    score = frame.loss_sum / (half // 2) if half >= 2 else 0.0
    canvas.text(f"{score:.2f}", (x, y + lay.LARGE), HEADING, OWN, "title")
    canvas.text("surprise points a step", (x, y + lay.MEANT), TEXT, "quiet", max_width=w)
    canvas.text(f"This step {frame.surprise:.2f}", (x, y + lay.THIRD), TEXT, OWN, "bold")
    if w >= lay.BEST_FROM:
        _draw_best(canvas, walk, (x + lay.BEST_AT, y, w - lay.BEST_AT, 0))


def _draw_best(canvas: Canvas, walk: Model, box: Box) -> None:
    """Draw the first three of the table of scores."""
    x, y, w, _ = box
    canvas.text(
        "Best on this maze with this noise", (x, y + lay.BEST_TITLE), NOTE, "quiet", max_width=w
    )
    rows = walk.best_rows[: lay.BEST_MOST]
    for place, (name, value) in enumerate(rows):
        top = y + lay.BEST_ROWS + lay.BEST_ROW * place
        canvas.text(f"{place + 1}  {name}", (x, top), TEXT, "paper", max_width=w - lay.BEST_POINTS)
        canvas.text(f"{value:.2f}", (x + w, top), TEXT, "paper", "bold", "right")
    if not rows:
        canvas.text("Nobody yet", (x, y + lay.BEST_ROWS), TEXT, "quiet")
