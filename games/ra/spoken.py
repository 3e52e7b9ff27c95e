"""Ra in words: block, suns, tiles and bag as lists, each act as a line, and the points."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.core import Event
from games.ra.rules.moves import BIDS, PASS, RaMove, god_move, parse
from games.ra.rules.scoring import SOURCES, breakdowns
from games.ra.rules.state import BID, DEAL, State, all_suns
from games.ra.tiles import (
    CATASTROPHE,
    EPOCHS,
    GOD,
    KINDS,
    NOTHING,
    RA,
    Counts,
    added,
    listed,
    plus,
)
from games.ra.visibility import Visibility
from games.ra.words import (
    IN_SENTENCES,
    WORTH,
    listing,
    plural,
    small_you,
    some,
    tiles_in_words,
    without_scores,
    word,
)
from games.shell.access.node import Node, group
from games.shell.access.speech import MOST_CHOICES, SpokenChoice, TableSight, TableSpeech


class RaSpeech(TableSpeech):
    """The words of a game of Ra; the option `hide` keeps scores and suns out of them."""

    def elements(self, at: TableSight) -> list[Node]:
        """Return course and block, what can be done, each seat, and the bag.

        A press takes a tile of the block with a god, bids an own sun, or makes the named move.
        """
        state: State = at.state
        found = [
            group("Block", list(_block(at)), "block"),
            group("Sun's course", [_line(text) for text in _course(state)], "course"),
        ]
        pressed_elsewhere = ("bid", "god")
        acts = [
            _act(choice)
            for choice in self.choices(at)
            if choice.move.partition(" ")[0] not in pressed_elsewhere
        ]
        found += [group("Your move", acts, "acts")] if acts else []
        own = _own(at)
        seats = [own, *(seat for seat in range(state.players) if seat != own)]
        found += [group(at.who(seat), list(_seat(at, seat)), ("seat", seat)) for seat in seats]
        return [*found, group("Bag", [_line(text) for text in _bag(at)], "bag")]

    def events(self, at: TableSight) -> list[str]:
        """Return what a seat did, what chance turned up, and the points of an epoch."""
        events = without_scores(at.last, _veil(at).scores)
        return [line for event in events for line in _spoken(at, event)]

    def choices(self, at: TableSight) -> list[SpokenChoice]:
        """Return the moves, each with the points that its tiles would bring by now."""
        found = (parse(move) for move in itertools.islice(at.legal, MOST_CHOICES))
        return [_choice(at, move) for move in found if move is not None]

    def standing(self, at: TableSight) -> str:
        """Return epoch and Ra, the seat to move, points and suns, and an auction's high bid."""
        state: State = at.state
        if at.over:
            return _won(at, state.winner, state.scores)
        if state.phase == DEAL:
            return f"{state.players} players; the suns are dealt now."
        own, auction = _own(at), state.auction
        told = [f"Epoch {state.epoch} of {EPOCHS}, Ra {state.ra} of {state.limit}."]
        if state.phase == BID and auction is not None:
            high = (
                f"{at.who(auction.by)} bid {auction.high}" if auction.by is not None else "no bid"
            )
            told.append(f"Auction for {_lot(state.block)}: {high}.")
        elif state.actor >= 0:
            told.append(f"{_whose(at, state.actor)} turn; on the block: {_lot(state.block)}.")
        told.append(f"{', '.join(_score(at, seat) for seat in range(state.players))}.")
        told.append(f"{_whose(at, own)} suns: {_suns(state.up[own])}.")
        return " ".join(told)


def _own(at: TableSight) -> int:
    """Return the seat that is read first."""
    return at.seat or 0 if at.own is None else at.own


def _whose(at: TableSight, seat: int) -> str:
    """Return the possessive of a seat's player."""
    return "Your" if seat == at.own else f"{at.names[seat]}'s"


def _line(text: str) -> Node:
    return Node("item", text, key=text.partition(":")[0])


def _veil(at: TableSight) -> Visibility:
    """Return the seats whose scores and face-down suns the viewer chose not to see."""
    hide = at.params.get("hide", "none")
    others = frozenset(range(at.state.players)) - {at.seat}
    if at.over or at.seat is None:
        others = frozenset()
    kinds = [others if hide in (kind, "both") else frozenset() for kind in ("scores", "suns")]
    return Visibility(*kinds)


def _suns(suns: Sequence[int]) -> str:
    """Return suns in a row, "none" without any."""
    return ", ".join(map(str, suns)) or "none"


