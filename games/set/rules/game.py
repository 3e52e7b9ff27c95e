"""Set as the protocol's functions: a turn is one race, and a claim carries its time.

Both seats act at once on a table. The earliest claim counts (equal times: the seat with fewer
points, then the lower one); the others are void. Right ones take their cards and a new table is
laid, its cards drawn one by one by chance (`*:0012`); after a wrong one the same table races on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from games.core import CHANCE, Event, Game, IllegalMove, Moves
from games.set import SPEC
from games.set.rules.cards import NAMES, NUMBERS
from games.set.rules.claims import (
    VOID,
    WAIT,
    Claim,
    LegalClaims,
    any_right,
    checked,
    is_right,
    parse,
    remark_of,
)
from games.set.rules.state import (
    FREE,
    FREEZE,
    MOST_GIVEN_UP,
    MOST_IDLE,
    State,
    bits,
    cards_of,
    dealt_anew,
    laid_anew,
    new_state,
    with_more,
    with_points,
    without,
)
from games.spec import Params

_BOTH: Final = (0, 1)
_DRAW: Final = "*:"
_CARDS: Final = tuple(_DRAW + name for name in NAMES)
Found = tuple[State, list[Event]]


class Set(Game[State]):
    """The protocol's functions. Only the order of the deck is hidden, and no seat has it.

    Events: "card" (a card was laid at a place), "race" (how a race ended: "set", "wrong", "more",
    "given_up" or "void", with the seat, the time and the cards, and, after hints, by seat the cards
    of a `hint`; `paused` where the race stood still; `at` the ms when it was given up, where that
    is known), "kept" (to a seat alone: its claim after a wrong one of the other), "again" (cards
    went back, for there was no set).
    """

    spec = SPEC

    def new(self, params: Params) -> State:
        """Return an empty table."""
        return new_state(params)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return chance while places wait for cards, then both seats."""
        if state.over:
            return ()
        return (CHANCE,) if state.waiting else _BOTH

    def legal(self, state: State, seat: int) -> Collection[str]:
        """Return all claims of a seat; at chance the cards that are left."""
        acting = self.to_act(state)
        if seat not in acting:
            return ()
        if seat == CHANCE:
            return tuple(_CARDS[card] for card in cards_of(state.deck))
        return LegalClaims(state, seat)

    def chance(self, state: State) -> Sequence[tuple[str, int]]:
        """Return each card that is left, alike."""
        if self.to_act(state) != (CHANCE,):
            return ()
        return tuple((_CARDS[card], 1) for card in cards_of(state.deck))

    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """Lay a card, or decide a race."""
        acting = self.to_act(state)
        if not acting:
            raise IllegalMove("The game is over; start another.")
        if tuple(sorted(moves)) != acting:
            raise IllegalMove(f"Seats {acting} are to act, not {tuple(sorted(moves))}.")
        after, events = _lay(state, moves[CHANCE]) if acting[0] == CHANCE else _race(state, moves)
        return after, tuple(events)

    def moment(self, move: str) -> float | None:
        """Return when a claim counts."""
        claim = parse(move)
        return None if claim is None else claim.ms / 1000

    def raced(self, state: State) -> float:
        """Return the same table races on after a wrong claim."""
        return state.after / 1000

    def taken_up(self, state: State) -> Moves:
        """Return the move that deals a table anew that was looked at, so that a player cannot gain
        from it.
        """
        return {seat: VOID for seat in self.to_act(state) if seat != CHANCE}

    def idle(self, state: State, seat: int) -> str:
        """Return a wait for a silent seat."""
        return WAIT

    def place(self, state: State, choices: int) -> str:
        """Return the number of the table."""
        return f"table {choices + 1}"

    def returns(self, state: State) -> tuple[float, ...]:
        """Return the points of both seats."""
        return (float(state.points[0]), float(state.points[1]))


# -- cards ---------------------------------------------------------------------------------


def _lay(state: State, move: str) -> Found:
    """Return a card comes to the place that waits first."""
    card = NUMBERS.get(move[len(_DRAW) :], -1) if str(move).startswith(_DRAW) else -1
    if card < 0 or not state.deck >> card & 1:
        raise IllegalMove(f"{str(move)[:20]!r} is not a card that is left; write one as *:0012.")
    place = state.waiting[0]
    table = (*state.table[:place], card, *state.table[place + 1 :])
    laid = state._replace(table=table, waiting=state.waiting[1:], deck=state.deck & ~(1 << card))
    return _settled(laid, [Event("card", {"card": NAMES[card], "place": place})])


def _settled(state: State, events: list[Event]) -> Found:
    """Settle a table that is laid: lay more cards or end, where it has no set."""
    if state.over or state.waiting or any_right(state):
        return state, events
    if state.terms.goal:
        back = bits(tuple(state.table[place] for place in state.fresh))
        table = tuple(FREE if p in state.fresh else card for p, card in enumerate(state.table))
        events.append(Event("again", {"places": list(state.fresh)}))
        again = state._replace(table=table, waiting=state.fresh, deck=state.deck | back)
        return again, events
    if state.terms.none == "call":
        return state, events
    return _more_or_over(state), events


