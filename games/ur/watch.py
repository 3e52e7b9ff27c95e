"""The judge of Ur: made ready while frames go on, then watching a game, and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from games import catalog
from games.beside import Made
from games.match import Match
from games.mind import Mind, Note
from games.session.reel import Witness
from games.session.setup import Setup
from games.ur.asks import Judge, JudgedStep
from games.ur.review import weigh_choice


def preparation(judge: Judge, rules: str, pieces: int) -> Made[None]:
    """Begin to find, in a thread, what values a game; `judge.use` then takes what was found."""
    return Made(lambda: judge.prepare(rules, pieces))


def new_judge() -> Judge:
    """Return a new judge."""
    return cast(Judge, catalog.watcher("ur", "judge"))


JUDGE: Final = "judge"
"""The name of the witness of a game that is looked at again."""


def judge_witness(setup: Setup) -> Mapping[str, Witness]:
    """The judge, of whose values the graph is made; made ready in a thread."""
    judge = new_judge()
    preparing = preparation(judge, setup.params["rules"], setup.params["pieces"])
    return {JUDGE: Witness(judge, lambda: preparing.done)}


class Watch:
    """The judge at one game: it joins the match as soon as it is prepared (`seated`)."""

    def __init__(
        self, match: Match[Any], rules: str, pieces: int, judge: Judge | None = None
    ) -> None:
        """A `judge` that is given has seen the match before, all of it."""
        self.judge = judge or new_judge()
        self.seated = judge is not None
        self._match = match
        self._preparation = None if self.seated else preparation(self.judge, rules, pieces)

    def seat(self) -> bool:
        """Let the judge watch, if it is ready and does not yet; it gets the turns up to now.

        True on the one call in which it joins.
        """
        if self._preparation is None or not self._preparation.done:
            return False
        self._preparation = None
        self.seated = True
        self._match.watch(self.judge)
        return True

    def wait(self) -> None:
        """Have the judge watch, however long it takes to prepare."""
        if self._preparation is not None:
            self._preparation.wait()
            self.seat()

    def steps(self, hidden: bool) -> Sequence[JudgedStep]:
        """Return its steps of the turns; without the last where that is `hidden`, as a throw that
        rolls.
        """
        seen = self.judge.steps[: len(self._match.turns)]
        return seen[:-1] if hidden else seen

    def course(self, hidden: bool = False) -> tuple[float, ...]:
        """The first seat's win probability at the start and after each turn but a `hidden` last."""
        return (self.judge.first, *(step.light for step in self.steps(hidden)))

    @property
    def source(self) -> tuple[str, ...]:
        """The source of estimates, in words; () where the values are exact."""
        return () if self.judge.exact else (f"Estimated by {self.judge.source}.",)

    def weigh(self, step: JudgedStep) -> Mind:
        """Return the value of each move at the `step` of a costly choice."""
        told = weigh_choice(self.judge, step)
        return (told,) if self.judge.exact else (told, Note(f"An estimate of {self.judge.source}."))
