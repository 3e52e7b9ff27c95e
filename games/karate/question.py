"""One question after a match of karate, now and then: which of two fighters plays like a person?

The author of the original asked whether a program with a theory of mind would make people feel that
a person plays. The sensei has one, and its level "no-theory" has none. Both are shown the rounds of
a match from the start, at the sharpness of the opponent, and draw what they would have played.
Their last moves stand side by side in an order drawn by lot, without a name. The answer is kept
with the player; settings have the switch, and Export of the Players page writes the answers.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from games import catalog
from games.beside import Made
from games.core import Limit
from games.intervals import wilson
from games.karate.exchange import Round
from games.karate.fighters import ICONS
from games.karate.rules import GAME
from games.session.setup import Setup
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import LABEL
from games.shell.hooks import Ask
from games.shell.input import InputEvent, Press
from games.shell.pages.overlays import Overlay
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Widget
from games.spec import Params
from games.store.answers import AnswerBook
from games.store.profiles import Profile
from games.streams import Stream

SENSEI: Final = "sensei"
MINDS: Final = ("full", "no-theory")
"""The levels of the sensei that are compared: with a theory of mind, and without."""
ANSWERS: Final = ("person-theory", "person-plain")
"""The names of the answers, in the same order."""
FEWEST: Final = 10
"""Rounds below which a match shows too little of two fighters."""
SHOWN: Final = 12
_PITCH: Final = 52.0
_NAMES: Final = 130.0
EVERY: Final = 3
"""One of this number of matches ends with the question."""
TITLE: Final = "Which one plays like a person?"
TEXT: Final = (
    "Two fighters saw your match and drew what they would have played. These are the last rounds."
)


def comes_now(rounds: Sequence[Round], agent: str) -> bool:
    """Return whether a match with these `rounds` against an `agent` ends with the question."""
    if agent != SENSEI or len(rounds) < FEWEST:
        return False
    return zlib.crc32(repr([played.moves for played in rounds]).encode()) % EVERY == 0


class Imagined(NamedTuple):
    """The moves that two fighters would have played, first and second; `first` is that mind's place
    in `MINDS`.
    """

    moves: tuple[tuple[str, ...], tuple[str, ...]]
    first: int

    @property
    def alike(self) -> bool:
        """True if the moves that are shown tell no difference."""
        return self.moves[0][-SHOWN:] == self.moves[1][-SHOWN:]


def imagined(
    rounds: Sequence[Round], seat: int, options: Mapping[str, Any], params: Params, seed: int
) -> Imagined:
    """Return what the sensei in a `seat` would have played with each of its `MINDS`.

    `options` are the opponent's, `seed` draws the fighters' moves and their order.
    """
    found = tuple(
        _answers(rounds, seat, {**options, "level": level}, params, seed) for level in MINDS
    )
    first = Stream.named(seed, "order").below(2)
    return Imagined((found[first], found[1 - first]), first)


def _answers(
    rounds: Sequence[Round], seat: int, options: Mapping[str, Any], params: Params, seed: int
) -> tuple[str, ...]:
    """Return one fighter's moves: it sees each round as it was fought, and learns from it."""
    fighter = catalog.agent("karate", SENSEI).make(options, None)
    fighter.begin((seat,), GAME, params, Stream.named(seed, str(options["level"])))
    state, moves = GAME.new(params), []
    for played in rounds:
        legal = GAME.legal(state, seat)
        moves.append(fighter.act(seat, GAME.view(state, seat), legal, Limit()).move)
        state, events = GAME.apply(state, dict(enumerate(played.moves)))
        fighter.observe(events)
    return tuple(moves)


def told(answers: Iterable[Mapping[str, int]]) -> str:
    """Return how often the fighter with a theory of mind was the answer, in a sentence."""
    theory, plain = (0, 0)
    for each in answers:
        theory += each.get(ANSWERS[0], 0)
        plain += each.get(ANSWERS[1], 0)
    if not theory + plain:
        return "Nobody has answered here yet."
    low, high = wilson(theory, theory + plain)
    return (
        f"Here the one with a theory of mind was the answer {theory} of {theory + plain} times "
        f"({100 * low:.0f} to {100 * high:.0f}%; by chance it is half)."
    )


