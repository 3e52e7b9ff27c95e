"""The signs in the corner of the page before a game: at most six, with words, in fixed places.

From the right: the way back, More, the rules, the matches, watching, and the first room of the
game. One that leads nowhere yet is dim, and says why; all other ways stand behind More.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from games import catalog
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import EDGE, NOTE, TEXT
from games.shell.opening import has_more_matches
from games.shell.pages.before.choices import MatchChoices
from games.shell.pages.before.own_bots import OWN, open_own
from games.shell.pages.league.room import LeagueRoom
from games.shell.pages.overlays import MORE, Entry, Rest
from games.shell.pages.statistics import LearnedScene
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Look, Widget

# In units, chosen by eye.
PLACE: Final = 78.0
ROOM_PLACE: Final = 124.0  # the sign at the left, whose word is of the game's choosing
TOP: Final = 36.0
TALL: Final = 72.0
HINT: Final = 14.0  # from a sign to the middle of the words below it
FIXED: Final = 5  # signs that every game has
MORE_HINT: Final = "More rooms, your own bots, the league"
LABORATORY: Final = "Laboratory: all opponents"
WATCH_HINT: Final = "A page for watching: opponents play alone"
PLAY_HINT: Final = "Play yourself: now you only watch"
ALONE: Final = "Nobody to watch: you play alone"
NO_MATCHES: Final = "Your matches are kept here: none yet"


class Sign(Button):
    """An icon over a word; the words of its hint are shown below while it is in focus.

    The word is the `label`, up to a colon. A sign that is `on` is lit.
    """

    on = False

    def __init__(self, label: str, action: Callable[[], None], icon: str, hint: str = "") -> None:
        super().__init__(label, action, icon=icon, hint=hint or label)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw icon and word, on a ground where the mouse is."""
        x, y, w, h = self.box
        if look.hovered:
            canvas.rect(self.box, "high", 12)
        ink = "line" if self.dim else "brass" if self.on else "paper" if look.hovered else "quiet"
        canvas.icon(self.icon, (x + w / 2, y + h / 2 - 12), 28, ink)
        word, ink = self.label.partition(":")[0], "quiet" if self.dim else ink
        size = TEXT - 2 if canvas.text_width(word, TEXT - 2) <= w else NOTE
        canvas.text(word, (x + w / 2, y + h - 16), size, ink, align="centre", max_width=w)
        self.ring(canvas, look)


def signs(
    shell: Shell, choices: MatchChoices, others: bool, pages: Mapping[str, Callable[[], None]]
) -> list[Sign]:
    """Return the signs from left to right.

    `others` is whether the game has agents that the ladder does not show; `pages` are what the
    page itself opens: Watch, Matches, Rules, Laboratory.
    """
    game = choices.spec.id

    def opener(make: Callable[[Mapping[str, Any]], Scene]) -> Callable[[], None]:
        return lambda: shell.push(make(dict(choices.params)))

    def sign(label: str, icon: str, hint: str, hindrance: str) -> Sign:
        act = partial(shell.toast, hindrance) if hindrance else pages[label]
        made = Sign(label, act, icon, hindrance or hint)
        made.dim = bool(hindrance)
        return made

    found = catalog.scene(game).Scene.workshop(shell)
    rooms: list[Entry] = [(label, icon, opener(make)) for label, icon, make in found]
    watching = choices.can_watch and choices.watching
    told = "" if choices.can_watch else ALONE
    watch = sign("Watch", "eye", PLAY_HINT if watching else WATCH_HINT, told)
    watch.on = watching
    told = "" if has_more_matches(shell, game) else NO_MATCHES
    matches = sign("Matches", "matches", "Your matches", told)
    rest = rooms[1:]
    if others:
        rest.append((LABORATORY, "flask", pages["Laboratory"]))
    profile = shell.profile
    if profile is not None and shell.library.learned(profile.id, game) is not None:
        rest.append(("Memory", "mind", lambda: shell.push(LearnedScene(shell, profile, game))))
    rest.append((f"{OWN} bots", "keyboard", partial(open_own, shell, choices)))
    rest.append(("League", "trophy", lambda: shell.push(LeagueRoom(shell, game, choices.params))))
    return [
        *(Sign(label, act, icon) for label, icon, act in rooms[:1]),
        watch,
        matches,
        Sign("Rules", pages["Rules"], "help", "Rules and opponents"),
        Sign(MORE, lambda: shell.push(Rest(shell, rest)), "plus", MORE_HINT),
        Sign("Back", shell.pop, "back"),
    ]


def place_signs(widgets: Sequence[Widget], width: float) -> None:
    """Put the signs among the `widgets` into their places on a page of this `width`."""
    right = width - EDGE + 16
    for number, sign in enumerate(reversed([w for w in widgets if isinstance(w, Sign)])):
        wide = PLACE if number < FIXED else ROOM_PLACE
        right -= wide
        sign.box = (right + 2, TOP, wide - 4, TALL)


def draw_hint(canvas: Canvas, sign: Sign) -> None:
    """Draw the words on a `sign` below it."""
    half = canvas.text_width(sign.hint, TEXT) / 2
    middle = min(sign.box[0] + sign.box[2] / 2, canvas.width - EDGE - half)
    place = (middle, sign.box[1] + sign.box[3] + HINT)
    canvas.text(sign.hint, place, TEXT, "paper", align="centre")
