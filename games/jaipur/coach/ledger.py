"""A player's trading over all matches that counted, added up by opponent and level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.jaipur.rules.goods import GOODS, NAMES
from games.store.statistics import Record, option_values

KINDS: Final = (*(NAMES[good] for good in GOODS), "bonus", "herd")
"""Where rupees come from, as counters are named."""
SUMS: Final = ("rounds", "rounds_won", "rupees", "rupees_other", "bonus_tokens", "hinted_matches")


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
        """Rupees a round by each of `KINDS`, the own ones or the `other`'s, to a tenth."""
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
