"""What the tracker's page shows of the match: the boards, the header, the readouts, the mind.

Everything here reads the scene and draws; nothing is computed that grows with the match.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from games.core import Event
from games.intervals import chance_band
from games.mind import Bars, Mind, Note, Series
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, LABEL, NOTE, TEXT
from games.shell.widgets.basic import draw_fitted
from games.tracker.drawing import MEMBER_COLOURS, Board
from games.tracker.lens import Frame, Lens, ranks
from games.tracker.maze import Maze
from games.tracker.report import maze_label, walker_name

if TYPE_CHECKING:
    from games.tracker.scene import Scene

Vector = npt.NDArray[np.floating[Any]]

HEAD: Final = 50.0
SHORT: Final = MappingProxyType(
    {
        "random-stay": "May stay",
        "explore-expected": "Expected visits",
        "this-maze": "Momentum here",
    }
)
"""Names of models where there is little room."""

_GRIDS: Final = MappingProxyType(
    {
        1: ((1, 1),),
        2: ((2, 1), (1, 2)),
        3: ((2, 2), (3, 1), (1, 3)),
        4: ((2, 2), (4, 1)),
    }
)
_SERIES: Final = 120
_RIBBON: Final = 160
_MASSES: Final = (0.5, 0.9)


# -- what is on show -----------------------------------------------------------------------


def belief_at(lens: Lens, half: int) -> Vector:
    """The belief of a lens at a half-step."""
    frame = lens.frame((half + 1) // 2)
    return frame.prior if half % 2 else frame.posterior


def shown_belief(scene: Scene, lens: Lens) -> tuple[Vector, Vector | None]:
    """The belief as it is drawn now, and what the reading is taking away (None for nothing)."""
    playback = scene.playback
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


def shown_frame(scene: Scene, lens: Lens) -> Frame:
    """The frame of the last reading that can be seen."""
    return lens.frame(min(scene.playback.half // 2, lens.steps))


def reading_event(scene: Scene) -> Event | None:
    """The reading on show; none while the belief spreads."""
    half = scene.playback.half
    if half % 2 or half == 0 or half // 2 > len(scene.tape):
        return None
    return scene.tape[half // 2 - 1].event


# -- boards --------------------------------------------------------------------------------


def arrange(count: int, maze: Maze, area: Box) -> list[Box]:
    """A box for each of so many boards, in the grid that leaves the largest cells."""
    x, y, w, h = area
    head = HEAD if count > 1 else 0.0

    def room(columns: int, rows: int) -> tuple[float, float]:
        return (w - 24 * (columns - 1)) / columns, (h - 6 * (rows - 1)) / rows - head

    def cell(shape: tuple[int, int]) -> float:
        wide, tall = room(*shape)
        return min(wide / maze.width, tall / maze.height)

    columns, rows = max(_GRIDS[count], key=cell)
    wide, tall = room(columns, rows)
    places = [divmod(number, columns) for number in range(count)]
    return [
        (x + column * (wide + 24), y + row * (tall + head + 6) + head, wide, tall)
        for row, column in places
    ]


def draw_boards(canvas: Canvas, scene: Scene) -> None:
    """Every lens on its own copy of the maze."""
    several = len(scene.lenses) > 1
    places = ranks({n: _loss(scene, lens) for n, lens in enumerate(scene.lenses)})
    for number, (lens, board) in enumerate(zip(scene.lenses, scene.boards, strict=True)):
        board.draw_map(canvas)
        if lens.steps >= 0:
            _draw_inside(canvas, scene, lens, board, number == scene.active)
        if several:
            _draw_head(canvas, scene, number, places[number])
            if number == scene.active:
                x, y, w, h = board.box
                canvas.outline((x - 3, y - 3, w + 6, h + 6), "brass", 2, 8)


def _loss(scene: Scene, lens: Lens) -> float | None:
    return shown_frame(scene, lens).log_loss if lens.steps >= 0 else None


def _draw_inside(canvas: Canvas, scene: Scene, lens: Lens, board: Board, active: bool) -> None:
    frame = shown_frame(scene, lens)
    if scene.pellets:
        draw_food(canvas, scene, board, frame)
    _draw_diamonds(canvas, scene, board)
    belief, lost = shown_belief(scene, lens)
    if active and scene.trail:
        scene.trail.draw(canvas, board, scene)
    else:
        board.draw_belief(canvas, belief)
        if lost is not None:
            board.draw_lost(canvas, lost, 1.0 - scene.playback.share)
    if scene.show_visits and active:
        visits = lens.watcher.visits()
        if visits is not None:
            board.draw_visits(canvas, visits.tolist())
    for sensor in scene.course.sensors:
        board.draw_sensor(canvas, sensor)
    if frame.restarted and not scene.playback.predicting:
        glow = canvas.theme.mix("vermillion", "ink", min(1.0, scene.playback.share * 0.8))
        canvas.outline(board.box, glow, 4, 8)
    _draw_pulse(canvas, scene, board)
    _draw_truth(canvas, scene, board)


def draw_food(canvas: Canvas, scene: Scene, board: Board, frame: Frame) -> None:
    """Pellets: what is left where the truth is shown, else as faint as they are surely eaten."""
    if scene.truth_visible:
        board.draw_pellets(canvas, [(cell, 1.0) for cell in scene.food_left()])
    else:
        left = [(cell, 1.0 - float(frame.eaten[cell])) for cell in scene.pellets]
        board.draw_pellets(canvas, [entry for entry in left if entry[1] > 0.03])


def _draw_diamonds(canvas: Canvas, scene: Scene, board: Board) -> None:
    course, theme = scene.course, canvas.theme
    event = reading_event(scene)
    for number, sensor in enumerate(course.sensors):
        board.draw_diamond(canvas, sensor, course.sight, "green", 2)
        z = None if event is None else event.data["readings"][number].z
        if z is None:
            continue
        glow = theme.mix("ink", "blue", 0.25 + 0.75 * scene.playback.share)
        key = ("band", number, board is scene.boards[scene.active])
        far = scene.springs.get((*key, 1), float(z + course.noise))
        near = scene.springs.get((*key, 0), float(z - course.noise - 1))
        board.draw_diamond(canvas, sensor, far, glow, 2)
        if near >= course.sight:
            board.draw_diamond(canvas, sensor, near, glow, 2)


def _draw_truth(canvas: Canvas, scene: Scene, board: Board) -> None:
    playback, cells = scene.playback, scene.course.cells
    event = reading_event(scene)
    seen = event is not None and event.data["readings"][0].seen is not None
    if not (scene.truth_visible or seen) or not scene.walk:
        return
    here = scene.walk[min(playback.step, len(scene.walk) - 1)]
    before = scene.walk[min((playback.origin + 1) // 2, len(scene.walk) - 1)]
    near = abs(playback.half - playback.origin) <= 2
    still = canvas.theme.reduced_motion or not near
    share = 1.0 if still else playback.share
    origin = cells[here] if still else cells[before]
    board.draw_walker(canvas, cells[here], origin, share, scene.look)


def _draw_pulse(canvas: Canvas, scene: Scene, board: Board) -> None:
    """A ring that runs out from where the belief has just fallen together."""
    pulse = scene.pulse
    if not pulse.running or canvas.theme.reduced_motion or scene.pulse_cell is None:
        return
    share = pulse.progress
    colour = canvas.theme.mix("yellow", "ink", share)
    radius = board.cell * (0.8 + 5.0 * (1.0 - (1.0 - share) ** 3))
    with canvas.clip(board.box):
        canvas.ring(board.centre(scene.pulse_cell), radius, colour, 3 * (1.0 - share) + 1)


def _draw_head(canvas: Canvas, scene: Scene, number: int, rank: int) -> None:
    """Above a board: the rank and name of its model, its log-loss and its calibration."""
    lens, board = scene.lenses[number], scene.boards[number]
    x, _, w, _ = board.frame
    top = board.box[1] - HEAD + 14
    canvas.circle((x + 12, top), 12, "brass" if rank == 1 else "line")
    ink = "ink" if rank == 1 else "paper"
    canvas.text(str(rank), (x + 12, top), NOTE, ink, "bold", "centre")
    frame = shown_frame(scene, lens) if lens.steps >= 0 else None
    loss = None if frame is None else frame.log_loss
    told = "no score yet" if loss is None else f"{loss:.2f} nats"
    if lens.steps < len(scene.tape) - 3:
        told = f"step {max(0, lens.steps)} of {len(scene.tape)}"
    wide = canvas.text(told, (x + w, top), TEXT, "paper", "bold", "right")
    refuted = frame is not None and frame.restarted
    colour = "vermillion" if refuted else "paper"
    name = SHORT.get(lens.spec.id, lens.spec.name)
    name = f"{name}: refuted" if refuted else name
    canvas.text(name, (x + 32, top), TEXT, colour, "bold", max_width=w - wide - 48)
    if frame is not None:
        half = (w - 24) / 2
        for place, held in enumerate((frame.held50, frame.held90)):
            box = (x + place * (half + 24), top + 15, half, 16.0)
            draw_gauge(canvas, box, _MASSES[place], held, frame.unseen)


def draw_gauge(canvas: Canvas, box: Box, mass: float, held: float, trials: int) -> None:
    """How often the set of this mass held the truth, in the band that chance allows."""
    x, y, w, h = box
    middle = y + h / 2
    label = 40.0
    canvas.text(f"{mass:.0%}", (x, middle), NOTE, "quiet")
    left, wide = x + label, w - label - 44
    canvas.rect((left, middle - 3, wide, 6), "line", 3)
    low, high = chance_band(trials, mass)
    canvas.rect((left + wide * low, middle - 3, max(3.0, wide * (high - low)), 6), "quiet", 3)
    if not trials:
        return
    share = held / trials
    right = low - 1e-9 <= share <= high + 1e-9
    colour = "green" if right else "vermillion"
    spot = (left + wide * share, middle)
    canvas.circle(spot, 7, "ink")
    if right:
        canvas.circle(spot, 5, colour)
    else:
        canvas.ring(spot, 6, colour, 2.5)
    canvas.text(f"{share:.0%}", (x + w, middle), NOTE, colour, "bold", "right")


# -- words and numbers ---------------------------------------------------------------------


def draw_header(canvas: Canvas, scene: Scene) -> None:
    """Who is hidden where, and what is happening just now."""
    x, width = scene.visible[0] + scene.margin, scene.visible[2] - 2 * scene.margin - 150
    title = "You are the hidden one" if scene.hiding else f"{walker_name(scene)}, unseen"
    colour = "sky" if scene.hiding else "paper"
    wide = canvas.text(title, (x, 34), LABEL + 4, colour, "title", max_width=width)
    step = f"step {scene.playback.step}"
    step += f" of {scene.course.steps}" if scene.course.steps else ""
    world = f"{maze_label(scene)}   seed {scene.setup.seed}   {step}"
    room = width - wide - 20
    fitting = (note for note in (world, step) if canvas.text_width(note, NOTE + 2) <= room)
    canvas.text(next(fitting, ""), (x + wide + 20, 37), NOTE + 2, "quiet")
    if len(scene.lenses) == 1:
        draw_fitted(canvas, caption(scene), (x, 65), width + 150, "brass")


def caption(scene: Scene) -> str:
    """One sentence about the half-step on show."""
    playback, lens = scene.playback, scene.lenses[scene.active]
    step = playback.step
    if step == 0:
        known = scene.course.start is not None
        return "The start is known." if known else "It may be anywhere: every cell is as likely."
    if playback.predicting:
        return "Predict: it moves unseen, and the belief spreads along every way it may have gone."
    frame = shown_frame(scene, lens)
    event = reading_event(scene)
    if event is None:
        return ""
    reading = event.data["readings"][0]
    if reading.seen is not None:
        return "Seen: the sensor has it in sight, and all doubt is gone."
    low = max(reading.z - scene.course.noise, scene.course.sight + 1)
    high = reading.z + scene.course.noise
    told = f"Observe: it reads {reading.z}, so it is {low} to {high} away."
    if len(event.data["readings"]) > 1:
        read = ", ".join(str(one.z) for one in event.data["readings"])
        told = f"Observe: they read {read}."
    if frame.restarted:
        return f"{told} Impossible for this model: it starts again."
    lost = f"That takes away {frame.lost:.0%}"
    if frame.refuted:
        names = ", ".join(lens.watcher.labels[n] for n in frame.refuted)
        return f"{told} {lost} and refutes an idea: {names}."
    return f"{told} {lost}; the rest grows to 100%." if frame.lost >= 0.005 else told


def draw_readouts(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Doubt in bits and in cells; the reading; and the ribbon of weights or the score."""
    x, y, w, h = box
    lens = scene.lenses[scene.active]
    if lens.steps < 0:
        return
    belief = belief_at(lens, min(scene.playback.half, 2 * lens.steps))
    entropy = lens.watcher.entropy(belief)
    bits = scene.springs.get("bits", entropy)
    canvas.text(f"{bits:.1f} bits", (x, y + 20), HEADING, "paper", "title")
    cells = 2.0**bits
    count = f"{cells:.1f}" if cells < 9.95 else f"{cells:.0f}"
    noun = "cell" if count == "1.0" else "cells"
    canvas.text(f"of doubt, as good as {count} {noun}", (x, y + 54), TEXT, "quiet")
    _draw_reading(canvas, scene, (x, y + 82))
    aside = min(300.0, w * 0.47)
    ribbon = (x + aside, y + 12, w - aside, h - 46)
    if scene.hiding:
        _draw_score(canvas, scene, (x + aside, y, w - aside, h))
    elif lens.watcher.names:
        _draw_weights(canvas, scene, lens, ribbon)
    else:
        _draw_calibration(canvas, shown_frame(scene, lens), ribbon)


