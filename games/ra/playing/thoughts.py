"""The thoughts in the mind view of a table of Ra: each seat's last, in words for the viewer.

Thoughts are no part of a match that is kept. They are thought again where a match is taken up or
goes back: an agent of Ra answers the same view in the same way.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, cast

from games.core import FAILURES, Limit, Turn
from games.match import Match
from games.mind import Ladder, Mind
from games.ra.rules.state import Auction
from games.ra.words import by_name
from games.session.host import build_player, is_heavy
from games.session.reveal import Reveal
from games.session.seat_names import short_names
from games.session.session import Session
from games.session.setup import agent_seats
from games.shell.table import Table

THINKS: Final = Limit(seconds=1.0, mind=True)


class Thoughts:
    """The last thoughts of all seats at a `table`, each behind a tab."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lost = True
        table.mind_view.follows = True

    def forget(self) -> None:
        """Forget the thoughts, as the match stands elsewhere: what was thought there is still to be
        found.
        """
        self._lost = True

    def take(self, reveal: Reveal) -> Mind:
        """Return the mind to be shown after a turn: of who acted, or of the seat whose tab
        is open.
        """
        table, view = self._table, self._table.mind_view
        for seat, mind in reveal.minds.items():
            if mind:
                view.add(seat, addressed(mind, self._called(), seat))
        table.show_mind_of(view.showing if view.showing is not None else max(reveal.minds))
        return view.mind

    def update(self) -> None:
        """Find what was thought, where that is lost."""
        table, view = self._table, self._table.mind_view
        if not self._lost or table.setup.replay or table.finished:
            return
        self._lost = False
        if not table.session.minds_visible():
            return
        found, latest = rethought(table.session)
        heads = {seat: addressed(mind, self._called(), seat) for seat, mind in found.items()}
        if not heads:
            view.caption = ""
        view.go_back(heads, latest if heads else None, heads.get(latest, ()))

    def _called(self) -> list[str]:
        """Return the names of the seats, as short as they can be."""
        return short_names(self._table.names())


def rethought(session: Session) -> tuple[dict[int, Mind], int]:
    """Return each agent's thoughts at its last turn, by seat, and the seat of the latest (-1:
    none).

    An agent that would act otherwise today has none; one with random lots draws them as before.
    """
    setup, turns = session.setup, session.match.turns
    found: dict[int, Mind] = {}
    latest = (-1, -1)
    for seat in agent_seats(setup):
        last = last_turn(turns, seat)
        if last < 0 or is_heavy(setup, seat):
            continue
        mind = _thought(session, seat, last)
        if mind:
            found[seat] = mind
            latest = max(latest, (last, seat))
    return found, latest[1]


def last_turn(turns: Sequence[Turn], seat: int) -> int:
    """Return the number of turns before the last one of a seat; -1 where it has had none."""
    own = (n for n in reversed(range(len(turns))) if any(who == seat for who, _ in turns[n]))
    return next(own, -1)


def _thought(session: Session, seat: int, turn: int) -> Mind:
    """Return an agent's thoughts after `turn` turns; () where it acts otherwise now."""
    match = session.match
    try:
        player = build_player(session.setup, seat)
        past: Match[Any] = Match(match.game, match.params, match.seed, {seat: player})
        past.replay(match.turns[:turn])
        drawn = session.played[turn].draws.get(seat)
        decision = past.decide(seat, THINKS, None if drawn is None else drawn.lot)
    except FAILURES:  # it cannot be asked today: nothing is shown
        return ()
    moves = dict(match.turns[turn])
    return decision.mind or () if decision.move == moves[seat] else ()


def expected_bids(
    mind: Mind, seat: int | None, auction: Auction | None, bids: Mapping[int, int]
) -> dict[int, int]:
    """Return the bids (0 for a pass) that the mind of a `seat` expects in an auction that goes on.

    `bids` are those made so far. Where one of them is not what it expected, none is returned.
    """
    if auction is None or seat is None:
        return {}
    if seat not in bids and not (auction.called and auction.caller == seat):
        return {}  # what it thought of another auction
    ladder = next((item for item in mind if isinstance(item, Ladder)), None)
    forks = () if ladder is None else ladder.forks
    told = {fork.seat: fork.ways[fork.chosen].word for fork in forks if fork.chosen >= 0}
    found = {other: int(word) if word.isdigit() else 0 for other, word in told.items()}
    if any(found[other] != bid for other, bid in bids.items() if other in found):
        return {}
    return {other: bid for other, bid in found.items() if other not in bids}


# -- whose it is -----------------------------------------------------------------------------


def addressed(mind: Mind, called: Sequence[str], own: int) -> Mind:
    """Return the mind of the seat `own` in words of the table: "you", "me", and all others by name.

    `called` has the names of the seats; agents know no more of a seat than its colour.
    """
    told = (_changed(item, lambda text: by_name(text, called, own)) for item in mind)
    return cast(Mind, tuple(told))


def _changed(value: object, change: Callable[[str], str]) -> object:
    """Return the same value with all its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        make: Callable[[Iterable[object]], object] = getattr(type(value), "_make", tuple)
        return make(_changed(part, change) for part in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        own = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return dataclasses.replace(value, **{name: _changed(v, change) for name, v in own.items()})
    return value
