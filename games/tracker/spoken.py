"""The Belief Tracker in words: the ghost's possible cells by direction and steps, and each step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from games.mind import Field
from games.shell.access.node import Node, group
from games.shell.access.speech import SpokenChoice, TableSight, TableSpeech, plain_words
from games.tracker.rules import GHOSTS, HideState, HuntState, MazeState, SeekState, TrackerState
from games.tracker.rules.ground import MOVES, MatchGround, SensorReading
from games.tracker.rules.hide import HELD_TO_CATCH, LANTERNS, SLIP, SURE
from games.tracker.rules.possible import possible_after
from games.tracker.rules.seek import HOPS, ROUNDS

MOST_CELLS: Final = 24
"""The most possible cells that have an element or a choice each, the nearest; chosen by hand."""
HEARD: Final = 12
"""The most steps whose readings are put together; more hardly leave fewer cells. By hand."""
HIGHEST: Final = 3
"""The likeliest cells of an open mind that are said."""


class TrackerSpeech(TableSpeech):
    """The words of the four games in the maze."""

    def elements(self, at: TableSight) -> list[Node]:
        """Return the own place with its ways, then lanterns or the cells on which the ghost can be,
        the nearest first, and the likeliest cells of an open mind. The laboratory speaks the
        widgets that it draws.
        """
        state: MazeState = at.state
        if isinstance(state, TrackerState):
            return []
        here, course = own_cell(at), state.course
        own = _ghost(at) if _is_ghost(at) else at.who(at.seat or 0)
        name = own if here != _sensor(state) else "The sensor"
        rows = [Node("item", f"{name}: {place(course, here)}", key="here")] if here >= 0 else []
        rows += [
            Node("button", choice.name, "", f"{choice.brings}.", key=choice.move, press=choice.move)
            for choice in (self.choices(at) if not _marks(at) else [])
        ]
        if isinstance(state, HuntState):
            for seat, cell in enumerate(state.hunters):
                if seat != at.own:
                    rows.append(Node("item", f"Hunter: {_from(course, here, cell)}", key=seat))
        if isinstance(state, HideState):
            found = _nearest(course, here, state.lanterns)
            rows += [Node("item", f"Lantern: {_from(course, here, c)}", key=c) for c in found]
        if not _is_ghost(at):
            rows.append(_cells(at, here))
        if believed := _believed(at, here):
            rows.append(group("The open mind", believed, "mind"))
        return rows

    def events(self, at: TableSight) -> list[str]:
        """Return each step, reading, mark and answer in a line."""
        told: Mapping[str, Callable[[TableSight, Mapping[str, Any]], str]] = {
            "start": _started,
            "move": _moved,
            "reading": _read,
            "lantern": _lantern,
            "taken": _taken,
            "answer": _answered,
            "held": _held,
            "marked": _marked,
            "chase": _chased,
            "end": _ended,
        }
        lines = [told[event.kind](at, event.data) for event in at.last if event.kind in told]
        if at.over and lines and isinstance(at.state, SeekState):
            lines.append(self.standing(at))
        return [line for line in lines if line]

    def choices(self, at: TableSight) -> list[SpokenChoice]:
        """Return the steps with what lies that way, or the possible cells to mark, the nearest
        first.
        """
        if _marks(at):
            course, here = at.state.course, own_cell(at)
            cells = likely(at) or frozenset(range(len(course.cells)))
            share = f"1 of {len(cells)} possible cells"
            return [
                SpokenChoice(f"cell{cell}", f"Mark {place(course, cell)}", share)
                for cell in _nearest(course, here, cells)[:MOST_CELLS]
            ]
        if any(move in at.legal for move in (*MOVES, SLIP)):
            return [
                SpokenChoice(move, _name(move), _brings(at, move))
                for move in (*MOVES, SLIP)
                if move in at.legal
            ]
        return super().choices(at)

    def standing(self, at: TableSight) -> str:
        """Return the round or the step, and the score."""
        state: MazeState = at.state
        if isinstance(state, SeekState):
            own, other = state.closer
            score = f"Rounds closer: {at.who(0)} {own}, {at.who(2)} {other}"
            if at.over:
                return f"The end. {score}."
            left = f"{state.hops} of {HOPS} steps to hear" if state.hops else "Mark a cell"
            return f"Round {state.rounds + 1} of {ROUNDS}. {score}. {left}."
        steps = f" of {state.course.steps}" if state.course.steps else ""
        due = f"Step {state.step}{steps}."
        if isinstance(state, HideState) and _is_ghost(at):
            return f"{due} {state.gathered} of {LANTERNS} lanterns, {state.points / 10:.1f} bits."
        if not isinstance(state, HuntState):
            return due
        return f"{due} {'Nobody is caught yet' if not state.caught else 'The ghost is caught'}."


# -- places --------------------------------------------------------------------------------


def place(course: MatchGround, cell: int) -> str:
    """Return a cell by its column and row in the maze."""
    x, y = course.cells[cell]
    return f"column {x}, row {y}"


def way(course: MatchGround, here: int, cell: int) -> str:
    """Return the direction from `here` to a `cell`, walls ignored, such as "3 right, 2 up"."""
    (ax, ay), (bx, by) = course.cells[here], course.cells[cell]
    across, down = bx - ax, by - ay
    parts = [f"{abs(across)} {'right' if across > 0 else 'left'}"] if across else []
    parts += [f"{abs(down)} {'down' if down > 0 else 'up'}"] if down else []
    return ", ".join(parts) or "right here"


def own_cell(at: TableSight) -> int:
    """Return the cell of the person: of the ghost, of a hunter, or of the first sensor."""
    state: MazeState = at.state
    if _is_ghost(at):
        return state.cell
    if isinstance(state, HuntState):
        return state.hunters[at.own if at.own in (0, 1) else 0]
    return _sensor(state)


def likely(at: TableSight) -> frozenset[int]:
    """Return the cells on which the ghost can be, by all that its watcher heard lately."""
    course: MatchGround = at.state.course
    heard: list[Sequence[SensorReading]] = []
    here = frozenset(range(len(course.cells)))
    for event in reversed(at.past):
        if event.kind == "marked":
            here = frozenset((event.data["cell"],))
            break
        if event.kind == "reading":
            heard.append(event.data["readings"])
            if len(heard) == HEARD or heard[-1][0].seen is not None:
                break
    else:
        if course.start is not None and len(heard) == at.state.step:
            here = frozenset((course.start,))
    return possible_after(course, here, reversed(heard))


def _is_ghost(at: TableSight) -> bool:
    """Return whether the viewer sees with the eyes of the ghost."""
    state: MazeState = at.state
    plays = {HideState: "hide", SeekState: "seek", HuntState: "hunt"}
    return at.seat is None or at.seat == GHOSTS[plays.get(type(state), "watch")]


def _sensor(state: MazeState) -> int:
    """Return the cell of the first sensor; none in a hunt."""
    return -1 if isinstance(state, HuntState) else state.course.eyes[0]


def _marks(at: TableSight) -> bool:
    """Return whether the person is to mark a cell."""
    return isinstance(at.state, SeekState) and not _is_ghost(at) and bool(at.legal)


def _nearest(course: MatchGround, here: int, cells: Collection[int]) -> list[int]:
    """Return cells by the number of steps from `here`."""
    steps = course.steps_from(max(here, 0))
    return sorted(cells, key=lambda cell: (steps[cell], cell))


def _from(course: MatchGround, here: int, cell: int, steps: Sequence[int] = ()) -> str:
    """Return a cell by its direction and its `steps`, counted from `here` where they are not
    given.
    """
    counted = steps or course.steps_from(here)
    return f"{way(course, here, cell)}; {_steps(counted[cell])}"


def _steps(count: int) -> str:
    return f"{count} step{'' if count == 1 else 's'}"


def _cells(at: TableSight, here: int) -> Node:
    """Return the cells on which the ghost can be, the nearest first; each marks itself."""
    course: MatchGround = at.state.course
    cells = likely(at)
    steps = course.steps_from(here)
    found = sorted(cells, key=lambda cell: (steps[cell], cell))[:MOST_CELLS]
    press = "cell{}" if _marks(at) else ""
    rows = [
        Node(
            "button" if press else "item",
            f"{place(course, cell).capitalize()}: {_from(course, here, cell, steps)}",
            key=cell,
            press=press.format(cell),
        )
        for cell in found
    ]
    return group(f"The ghost is on one of {len(cells)} cells", rows, "likely")


def _believed(at: TableSight, here: int) -> list[Node]:
    """Return the likeliest cells of the fields of an open mind."""
    course: MatchGround = at.state.course
    number = {f"{x},{y}": cell for cell, (x, y) in enumerate(course.cells)}
    fields = (item for item in at.mind if isinstance(item, Field) and item.unit == "%")
    return [
        Node("item", f"{share:.0%}: {_from(course, here, number[name])}")
        for field in fields
        for _, name, share in field.highest(HIGHEST)
        if name in number and here >= 0
    ]


def _name(move: str) -> str:
    return "Slip away to a dark cell, once" if move == SLIP else plain_words(move)


def _brings(at: TableSight, move: str) -> str:
    """Return the distance after a move from the nearest lantern, possible cell or hunter."""
    state: MazeState = at.state
    course, here = state.course, own_cell(at)
    if move not in MOVES:
        return "the tracker does not learn of it"
    to = course.ways[here][MOVES.index(move)] if move != "stay" else here
    steps = course.steps_from(to)
    if isinstance(state, HuntState):
        others = state.hunters if _is_ghost(at) else likely(at)
        name = "nearest hunter" if _is_ghost(at) else "nearest possible cell"
    else:
        others = state.lanterns if isinstance(state, HideState) else ()
        name = "nearest lantern"
    least = min((steps[cell] for cell in others), default=None)
    return place(course, to) if least is None else f"{name} then {_steps(least)} away"


# -- lines ---------------------------------------------------------------------------------


def _ghost(at: TableSight) -> str:
    """Return the ghost's name at the start of a sentence."""
    return "You" if _is_ghost(at) and at.own is not None else "The ghost"