class Question(Overlay):
    """The question over the result; it counts the answer in a `book` and says which one it was."""

    width = 880.0
    contexts = ("menu", "choice", "all")
    room = 3 * _PITCH + 24

    def __init__(self, shell: Shell, made: Made[Imagined], own: Sequence[str], book: AnswerBook):
        self._made, self._own, self._book = made, own[-SHOWN:], book
        self.answer = -1
        """The place that was chosen, -1 before."""
        self._ready = made.done
        super().__init__(shell, TITLE, TEXT)

    def widgets(self) -> Sequence[Widget]:
        """Return a button for each fighter, or one to close."""
        if self.answer >= 0 or not self._ready or self._made.found.alike:
            return [Button("Close", self.cancel, "main")]
        words = ("1. The first", "2. The second")
        pairs = [Button(word, partial(self.choose, place)) for place, word in enumerate(words)]
        return [*pairs, Button("Cannot say", self.cancel)]

    def choose(self, place: int) -> None:
        """Count the answer with this `place`, 0 or 1, and name both fighters."""
        if self.answer >= 0 or not self._ready or self._made.found.alike:
            return
        self.answer = place
        mind = self._made.found.first ^ place
        self._book.note(ANSWERS[mind])
        other = ("without", "with")[mind]
        word = ("with", "without")[mind]
        self.title = f"That was the sensei {word} a theory of mind."
        self.text = f"The other one is {other} it. {told([self._book.read()])}"
        self._renew()

    def _renew(self) -> None:
        self.form.widgets = list(self.widgets())
        self.form.focus_first()

    def update(self, dt: float) -> None:
        """Offer the answers once both fighters have drawn their moves."""
        super().update(dt)
        if not self._ready and self._made.done:
            self._ready = True
            if self._made.found.alike:
                self.text = "Both would have played the same in the last rounds: no question today."
            self._renew()

    def handle(self, event: InputEvent) -> bool:
        """Take 1 and 2 as answers."""
        if isinstance(event, Press) and event.action in ("choice_1", "choice_2"):
            self.choose(int(event.action[-1]) - 1)
            return True
        return super().handle(event)

    def draw(self, canvas: Canvas) -> None:
        """Draw the last moves of both fighters below the moves of the player."""
        super().draw(canvas)
        x, _, w, _ = self.box
        top = self.form.widgets[0].box[1] - 3 * _PITCH - 20
        rows = [("You", self._own)]
        if self._ready:
            names = ("The first", "The second")
            rows += [
                (name, moves[-SHOWN:])
                for name, moves in zip(names, self._made.found.moves, strict=True)
            ]
        step = (w - 64 - _NAMES) / SHOWN
        for number, (name, moves) in enumerate(rows):
            y = top + (number + 0.5) * _PITCH
            colour = "quiet" if number == 0 else "paper"
            canvas.text(name, (x + 32, y), LABEL, colour, "text", "left", _NAMES)
            for place, move in enumerate(moves):
                centre = (x + 32 + _NAMES + (place + 0.5) * step, y)
                canvas.icon(ICONS[move], centre, 32, colour)


class MatchQuestion:
    """The question at the end of one match; its page is the same each time it is opened."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._page: Question | None = None

    def asks(
        self, rounds: Sequence[Round], person: int, setup: Setup, profile: Profile | None
    ) -> tuple[Ask, ...]:
        """Return the button that opens it, where it comes after these `rounds` of a `person`."""
        other = setup.seats[1 - person]
        if profile is None or not self._shell.settings.asked:
            return ()
        if not comes_now(rounds, other.agent):
            return ()
        seen = tuple(rounds), 1 - person, dict(other.options), dict(setup.params), setup.seed

        def opened() -> None:
            if self._page is None:
                own = [played.moves[person] for played in rounds]
                book = AnswerBook(self._shell.library.store, profile.id)
                self._page = Question(self._shell, Made(lambda: imagined(*seen)), own, book)
            self._shell.push(self._page)

        return (Ask("One question", "mind", opened),)
