"""The rules of Ra in the arcade's protocol.

Chance deals the sets of suns to the seats (`suns 2-5-8-13 3-6-9-12 4-7-10-11`, seat by seat) and
draws tiles out of a bag that is only counted; an option plays a given deal in its order.

Events: "suns" (suns), "draw" (seat), "tile" (seat, tile), "ra" (seat, number), "call" (seat), "bid"
(seat, sun), "pass" (seat), "won" (seat, sun, center, tiles), "nobody" (tiles that go), "god" (seat,
tiles), "taken" (seat, tile), "lost" (seat, catastrophe, tiles), "discard" (seat, tiles), "epoch"
(all of its end), "begin" (epoch, seat) and "win" (seat, scores).
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from games.core import CHANCE, Event, Game, IllegalMove, Moves, box
from games.ra import SPEC
from games.ra.deals import read_deal
from games.ra.rules.lines import from_line
from games.ra.rules.moves import (
    BIDS,
    CALL,
    DRAW_MOVE,
    PASS,
    RaMove,
    can_draw,
    discards,
    gods_usable,
    group_of,
    legal_moves,
    must_bid,
    parse,
)
from games.ra.rules.scoring import after as scores_after
from games.ra.rules.scoring import breakdowns, winner_of
from games.ra.rules.state import (
    BID,
    BY_CHANCE,
    DEAL,
    DISCARD,
    DRAW,
    NOBODY,
    OVER,
    SEATS,
    TURN,
    Auction,
    Loss,
    State,
    Suns,
    after_lot,
    after_tile,
    all_suns,
    bidding,
    empty,
    turn_of,
    view_of,
)
from games.ra.tiles import (
    BLOCK_PLACES,
    CIV,
    DROUGHT,
    EARTHQUAKE,
    EPOCHS,
    FLOOD,
    FUNERAL,
    GOD,
    GOLD,
    KINDS,
    NILE,
    NOTHING,
    NUMBER,
    PHARAOH,
    RA,
    SUN_SETS,
    UNREST,
    Counts,
    added,
    listed,
    plus,
)
from games.spec import Params
from games.streams import Stream

Events = tuple[Event, ...]
TIE: Final = 1e-6
"""What the winner of a tie is ahead by in `returns`, so that there is always one winner."""


class Ra(Game[State]):
    """The protocol's functions over a table of 3 to 5 seats."""

    spec = SPEC

    def new(self, params: Params) -> State:
        """Return a table before the deal, with the suns of a given deal, or at a given position."""
        free = params["gods_on_full_block"]
        if params.get("position"):
            return from_line(params["position"], free)
        if params["deal"]:
            suns, bag = read_deal(params["deal"])
            return dealt(empty(len(suns), free, bag), suns)
        return empty(params["players"], free)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return chance where suns or a tile are due, else the seat that chooses."""
        actor = state.actor
        if actor >= 0:
            return SEATS[actor]
        return NOBODY if state.phase == OVER else BY_CHANCE

    def legal(self, state: State, seat: int) -> Collection[str]:
        """Return the moves of a seat, or what chance may turn up."""
        if seat == CHANCE:
            return tuple(name for name, _ in self.chance(state))
        return legal_moves(state) if seat == state.actor else ()

    def chance(self, state: State) -> Sequence[tuple[str, int]]:
        """Return the ways to deal the suns, or the kinds in the bag by their numbers."""
        if state.phase == DEAL:
            return sun_deals(state.players)
        if state.phase != DRAW:
            return ()
        if state.deal:
            return _SURE[state.deal[0]]
        return [*itertools.compress(zip(KINDS, state.left, strict=True), state.left)]

    def apply(self, state: State, moves: Moves) -> tuple[State, Events]:
        """Let chance or the one seat that is to act move."""
        actor = state.actor
        if len(moves) != 1 or actor not in moves or state.phase == OVER:
            acting = self.to_act(state)
            raise IllegalMove(f"Seats {acting} are to act, not {tuple(moves)}.")
        if actor >= 0:
            return play(state, moves[actor])
        if state.phase == DEAL:
            return _deal_suns(state, moves[CHANCE])
        return turn_up(state, moves[CHANCE])

    def view(self, state: State, seat: int) -> State:
        """Return the table, which is the same for every seat."""
        return view_of(state)

    def imagine(self, view: State, seat: int, rng: Stream) -> State:
        """Return the view itself, since it is complete."""
        return view

    def place(self, state: State, choices: int) -> str:
        """Return its epoch."""
        return f"epoch {state.epoch} of {EPOCHS}"

    def returns(self, state: State) -> tuple[float, ...]:
        """Return the points up to now; the winner of a tie is ahead by `TIE`."""
        scores = [float(score) for score in state.scores]
        if state.winner >= 0 and state.scores.count(max(state.scores)) > 1:
            scores[state.winner] += TIE
        return tuple(scores)

    def boxes(self, events: Iterable[Event], seat: int) -> str:
        """Return a letter for each epoch: the most points of it win it."""
        found = []
        for told in (event.data for event in events if event.kind == "epoch"):
            both = zip(told["before"], told["after"], strict=True)
            gains = [after - before for before, after in both]
            found.append(box(gains.pop(seat), max(gains)))
        return "".join(found)


_SURE: Final = tuple(((name, 1),) for name in KINDS)


# -- what is told ------------------------------------------------------------------------


@lru_cache(maxsize=1 << 10)
def _told(kind: str, seat: int, more: str = "", value: str | int = 0) -> Event:
    """Return the one event of a seat, with one more value where that has a name."""
    return Event(kind, {"seat": seat, more: value} if more else {"seat": seat})


# -- what chance turns up ------------------------------------------------------------------


@lru_cache(maxsize=3)
def sun_deals(players: int) -> tuple[tuple[str, int], ...]:
    """Return every way to deal the sets of suns to seats, each as likely."""
    sets = ["-".join(map(str, suns)) for suns in SUN_SETS[players]]
    return tuple((" ".join(("suns", *way)), 1) for way in itertools.permutations(sets))


def _deal_suns(state: State, text: str) -> tuple[State, Events]:
    if text not in dict(sun_deals(state.players)):
        raise IllegalMove(f"The suns cannot be dealt as {text[:60]!r}.")
    suns = tuple(tuple(map(int, word.split("-"))) for word in text.split(" ")[1:])
    after = dealt(state, suns)
    told = {"suns": [list(own) for own in suns]}
    return after, (Event("suns", told), Event("begin", {"epoch": 1, "seat": after.turn}))


def dealt(state: State, suns: Sequence[tuple[int, ...]]) -> State:
    """Return the first epoch's start with these suns, the owner of the highest to begin."""
    first = highest(suns)
    return state.put(up=tuple(suns), phase=TURN, turn=first, actor=first)