def _lot(block: Counts) -> str:
    """Return the tiles of a block in words."""
    return listing(listed(block))


def _score(at: TableSight, seat: int) -> str:
    """Return the points of a seat, where they are seen."""
    score = "hidden" if seat in _veil(at).scores else str(at.state.scores[seat])
    return f"{at.who(seat)} {score}"


# -- the table -------------------------------------------------------------------------------


def _block(at: TableSight) -> Iterator[Node]:
    """Yield the kinds of the block; a press takes one with a god where that is legal."""
    block: Counts = at.state.block
    if block == NOTHING:
        yield Node("item", "Empty", key="empty")
    for kind, count in enumerate(block):
        if count:
            move = god_move((kind,))
            press = move if move in at.legal else ""
            role = "button" if press else "item"
            worth = WORTH[KINDS[kind]]
            yield Node(role, _count(kind, count), "", worth, key=kind, press=press)


def _count(kind: int, count: int) -> str:
    """Return a number of tiles of a kind in words."""
    tile = KINDS[kind]
    return f"{count} {plural(tile) if count > 1 else word(tile)}"


def _course(state: State) -> Iterator[str]:
    """Yield the epoch, the Ra drawn, the sun in the centre, and an auction."""
    yield f"Epoch: {state.epoch} of {EPOCHS}"
    yield f"Ra drawn: {state.ra}; the epoch ends at {state.limit}"
    yield f"Sun in the centre: {state.center}"
    if state.auction is not None:
        yield f"Auction: high bid {state.auction.high or 'none'}"


def _act(choice: SpokenChoice) -> Node:
    """Return a move as a button."""
    told = f"{choice.brings}."
    return Node("button", choice.name, "", told, key=choice.move, press=choice.move)


def _seat(at: TableSight, seat: int) -> Iterator[Node]:
    """Yield points, suns and tiles of a seat; a press bids an own sun."""
    state: State = at.state
    yield _line(f"Points: {_score(at, seat).rpartition(' ')[2]}")
    for sun in state.up[seat]:
        press = BIDS[sun] if seat == at.own and BIDS[sun] in at.legal else ""
        told = f"{_choice(at, RaMove('bid', sun)).brings}." if press else ""
        role = "button" if press else "item"
        yield Node(role, f"Sun {sun}", "", told, key=("sun", sun), press=press)
    if state.down[seat]:
        dark = seat in _veil(at).suns
        down = f"{len(state.down[seat])} hidden" if dark else _suns(state.down[seat])
        yield _line(f"Suns face down: {down}")
    for kind, count in enumerate(state.tiles[seat]):
        if count:
            yield Node("item", _count(kind, count), "", WORTH[KINDS[kind]], key=kind)


def _bag(at: TableSight) -> Iterator[str]:
    """Yield the number of tiles in the bag; by kinds where the option `show_bag` is on."""
    left: Counts = at.state.left
    yield f"All: {tiles_in_words(sum(left))}"
    if at.params.get("show_bag", True):
        for kind, count in enumerate(left):
            if count:
                yield f"{word(KINDS[kind]).capitalize()}: {count}"


# -- choices ---------------------------------------------------------------------------------


def _choice(at: TableSight, move: RaMove) -> SpokenChoice:
    """Return a legal move, and what the move would bring."""
    state: State = at.state
    if move.kind == "draw":
        return SpokenChoice("draw", "Draw a tile", _odds(at))
    if move.kind == "call":
        return SpokenChoice("call", "Call Ra", f"an auction for {_lot(state.block)}; you bid last")
    if move.kind == "pass":
        return SpokenChoice(PASS, "Pass", "you keep your suns")
    if move.kind == "bid":
        brings = f"{_lot(state.block)}, and sun {state.center} for the next epoch"
        return SpokenChoice(BIDS[move.sun], f"Bid {move.sun}", f"{brings}{_worth(at, state.block)}")
    tiles = [KINDS[kind] for kind in move.tiles]
    text = " ".join((move.kind, *tiles))
    if move.kind == "god":
        gods = "a god" if len(tiles) == 1 else f"{len(tiles)} gods"
        lot = NOTHING
        for kind in move.tiles:
            lot = added(lot, kind)
        brings = _worth(at, lot, GOD, len(tiles)).removeprefix("; ")
        return SpokenChoice(text, f"Take {listing(tiles)} with {gods}", brings)
    seat, held = state.actor, state.tiles[state.actor]
    for kind in move.tiles:
        held = added(held, kind, -1)
    brings = (
        f"{_total(state, seat, held) - _total(state, seat, state.tiles[seat]):+d} points by now"
    )
    return SpokenChoice(text, f"Give up {listing(tiles)}", brings)


