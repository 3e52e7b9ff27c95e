"""The exercise room: the costly choices of a player's kept matches, of every game that judges.

On a second shelf stand the exercises that ship. An exercise is asked again after 1, 3, 7 and 21
days and rests once it was solved twice (`games.store.exercises`). Matches that were never judged
are judged while the page is open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from queue import Empty
from typing import Final

from games import catalog
from games.session.archiving import time_words
from games.session.setup import HUMAN
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import EDGE, TEXT
from games.shell.pages.page import Page
from games.shell.pages.review.gathering import READY, Exercise, Gathering, KeptMatch, Readying
from games.shell.pages.review.still import Position, StillPage
from games.shell.shell import Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.two_lines import TwoLines
from games.store.profiles import Profile

ROW: Final = 58.0
"""Units; chosen by eye."""
LISTED: Final = 40
"""The most exercises that are listed; a sitting has fewer."""
NOTHING: Final = (
    "Nothing is due. Play a match: the choices that cost you most come here, to be found again."
)
JUDGING: Final = "Your matches are being judged; more may come."
RESTING: Final = "Nothing is due. Each of them comes again on its day, until it was solved twice."
MISSING: Final = "The exercises are missing or damaged; install the arcade again to have them."
SHELVES: Final = ("Your own", "Shipped")
READYING: Final = "The first exercise is being made ready."


class Sitting(StillPage):
    """Asks exercises one after the other, and takes in `more` as they are made ready.

    `whole` returns the number of all, with those that are still made ready.
    """

    def __init__(
        self,
        shell: Shell,
        positions: Sequence[Position],
        more: Callable[[], list[Position]],
        whole: Callable[[], int],
    ) -> None:
        super().__init__(shell, "Exercise", positions)
        self._more, self._number_of_all = more, whole
        self._count()

    def _count(self) -> None:
        """Count all; only one that cannot be asked changes the number."""
        whole = self._number_of_all()
        if whole != self.whole:
            self.whole = whole
            self._refresh(self.form.focused)

    def update(self, dt: float) -> None:
        """Move the table on, and put new exercises behind the others."""
        super().update(dt)
        self.add(self._more())
        self._count()

    def next_frame(self) -> float | None:
        """Ask for the next frame now and then, for those that are still made ready."""
        due = super().next_frame()
        return 0.3 if due is None else due


class ExerciseRoom(Page):
    """Lists the exercises that are due today, and asks them."""

    emblem = "check"

    def __init__(self, shell: Shell, profile: Profile) -> None:
        super().__init__(shell, "Exercises", SHELVES)
        self.today = date.fromisoformat(shell.library.today)
        self.gathering = Gathering(shell.library, profile.id)
        self.readying: Readying | None = None
        self._shown = -1
        self.begin = Button("Begin", self.start, "main", "play")
        self.foot.widgets = [self.begin, *self.foot.widgets]
        self._fill()
        if not self.gathering.exercises and not self.gathering.judging and self.tabs is not None:
            self.tabs.turn(1)

    @property
    def ships(self) -> bool:
        """True if the shelf of those that ship is open."""
        return self.tabs is not None and self.tabs.index == 1

    def opened(self, index: int) -> None:
        """Show the other shelf."""
        if self.ships:
            self.gathering.open_shelf()
        self._fill()

    @property
    def due(self) -> list[Exercise]:
        """The exercises of the open shelf that are due."""
        return self.gathering.due(self.today, self.ships)

    def _fill(self) -> None:
        """List what is due."""
        due = self.due
        rows = []
        for place, exercise in enumerate(due[:LISTED]):
            row = TwoLines(*self._words(exercise), partial(self.start, place))
            row.box = (0.0, 0.0, 0.0, ROW - 8)
            rows.append(row)
        self._shown = len(self.gathering.exercises)
        self.begin.label = f"Begin ({min(len(due), READY)})" if due else "Begin"
        self.begin.enabled = bool(due)
        self.fill(rows, keep_focus=True)
        self.foot.focus_on(self.begin if due else self.foot.widgets[-1])
        self.active = self.foot

    def _words(self, exercise: Exercise) -> tuple[str, str]:
        game, known = catalog.spec(exercise.row.game).title, exercise.practised
        costly = exercise.costly
        first = f"{game}, {time_words(exercise.row.ended)}: {_within(costly.where)}"
        cost = f"It lost {costly.cost}."
        if exercise.ships:
            first, cost = f"{game}: {_within(costly.where)}", "One choice is clearly the best."
        if not known.asked:
            return first, f"{cost} New."
        times = "once" if known.asked == 1 else f"{known.asked} times"
        return first, f"{cost} Asked {times}, solved {known.solved} of 2 times."

    # -- asking ------------------------------------------------------------------------

    def start(self, first: int = 0) -> None:
        """Make the exercises ready, from the one at a place of the list on."""
        if self.readying is not None:
            return
        due = self.due
        chosen = [*due[first:], *due[:first]][:READY]
        read = {e.row.key: self.gathering.kept(e.row) for e in chosen}
        pairs = [(e, kept) for e in chosen if (kept := read[e.row.key]) is not None]
        self.readying = Readying(pairs)

    def taken(self) -> list[Position]:
        """Return the positions that were made ready since."""
        found: list[Position] = []
        while self.readying is not None:
            try:
                exercise, kept, judged = self.readying.ready.get_nowait()
            except Empty:
                break
            words = catalog.choice_words(exercise.row.game, kept.log.params)
            title = catalog.spec(exercise.row.game).title
            where = _within(words.where(judged.asked))
            heading = f"{title}: {where}, one choice is clearly the best."
            if not exercise.ships:
                heading = f"{title}, {time_words(exercise.row.ended)}: {where}"
            solved = partial(self._solved, exercise)
            found.append(Position(kept.log, self._names(kept), judged, False, heading, solved))
        return found

    def _solved(self, exercise: Exercise, good: bool) -> None:
        self.gathering.note(exercise, good, self.today)

    @staticmethod
    def _names(kept: KeptMatch) -> list[str]:
        """Return the names of the seats; the player is "You"."""
        own, log = kept.row.result.own, kept.log
        seats = kept.row.result.seats
        places = [place.name for place in catalog.spec(log.game).seats_for(log.params)]
        names = [seat.name for seat in seats] or places
        for place, seating in enumerate(log.seats):
            if seating.agent != HUMAN:
                names[place] = catalog.seated(log.game, seating).spec.name
        return ["You" if place == own else name for place, name in enumerate(names)]

    # -- the scene ---------------------------------------------------------------------

    def resume(self) -> None:
        """List what is still due."""
        if self.readying is not None:
            self.readying.end()
        self.readying = None
        self._fill()

    def update(self, dt: float) -> None:
        """Show what has been judged since, and begin once an exercise is ready."""
        if self.gathering.collect():
            self._fill()
        made = self.readying
        if made is not None and (ready := self.taken()):
            self.shell.push(Sitting(self.shell, ready, self.taken, lambda: made.whole))
        elif self.readying is not None and self.readying.done and self.readying.ready.empty():
            self.readying = None
            self.shell.toast("None of them can be asked here.")

    def next_frame(self) -> float | None:
        """Ask for the next frame now and then while something is judged or made ready."""
        return 0.1 if self.readying is not None else 0.3 if self.gathering.judging else None

    def leave(self) -> None:
        """Judge no more."""
        self.gathering.end()
        if self.readying is not None:
            self.readying.end()

    def draw_body(self, canvas: Canvas) -> None:
        """Say what is going on, or that nothing is due."""
        _, y, _, _ = self.body_box
        width = canvas.width - 2 * EDGE
        if not self.body.widgets and (self.ships or not self.gathering.judging):
            shelf = any(each.ships for each in self.gathering.exercises)
            told = (RESTING if shelf else MISSING) if self.ships else NOTHING
            canvas.paragraph(told, (EDGE, y + 8), width, TEXT, "quiet")
        told = READYING if self.readying is not None else JUDGING if self.gathering.judging else ""
        last = self.foot.widgets[-1].box
        room = canvas.width - EDGE - last[0] - last[2] - 16
        at = (last[0] + last[2] + 16, last[1] + last[3] / 2)
        canvas.text(told, at, TEXT, "quiet", max_width=room)


def _within(where: str) -> str:
    """Return which choice it is, as it stands within a sentence."""
    return f"{where[:1].lower()}{where[1:]}"