def highest(suns: Sequence[Sequence[int]]) -> int:
    """Return the seat that holds the highest of these suns."""
    return max(range(len(suns)), key=lambda seat: max(suns[seat], default=0))


def turn_up(state: State, name: str) -> tuple[State, Events]:
    """Return the state after the tile called `name` was drawn by the seat whose turn it is."""
    kind = NUMBER.get(name, -1)
    if kind < 0 or not state.left[kind] or (state.deal and state.deal[0] != kind):
        raise IllegalMove(f"The bag cannot show {str(name)[:20]!r}.")
    left, seat = added(state.left, kind, -1), state.turn
    if kind != RA:
        block = added(state.block, kind)
        after = after_tile(state, following(state.up, seat), block, left)
        return after, (_told("tile", seat, "tile", name),)
    number, deal = state.ra + 1, state.deal[1:]
    told = _told("ra", seat, "number", number)
    if number >= state.limit:
        ended, more = _end_epoch(state.put(left=left, deal=deal, ra=number), "last_ra")
        return ended, (told, *more)
    auction, actor = Auction(seat, False, 0, None), following(state.up, seat)
    after = state.put(left=left, deal=deal, ra=number, phase=BID, actor=actor, auction=auction)
    return after, (told,)


# -- turns and auctions --------------------------------------------------------------------


def following(up: Sequence[Suns], seat: int) -> int:
    """Return the next seat to the left of `seat` with a face-up sun, or itself; -1 without."""
    for other in range(seat + 1, len(up)):
        if up[other]:
            return other
    for other in range(seat + 1):
        if up[other]:
            return other
    return -1


def _next_turn(state: State) -> State:
    """Return the turn of the seat to the left of the one that had it."""
    return turn_of(state, following(state.up, state.turn), state.block)


def play(state: State, text: str) -> tuple[State, Events]:
    """Return the state after a move of the seat that is to act; raises `IllegalMove`."""
    if text not in legal_moves(state):
        raise IllegalMove(_refusal(state, text))
    sun, seat = _SUN_OF.get(text), state.turn
    if sun is not None:
        return _bid(state, sun)
    if text == DRAW_MOVE:
        return state.put(phase=DRAW, actor=-1), (_told("draw", seat),)
    if text == CALL:
        called = bidding(state, following(state.up, seat), Auction(seat, True, 0, None))
        return called, (_told("call", seat),)
    if state.phase == DISCARD:
        return _discard(state, _tiles_of(text))
    return _use_gods(state, _tiles_of(text))


