"""A player's trading: rounds by opponent and level, rupees by their source, the cost of choices.

The rows come from the counters. The cost of choices is judged while the page is open, a match after
the other, and kept (`games.shell.pages.review.gathering`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games import catalog
from games.jaipur.rules.goods import GOODS, NAMES
from games.mind import Mind, Note, Series
from games.session.setup import HUMAN
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN, RIVAL
from games.shell.draw.theme import EDGE, NOTE, TEXT
from games.shell.pages.page import Page
from games.shell.pages.review.gathering import Gathering
from games.shell.pages.statistics import MindItems
from games.shell.shell import Shell
from games.shell.widgets.form import Look, Widget
from games.store.library import Library
from games.store.profiles import Profile
from games.store.statistics import Record, option_values

KINDS: Final = (*(NAMES[good] for good in GOODS), "bonus", "herd")
"""Where rupees come from, as counters are named."""
SUMS: Final = ("rounds", "rounds_won", "rupees", "rupees_other", "bonus_tokens")


@dataclass
class Account:
    """All matches against one opponent at one level; `sums` are counters added up."""

    name: str
    matches: int = 0
    sums: dict[str, int] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Add the matches of a record."""
        self.matches += record.matches
        for counter, value in record.counters.items():
            self.sums[counter] = self.sums.get(counter, 0) + value

    def a_round(self, counter: str) -> float:
        """Return a counter by round; 0 where no round was played to its end."""
        return self.sums.get(counter, 0) / max(1, self.sums.get("rounds", 0))

    @property
    def margin(self) -> float:
        """Rupees ahead of the other by round."""
        return self.a_round("rupees") - self.a_round("rupees_other")

    @property
    def won(self) -> float | None:
        """The share of the rounds that were won, None before one was played to its end."""
        return self.a_round("rounds_won") if self.sums.get("rounds") else None

    def by_source(self, other: bool = False) -> tuple[float, ...]:
        """Return rupees a round by each of `KINDS`, the own ones or the `other`'s, to a tenth."""
        head = "rupees_other_" if other else "rupees_"
        return tuple(round(self.a_round(head + kind), 1) for kind in KINDS)


def level_of(record: Record) -> str:
    """Return the level of whom a record is about, as its name goes on: ", level 2"; "" for none."""
    level = option_values(record.options).get("level", "")
    return f", level {level}" if level else ""


def accounts(records: Iterable[Record], names: Mapping[str, str]) -> list[Account]:
    """Return the records by opponent and level, the most frequent opponent first.

    `names` are the agents' names by their ids.
    """
    found: dict[str, Account] = {}
    for record in records:
        name = names.get(record.agent, record.agent) + level_of(record)
        found.setdefault(name, Account(name)).add(record)
    return sorted(found.values(), key=lambda account: (-account.matches, account.name))


def together(found: Iterable[Account]) -> Account:
    """Return all accounts as one."""
    whole = Account("Together")
    for account in found:
        whole.matches += account.matches
        for counter, value in account.sums.items():
            whole.sums[counter] = whole.sums.get(counter, 0) + value
    return whole


ROW: Final = 44.0
WIDE: Final = 880.0
"""Units from which two columns stand beside each other; chosen by eye."""
HEADS: Final = ("Rounds", "Won", "Rupees ahead", "Bonus tokens")
SHORT_HEADS: Final = ("Rounds", "Won", "Ahead", "Bonus")
SOURCES_HEAD, SOURCE = 60.0, 38.0
"""Units: the heading of the rupees by source, and a row of it; by eye."""
SOURCES_TOLD: Final = (
    "Filled: yours. Outlined: your opponent's. Goods tokens by kind, bonus tokens, larger herd."
)
GAME: Final = "jaipur"
NOTHING: Final = "Nothing to count yet. Finish a match, and it appears here."


def cells(account: Account) -> tuple[str, ...]:
    """Return the cells of a row: rounds, the share won, rupees ahead and bonus tokens a round."""
    won = "" if account.won is None else f"{account.won:.0%}"
    sums = account.sums
    by_round = (f"{account.margin:+.1f}", f"{account.a_round('bonus_tokens'):.1f}")
    rounds = sums.get("rounds", 0)
    ahead, bonus = by_round if rounds else ("", "")
    return (str(rounds), won, ahead, bonus)