def _more_or_over(state: State) -> State:
    return with_more(state) if state.deck else state._replace(over=True)


# -- races ---------------------------------------------------------------------------------


def _race(state: State, moves: Mapping[int, str]) -> Found:
    claims = {seat: checked(state, seat, moves[seat]) for seat in _BOTH}
    made = {seat: claim for seat, claim in claims.items() if claim is not None}
    if not made:
        all_void = all(moves[seat] == VOID for seat in _BOTH)
        return _void(state) if all_void else _given_up(state, moves)
    seat = min(made, key=lambda one: (made[one].ms, state.points[one], one))
    if is_right(state, made[seat]):
        return _right(state, seat, made[seat], moves)
    return _wrong(state, seat, made[seat], moves)


def _told(result: str, seat: int | None, claim: Claim | None, **more: object) -> Event:
    """Return the event of a race that ended."""
    ms = None if claim is None else claim.ms
    cards = [] if claim is None else [NAMES[card] for card in claim.cards]
    return Event("race", {"result": result, "seat": seat, "ms": ms, "cards": cards, **more})


def _beside(moves: Mapping[int, str]) -> dict[str, Any]:
    """Return people's help beside the cards in a race, where they had any."""
    remarks = [remark_of(moves[seat]) for seat in _BOTH]
    hints = [remark.hint for remark in remarks]
    found: dict[str, Any] = {"hint": hints} if any(hints) else {}
    return {**found, "paused": True} if any(remark.paused for remark in remarks) else found


def _both(moves: Mapping[int, str], points: tuple[int, int]) -> dict[str, Any]:
    """Return the moves of both seats and what they brought, as in every game of choices at once."""
    return {"moves": [moves[0], moves[1]], "points": list(points)}


def _void(state: State) -> Found:
    event = _told("void", None, None, **_both({0: VOID, 1: VOID}, (0, 0)))
    return dealt_anew(laid_anew(state, state.after)), [event]


def _given_up(state: State, moves: Mapping[int, str]) -> Found:
    """Go on after all gave up: more cards, the end, or in a sprint a new table, but not
    for ever.
    """
    both = _both({0: WAIT, 1: WAIT}, (0, 0))
    at = max(remark_of(moves[seat]).at for seat in _BOTH)
    told = {"at": at} if at else {}
    events = [_told("given_up", None, None, **both, **_beside(moves), **told)]
    rest = laid_anew(state, state.after)
    if state.terms.goal:
        rest = rest._replace(idle=rest.idle + 1)
        return (rest._replace(over=True) if rest.idle >= MOST_IDLE else dealt_anew(rest)), events
    if not state.deck or len(state.table) >= MOST_GIVEN_UP:
        return rest._replace(over=True), events
    return with_more(rest), events


def _right(state: State, seat: int, claim: Claim, moves: Mapping[int, str]) -> Found:
    won = with_points((0, 0), seat, 1)
    points = with_points(state.points, seat, 1)
    rest = laid_anew(state, claim.ms)._replace(points=points)
    if claim.word:
        told = _told("more", seat, claim, **_both(moves, won), **_beside(moves))
        return _more_or_over(rest), [told]
    events = [_told("set", seat, claim, **_both(moves, won), **_beside(moves))]
    return _refilled(rest, seat, claim.cards, events)


def _refilled(state: State, seat: int, cards: tuple[int, ...], events: list[Event]) -> Found:
    """Return the table without these cards, which go back into the deck of a sprint."""
    taken = with_points(state.taken, seat, 1)
    state = state._replace(taken=taken, idle=0)
    if state.terms.goal:
        state = state._replace(deck=state.deck | bits(cards))
        if sum(taken) >= state.terms.goal:
            left = tuple(card for card in state.table if card not in cards)
            return state._replace(table=left, over=True), events
    if state.terms.mode == "chain":
        state = state._replace(beside=cards)
    return _settled(without(state, cards), events)


def _wrong(state: State, seat: int, claim: Claim, moves: Mapping[int, str]) -> Found:
    """Return the penalty; the same table races on, and the other's claim stays sealed."""
    lost = -1 if state.terms.penalty == "point" else 0
    frozen = state.frozen
    if state.terms.penalty == "freeze":
        until = claim.ms + FREEZE
        frozen = (until, frozen[1]) if seat == 0 else (frozen[0], until)
    other = 1 - seat
    points = with_points(state.points, seat, lost)
    own = with_points((0, 0), seat, lost)
    events = [
        _told("wrong", seat, claim, word=claim.word, points=list(own), **_beside(moves)),
        Event("kept", {"move": moves[other]}, (other,)),
    ]
    return state._replace(points=points, after=claim.ms, frozen=frozen), events


GAME: Final = Set()