_SUN_OF: Final = {PASS: 0, **{text: sun for sun, text in enumerate(BIDS)}}


def _tiles_of(text: str) -> tuple[int, ...]:
    move = parse(text)
    return move.tiles if move else ()


def _refusal(state: State, text: object) -> str:
    """Return why what was given is not played."""
    move = parse(text) if isinstance(text, str) else None
    if not isinstance(text, str) or move is None:
        return f"{str(text)[:20]!r} is no move; moves are as draw, call, bid 8, pass."
    return f"{text[:80]} is illegal: {why_not(state, move)}"


def why_not(state: State, move: RaMove) -> str:
    """Return why a move is illegal for the seat that is to act, as a sentence; "" where it is
    legal.
    """
    kinds = {TURN: ("draw", "call", "god"), BID: ("bid", "pass"), DISCARD: ("discard",)}
    if move.kind not in kinds.get(state.phase, ()):
        due = " or ".join(kinds.get(state.phase, ())) or "nothing"
        return f"what is due is {due}."
    if move.kind == "draw" and not can_draw(state):
        return "the block is full, or the bag is empty."
    if move.kind == "god":
        return _why_no_god(state, move.tiles)
    if move.kind == "bid":
        return _why_no_bid(state, move.sun)
    if move.kind == "pass" and must_bid(state):
        return "nobody else bid on this call, so the caller has to."
    if move.kind == "discard" and (
        list(move.tiles) != sorted(move.tiles) or move.tiles not in discards(state)
    ):
        loss = state.losses[0]
        return f"{loss.number} tiles are due that {KINDS[loss.kind]} can take and the seat holds."
    return ""


def _why_no_god(state: State, tiles: tuple[int, ...]) -> str:
    if len(tiles) > gods_usable(state):
        return f"{gods_usable(state)} gods can be used now."
    if GOD in tiles:
        return "a god cannot take a god."
    if any(tiles.count(kind) > state.block[kind] for kind in tiles):
        return "the block does not hold these tiles."
    return ""


def _why_no_bid(state: State, sun: int) -> str:
    assert state.auction is not None
    if sun not in state.up[state.actor]:
        return f"{sun} is not among the face-up suns of the seat."
    return "" if sun > state.auction.high else f"a bid must exceed {state.auction.high}."


def _bid(state: State, sun: int) -> tuple[State, Events]:
    """Return a bid or a pass (`sun` 0); after the caller or drawer the auction is settled."""
    auction, seat = state.auction, state.actor
    assert auction is not None
    if sun:
        told = _told("bid", seat, "sun", sun)
        auction = Auction(auction.caller, auction.called, sun, seat)
    else:
        told = _told("pass", seat)
    if seat != auction.caller:
        return bidding(state, following(state.up, seat), auction), (told,)
    settled, more = _settle(state, auction)
    return settled, (told, *more)


def _settle(state: State, auction: Auction) -> tuple[State, Events]:
    seat, block = auction.by, state.block
    if seat is None:
        cleared = sum(block) >= BLOCK_PLACES
        after = turn_of(state, following(state.up, state.turn), NOTHING if cleared else block)
        return after, (Event("nobody", {"tiles": listed(block) if cleared else []}),)
    sun = auction.high
    told = Event("won", {"seat": seat, "sun": sun, "center": state.center, "tiles": listed(block)})
    suns = state.up[seat]
    place = suns.index(sun)
    up = _changed(state.up, seat, suns[:place] + suns[place + 1 :])
    down = _changed(state.down, seat, tuple(sorted((*state.down[seat], state.center))))
    if any(up) and not any(block[UNREST:]):
        actor = following(up, state.turn)
        tiles = _changed(state.tiles, seat, plus(state.tiles[seat], block))
        return after_lot(state, actor, up, down, sun, tiles), (told,)
    after = state.put(up=up, down=down, center=sun, block=NOTHING, auction=None)
    after, more = _receive(after, seat, block)
    after, ending = _go_on(after)
    return after, (told, *more, *ending)


