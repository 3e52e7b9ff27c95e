"""The choices of a match, judged one after the other beside the page that shows them.

A game gives its `Judge` (`games.agents`) and `ChoiceWords`; all figures of a review follow from
the judged choices: grades, the mean loss, and the course of a match with luck and choices
apart. It needs no window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final, NamedTuple, cast

from games.agents import Judge, Judged
from games.arrays import BadWeights
from games.beside import Beside
from games.core import WATCHERS, Game, IllegalMove, Player, Turn
from games.match import seen_by
from games.mind import Mind
from games.moments import Moments, MoveChosen
from games.spec import Params
from games.streams import Stream

GRADES: Final = ("Best", "Good", "Slip", "Mistake", "Blunder")
"""Names of the grades; `games.agents.Measure.grades` has the losses at which all but the first
begin."""
SLIP: Final = 2
"""The place of the first grade that is shown as costly."""
SURE: Final = 2.0
"""A loss counts where this many standard errors less would still be worth a grade."""


class Asked(NamedTuple):
    """A choice to judge: the `choice`, and its `number` among its seat's choices in its `chapter`.

    `place` is its number among the choices of all seats, `options` the number of legal moves. All
    are counted from 1, chapters from 0.
    """

    choice: MoveChosen[Any]
    chapter: int
    number: int
    place: int
    options: int

    @property
    def seat(self) -> int:
        """The seat that chose."""
        return self.choice.seat


class Chapter(NamedTuple):
    """A part of a match that is reviewed by itself: its `title`, and its turns from `first` on.

    `start` and `ended` have the values of all seats at its two ends; () where they are not known,
    or where it was not played to its end. `scores` are the seats' scores, where it has some.
    """

    title: str = ""
    first: int = 0
    start: tuple[float, ...] = ()
    ended: tuple[float, ...] = ()
    scores: tuple[int, ...] = ()


class Found(NamedTuple):
    """A choice and what is known of it."""

    asked: Asked
    judged: Judged

    @property
    def sure(self) -> bool:
        """True if the choice surely lost as much as the first grade that counts, by its error."""
        judged = self.judged
        return judged.lost - SURE * judged.error >= judged.measure.grades[0]

    @property
    def grade(self) -> int:
        """The place of its grade among `GRADES`; a loss that is not sure is none."""
        least = self.judged.measure.grades
        return sum(self.judged.lost >= each for each in least) if self.sure else 0

    @property
    def costly(self) -> bool:
        """True if it is worth a line in a review."""
        return self.grade >= SLIP

    @property
    def stake(self) -> float:
        """The difference between the best and the worst move, of those that were weighed."""
        values = [row.value for row in self.judged.actions]
        return max(values) - min(values) if values else 0.0

    @property
    def margin(self) -> float:
        """The loss of the second best move."""
        values = sorted((row.value for row in self.judged.actions), reverse=True)
        return values[0] - values[1] if len(values) > 1 else 0.0


class ChapterCourse(NamedTuple):
    """A chapter as one seat lived it: its values around every choice, and at the end.

    `places` has for each value the place in `found` of its choice, -1 at both ends. `own` is the
    sum of what the seat's choices changed, `others` the sum of all other seats, `luck` the rest:
    with the first value they add up to the last.
    """

    values: tuple[float, ...] = ()
    places: tuple[int, ...] = ()
    luck: float = 0.0
    own: float = 0.0
    others: float = 0.0


def course(found: Sequence[Found], seat: int, chapter: Chapter) -> ChapterCourse:
    """Return the course of a `chapter` for a `seat`, as far as its choices are judged."""
    values: list[float] = [chapter.start[seat]] if chapter.start else []
    places = [-1] * len(values)
    own = others = 0.0
    for place, each in enumerate(found):
        pair = each.judged.values(seat)
        if pair is None:
            continue
        values += pair
        places += [place, place]
        if each.judged.seat == seat:
            own += pair[1] - pair[0]
        else:
            others += pair[1] - pair[0]
    if chapter.ended:
        values.append(chapter.ended[seat])
        places.append(-1)
    luck = values[-1] - values[0] - own - others if values else 0.0
    return ChapterCourse(tuple(values), tuple(places), luck, own, others)


def mean_loss(found: Sequence[Found]) -> float | None:
    """Return the mean loss of some choices, None of none; errors of single losses even out."""
    return sum(each.judged.lost for each in found) / len(found) if found else None


def accuracy(found: Sequence[Found]) -> float | None:
    """Return the share (0..1) of all that was at stake in some choices that was kept.

    Always the best move is 1, always the worst 0; None where nothing was at stake.
    """
    stake = sum(each.stake for each in found)
    return 1.0 - sum(each.judged.lost for each in found) / stake if stake > 0.0 else None


def counts(found: Sequence[Found]) -> tuple[int, ...]:
    """Return how many of some choices have each of the `GRADES`."""
    grades = [each.grade for each in found]
    return tuple(grades.count(place) for place in range(len(GRADES)))


def costliest(found: Sequence[Found], most: int) -> list[Found]:
    """Return the choices that cost most, the costliest first, of equals the first."""
    slips = [each for each in found if each.costly]
    return sorted(slips, key=lambda each: -each.judged.lost)[:most]


def best_moment(found: Sequence[Found]) -> Found | None:
    """Return the best choice of which the second best move would have been the costliest."""
    only = [
        each
        for each in found
        if each.grade == 0 and each.margin >= each.judged.measure.grades[SLIP - 1]
    ]
    return max(only, key=lambda each: each.margin, default=None)


def known_answer(found: Found, move: str) -> Judged | None:
    """Return another move at a judged choice, judged by the known values; None without one.

    Moves that were weighed keep their values: what was found with more care holds.
    """
    known = found.judged
    if move == known.best:
        return known._replace(move=move, lost=0.0, error=0.0, points=0.0, after=known.before)
    if move == known.move:
        return known
    rows = {row.move: row for row in known.actions}
    if move not in rows or known.best not in rows:
        return None
    row, best = rows[move], rows[known.best]
    lost, points = max(0.0, best.value - row.value), best.points - row.points
    after = known.before - lost
    return known._replace(move=move, lost=lost, error=row.error, points=points, after=after)


class ChoiceWords:
    """Words of a game for its choices; a subclass in `games/<id>/judge.py` has better ones.

    The module has an instance of it as `WORDS`. `luck` names what chance changes, "" where it
    changes nothing, `one` a choice,
    `part` a chapter. With `whole` a judge weighs every legal move, so that the accuracy is known.
    Where it `asks`, costly choices can be found again as exercises.
    """

    judge: ClassVar[str] = "judge"
    luck: ClassVar[str] = "Luck"
    one: ClassVar[str] = "turn"
    part: ClassVar[str] = "Part"
    whole: ClassVar[bool] = True
    asks: ClassVar[bool] = True
    given: ClassVar[str] = "Given away by a choice on average"
    lost: ClassVar[str] = "lost a choice"
    """The words for the mean loss of a seat, before the figures and behind one."""
    seats: ClassVar[tuple[int, ...] | None] = None
    """The seats whose choices are judged, None for all."""
    opened: ClassVar[bool] = False
    """True if the judge is told of the turn itself before it judges the choices made in it."""
    ships: ClassVar[Params | None] = None
    """The options of the exercises that ship in `assets/exercises`; None where none do."""
    shown_before: ClassVar[bool] = False
    """True if such a choice is still shown on the table before its turn."""

    def decides(self, moments: Moments[Any], choice: MoveChosen[Any]) -> bool:
        """Return True if a `choice` between several moves is worth being judged."""
        return True

    def move(self, judged: Judged, move: str) -> str:
        """Return a `move` of a judged choice in words, as it stands in a sentence."""
        return next((row.words for row in judged.actions if row.move == move), move)

    def where(self, asked: Asked) -> str:
        """Return which choice of the match it is, as a sentence begins."""
        return f"{self.one[:1].upper()}{self.one[1:]} {asked.number}"

    def why(self, found: Found, names: Sequence[str]) -> str:
        """Return the reason for the best move in a sentence, "" without one."""
        return f"It {found.judged.why}." if found.judged.why else ""

    def points(self, found: Found) -> str:
        """Return what a choice lost beside its measure, as " and 3.0 points", or ""."""
        lost = found.judged.points
        return f" and {lost:.1f} points" if lost >= 0.05 else ""

    def answer(self, found: Found, move: str) -> Judged | None:
        """Return another move at a choice with its judgement, None if the judge has to be asked."""
        return known_answer(found, move)

    def chapters(self, moments: Moments[Any]) -> list[Chapter]:
        """Return the parts of a match that are reviewed one by one, in order."""
        game, state = moments.game, moments[-1].state
        returns = game.returns(state)
        ended = () if game.to_act(state) else self.ended(returns)
        return [Chapter("", 0, self.start(len(returns)), ended)]

    def start(self, seats: int) -> tuple[float, ...]:
        """Return the value of each seat before the match: an even share of the win."""
        return (1 / seats,) * seats

    def ended(self, returns: Sequence[float]) -> tuple[float, ...]:
        """Return the value of each seat at the end: its share of the win."""
        return shares(returns)

    def of(self, params: Params) -> ChoiceWords:
        """Return the words for a match with these options."""
        return self

    def source(self, judge: Judge) -> str:
        """Return the source of the values in a sentence, "" where it needs no words."""
        return ""

    def knowing(self, judge: Judge, view: object) -> Mind:
        """Return what the seat of a `view` may know while it is asked, for the panel."""
        return ()


def shares(returns: Sequence[float]) -> tuple[float, ...]:
    """Return each seat's share of a win: 1 for the best score, divided among equals."""
    most = max(returns)
    best = sum(score == most for score in returns)
    return tuple((score == most) / best for score in returns)