def _odds(at: TableSight) -> str:
    """Return what the next tile may do; its probability where the bag is shown."""
    state: State = at.state
    does = "ends the epoch" if state.ra + 1 >= state.limit else "starts an auction"
    if not at.params.get("show_bag", True):
        return f"a Ra {does}"
    return f"a Ra ({state.left[RA] / max(1, sum(state.left)):.0%}) {does}"


def _worth(at: TableSight, lot: Counts, paid: int = 0, number: int = 0) -> str:
    """Return the points of a lot if the epoch ended now, after `number` tiles of a kind are `paid`;
    "" where a catastrophe takes tiles.
    """
    state: State = at.state
    if lot == NOTHING or any(lot[kind] for kind in CATASTROPHE):
        return ""
    seat, held = state.actor, state.tiles[state.actor]
    with_lot = plus(added(held, paid, -number), lot)
    return f"; {_total(state, seat, with_lot) - _total(state, seat, held):+d} points by now"


def _total(state: State, seat: int, held: Counts) -> int:
    """Return the points of a seat that `held` these tiles if the epoch ended now."""
    tiles = [held if other == seat else own for other, own in enumerate(state.tiles)]
    return breakdowns(state.epoch, tiles, all_suns(state))[seat].total


# -- events ----------------------------------------------------------------------------------


def _spoken(at: TableSight, event: Event) -> Iterator[str]:
    """Yield the lines of an event."""
    data, kind = event.data, event.kind
    who = at.who(data["seat"]) if "seat" in data else ""
    if kind == "tile":
        yield f"{who} drew {some(data['tile'])}."
    elif kind == "ra":
        yield f"{who} drew Ra, number {data['number']}."
    elif kind == "call":
        yield f"{who} called Ra."
    elif kind == "bid":
        yield f"{who} bid {data['sun']}."
    elif kind == "pass":
        yield f"{who} passed."
    elif kind == "won":
        yield f"{who} won {listing(data['tiles'])} for sun {data['sun']}."
        if data["seat"] == at.own:
            yield f"You take sun {data['center']} from the centre for the next epoch."
    elif kind == "nobody":
        yield "Nobody bid: the full block is cleared." if data["tiles"] else "Nobody bid."
    elif kind == "god":
        gods = "a god" if len(data["tiles"]) == 1 else f"{len(data['tiles'])} gods"
        yield f"{who} took {listing(data['tiles'])} with {gods}."
    elif kind == "lost":
        yield f"{who} lost {listing(data['tiles'])} to {some(data['catastrophe'])}."
    elif kind == "discard":
        yield f"{who} gave up {listing(data['tiles'])}."
    elif kind == "epoch":
        yield from _epoch(at, data)
    elif kind == "begin":
        begins = "begin" if data["seat"] == at.own else "begins"
        yield f"Epoch {data['epoch']}: {small_you(who)} {begins}."
        own = _own(at)
        yield f"{_whose(at, own)} suns: {_suns(at.state.up[own])}."
    elif kind == "win":
        yield _won(at, data["seat"], data["scores"])


def _epoch(at: TableSight, data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the end of an epoch, a line for each seat with the points by source."""
    why = "the last Ra is drawn" if data["ended_by"] == "last_ra" else "all suns are spent"
    yield f"Epoch {data['epoch']} ends: {why}."
    for seat, own in enumerate(data["breakdown"]):
        after = data["after"][seat]
        total = "" if after is None else f", {after} in all"
        parts = [f"{IN_SENTENCES[source]} {own[source]:+d}" for source in SOURCES if own[source]]
        by = f" ({', '.join(parts)})" if parts else ""
        yield f"{at.who(seat)}: {own['total']:+d}{by}{total}."


def _won(at: TableSight, winner: int, scores: Sequence[int]) -> str:
    """Return who won, and the points of all."""
    rest = [f"{at.who(seat)} {n}" for seat, n in enumerate(scores) if seat != winner]
    return f"{at.who(winner)} won with {scores[winner]} points; {', '.join(rest)}."


SPEECH: Final = RaSpeech()
