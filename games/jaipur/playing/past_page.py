"""A match of Jaipur looked back on while it goes on: any turn of it, as it was.

Of the round that is played only what the seat of the person knew is shown. Of a round that has
ended all hands lie open, and what an opponent thought then stands in the mind view, with what it
did not know marked in it. Beside an own choice stands what could be known then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from games import catalog
from games.core import CHANCE
from games.jaipur.asks import Adviser
from games.jaipur.board import BoardView, Look
from games.jaipur.marks import NO_MARKS, Marks, Table
from games.jaipur.places import beside
from games.jaipur.playing.minds import with_truth
from games.jaipur.rules.goods import GOODS, counts_of
from games.jaipur.rules.moves import parse
from games.jaipur.rules.state import State, view_of
from games.jaipur.sight import sight_of
from games.jaipur.stall import NEW_ROUND, Stall, places_of, stall_after
from games.jaipur.words import Line, told_event
from games.mind import Mind, Note
from games.session.session import Session
from games.shell.draw.canvas import Canvas
from games.shell.draw.roles import SERIES
from games.shell.draw.theme import EDGE, SEAT_COLOURS
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.mind.panel import MindView
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Form, inside

FOOT: Final = 60.0
CLOSED: Final = (Note("What it thinks of a round is opened when the round is over."),)
NOTHING: Final = (Note("What was thought at this turn was not kept."),)
Minds = Mapping[int, tuple[int, Mind]]
"""What was thought, by the number of turns before it: the seat, and its mind."""


class Moment(NamedTuple):
    """A choice of the match, before it was made: the state, the market by places, what was done.

    `over` says that its round has ended since. `turn` is the number of turns before it.
    """

    turn: int
    state: State
    stall: Stall
    move: str
    told: str
    over: bool


def moments_of(session: Session, names: Sequence[str]) -> list[Moment]:
    """Return every choice of a match up to now, in order."""
    game, played = session.game, session.played
    ended = [n for n, reveal in enumerate(played) if _ends(reveal.events)]
    state: Any = game.new(session.setup.params)
    stall, found = NEW_ROUND, []
    for turn, reveal in enumerate(played):
        seat = next(iter(reveal.moves))
        if seat != CHANCE:
            told = next(filter(None, (told_event(event, names) for event in reveal.events)), "")
            over = any(end >= turn for end in ended)
            found.append(Moment(turn, state, stall, reveal.moves[seat], told, over))
        state, _ = game.apply(state, reveal.moves)
        for event in reveal.events:
            stall = stall_after(stall, event)
    return found


def _ends(events: Sequence[Any]) -> bool:
    return any(event.kind == "score" for event in events)


def marks_of(move: str, table: Table) -> Marks:
    """A move that was made, as marks on the table before it."""
    found = parse(move)
    if found is None:
        return NO_MARKS
    if found.kind == "camels":
        return Marks(caravan=True)
    taken = "".join(kind * count for kind, count in zip(GOODS, counts_of(found.take), strict=False))
    given = counts_of(found.give)
    return Marks(tuple(places_of(table.stall, taken)), given[: len(GOODS)], given[-1])


def last_thought(session: Session, names: Sequence[str], minds: Minds) -> tuple[int, Mind]:
    """Who of `minds`, not empty, thought last, and what, with what the other held then marked."""
    turn = max(minds)
    seat, mind = minds[turn]
    found = (here.state for here in moments_of(session, names) if here.turn == turn)
    hand = next((state.traders[1 - seat].hand for state in found), 0)
    return seat, with_truth(mind, hand)


class PastPage(Scene):
    """Goes through the choices of a match; `minds` are those that were kept of its agents."""

    contexts = ("play", "menu", "all")

    def __init__(
        self,
        shell: Shell,
        session: Session,
        names: tuple[str, str],
        minds: Minds,
        number: int | None = None,
    ) -> None:
        """Begin at the last choice, or at the one of this `number`, counted from 0."""
        super().__init__(shell)
        self.title = "Looking back"
        self.names, self.minds = names, minds
        self.viewer = session.viewer
        self.adviser = cast(Adviser, catalog.watcher("jaipur", "adviser"))
        self.moments = moments_of(session, names)
        self.number = len(self.moments) - 1 if number is None else number
        self.board, self.mind_view = BoardView(), MindView(shell)
        self.before = Button("Before", lambda: self.go(-1), icon="step-back")
        self.after = Button("Next", lambda: self.go(1), "main", "step")
        self.leave_button = Button("Back", shell.pop, icon="back")
        self.form = Form((self.before, self.after, self.leave_button), shell.play_sound)
        self.form.focus_on(self.before)
        if self.moments:  # else it is not shown
            self.go(0)

    @property
    def moment(self) -> Moment:
        """The choice on show."""
        return self.moments[self.number]

    def go(self, by: int) -> None:
        """Go `by` choices on, or back where negative."""
        self.number = max(0, min(len(self.moments) - 1, self.number + by))
        self.before.enabled = self.number > 0
        self.after.enabled = self.number < len(self.moments) - 1
        seat, mind = self.minds.get(self.moment.turn, (None, ()))
        self.mind_view.caption = ""
        if self.moment.state.turn == self.viewer:
            self.mind_view.owner, self.mind_view.caption = SERIES[1], "What you could know"
            self.mind_view.show(self.adviser.odds(view_of(self.moment.state, self.viewer)))
        elif not self.moment.over:
            self.mind_view.show(CLOSED)
        elif seat is None or not mind:
            self.mind_view.show(NOTHING)
        else:
            self.mind_view.owner, self.mind_view.caption = SEAT_COLOURS[seat], self.names[seat]
            self.mind_view.show(with_truth(mind, self.moment.state.traders[1 - seat].hand))

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """The table, the mind beside it, and the buttons below."""
        panel, wide = beside(width, height)
        self.mind_view.place(panel)
        self.size = (wide, height)
        self.board.place((0, 0, wide, height - FOOT), self.shell.theme.larger_text)
        each = min(200.0, (wide - 2 * EDGE - 24) / 3)
        for number, button in enumerate(self.form.widgets):
            left = wide - EDGE - (3 - number) * each - (2 - number) * 12
            button.box = (left, height - FOOT + 2, each, 48)

    def update(self, dt: float) -> None:
        """Move the mind view on."""
        self.mind_view.update(dt)

    def next_frame(self) -> float | None:
        """At once while the mind view moves."""
        return 0.0 if self.mind_view.moving else None

    def handle(self, event: InputEvent) -> bool:
        """The arrows and the buttons go back and forth; back leaves."""
        if isinstance(event, Press):
            steps = {"left": -1, "right": 1, "step_back": -1, "step": 1}
            ends = {"to_start": -len(self.moments), "to_end": len(self.moments)}
            by = {**steps, **ends}.get(event.action)
            if by is not None:
                self.go(by)
                return True
            if event.action in ("back", "pause"):
                self.shell.pop()
                return True
        box = self.mind_view.box
        if isinstance(event, Wheel | Pointer) and box is not None and inside(box, event.x, event.y):
            return self.mind_view.handle(event)
        return self.form.handle(event)

    def look(self) -> Look:
        """What is to be seen of the choice: all of a round that is over, else what one knew."""
        here, game = self.moment, catalog.rules("jaipur")
        open_now = here.over or self.viewer is None
        seen = here.state if open_now else game.view(here.state, self.viewer or 0)
        sight, below = sight_of(seen), self.viewer or 0
        own = sight.sides[below]
        marks = marks_of(here.move, Table(here.stall, own.hand or 0, own.herd))
        if here.state.turn != below:
            marks = marks._replace(given=(0,) * len(GOODS), camels=0)
        round_number = here.state.series.round
        count = f"{self.number + 1} of {len(self.moments)}"
        return Look(
            sight=sight,
            stall=here.stall,
            below=below,
            names=self.names,
            headings=(f"Looking back: round {round_number}, choice {count}", f"Choice {count}"),
            end=self.size[0] - EDGE,
            marks=marks,
            line=Line(here.told, "Left and right go from choice to choice."),
        )

    def draw(self, canvas: Canvas) -> None:
        """The table as it was, what was thought, and the buttons."""
        with canvas.clip((-400, -400, self.size[0] + 400, canvas.height + 800)):
            self.board.draw(canvas, self.look())
        self.form.draw(canvas)
        self.mind_view.draw(canvas)
