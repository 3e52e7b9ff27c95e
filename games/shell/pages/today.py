"""The way into today's match, and the card with its result once it is played."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Final

from games import catalog, log
from games.agents import LostWeights
from games.fields import BadSave
from games.session.remembering import opponent_names
from games.session.setup import Setup
from games.session.starting import check_log
from games.session.today import (
    TODAY,
    begin_day,
    day_match,
    day_opponent,
    day_setup,
    day_words,
    kept_as,
    share_text,
)
from games.shell.draw.canvas import Canvas
from games.shell.opening import ensure_profile, start_table
from games.shell.pages.clipboard import to_clipboard
from games.shell.pages.day_strip import TALL, day_left, draw_days
from games.shell.pages.overlays import Overlay
from games.shell.shell import Scene, Shell
from games.shell.table import Table
from games.shell.widgets.basic import Button, Widget
from games.spec import GameSpec
from games.store.days import DayBook, DayMatch, DayTries

RULES: Final = (
    "Everybody who plays it today gets the same match. You have one try. Afterwards you get one "
    "line to share. It does not count in your statistics. That you have not rehearsed "
    "it is left to your word."
)
SCORED: Final = "Today's match: this try is scored. That it was not rehearsed is left to your word."
"""Said where no card has asked before."""
EARLIER: Final = "This is the match of {}: you began it then, and it is scored for that day."
NOT_BEGUN: Final = "Your one try has not begun, because that cannot be kept now. Try again later."
COPIED: Final = "The line is on the clipboard, with its boxes."
NOT_COPIED: Final = "There is no clipboard here; the line stands above to be copied by hand."


def open_today(shell: Shell, game_id: str, ask: bool = True) -> Scene:
    """Return today's match of game `game_id`, ready to be pushed: its table, gone on with if the
    try has begun, or the card with its result.

    Before the one try begins, a card explains it, unless `ask` is False. Raises `LostWeights`.
    """
    ensure_profile(shell)
    day = shell.library.today
    days = days_of(shell)
    earlier = _waiting(shell, days, game_id)
    before = None if earlier is None else _begun(shell, day_setup(game_id, earlier.day), earlier)
    if earlier is not None and before is not None:
        shell.toast(EARLIER.format(day_words(earlier.day)))
        return before
    tried = days.of(game_id, day)
    if tried is not None and tried.line:
        return DayCard(shell, game_id, days, day)
    setup = day_setup(game_id, day)
    if tried is None and ask:
        return Invitation(shell, setup, days)
    begun = None if tried is None else _begun(shell, setup, tried)
    table = begun or begin_today(shell, setup)
    if (
        table is not None and begun is None and not shell.toasts.texts
    ):  # what went wrong goes before
        shell.toast(SCORED)
    return table or NotBegun(shell)


def begin_today(shell: Shell, setup: Setup) -> Table | None:
    """Return the table of a new try by a `setup`; None where the disk does not keep that it has
    begun.

    The try is on the disk before the match is seen. Raises `LostWeights`.
    """
    table = start_table(shell, setup)
    keeping = table.session.keeping
    if keeping.owner and not begin_day(setup, shell.library, keeping.owner, keeping.match_id):
        table.session.close()
        return None
    return table


def _waiting(shell: Shell, days: DayTries, game_id: str) -> DayMatch | None:
    """Return the try of an earlier day that was left before its end and can be gone on with."""
    if shell.profile is None:
        return None
    matches, name = shell.library.matches, f"{TODAY}{game_id}"
    keys = matches.keys(shell.profile.id, name)
    if not keys:
        return None
    found = [matches.read(shell.profile.id, name, key) for key in keys]
    kept = {match.which for match in found if match is not None}
    tries = days.begun(game_id, shell.library.today)
    return next((match for match in tries if match.match_id in kept), None)


def _begun(shell: Shell, setup: Setup, tried: DayMatch) -> Table | None:
    """Return the table of the try that has begun, as it was kept; None where that cannot be played
    on.

    Raises `LostWeights`.
    """
    profile, matches, name = shell.profile, shell.library.matches, kept_as(setup)
    if profile is None:
        return None
    found = (matches.read(profile.id, name, key) for key in matches.keys(profile.id, name))
    kept = next((one for one in found if one is not None and one.which == tried.match_id), None)
    if kept is None:
        return None
    try:
        begun = check_log(log.decode(kept.text), setup.game)
        if (begun.seed, begun.seats) != (setup.seed, setup.seats):
            raise BadSave("it is the match of another day.")
        params = begun.params  # an older arcade may have drawn them otherwise
        going_on = dataclasses.replace(setup, params=params, match_id=kept.which, kept=kept.kept)
        table = start_table(shell, going_on, begun.turns)
        table.session.restore(begun)
    except LostWeights:  # the match itself is well, and stays
        raise
    except (BadSave, ValueError) as problem:
        if matches.refuse(profile.id, name, kept.key):  # the copy from before may go on
            return _begun(shell, setup, tried)
        why = str(problem).rstrip(".")
        shell.toast(f"Today's match cannot be gone on with: {why}. It begins anew.")
        return None
    return table


def days_of(shell: Shell) -> DayTries:
    """Return the tries of the player who plays now."""
    profile = shell.profile
    return DayTries() if profile is None else DayBook(shell.library.store, profile.id).read()


def today_words(shell: Shell, spec: GameSpec) -> tuple[str, str]:
    """Return the words of the hall's button for today's match of the game `spec`, and its hint."""
    profile, day = shell.profile, shell.library.today
    days = DayTries() if profile is None else DayBook(shell.library.store, profile.id).read()
    tried = days.of(spec.id, day)
    earlier = _waiting(shell, days, spec.id)
    if earlier is not None:
        told = day_words(earlier.day)
        return f"Go on: {told}", f"Your try of {told} waits; finish it first."
    if tried is None:
        hint = f"{shell.input.label('today')}: one try a day, and everybody meets the same match."
        hint = f"{hint} {met_words(spec, day)}".strip()
        return "Today's match", hint
    if not tried.line:
        return "Today: go on", "Your one try at today's match has begun. Go on with it."
    return "Today: played", tried.line


def met_words(spec: GameSpec, day: str) -> str:
    """Return the mode of the game `spec` on a `day`, and the opponents; "" in a game for one."""
    played = day_match(spec, day)
    params = spec.params({spec.modes.option: played.mode} if played.mode else {})
    if len(spec.seats_for(params)) < 2:
        return ""
    agent = catalog.resolve(spec.id, day_opponent(spec, day)).spec.id
    versus = opponent_names(spec.id, agent).get("versus", agent)
    option = next((option for option in spec.options if option.name == spec.modes.option), None)
    if option is None or not played.mode:
        return f"Today: against {versus}."
    label = option.labels[option.choices.index(played.mode)]
    return f"Today: {label}, {played.met or f'with {versus}'}."


class DayPage(Overlay):
    """A card with the player's days below its text; the time to the next match is kept up."""

    width = 760.0

    def __init__(self, shell: Shell, days: DayTries, text: str) -> None:
        self.days = days
        super().__init__(shell, "Today's match", text)

    def _place(self, body: float) -> None:
        super()._place(body + TALL)
        self._strip = (self.box[0] + 32, self.box[1] + 118 + body)

    def draw(self, canvas: Canvas) -> None:
        """Draw the card, and the days on it."""
        super().draw(canvas)
        library = self.shell.library
        box = (*self._strip, self.width - 64, TALL)
        draw_days(canvas, box, self.days, library.today, day_left(library.now()))

    def next_frame(self) -> float | None:
        """Return the seconds until the time to the next match is another minute."""
        return day_left(self.shell.library.now()) % 60 + 0.01


