"""Hints at a table: asked for by a key, a sentence first, then all of it in the mind view.

A hint is gone with the choice that it was for; what stood in the mind view before stands there
again. `JudgeHinting` has what the judge of a game answers (`games.agents.Judge`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, NamedTuple, TypeVar, cast

from games import catalog
from games.agents import Advice, Judge, Measure, Weighed
from games.arrays import BadWeights
from games.core import WATCHERS, Event
from games.match import seen_by
from games.mind import Bars, Lines, Mind, Note
from games.session.reveal import events_of
from games.shell.counsel import ALL, THINKING, Counsel
from games.shell.draw.theme import SEAT_COLOURS, Colour
from games.shell.table import Table
from games.spec import Params
from games.streams import Stream

V = TypeVar("V")
A = TypeVar("A")
CAPTION: Final = "The hint"
SHOWN: Final = 8
"""The most moves whose values are listed."""


def values_shown(
    measure: Measure, actions: Sequence[Weighed], made: str = "", seat: int | None = None
) -> Mind:
    """Return the values of moves as an item of a mind, none without `actions`, best first.

    The best has a frame; the move `made`, where there is one, has a tick and is always among them.
    """
    rows = list(actions[:SHOWN])
    own = next((row for row in actions if row.move == made), None)
    if own is not None and own not in rows:
        rows = [*rows[: SHOWN - 1], own]
    if not rows:
        return ()
    title = measure.name.removeprefix("the ")
    title = f"{title[:1].upper()}{title[1:]} after each choice"
    said = tuple(f"{measure.level(row.value)}{_ahead(row.points)}" for row in rows)
    truth = rows.index(own) if own is not None else None
    told = "The best choice has a frame" + (", the one that was made a tick." if made else ".")
    if measure.unit != "%":
        sign = -1 if measure.costs else 1
        lines = tuple((row.words, sign * row.value) for row in rows)
        told = "The best choice comes first" + (
            ", the one that was made has a frame." if made else "."
        )
        return (Lines(title, lines, chosen=truth, words=said, help=told),)
    spread = any(row.error for row in rows)
    bars = Bars(
        title,
        tuple(row.words for row in rows),
        tuple(min(1.0, max(0.0, row.value)) for row in rows),
        chosen=0,
        truth=truth,
        low=tuple(max(0.0, row.value - 2 * row.error) for row in rows) if spread else (),
        high=tuple(min(1.0, row.value + 2 * row.error) for row in rows) if spread else (),
        words=said,
        help=told,
        seat=seat,
        whole=True,
    )
    return (bars,)


def _ahead(points: float) -> str:
    return f"  {points:+.1f}" if abs(points) >= 0.05 else ""


class Hinting(Generic[V, A]):
    """The hints of a match at a `table`, from its `counsel`; a subclass says what they show."""

    def __init__(self, table: Table, counsel: Counsel[V, A]) -> None:
        self.table, self.counsel = table, counsel
        self._awaits = False
        self._before: tuple[Mind, str | Colour, str] | None = None
        self._shown: Mind = ()

    def question(self) -> V:
        """Return what the counsel is asked at a choice of the person."""
        return cast(V, self.table.seen)

    def mind(self) -> Mind:
        """Return all of a hint, () while it is not open."""
        return ()

    @property
    def waits(self) -> bool:
        """True if a hint is on its way, or has come and is still to be seen."""
        return self.counsel.thinking or self._awaits

    def ask(self) -> None:
        """Ask for a hint where a choice is due: a sentence, then all of it, then close it."""
        table = self.table
        if table.waiting_for_person is None:
            table.hint_rule.refuse()
            return
        if not table.hint_rule.allows():
            return
        self.counsel.hint(self.question())
        self._open()
        if table.panel is None and self.counsel.showing == ALL:
            table.toggle_mind()

    def forget(self) -> None:
        """Forget the hint, as the choice is made: what stood in the mind view before stands there
        again.
        """
        if self.counsel.showing:
            self.counsel.forget()
            self._open()

    def update(self) -> None:
        """Show a hint that has come."""
        if self._awaits and not self.counsel.thinking:
            self._open()

    def _open(self) -> None:
        """Show all of a hint in the mind view, or what stood there before it."""
        view, mind, seat = self.table.mind_view, self.mind(), self.table.waiting_for_person
        self._awaits = self.counsel.thinking
        if mind and seat is not None:
            self._before = self._before or (view.mind, view.owner, view.caption)
            self._shown = mind
            view.owner, view.caption = SEAT_COLOURS[seat], CAPTION
            view.show(mind, whole=True)
        elif self._before is not None:
            before, view.owner, view.caption = self._before
            if view.mind is self._shown:
                view.show(before)
            self._before = None


class HintAsked(NamedTuple):
    """A choice of the person in a game with these options: its seat, what it sees, and all events
    before it.
    """

    game: str
    params: Params
    seat: int
    view: object
    events: Sequence[Event]


def advice_on(asked: HintAsked) -> Advice:
    """Return the hint of the judge; raises `BadWeights`."""
    words = catalog.choice_words(asked.game, asked.params)
    judge = cast(Judge, catalog.watcher(asked.game, words.judge))
    judge.begin((asked.seat,), catalog.rules(asked.game), asked.params, Stream.named(0, "judge"))
    judge.observe(seen_by(tuple(asked.events), (WATCHERS,)))
    return judge.hint(asked.view, len(asked.events))


class JudgeHinting(Hinting[HintAsked, Advice]):
    """The hints of the judge."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, Counsel(advice_on, BadWeights))

    def question(self) -> HintAsked:
        """Return the view, and the events up to now."""
        table, seat = self.table, self.table.waiting_for_person
        assert seat is not None
        events = events_of(table.session.played)
        return HintAsked(table.setup.game, table.setup.params, seat, table.seen, events)

    @property
    def words(self) -> str:
        """The hint in a sentence, "" where none is open."""
        counsel = self.counsel
        if not counsel.showing:
            return ""
        if counsel.answer is None:
            return counsel.problem or THINKING
        return f"Hint: {counsel.answer.sentence[:1].lower()}{counsel.answer.sentence[1:]}"

    @property
    def best(self) -> str:
        """The best move, "" while no hint is open or there."""
        counsel = self.counsel
        found = counsel.answer if counsel.showing else None
        return "" if found is None else found.actions[0].move

    def mind(self) -> Mind:
        """Return the sentence, and what is to be expected of each choice."""
        answer = self.counsel.answer
        if self.counsel.showing != ALL:
            return ()
        if answer is None:
            return (Note(self.counsel.problem or THINKING),)
        rows = answer.actions
        if answer.measure is not None:
            shown = values_shown(answer.measure, rows)
            return (Note(answer.sentence), *shown, *answer.mind)
        values = Lines(
            "What to expect of each choice",
            tuple((row.words, row.value) for row in rows),
            chosen=0,
            words=tuple(f"{row.value:+.1f}" for row in rows),
            help="From the rounds before this one alone. The best choice has a frame.",
        )
        return (Note(answer.sentence), *((values,) if len(rows) > 1 else ()))