def _started(at: TableSight, data: Mapping[str, Any]) -> str:
    return f"{_ghost(at)} set out from {place(at.state.course, data['cell'])}."


def _moved(at: TableSight, data: Mapping[str, Any]) -> str:
    """Return a step of the ghost, for its own eyes."""
    course: MatchGround = at.state.course
    if data.get("carried"):
        return f"{_ghost(at)} slipped away to {place(course, data['to'])}."
    if data["to"] == data["from"]:
        return f"{_ghost(at)} stayed."
    return f"{_ghost(at)} went {_way_of(course, data['from'], data['to'])}."


def _way_of(course: MatchGround, here: int, to: int) -> str:
    """Return the move that leads from a cell to its neighbour."""
    return "nowhere" if here == to else MOVES[course.ways[here].index(to)]


def _read(at: TableSight, data: Mapping[str, Any]) -> str:
    """Return the readings of a step, and the number of cells that they leave."""
    course: MatchGround = at.state.course
    readings: Sequence[SensorReading] = data["readings"]
    ears = "hunters" if isinstance(at.state, HuntState) else "sensor"
    if readings[0].seen is not None:
        cell = course.cells.index(readings[0].seen)
        verb = "see" if ears == "hunters" else "sees"
        whom = "you" if _ghost(at) == "You" else "the ghost"
        return f"The {ears} {verb} {whom} at {place(course, cell)}."
    heard = " and ".join(str(reading.z) for reading in readings)
    if _is_ghost(at):
        (x, y), (u, v) = readings[0].observer, course.cells[at.state.cell]
        true = abs(x - u) + abs(y - v)
        return f"The {ears} heard a distance of {heard}; in truth it is {true}."
    cells, here = likely(at), own_cell(at)
    if not cells:
        return f"Heard at a distance of {heard}."
    near = _from(course, here, _nearest(course, here, cells)[0])
    if len(cells) == 1:
        return f"Heard at a distance of {heard}: one cell is left, {near}."
    return f"Heard at a distance of {heard}: {len(cells)} cells left, the nearest {near}."


