"""The review of a match, in every game: how well each seat chose, its course, what cost most.

The page opens at once and fills while the choices are judged (`games.judging`). A choice of the
course or of the list is shown on the game's own table (`games.shell.pages.review.still`), and the
costly ones are asked once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from games import catalog
from games.judging import (
    GRADES,
    Found,
    Judging,
    accuracy,
    best_moment,
    costliest,
    counts,
    course,
    mean_loss,
)
from games.session.setup import HUMAN, Shown
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.input import InputEvent
from games.shell.pages.review.course_graph import GRADE_PAINTS, CourseGraph, Graph
from games.shell.pages.review.still import Position, StillPage, loss_words
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Form
from games.shell.widgets.page import draw_heading, leaves
from games.shell.widgets.two_lines import TwoLines

# Units; chosen by eye.
HEAD, FOOT, ROW, CELL = 92.0, 76.0, 58.0, 76.0
SAID: Final = 58.0
"""The room of the two sentences below the course."""
WRAPPED: Final = 20.0
"""The room of a further line of them, in a window narrower than `NARROW`."""
NARROW: Final = 1000.0
LEAST_GRAPH: Final = 96.0
MOST: Final = 5
"""The most costly choices of a seat that are listed."""
MISSES: Final = GRADES[2:]
"""Grades that are counted like things: one slip, two slips."""
FEWEST: Final = 2
"""Rows that are shown in the smallest window."""
ACCURACY: Final = "Accuracy: always the best move is 100%, always the worst 0%."
MARKS: Final = "Dots and triangles are choices: big is bad, a ring cost most."
COLUMNS: Final = "Pale bars are luck, in the colour of the side it helped."
NOTHING: Final = "No single choice surely lost enough to be listed."
CHANCE: Final = "No single choice is sure to have lost anything: these sums may be chance."


class ReviewPage(Scene):
    """Judges all choices of the match `shown`; `seat` is the one that is looked at first."""

    title = "Review"

    def __init__(self, shell: Shell, shown: Shown, judging: Judging | None = None) -> None:
        """Begin to judge; a `judging` of the same match may have begun before."""
        super().__init__(shell)
        log = shown.log
        self.log, self.names = log, told_apart(shown)
        self.words = catalog.choice_words(log.game, log.params)
        self.judging = judging or judging_of(shown)
        people = [n for n, seating in enumerate(log.seats) if seating.agent == HUMAN]
        self.people = people or list(range(len(log.seats)))
        self.seat, self.chapter = self.people[0], -1
        self.size = shell.size
        self.rows: list[TwoLines] = []
        self._shown: tuple[object, ...] = ()
        self._graph_at: Box = (0.0, 0.0, 0.0, 0.0)
        self.course = CourseGraph(self.show_place)
        self.again = Button("Find better", self.find_better, "main", "help")
        self.again.hint = "Your costliest choices, once more."
        part = self.words.part
        self.before = Button(f"{part} before", partial(self.turn_to, -1), icon="step-back")
        self.after = Button(f"Next {part.lower()}", partial(self.turn_to, 1), icon="step")
        self.other = Button("Next player", self.turn_on, icon="swap")
        self.back = Button("Back", shell.pop, icon="back")
        self.form = Form((), shell.play_sound)
        self._fill()

    # -- what is looked at -------------------------------------------------------------

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.log.seats)

    @property
    def place(self) -> int:
        """The chapter that is looked at: the last one until another is chosen."""
        last = max(0, len(self.judging.chapters) - 1)
        return last if self.chapter < 0 else min(self.chapter, last)

    @property
    def choosing(self) -> list[int]:
        """The seats whose choices are judged."""
        return sorted({self.seat, *(each.seat for each in self.judging.asked)})

    def turn_to(self, by: int) -> None:
        """Look at another chapter."""
        last = len(self.judging.chapters) - 1
        self.chapter = max(0, min(last, self.place + by))
        self.course.at = -1
        self._fill()

    def turn_on(self) -> None:
        """Look at the choices of the next seat."""
        seats = self.choosing
        self.seat = seats[(seats.index(self.seat) + 1) % len(seats)]
        self.course.at = -1
        self._fill()

    @property
    def found(self) -> list[Found]:
        """The judged choices of the chapter."""
        return self.judging.in_chapter(self.place)

    @property
    def costly(self) -> list[Found]:
        """The costliest choices of the seat in the chapter."""
        return costliest([f for f in self.found if f.judged.seat == self.seat], MOST)

    def accuracy(self, seat: int) -> str:
        """Return the accuracy of a seat, "" where it is unknown or only estimated: then small
        losses that no grade counts would pull it down.
        """
        made = [each for each in self.found if each.judged.seat == seat]
        kept = accuracy(made)
        if kept is None or not self.words.whole or any(each.judged.error for each in made):
            return ""
        return f"{kept:.0%} accuracy"

    def leave(self) -> None:
        """Judge no more."""
        self.judging.end()

    def update(self, dt: float) -> None:
        """Show what has been judged since."""
        if self._shown != self._state():
            self._fill()

    def _state(self) -> tuple[object, ...]:
        judging = self.judging
        return (self.seat, self.place, judging.began, len(judging.found), judging.done)

    def next_frame(self) -> float | None:
        """Ask for the next frame often enough that the page is seen to fill."""
        return None if self.judging.done and self._shown == self._state() else 0.15

    # -- positions ---------------------------------------------------------------------

    def position(self, found: Found, opened: bool) -> Position:
        """Return a choice on the table, `opened` with what is known of it, else asked."""
        heading = self.words.where(found.asked)
        return Position(self.log, self.names, found, opened, heading)

    def show(self, found: Found) -> None:
        """Show a choice on the table as it was."""
        self.shell.push(StillPage(self.shell, "Review", [self.position(found, True)]))

    def show_place(self, place: int) -> None:
        """Show a choice of the course by its place in the chapter."""
        self.show(self.found[place])

    def find_better(self) -> None:
        """Ask for the costly choices once more."""
        asked = [self.position(found, False) for found in self.costly]
        if asked:
            self.shell.push(StillPage(self.shell, "Find better", asked))

    # -- words -------------------------------------------------------------------------

    @property
    def told(self) -> tuple[str, str]:
        """Luck and choices of the chapter, and what a choice lost on average."""
        judging = self.judging
        if judging.problem:
            return judging.problem, ""
        if not judging.done:
            return f"Judging the choices: {judging.share:.0%}.", ""
        found = self.found
        if not found:
            return "There was nothing to choose.", ""
        return self._luck(found), self._means(found)

    def _luck(self, found: Sequence[Found]) -> str:
        chapter = self.judging.chapter(self.place)
        line, measure = course(found, self.seat, chapter), found[0].judged.measure
        name = self.names[self.seat]
        whose = "your own choices" if name == "You" else f"{name}'s own choices"
        whom = "you" if name == "You" else name

        def gave(what: str, value: float) -> str:
            return f"{what} {'cost' if value < 0 else 'gave'} {whom} {measure.words(abs(value))}"

        luck = [gave(self.words.luck, line.luck)] if self.words.luck else []
        parts = [*luck, gave(whose, line.own)]
        if any(each.judged.seat != self.seat and each.judged.values(self.seat) for each in found):
            others = "the others' choices" if self.seats > 2 else "the other side's choices"
            parts.append(gave(others, line.others))
        told = ", ".join(parts)
        return f"{told[:1].upper()}{told[1:]}."

    def _means(self, found: Sequence[Found]) -> str:
        means = []
        for seat, name in enumerate(self.names):
            mean = mean_loss([each for each in found if each.judged.seat == seat])
            if mean is not None:
                means.append(f"{name} {found[0].judged.measure.fine(mean)}")
        return f"{self.words.given}: {', '.join(means)}."

    def _row(self, found: Found) -> TwoLines:
        judged = found.judged
        own, best = (self.words.move(judged, move) for move in (judged.move, judged.best))
        where = self.words.where(found.asked)
        lost = f"{GRADES[found.grade]}, lost {loss_words(judged)}{self.words.points(found)}."
        return TwoLines(f"{where}: {own}", f"{lost} Better: {best}.", partial(self.show, found))

    def _moment(self, found: Found) -> TwoLines:
        judged = found.judged
        where, own = self.words.where(found.asked), self.words.move(judged, judged.move)
        lost = judged.measure.words(found.margin)
        said = f"Your best moment: any other move loses {lost} or more."
        if self.names[self.seat] != "You":
            said = f"The best moment of {self.names[self.seat]}: any other move loses {lost}."
        return TwoLines(f"{where}: {own}", said, partial(self.show, found))

    @property
    def heading(self) -> str:
        """The part of the match, and its result."""
        chapter = self.judging.chapter(self.place)
        if not chapter.title:
            return ""
        scores = zip(self.names, chapter.scores, strict=False)
        told = ", ".join(f"{name} {score}" for name, score in scores)
        if not chapter.ended:
            told = "not played to its end"
        return f"{chapter.title}: {told}." if told else f"{chapter.title}."

    # -- the scene ---------------------------------------------------------------------

    def _fill(self) -> None:
        """Work out all that follows from the choices judged so far."""
        self._shown = self._state()
        focus = self.form.focused
        place = self.rows.index(focus) if isinstance(focus, TwoLines) else -1
        costly = self.costly
        best = best_moment([f for f in self.found if f.judged.seat == self.seat])
        last = [self._moment(best)] if best is not None and self.words.whole else []
        rows = [self._row(each) for each in costly][: self._room() - len(last)]
        first = not self.rows and focus in (None, self.back)
        self.rows = [*rows, *last]
        chapters = len(self.judging.chapters)
        self.again.label = f"Find better ({len(costly)})" if costly else "Find better"
        self.again.enabled = bool(costly) and self.judging.whole(self.place)
        self.before.enabled, self.after.enabled = self.place > 0, self.place < chapters - 1
        self.course.graph = self._graph(costly)
        turning = [self.before, self.after] if chapters > 1 else []
        asking = [self.again] if self.words.asks else []
        others = [self.other] if len(self.choosing) > 1 else []
        self.form.widgets = [self.course, *self.rows, *asking, *turning, *others, self.back]
        kept = self.rows[0] if first and self.rows else focus
        if 0 <= place < len(self.rows):
            kept = self.rows[place]
        self.form.focus_on(kept if kept in self.form.widgets else self.back)
        self.layout(*self.size)

    def _graph(self, costly: Sequence[Found]) -> Graph | None:
        found = self.found
        if not found:
            return None
        chapter = self.judging.chapter(self.place)
        if not self.judging.whole(self.place):
            chapter = chapter._replace(ended=())
        own = course(found, self.seat, chapter)
        lines = []
        if self.seats > 2:
            rest = (seat for seat in range(self.seats) if seat != self.seat)
            every = [(seat, course(found, seat, chapter)) for seat in rest]
            lines = [(seat, line) for seat, line in every if line.places == own.places]
        known = {f.judged.seat for f in found if f.judged.values(self.seat) is not None}
        asked = [each for each in self.judging.asked if each.chapter == self.place]
        whole = sum(each.seat == self.seat or each.seat in known for each in asked)
        return Graph(
            self.seat,
            self.seats,
            self.names,
            own,
            lines,
            found,
            whole,
            [found.index(each) for each in costly],
            found[0].judged.measure,
            bool(self.words.luck),
        )

    @property
    def _said(self) -> float:
        return SAID + WRAPPED * (self.size[0] < NARROW)

    def _room(self) -> int:
        """Return the number of rows with room."""
        graph = max(LEAST_GRAPH, 0.22 * self.size[1])
        room = self.size[1] - HEAD - CELL - graph - self._said - FOOT - GAP
        return max(FEWEST, min(MOST + 1, int(room // ROW)))

    def layout(self, width: float, height: float) -> None:
        """Place seats above, the course, two sentences, costly choices, and the buttons at the
        foot.
        """
        changed = self.size != (width, height)
        self.size = (width, height)
        if changed:
            self._fill()
            return
        buttons = [w for w in self.form.widgets if isinstance(w, Button) and w not in self.rows]
        step = (width - 2 * EDGE + 12) / len(buttons)
        for number, button in enumerate(buttons):
            button.box = (EDGE + number * step, height - FOOT + 14, step - 12, 48)
        top = height - FOOT - ROW * len(self.rows)
        for number, row in enumerate(self.rows):
            row.box = (EDGE, top + ROW * number, width - 2 * EDGE, ROW - 8)
        above = HEAD + CELL
        self.course.box = (EDGE, above, width - 2 * EDGE, top - self._said - above - 6)

    def handle(self, event: InputEvent) -> bool:
        """Return the course, the rows and the buttons, and the way out."""
        if leaves(event):
            self.shell.pop()
            return True
        return self.form.handle(event)

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        width, _ = self.size
        canvas.fill("ink")
        left = draw_heading(canvas, "stats", "Review")
        columns = COLUMNS if self.words.luck else ""
        accuracy_is = ACCURACY if any(map(self.accuracy, self._seats_shown)) else ""
        notes = [self.heading, columns, MARKS, accuracy_is, self.judging.source]
        heading = " ".join(note for note in notes if note)
        room = width - EDGE - left
        lines = min(3, len(canvas.wrap(heading, room, NOTE)))
        at = (left, 50 - lines * canvas.line_height(NOTE) / 2)
        canvas.paragraph(heading, at, room, NOTE, "quiet", most=3)
        self._draw_seats(canvas)
        _, y, w, h = self.course.box
        first, second = self.told
        canvas.text(first, (EDGE, y + h + 18), TEXT, "paper", max_width=w)
        line = canvas.line_height(NOTE + 1)
        under = y + h + 42 - line / 2
        under += canvas.paragraph(second, (EDGE, under), w, NOTE + 1, "quiet", most=2)
        if self.judging.done and not self.rows and not self.judging.problem:
            own = [each for each in self.found if each.judged.seat == self.seat]
            doubt = any(each.judged.error for each in own) and not any(e.sure for e in own)
            said = CHANCE if doubt else NOTHING
            canvas.paragraph(said, (EDGE, under), w, NOTE + 1, "quiet", most=2)
        self.form.draw(canvas)

    @property
    def _seats_shown(self) -> list[int]:
        """Both seats of a table of two, else the one that is looked at."""
        two = self.seats == 2 and len(self.choosing) == 2
        return [self.seat, 1 - self.seat] if two else [self.seat]

    def _draw_seats(self, canvas: Canvas) -> None:
        """Draw the seats side by side."""
        width, _ = self.size
        seats = self._seats_shown
        wide = (width - 2 * EDGE - 2 * GAP * (len(seats) - 1)) / len(seats)
        for number, seat in enumerate(seats):
            self._draw_seat(canvas, (EDGE + number * (wide + 2 * GAP), HEAD, wide, CELL), seat)

    def _draw_seat(self, canvas: Canvas, box: Box, seat: int) -> None:
        """Name, accuracy or mean loss, and a bar of grades with their counts."""
        x, y, w, _ = box
        made = [each for each in self.found if each.judged.seat == seat]
        colour = SEAT_COLOURS[seat]
        canvas.icon(SEAT_MARKS[seat], (x + 11, y + 12), 22, colour)
        shown, mean = self.accuracy(seat), mean_loss(made)
        if not shown and mean is not None:
            shown = f"{made[0].judged.measure.fine(mean)} {self.words.lost}"
        used = canvas.text(shown, (x + w, y + 12), LABEL, "paper", "bold", align="right")
        canvas.text(
            self.names[seat], (x + 32, y + 12), LABEL, colour, "bold", max_width=w - used - 44
        )
        track = (x, y + 30, w, 10.0)
        canvas.rect(track, "raised", 5)
        left, many = x, counts(made)
        for paint, count in zip(GRADE_PAINTS, many, strict=True):
            part = w * count / max(1, len(made))
            canvas.rect((left, y + 30, part, 10.0), paint, 0)
            left += part
        left = x
        for name, paint, count in zip(GRADES, GRADE_PAINTS, many, strict=True):
            canvas.circle((left + 5, y + 55), 4, paint)
            said = f"{count} {name.lower()}{'s' * (count != 1 and name in MISSES)}"
            left += 14 + canvas.text(said, (left + 14, y + 55), NOTE, "quiet") + 12


def told_apart(shown: Shown) -> tuple[str, ...]:
    """Return what the seats are called; seats of one name by their places too."""
    log = shown.log
    places = [place.name for place in catalog.spec(log.game).seats_for(log.params)]
    names = list(shown.names) or places
    named = [name or place for name, place in zip(names, places, strict=True)]
    return tuple(
        f"{place} {name}" if named.count(name) > 1 else name
        for name, place in zip(named, places, strict=True)
    )


def judging_of(shown: Shown) -> Judging:
    """Begin to judge the choices of the match `shown`."""
    log = shown.log
    words = catalog.choice_words(log.game, log.params)
    make = partial(catalog.watcher, log.game, words.judge)
    return Judging(catalog.rules(log.game), log.params, log.turns, words, make)