class PointWords(ChoiceWords):
    """Words of a game whose choices are judged in points: the score so far and what to expect."""

    luck: ClassVar[str] = "Luck and the other"

    def start(self, seats: int) -> tuple[float, ...]:
        """Return no points."""
        return (0.0,) * seats

    def ended(self, returns: Sequence[float]) -> tuple[float, ...]:
        """Return how far each of two seats is ahead."""
        one, two = returns
        return (one - two, two - one)


class Judging(Beside):
    """Judges the choices of all seats in a match, in order, in a thread.

    `asked` and `chapters` are there once it `began`; `found` grows by a choice at a time. Where the
    judge's weights cannot be used, or the match cannot be played by the rules, `problem` has the
    reason in a sentence; `source` names the source of the estimates.
    """

    def __init__(
        self,
        game: Game[Any],
        params: Params,
        turns: Sequence[Turn],
        words: ChoiceWords,
        make: Callable[[], Player],
    ) -> None:
        """Begin at once; `make` makes the judge, in the thread."""
        self.moments = Moments(game, params)
        self.chapters: list[Chapter] = []
        self.asked: list[Asked] = []
        self.found: list[Found] = []
        self.began, self.problem, self.source = False, "", ""
        self._params, self._turns, self._words, self._make = params, turns, words, make
        super().__init__()

    def steps(self) -> Iterator[None]:
        """Judge one choice after the other."""
        try:
            while not self.moments.follow(self._turns, 50):
                yield
        except IllegalMove as problem:
            self.problem = f"This match cannot be played here: {problem}"
            return
        self.chapters = self._words.chapters(self.moments)
        self.asked = list(asked_in(self.moments, self.chapters, self._words))
        self.began = True
        try:
            for found in judge_in_order(
                self.moments, self.asked, self._params, self._words, self._make, self._heard
            ):
                self.found.append(found)
                yield
        except BadWeights as problem:
            self.problem = str(problem)

    def _heard(self, source: str) -> None:
        self.source = source

    @property
    def share(self) -> float:
        """The share that is judged, 0 to 1."""
        return len(self.found) / max(1, len(self.asked))

    def chapter(self, place: int) -> Chapter:
        """Return a chapter; an empty one where none is known yet."""
        return self.chapters[place] if place < len(self.chapters) else Chapter()

    def in_chapter(self, chapter: int) -> list[Found]:
        """Return the judged choices of a chapter, in order."""
        return [each for each in tuple(self.found) if each.asked.chapter == chapter]

    def whole(self, chapter: int) -> bool:
        """Return True if all choices of a chapter are judged."""
        asked = sum(each.chapter == chapter for each in self.asked)
        return self.began and len(self.in_chapter(chapter)) == asked


