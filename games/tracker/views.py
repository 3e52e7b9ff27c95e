"""The words and numbers of the tracker's page: the header above the boards, the readouts below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import OWN, WRONG
from games.shell.draw.theme import HEADING, LABEL, NOTE, TEXT
from games.shell.draw.tween import Springs
from games.tracker.drawing import IN_SIGHT, MEMBER_COLOURS, READING, WeightRibbon, draw_gauge
from games.tracker.lens import Frame, Lens, short_name
from games.tracker.model import Model
from games.tracker.moment import belief_at, caption, race_comment, shown_frame, shown_reading
from games.tracker.report import maze_label, walker_name

CAPTION_TOP: Final = 56.0
"""Where the sentence of what is happening begins: below the title and the buttons beside it."""
FEW: Final = 10
"""Before so many steps what chance allows is more than half of a gauge's line at 50%."""
CHOOSE: Final = "Choose another model below: they race for the fewest points of surprise."
FEWEST_LEAD: Final = "fewest points lead"
_RIBBON: Final = 160  # steps that the ribbon shows; chosen by eye


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
    wide = canvas.text(title, (x, 34), LABEL + 4, colour, "title", max_width=width)
    step = f"step {walk.playback.step}"
    step += f" of {walk.course.steps}" if walk.course.steps else ""
    if alone and len(walk.lineup.lenses) > 1:
        step = f"{short_name(walk.lens.spec)}   {step}"
    world = f"{maze_label(walk)}   seed {walk.session.setup.seed}   {step}"
    left = width - wide - 20
    notes = (f"{world}   {FEWEST_LEAD}", world, step) if racing else (world, step)
    fitting = (note for note in notes if canvas.text_width(note, NOTE + 2) <= left)
    canvas.text(next(fitting, ""), (x + wide + 20, 37), NOTE + 2, "quiet")
    if alone or racing:
        told = race_comment(walk) if racing else CHOOSE if comparing else caption(walk)
        tall = len(canvas.wrap(told, width + 150, TEXT)) * canvas.line_height(TEXT)
        size = TEXT if tall <= below - CAPTION_TOP else NOTE
        canvas.paragraph(told, (x, CAPTION_TOP), width + 150, size, "brass", most=2)


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
        aside = min(300.0, w * 0.47)
        self._draw_doubt(canvas, lens, x, y, aside - 16)
        _draw_reading(canvas, walk, (x, y + 82), aside - 16)
        ribbon = (x + aside, y + 12, w - aside, h - 46)
        if walk.hiding:
            _draw_score(canvas, walk, (x + aside, y, w - aside, h))
        elif lens.watcher.names:
            self._draw_weights(canvas, lens, ribbon)
        else:
            _draw_calibration(canvas, shown_frame(walk, lens), ribbon)

    def _draw_doubt(self, canvas: Canvas, lens: Lens, x: float, y: float, room: float) -> None:
        belief = belief_at(lens, min(self._walk.playback.half, 2 * lens.steps))
        bits = self._springs.get("bits", lens.watcher.entropy(belief))
        canvas.text(f"{bits:.1f} bits", (x, y + 20), HEADING, "paper", "title")
        cells = 2.0 ** round(bits, 1)
        count = f"{cells:.1f}" if cells < 9.95 else f"{cells:.0f}"
        noun = "cell" if count == "1.0" else "equally likely cells"
        told = f"of doubt: like {count} {noun}"
        if canvas.text_width(told, TEXT) > room:
            told = told.replace("equally likely ", "")
        canvas.text(told, (x, y + 54), TEXT, "quiet", max_width=room)

    def _draw_weights(self, canvas: Canvas, lens: Lens, box: Box) -> None:
        """Draw the weights of the average over time, and their names below."""
        last = min(self._walk.playback.half // 2, lens.steps)
        first = max(lens.oldest, last - _RIBBON + 1)
        frames = [lens.frame(step) for step in range(first, last + 1)]
        columns = [(frame.weights, bool(frame.refuted)) for frame in frames]
        self._ribbon.draw(canvas, box, (id(lens), first, last), columns, MEMBER_COLOURS)
        title = "What it thinks the ghost does"
        canvas.text(title, (box[0], box[1] - 10), NOTE, "quiet", max_width=box[2])
        _draw_legend(canvas, lens.watcher.labels, frames[-1], box)


def _draw_legend(canvas: Canvas, labels: Sequence[str], frame: Frame, box: Box) -> None:
    """Draw the weightiest members below the ribbon, as far as there is room."""
    x, y, w, h = box
    weights = frame.weights
    order = sorted(range(len(weights)), key=lambda n: -weights[n])
    left = x
    for number in order[:4]:
        text = f"{labels[number]} {weights[number]:.0%}"
        colour = WRONG if number in frame.refuted else "paper"
        if left + 18 + canvas.text_width(text, NOTE) > x + w:
            break
        canvas.rect((left, y + h + 12, 12, 12), MEMBER_COLOURS[number], 3)
        left += canvas.text(text, (left + 18, y + h + 18), NOTE, colour) + 36


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
    canvas.text(f"±{walk.course.noise}", (place[0] + wide + 8, place[1]), TEXT, READING)


def _draw_calibration(canvas: Canvas, frame: Frame, box: Box) -> None:
    x, y, w, _ = box
    loss = frame.log_loss
    told = "not scored yet" if loss is None else f"{loss:.2f} surprise points a step"
    canvas.text(f"Log-loss: {told}", (x, y + 2), TEXT, "paper", "bold", max_width=w)
    asked = "Was it as sure as it should be?"
    if frame.unseen < FEW:  # the pale band of what chance allows is still most of the line
        asked = f"Was it as sure as it should be? Too early to say: {frame.unseen} of {FEW} steps."
        if canvas.text_width(asked, NOTE) > w:
            asked = f"Too early to say if it is as sure as it should be ({frame.unseen} of {FEW})"
    canvas.text(asked, (x, y + 26), NOTE, "quiet", max_width=w)
    draw_gauge(canvas, (x, y + 40, w, 16), 0.5, frame.covered50, frame.unseen)
    draw_gauge(canvas, (x, y + 62, w, 16), 0.9, frame.covered90, frame.unseen)


def _draw_score(canvas: Canvas, walk: Model, box: Box) -> None:
    """Draw the hider's score: surprise points (nats) a step, the last one, and the best."""
    x, y, w, _ = box
    half = walk.playback.half
    frame = shown_frame(walk, walk.lineup.lenses[0])
    score = frame.loss_sum / (half // 2) if half >= 2 else 0.0
    canvas.text(f"{score:.2f}", (x, y + 20), HEADING, OWN, "title")
    canvas.text("surprise points a step", (x, y + 54), TEXT, "quiet", max_width=w)
    canvas.text(f"This step {frame.surprise:.2f}", (x, y + 82), TEXT, OWN, "bold")
    if w >= 420:
        _draw_best(canvas, walk, (x + 250, y, w - 250, 0))


def _draw_best(canvas: Canvas, walk: Model, box: Box) -> None:
    """Draw the first three of the table of scores."""
    x, y, w, _ = box
    canvas.text("Best on this maze with this noise", (x, y + 6), NOTE, "quiet", max_width=w)
    rows = walk.best_rows[:3]
    for place, (name, value) in enumerate(rows):
        top = y + 30 + 24 * place
        canvas.text(f"{place + 1}  {name}", (x, top), TEXT, "paper", max_width=w - 90)
        canvas.text(f"{value:.2f}", (x + w, top), TEXT, "paper", "bold", "right")
    if not rows:
        canvas.text("Nobody yet", (x, y + 30), TEXT, "quiet")