def _changed(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    found = list(values)
    found[seat] = value
    return tuple(found)


# -- tiles come in, and go -----------------------------------------------------------------


def _receive(state: State, seat: int, lot: Counts) -> tuple[State, Events]:
    """Add a lot and resolve its catastrophes; what has to be chosen becomes losses."""
    held = plus(state.tiles[seat], lot[:UNREST] + NOTHING[UNREST:])
    if not any(lot[UNREST:]):
        return state.put(tiles=_changed(state.tiles, seat, held)), ()
    told: list[Event] = []
    losses = []
    if lot[FUNERAL]:
        held = _lose(held, (PHARAOH,), 2 * lot[FUNERAL], seat, FUNERAL, told)
    if lot[DROUGHT]:
        held = _lose(held, (FLOOD, NILE), 2 * lot[DROUGHT], seat, DROUGHT, told)
    for kind in (UNREST, EARTHQUAKE):
        group, number = group_of(kind), 2 * lot[kind]
        own = held[group.start : group.stop]
        if sum(own) > number > 0 and sum(map(bool, own)) > 1:
            losses.append(Loss(seat, kind, number))
        elif number:
            held = _lose(held, group, number, seat, kind, told)
    after = state.put(tiles=_changed(state.tiles, seat, held), losses=state.losses + tuple(losses))
    return after, tuple(told)


def _lose(
    held: Counts, kinds: Sequence[int], number: int, seat: int, by: int, told: list[Event]
) -> Counts:
    """Return the tiles left after taking up to `number` of these kinds, in order; note the lost
    ones.
    """
    gone = bytearray(len(KINDS))
    for kind in kinds:
        gone[kind] = min(held[kind], number)
        number -= gone[kind]
    told.append(
        Event("lost", {"seat": seat, "catastrophe": KINDS[by], "tiles": listed(bytes(gone))})
    )
    return bytes(map(int.__sub__, held, gone))


def _go_on(state: State) -> tuple[State, Events]:
    """Go on after a lot or a tile is in: losses first, gods' takes, then the next turn."""
    told: Events = ()
    while state.takes and not state.losses:
        kind, seat = state.takes[0], state.turn
        block = added(state.block, kind, -1)
        state, more = _receive(
            state.put(takes=state.takes[1:], block=block), seat, added(NOTHING, kind)
        )
        told += (Event("taken", {"seat": seat, "tile": KINDS[kind]}), *more)
    if state.losses:
        return state.put(phase=DISCARD, actor=state.losses[0].seat, auction=None), told
    if not any(state.up):
        state, ending = _end_epoch(state, "suns")
        return state, told + ending
    return _next_turn(state), told


def _use_gods(state: State, tiles: tuple[int, ...]) -> tuple[State, Events]:
    seat = state.turn
    held = added(state.tiles[seat], GOD, -len(tiles))
    told = Event("god", {"seat": seat, "tiles": [KINDS[kind] for kind in tiles]})
    after = state.put(tiles=_changed(state.tiles, seat, held), takes=tiles)
    after, more = _go_on(after)
    return after, (told, *more)


def _discard(state: State, tiles: tuple[int, ...]) -> tuple[State, Events]:
    loss = state.losses[0]
    held = bytearray(state.tiles[loss.seat])
    for kind in tiles:
        held[kind] -= 1
    told = Event("discard", {"seat": loss.seat, "tiles": [KINDS[kind] for kind in tiles]})
    after = state.put(tiles=_changed(state.tiles, loss.seat, bytes(held)), losses=state.losses[1:])
    after, more = _go_on(after)
    return after, (told, *more)


# -- the end of an epoch -------------------------------------------------------------------

_KEPT: Final = int.from_bytes(
    0 if kind in (FLOOD, GOD, GOLD) or kind in CIV else 255 for kind in range(len(KINDS))
)
"""A mask of the kinds that stay, over counts as one number."""


def _end_epoch(state: State, by: str) -> tuple[State, Events]:
    suns = all_suns(state)
    found = breakdowns(state.epoch, state.tiles, suns)
    scores = scores_after(state.scores, found)
    told = Event(
        "epoch",
        {
            "epoch": state.epoch,
            "ended_by": by,
            "ra_drawn": state.ra,
            "breakdown": [own.plain() for own in found],
            "before": list(state.scores),
            "after": list(scores),
            "block": listed(state.block),
            "tiles": [listed(held) for held in state.tiles],
        },
    )
    over = state.put(block=NOTHING, scores=scores, auction=None)
    if state.epoch == EPOCHS:
        winner = winner_of(scores, suns)
        over = over.put(phase=OVER, turn=-1, actor=-1, winner=winner)
        return over, (told, Event("win", {"seat": winner, "scores": list(scores)}))
    return _begin_epoch(over, suns, told)


def _begin_epoch(
    state: State, suns: Sequence[tuple[int, ...]], told: Event
) -> tuple[State, Events]:
    first = highest(suns)
    kept = tuple([(int.from_bytes(held) & _KEPT).to_bytes(len(KINDS)) for held in state.tiles])
    begun = state.put(
        epoch=state.epoch + 1,
        ra=0,
        tiles=kept,
        up=tuple(suns),
        down=((),) * state.players,
        phase=TURN,
        turn=first,
        actor=first,
    )
    return begun, (told, Event("begin", {"epoch": begun.epoch, "seat": first}))


GAME: Final = Ra()