def asked_in(
    moments: Moments[Any], chapters: Sequence[Chapter], words: ChoiceWords
) -> Iterator[Asked]:
    """Yield every choice of a match that the `words` ask about, with its numbers."""
    chapter, place = 0, 0
    own: dict[int, int] = {}
    for choice in moments.choices(words.seats):
        while chapter + 1 < len(chapters) and choice.turn >= chapters[chapter + 1].first:
            chapter, place = chapter + 1, 0
            own.clear()
        place += 1
        own[choice.seat] = own.get(choice.seat, 0) + 1
        options = len(moments.game.legal(choice.state, choice.seat))
        if options > 1 and words.decides(moments, choice):
            yield Asked(choice, chapter, own[choice.seat], place, options)


def judge_in_order(
    moments: Moments[Any],
    asked: Sequence[Asked],
    params: Params,
    words: ChoiceWords,
    make: Callable[[], Player],
    source: Callable[[str], None] = lambda source: None,
) -> Iterator[Found]:
    """Yield choices of a match with their judgements, in order.

    `make` makes the judge, which sees the match up to each choice as a watcher does; `source` is
    called with the source of its values.
    """
    judge = cast(Judge, make())
    judge.begin((), moments.game, params, Stream.named(0, "judge"))
    source(words.source(judge))
    heard = 0
    for each in asked:
        turn, state, seat, move = each.choice
        until = turn + words.opened
        for number in range(heard, until):
            judge.observe(seen_by(moments[number + 1].events, (WATCHERS,)))
        heard = max(heard, until)
        yield Found(each, judge.judge(state, seat, move, turn))