def _draw_reading(canvas: Canvas, scene: Scene, place: tuple[float, float]) -> None:
    event = reading_event(scene)
    if event is None:
        canvas.text("No reading yet in this step", place, TEXT, "quiet")
        return
    readings = event.data["readings"]
    if readings[0].seen is not None:
        canvas.text("In sight", place, TEXT, "green", "bold")
        return
    told = ", ".join(f"{reading.z}" for reading in readings)
    wide = canvas.text(f"Reading {told}", place, TEXT, "blue", "bold")
    canvas.text(f"±{scene.course.noise}", (place[0] + wide + 8, place[1]), TEXT, "blue")


def _draw_weights(canvas: Canvas, scene: Scene, lens: Lens, box: Box) -> None:
    """The weights of the average over time, and their names below."""
    x, y, w, h = box
    last = min(scene.playback.half // 2, lens.steps)
    first = max(lens.oldest, last - _RIBBON + 1)
    frames = [lens.frame(step) for step in range(first, last + 1)]
    columns = [(frame.weights, bool(frame.refuted)) for frame in frames]
    labels = lens.watcher.labels
    scene.ribbon.draw(canvas, box, (id(lens), first, last), columns, MEMBER_COLOURS)
    canvas.text("What it thinks the hidden one does", (x, y - 10), NOTE, "quiet")
    weights = frames[-1].weights
    order = sorted(range(len(weights)), key=lambda n: -weights[n])
    left = x
    for number in order[:4]:
        flash = number in frames[-1].refuted
        text = f"{labels[number]} {weights[number]:.0%}"
        colour = "vermillion" if flash else "paper"
        if left + 18 + canvas.text_width(text, NOTE) > x + w:
            break
        canvas.rect((left, y + h + 12, 12, 12), MEMBER_COLOURS[number], 3)
        left += canvas.text(text, (left + 18, y + h + 18), NOTE, colour) + 36


def _draw_calibration(canvas: Canvas, frame: Frame, box: Box) -> None:
    x, y, w, _ = box
    loss = frame.log_loss
    told = "not scored yet" if loss is None else f"{loss:.2f} nats a step"
    canvas.text(f"Log-loss: {told}", (x, y + 2), TEXT, "paper", "bold", max_width=w)
    canvas.text("How often its sets held the truth", (x, y + 26), NOTE, "quiet", max_width=w)
    draw_gauge(canvas, (x, y + 40, w, 16), 0.5, frame.held50, frame.unseen)
    draw_gauge(canvas, (x, y + 62, w, 16), 0.9, frame.held90, frame.unseen)


def _draw_score(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The hider's score: nats of surprise a step, the last one, and the best so far."""
    x, y, w, _ = box
    frame = shown_frame(scene, scene.lenses[0])
    step = max(1, scene.playback.half // 2)
    score = frame.loss_sum / step if scene.playback.half >= 2 else 0.0
    canvas.text(f"{score:.2f}", (x, y + 20), HEADING, "sky", "title")
    canvas.text("nats of surprise a step", (x, y + 54), TEXT, "quiet")
    canvas.text(f"This step {frame.surprise:.2f}", (x, y + 82), TEXT, "sky", "bold")
    left = x + 230
    if w < 400:
        return
    told = "Best on this maze with this noise"
    canvas.text(told, (left, y + 6), NOTE, "quiet", max_width=w - 230)
    rows = scene.best_rows[:3]
    for place, (name, value) in enumerate(rows):
        top = y + 30 + 24 * place
        canvas.text(f"{place + 1}  {name}", (left, top), TEXT, "paper", max_width=w - 320)
        canvas.text(f"{value:.2f}", (x + w, top), TEXT, "paper", "bold", "right")
    if not rows:
        canvas.text("Nobody yet", (left, y + 30), TEXT, "quiet")


# -- the mind ------------------------------------------------------------------------------


def mind_of(scene: Scene) -> Mind:
    """The open mind of the lens in use, at the step on show."""
    lens = scene.lenses[scene.active]
    if lens.steps < 0:
        return ()
    last = min(scene.playback.half // 2, lens.steps)
    frames = [lens.frame(n) for n in range(max(lens.oldest, last - _SERIES + 1), last + 1)]
    frame = frames[-1]
    items: list[Any] = [Note(lens.spec.description)]
    if frame.weights:
        best = max(range(len(frame.weights)), key=lambda n: frame.weights[n])
        title = "What you do" if scene.hiding else "What the hidden one does"
        told = "Each idea's weight: how well it foresaw the readings so far."
        items.append(Bars(title, lens.watcher.labels, frame.weights, "%", best, help=told))
    doubt = tuple(f.entropy for f in frames)
    told = "The entropy of the belief. One bit less halves the cells in question."
    items.append(Series("Doubt", doubt, "bits", help=told))
    if frame.unseen:
        items.append(_calibration_bars(frame))
    told = "Nats: -ln of what it gave the true cell. 0 is certainty, each 0.7 halves the odds."
    items.append(Series("Surprise at the truth", tuple(f.surprise for f in frames), "", help=told))
    return tuple(items)


def _calibration_bars(frame: Frame) -> Bars:
    shares = (frame.held50 / frame.unseen, frame.held90 / frame.unseen)
    bands = [chance_band(frame.unseen, mass) for mass in _MASSES]
    return Bars(
        "How often its sets held the truth",
        ("50% set", "90% set"),
        shares,
        "%",
        low=tuple(low for low, _ in bands),
        high=tuple(high for _, high in bands),
        help="A belief that knows how sure it is stays in the lighter band, which chance allows.",
    )
