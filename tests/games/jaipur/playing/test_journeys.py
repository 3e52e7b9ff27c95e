"""Where cards and tokens travel at each event."""

from __future__ import annotations

from dataclasses import replace

from games.core import Event
from games.jaipur.board import Board, Look
from games.jaipur.drawing import BACK
from games.jaipur.playing.journeys import FlyingCard, flights_of
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import pack
from games.jaipur.rules.state import MatchSoFar, State, Trader, new_round
from games.jaipur.sight import sight_of
from games.jaipur.stall import Gain, stall_after

BOARD = Board()


def table(market: str, hands: tuple[str, str], herds: tuple[int, int] = (2, 1)) -> State:
    traders = tuple(Trader(pack(hand), herd) for hand, herd in zip(hands, herds, strict=True))
    fresh = new_round(MatchSoFar())
    return fresh._replace(market=pack(market), traders=traders, due=0, acting=(0,))


def looks(state: State, move: str, seat: int | None = 0) -> tuple[Event, Look, Look]:
    """The first event of a move, and the table before and after it as a seat sees it."""
    following, events = GAME.apply(state, {state.turn: move})
    found = []
    for now in (state, following):
        seen = now if seat is None else GAME.view(now, seat)
        found.append(Look(sight_of(seen), tuple("KGGLC"), seat or 0, ("A", "B"), (), 0.0))
    stall = stall_after(found[0].stall, events[0])
    return events[0], found[0], replace(found[1], stall=stall)


def test_a_good_travels_from_its_place_to_its_place_in_the_hand() -> None:
    event, before, after = looks(table("KGGLC", ("GL", "D")), "take-G")
    (flight,) = flights_of(event, BOARD, before, after)
    assert flight.start == BOARD.places.market[1]
    assert flight.hides == "hand:G:1"
    assert flight.end == BOARD.hand_cards(pack("GGL"))[1][2]


def test_an_exchange_has_a_card_for_each_card() -> None:
    event, before, after = looks(table("KGGLC", ("DP", "D")), "swap-GG-DK")
    flights = flights_of(event, BOARD, before, after)
    assert [flight.hides for flight in flights] == ["hand:G:0", "hand:G:1", "market:1", "market:2"]
    assert [flight.sprite.kind for flight in flights] == ["G", "G", "D", "K"]


def test_the_other_traders_cards_come_from_a_closed_hand_face_down() -> None:
    state = table("KGGLC", ("DP", "SSD"))._replace(turn=1, acting=(1,))
    event, before, after = looks(state, "swap-GL-SS")
    flights = flights_of(event, BOARD, before, after)
    assert [flight.sprite.first for flight in flights[2:]] == [BACK, BACK]
    open_event, open_before, open_after = looks(state, "swap-GL-SS", None)
    shown = flights_of(open_event, BOARD, open_before, open_after)
    assert [flight.sprite.first for flight in shown[2:]] == ["", ""]


def test_camels_go_to_the_herd_and_tokens_to_who_sold() -> None:
    event, before, after = looks(table("KGGLC", ("DP", "D")), "camels")
    assert [flight.hides for flight in flights_of(event, BOARD, before, after)] == ["herd:0"]
    event, before, after = looks(table("KGGLC", ("LLL", "D")), "sell-L3")
    after = replace(after, gains=(Gain("L", (4, 3, 2), 3), None))
    flights = flights_of(event, BOARD, before, after)
    assert [flight.sprite.value for flight in flights] == [4, 3, 2]
    assert {flight.hides for flight in flights} == {"gain:0"}
    assert flights_of(Event("score", {}), BOARD, before, after) == []


def test_a_refill_turns_over_on_its_way() -> None:
    event, before, after = looks(table("KGGLC", ("GL", "D")), "take-G")
    refill = Event("refill", {"card": "S"})
    filled = replace(after, stall=stall_after(after.stall, refill))
    (flight,) = flights_of(refill, BOARD, after, filled)
    assert (flight.start, flight.end) == (BOARD.places.deck, BOARD.places.market[1])
    assert flight.sprite == FlyingCard("S", BACK)
    dealt = Event("deal", {"seat": 0, "card": "L"})
    (flight,) = flights_of(dealt, BOARD, before, before)
    assert flight.sprite == FlyingCard("L", BACK)
    assert event.kind == "take"
