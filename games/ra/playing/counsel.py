"""The counsel of a person: what to do, in a word, and then all values for all seats.

An oracle answers from the view of a seat alone, in a thread, so that no frame waits for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from games import catalog
from games.agents import Weighed
from games.arrays import BadWeights
from games.mind import Bars, Mind, MindItem, Note, percent
from games.ra import SEAT_NAMES
from games.ra.asks import AuctionEnd, ExpectedBid, LotWorth, Oracle, ladder_of
from games.ra.rules.state import State
from games.ra.words import IN_SENTENCES, by_name, whose
from games.shell.counsel import ALL, THINKING, Counsel

SHOWN: Final = 8
"""Candidates that are listed, as many as agents list of their own."""
YOURS: Final = (("I then win", "you then win"), ("I hardly", "you hardly"), ("I do", "you do"))
"""What the oracle says of itself, and how that is said to whom it advises."""
THEIRS: Final = (
    *(("I then win", "{name} then wins"), ("I hardly ever win", "{name} hardly ever wins")),
    ("whatever I do", "whatever comes"),
)
"""The same as it is told of somebody else by `name`."""
DECIDES: Final = "The chance to win decides, not the points ahead."
LEAST: Final = 0.05
"""Points that round to nothing are left out."""


class Answer(NamedTuple):
    """The oracle's answer about a view: actions best first and the reason, the value of the block
    to each seat (() where it is empty), and the ends and bids of an auction over it.
    """

    actions: tuple[Weighed, ...]
    reason: str
    worths: tuple[LotWorth, ...]
    outcomes: tuple[AuctionEnd, ...]
    rungs: tuple[ExpectedBid, ...]


class OracleHints(Counsel[State, Answer]):
    """The hints of a match, from what the seat to act knows."""

    def __init__(self) -> None:
        self.oracle = cast(Oracle, catalog.watcher("ra", "oracle"))
        super().__init__(lambda view: answer(self.oracle, view), BadWeights)

    @property
    def words(self) -> str:
        """The hint in a word, "" where none is open."""
        if not self.showing:
            return ""
        if self.answer is None:
            return self.problem or THINKING
        return f"Hint: {self.answer.actions[0].words}."

    def mind(self, names: Sequence[str]) -> Mind:
        """Return all of the hint, for seats of these `names`; () where it is not open."""
        if self.showing != ALL or self.view is None:
            return ()
        if self.answer is None:
            return (Note(self.problem or THINKING),)
        return mind_of(self.answer, self.view, names)


def answer(oracle: Oracle, view: State) -> Answer:
    """Return the whole answer of the `oracle` about a `view` in which a seat is to act."""
    seats = range(view.players) if any(view.block) else ()
    worths = tuple(oracle.worth(view, seat) for seat in seats)
    return Answer(oracle.actions(view), oracle.reason(view), worths, *oracle.auction(view))


class Sections(NamedTuple):
    """The parts of a hint: what to do and why, the value of the lot, and the auction."""

    actions: Mind
    lot: Mind
    auction: Mind


def mind_of(found: Answer, view: State, names: Sequence[str]) -> Mind:
    """Return the candidates, the value of the lot to all, and the auction, in words for the seat to
    act.

    Where an auction goes on it stands before the lot.
    """
    told = sections_of(found, view, names, "You")
    rest = told.auction + told.lot if view.auction is not None else told.lot + told.auction
    return told.actions + rest


def sections_of(found: Answer, view: State, names: Sequence[str], actor: str) -> Sections:
    """Return the same in parts, for seats of these `names`.

    `actor` is what who is to act is called, "You" for the person who reads it.
    """
    rows = found.actions[:SHOWN]
    actions = Bars(
        f"{whose(actor)} chance to win, and points ahead",
        tuple(row.words.replace("use a god for ", "god: ") for row in rows),
        tuple(_share(row.value) for row in rows),
        chosen=0,
        words=tuple(f"{percent(_share(row.value))}  {row.points:+.1f}" for row in rows),
        help="After each action, if all do their best from then on. Points are counted against "
        "the mean of the others at the end of the game.",
        seat=view.actor,
        whole=True,
    )
    decides = any(row.points >= rows[0].points + LEAST for row in rows)
    why = (Note(to_person(found.reason, names, actor)), *([Note(DECIDES)] if decides else []))
    runs = view.auction is not None
    auction: Mind = ()
    if found.outcomes:
        title = "Who bids what" if runs else "Who would bid what now"
        auction = (
            ladder_of(title, found.rungs, names),
            ends_of(found.outcomes, view.actor, names, runs, actor),
        )
    lot: Mind = tuple(lots(found.worths, names)) if found.worths else ()
    return Sections((*why, actions), lot, auction)


def to_person(reason: str, names: Sequence[str], actor: str = "You") -> str:
    """Return the oracle's reason, addressed to its person or, by name, about an `actor`.

    `names` are the names of the seats.
    """
    name = actor.lower() if actor in SEAT_NAMES else actor
    told = by_name(reason, names).removeprefix("I ")
    for own, other in YOURS if actor == "You" else THEIRS:
        told = told.replace(own, other.format(name=name))
    return told[:1].upper() + told[1:]


def _share(chance: float) -> float:
    return min(1.0, max(0.0, chance))


def ends_of(
    outcomes: Sequence[AuctionEnd],
    seat: int,
    names: Sequence[str],
    runs: bool,
    actor: str = "You",
) -> Bars:
    """Return the ends of an auction, with a `seat`'s chance to win the game then.

    The expected end is the chosen one. `runs` is True if it goes on already, `actor` is the seat's
    name.
    """
    labels = tuple(
        "Nobody" if one.seat is None else f"{one.sun}: {names[one.seat]}" for one in outcomes
    )
    chosen = next((n for n, one in enumerate(outcomes) if one.expected), None)
    own = f"{whose(actor)} chance"
    return Bars(
        f"{own}, by who gets the lot" if runs else f"{own}, if Ra were called now",
        labels,
        tuple(_share(one.chances[seat]) for one in outcomes),
        chosen=chosen,
        help=f"{own} to win the game after each end of the auction. The marked end is the one that "
        "comes if everybody bids as is best for them.",
        seat=seat,
        whole=True,
    )


def lots(worths: Sequence[LotWorth], names: Sequence[str]) -> list[MindItem]:
    """Return the value of a lot to all seats, and its sources."""
    low = tuple(worth.low for worth in worths)
    bars = Bars(
        "What the lot is worth",
        tuple(names),
        tuple(worth.points for worth in worths),
        unit="points",
        low=low,
        high=tuple(worth.high for worth in worths),
        help="Points at the end of the game, without the sun that is paid. The light band holds "
        "four of five outcomes.",
    )
    return [bars, *(Note(f"{n}: {by_source(w)}") for n, w in zip(names, worths, strict=True))]


def by_source(worth: LotWorth) -> str:
    """Return the value of a lot by source and now, such as "+5.1: Nile 1.1, gold 4.0; now +3.0"."""
    parts = sorted(worth.by_source.items(), key=lambda part: -abs(part[1]))
    told = [f"{IN_SENTENCES[name]} {points:+.1f}" for name, points in parts if abs(points) >= LEAST]
    sources = ", ".join(told) or "nothing"
    return f"{worth.points:+.1f} ({sources}); if the epoch ended now {worth.now:+d}"