class Rows(Widget):
    """A row for each opponent and level, and one for all together."""

    focusable = False

    def __init__(self, found: Sequence[Account]) -> None:
        super().__init__()
        self.found = [*found, together(found)] if len(found) > 1 else list(found)
        self.box = (0, 0, 0, ROW * (len(self.found) + 1) + 26)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the heads and the rows."""
        x, y, w, _ = self.box
        heads = HEADS if w >= WIDE else SHORT_HEADS
        name = w * 0.36
        step = (w - name) / len(heads)
        rights = [x + name + step * (number + 1) for number in range(len(heads))]
        canvas.text("Against", (x, y + 18), NOTE + 2, "quiet", "bold")
        for head, right in zip(heads, rights, strict=True):
            canvas.text(head, (right, y + 18), NOTE + 2, "quiet", "bold", "right")
        canvas.rect((x, y + 34, w, 2), "line")
        for number, account in enumerate(self.found):
            middle = y + 40 + ROW * (number + 0.5)
            canvas.text(account.name, (x, middle), TEXT, face="bold", max_width=name - 8)
            for cell, right in zip(cells(account), rights, strict=True):
                canvas.text(cell, (right, middle), TEXT, align="right")
        told = "Rupees ahead and bonus tokens are by round."
        canvas.text(told, (x, y + ROW * (len(self.found) + 1) + 8), NOTE, "quiet", max_width=w)


class SourceBars(Widget):
    """Rupees a round by source: the player's above the other's."""

    focusable = False

    def __init__(self, whole: Account) -> None:
        super().__init__()
        self.rows = tuple(zip(KINDS, whole.by_source(), whole.by_source(True), strict=True))
        self.box = (0, 0, 0, SOURCES_HEAD + SOURCE * len(self.rows) + 16)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the heading, and both bars of each source on one scale."""
        x, y, w, _ = self.box
        canvas.text("Rupees a round", (x, y + 16), TEXT, face="bold")
        canvas.text(SOURCES_TOLD, (x, y + 40), NOTE, "quiet", max_width=w)
        left, room = x + 90, w - 90 - 60
        most = max(1.0, *(max(own, other) for _, own, other in self.rows))
        for number, (kind, *both) in enumerate(self.rows):
            top = y + SOURCES_HEAD + SOURCE * number
            canvas.text(kind, (x, top + 14), TEXT, "quiet", max_width=86)
            for place, rupees in enumerate(both):
                middle = top + 6 + 17 * place
                bar = (left, middle - 5, max(2.0, room * rupees / most), 10)
                canvas.rect(bar, OWN, 4) if place == 0 else canvas.outline(bar, RIVAL, 2, 4)
                ink = "quiet" if place else "paper"
                canvas.text(f"{rupees:.1f}", (x + w, middle), NOTE, ink, align="right")


def pictures(library: Library, player: str) -> Mind:
    """Return the cost of a player's choices from match to match."""
    found: list[Series | Note] = []
    known = {
        each.key: each.lost / max(1, each.choices) for each in library.judged(player, GAME).read()
    }
    rows = library.archive.finished(player, GAME)
    own = [row.key for row in rows if row.counted != "watched"]
    costs = [known[key] for key in reversed(own) if key in known]
    if costs:
        last = costs[-1]
        found.append(Note(f"In your last match a choice gave away {last:.1%} on average."))
    if len(costs) > 1:
        help_text = "The chance to win the round that a choice gave away, match by match."
        title = "What your choices cost"
        found.append(Series(title, tuple(costs), reference=0.0, help=help_text))
    return tuple(found)


class TradingPage(Page):
    """The rows and pictures of a player."""

    emblem = "stats"

    def __init__(self, shell: Shell, profile: Profile) -> None:
        super().__init__(shell, "Your trading")
        statistics = shell.library.statistics(profile.id)
        names = {spec.id: spec.name for spec in catalog.agents(GAME)}
        names[HUMAN] = "Another person"
        self.found = accounts(statistics.of(GAME), names)
        self.gathering = Gathering(shell.library, profile.id, (GAME,))
        self.active = self.foot
        self._fill()

    def _fill(self) -> None:
        widgets: list[Widget] = [Rows(self.found)] if self.found else []
        whole = together(self.found)
        if whole.sums.get("rounds"):
            widgets.append(SourceBars(whole))
        widgets += [
            MindItems((item,)) for item in pictures(self.shell.library, self.gathering.player)
        ]
        self.fill(widgets, keep_focus=True)

    def update(self, dt: float) -> None:
        """Show what has been judged since."""
        if self.gathering.collect():
            self._fill()

    def next_frame(self) -> float | None:
        """Return the time to the next look while a match is judged."""
        return 0.3 if self.gathering.judging else None

    def leave(self) -> None:
        """Judge no more."""
        self.gathering.end()

    def place(self, box: Box) -> None:
        """Place the rows above, the pictures below, as wide as the page."""
        x, y, _, h = box
        width = min(self.size[0] - 2 * EDGE, 1000.0)
        self.body.column((x, y, width, h), 40)

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the notice of matches to be judged; the pictures take the height that they need."""
        items = [widget for widget in self.body.widgets if isinstance(widget, MindItems)]
        if [item for item in items if item.measure(canvas)]:
            self.layout(*self.size)
        _, y, _, _ = self.body_box
        if not self.body.widgets:
            canvas.text(NOTHING, (EDGE, y + 20), TEXT, "quiet")
        if self.gathering.judging:
            told = "Your last matches are being judged ..."
            canvas.text(told, (EDGE, y - 12), NOTE, "quiet")
