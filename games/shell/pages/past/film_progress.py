"""A long match on its way to the screen: it is played through in slices, over the page before.

A stranger's match can be as long as a match can be, and one that never ends grows with every
evening. No frame waits for it: a card shows its progress, and it can be left. Most matches are
there before the card is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games import catalog
from games.agents import LostWeights
from games.core import Log
from games.intervals import whole_percent
from games.session.film import FilmedLater, FilmProgress
from games.session.resuming import Resuming
from games.session.setup import Shown
from games.shell.draw.canvas import Canvas
from games.shell.opening import (
    begin_again,
    once_allowed,
    refuse_match,
    saved_match,
    sit_down,
    within,
)
from games.shell.pages.overlays import Overlay
from games.shell.pages.past.replay import ReplayPage, reel_of
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, ProgressBar
from games.shell.widgets.form import Widget

AT_ONCE: Final = 0.05
"""Seconds within which a match may be opened without a card: nobody notices them."""
UNSEEN: Final = 0.1
"""Seconds for which the card is not drawn: one that is gone at once would only flicker."""
SLICE: Final = 0.02
"""Seconds of a frame for the match: the rest is enough to draw the card."""

LOST: Final = "The unfinished match cannot be continued: {}"


def replay_page(shell: Shell, shown: Shown) -> Scene:
    """Return a page to look at a match, or where that takes time, the card that leads to it.

    Raises `ValueError` for a match that cannot be played here, as far as that is known at once.
    """
    catalog.scene(shown.log.game)  # is imported here, where it is drawn
    coming = FilmedLater(shown.log.turns, lambda: reel_of(shown))
    if coming.film_on(AT_ONCE):
        return ReplayPage(shell, shown, coming.reel)

    def refused(problem: ValueError) -> None:
        shell.pop()
        shell.toast(f"This match cannot be played here: {problem}")

    def ready() -> None:
        shell.replace(ReplayPage(shell, shown, coming.reel))

    return FilmProgressCard(shell, coming, ready, refused)


def take_up(shell: Shell, found: Log, show: Callable[[Scene], None]) -> bool:
    """Open the unfinished match `found`, or the copy from before where only that can be played on.

    `show` is called with its table; where that takes time, a card comes first, over the page that
    asks. Returns False where neither can be played on; the reason is shown, and the bad file is put
    aside. Where the weights of an agent are lost the match itself is well, and stays. A stranger's
    program is not run before a person was asked, because the file of a match may come from a
    stranger.
    """

    def run() -> None:
        if not _open(shell, found, show):
            shell.top.resume()  # the page that asked: there is nothing to continue any more

    return once_allowed(shell, found.game, found.seats, run) or _open(shell, found, show)


def _open(shell: Shell, found: Log, show: Callable[[Scene], None]) -> bool:
    """Do the same without any further question."""
    match: Log | None = found
    while match is not None:
        try:
            coming = begin_again(shell, match)
            if coming.film_on(AT_ONCE):
                show(sit_down(shell, match, coming))
            else:
                shell.push(_card(shell, match, coming, show))
            return True
        except LostWeights as problem:
            shell.toast(LOST.format(within(problem)))
            return False
        except ValueError as problem:
            match = _copy_before(shell, match, problem)
    return False


def _card(
    shell: Shell, match: Log, coming: Resuming, show: Callable[[Scene], None]
) -> FilmProgressCard:
    """Return the card that leads to the table of a `match`, or to its copy from before."""

    def ready() -> None:
        try:
            table = sit_down(shell, match, coming)
        except LostWeights as problem:
            shell.pop()
            shell.toast(LOST.format(within(problem)))
            return
        said = shell.toasts.texts  # such as that this is the copy: it is still to be read
        shell.pop()
        show(table)
        for sentence in said:
            shell.toast(sentence)

    def refused(problem: ValueError) -> None:
        copy = _copy_before(shell, match, problem)
        shell.pop()
        if copy is not None:
            take_up(shell, copy, show)

    return FilmProgressCard(shell, coming, ready, refused)


def _copy_before(shell: Shell, match: Log, problem: ValueError) -> Log | None:
    """Put a `match` aside that cannot go on, for the `problem`; returns its copy from before."""
    key = "" if match.kept is None else match.kept.key
    copy = refuse_match(shell, match.game, key, problem)
    return saved_match(shell, match.game, key) if copy else None


class FilmProgressCard(Overlay):
    """The progress of a long match that is played again; `ready` is called at its end.

    `refused` is called with the reason where it cannot be played.
    """

    def __init__(
        self,
        shell: Shell,
        progress: FilmProgress,
        ready: Callable[[], None],
        refused: Callable[[ValueError], None],
    ) -> None:
        self.progress, self.ready, self.refused, self._age = progress, ready, refused, 0.0
        self.bar = ProgressBar()
        super().__init__(shell, "Opening the match")

    def widgets(self) -> Sequence[Widget]:
        """Return the bar of progress, and a button that leaves."""
        return (self.bar, Button("Cancel", self.cancel, "main"))

    def update(self, dt: float) -> None:
        """Play on for a slice of time; report a match that turns out to be none."""
        self._age += dt
        try:
            if self.progress.film_on(SLICE):
                self.ready()
        except ValueError as problem:
            self.refused(problem)

    def next_frame(self) -> float | None:
        """Ask for the next frame at once, until it is there."""
        return 0.0

    def draw(self, canvas: Canvas) -> None:
        """Draw the card, once it is worth reading."""
        done, turns = self.progress.done, len(self.progress)
        self.bar.share = done / max(1, turns)
        self.bar.label = f"{whole_percent(done, turns)}%" if done else "Getting ready"
        if self._age >= UNSEEN:
            super().draw(canvas)