def _lantern(at: TableSight, data: Mapping[str, Any]) -> str:
    return f"A lantern burns at {place(at.state.course, data['cell'])}."


def _taken(at: TableSight, data: Mapping[str, Any]) -> str:
    left = len(at.state.lanterns)
    return f"{_ghost(at)} took a lantern; {left} still burn."


def _answered(at: TableSight, data: Mapping[str, Any]) -> str:
    """Return the belief of the tracker: its likeliest cell, and how sure it is."""
    course: MatchGround = at.state.course
    who, sure = at.names[1], f"{data['share']} percent sure"
    if not _is_ghost(at):
        return f"{who} says {place(course, data['cell'])}, {sure}."
    if data["cell"] == at.state.cell:
        return f"{who} names the right cell, {sure}."
    whom = _ghost(at).lower()
    return f"{who} looks for {whom} {way(course, at.state.cell, data['cell'])}, {sure}."


def _held(at: TableSight, data: Mapping[str, Any]) -> str:
    """Return the worth of a lantern, and how near the ghost is to being caught."""
    worth = f"The lantern brought {data['worth'] / 10:.1f} bits. " if data["worth"] else ""
    held = data["held"]
    caught = f"{held} of {HELD_TO_CATCH} steps found with {SURE} percent." if held else ""
    return f"{worth}{caught}".strip()


def _marked(at: TableSight, data: Mapping[str, Any]) -> str:
    """Return the truth at the end of a round, and how far both marks were off."""
    own, other = data["missed"]
    where = place(at.state.course, data["cell"])
    rival = at.who(2)
    return (
        f"Round {data['round']}: the ghost was at {where}. "
        f"{at.who(0)} missed by {own}, {rival} by {other}."
    )


def _chased(at: TableSight, data: Mapping[str, Any]) -> str:
    """Return the steps of both hunters."""
    course: MatchGround = at.state.course
    steps = (_way_of(course, a, b) for a, b in zip(data["from"], data["to"], strict=True))
    return " ".join(f"{_hunter(at, seat)} went {step}." for seat, step in enumerate(steps))


def _hunter(at: TableSight, seat: int) -> str:
    """Return the name of a hunter; two agents of one kind have one name."""
    if seat == at.own:
        return "You"
    return "Your partner" if at.own in (0, 1) else f"Hunter {seat + 1}"


def _ended(at: TableSight, data: Mapping[str, Any]) -> str:
    where = place(at.state.course, data["cell"])
    return f"{_ghost(at)} {'got caught' if data['caught'] else 'escaped'} at {where}."


SPEECH: Final = TrackerSpeech()