class Invitation(DayPage):
    """The card on today's match, before its one try begins."""

    def __init__(self, shell: Shell, setup: Setup, days: DayTries) -> None:
        self.setup = setup
        spec = catalog.spec(setup.game)
        met = met_words(spec, setup.day)
        text = f"{spec.title}. {met} {RULES}" if met else f"{spec.title}. {RULES}"
        super().__init__(shell, days, text)

    def widgets(self) -> Sequence[Widget]:
        """Begin, read the rules, or leave it for later."""
        return (
            Button("Begin my one try", self._begin, "main", "play"),
            Button("Rules and opponents", self._help, icon="help"),
            Button("Not now", self.cancel, icon="back"),
        )

    def _begin(self) -> None:
        try:
            table = begin_today(self.shell, self.setup)
        except LostWeights as problem:
            self.shell.toast(f"Today's match cannot be played: {problem}")
            return
        self.shell.replace(table or NotBegun(self.shell))

    def _help(self) -> None:
        self.shell.push(self.shell.doors.help(self.shell, catalog.spec(self.setup.game), None))


class NotBegun(Overlay):
    """Why the one try cannot begin: that it has begun could not be kept."""

    width = 720.0

    def __init__(self, shell: Shell) -> None:
        trouble = shell.library.store.trouble
        super().__init__(shell, "Today's match", f"{NOT_BEGUN} {trouble}".strip())

    def widgets(self) -> Sequence[Widget]:
        """Return one button that closes."""
        return (Button("Back", self.cancel, "main", "back"),)


class DayCard(DayPage):
    """The card with the results of a `day`'s match and of other `days`, and the line to share."""

    def __init__(self, shell: Shell, game_id: str, days: DayTries, day: str) -> None:
        first = days.of(game_id, day)
        scored = sorted(days.scored(game_id), key=lambda match: match != first)
        self.scored = scored[0]
        line, *before = [match.line for match in scored]
        earlier = ("\nBefore:", *before[:2]) if before else ()
        super().__init__(shell, days, "\n".join((line, *earlier)))

    def widgets(self) -> Sequence[Widget]:
        """Return one button that copies, one that closes."""
        copy = Button("Copy the line", self._copy, "main", "copy")
        return (copy, Button("Back", self.cancel, icon="back"))

    def _copy(self) -> None:
        copy_line(self.shell, self.scored)


def copy_line(shell: Shell, scored: DayMatch) -> None:
    """Put what is to share of a `scored` try on the clipboard, and say whether that could be
    done.
    """
    shell.toast(COPIED if to_clipboard(share_text(scored)) else NOT_COPIED)
