"""Who reads both seats from open moves tells ways to trade apart, and is blind to hidden cards."""

from __future__ import annotations

import pytest

from ai.jaipur.seed import SeedUtility
from ai.jaipur.sensei import TradeReader, open_view
from ai.jaipur.simple import GreedyTrader
from ai.jaipur.ways import NAMES, USUAL
from games.core import Limit, Player
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.state import State
from games.match import Match

PARAMS = SPEC.params({"length": "round"})


def read(players: dict[int, Player], turns: int = 60) -> tuple[Match[State], TradeReader]:
    reader = TradeReader()
    match: Match[State] = Match(GAME, PARAMS, 4, players, [reader])
    match.run(Limit(), turns)
    while reader.think():
        pass
    return match, reader


@pytest.fixture(scope="module")
def pair() -> tuple[Match[State], TradeReader]:
    return read({0: GreedyTrader(), 1: SeedUtility()})


def test_it_tells_ways_apart(pair: tuple[Match[State], TradeReader]) -> None:
    _, reader = pair
    west, east = reader.ways(0), reader.ways(1)
    assert NAMES[int(west.argmax())] == "greedy"
    assert NAMES[int(east.argmax())] == "the original"
    assert min(west.max(), east.max()) > 0.8
    assert west.sum() == pytest.approx(1.0)
    assert reader.moves(0) > 5


def test_before_a_move_it_thinks_the_usual_and_says_nothing() -> None:
    _, reader = read({0: GreedyTrader(), 1: GreedyTrader()}, 12)
    assert reader.ways(0) == pytest.approx(USUAL)
    assert reader.mind() == ()


def test_what_is_hidden_changes_nothing(pair: tuple[Match[State], TradeReader]) -> None:
    """The same public events, with other cards dealt to the hands."""
    match, _ = pair
    other = TradeReader()
    again: Match[State] = Match(GAME, PARAMS, 99, {}, [other])
    swapped = {"C": "P", "P": "C"}
    moves = [turn[0] for turn in match.turns]
    first = next(n for n, (seat, move) in enumerate(moves) if seat >= 0 and _shows(move))
    for number, turn in enumerate(match.turns[:first]):
        card = turn[0][1]
        again.play({turn[0][0]: swapped.get(card, card) if number < 10 else card})
    while other.think():
        pass
    assert again.state.traders[0].hand != 0
    _, short = read({0: GreedyTrader(), 1: SeedUtility()}, first)
    assert other.mind() == short.mind() != ()


def _shows(move: str) -> bool:
    """Whether a move needs cards of a hand."""
    return move.startswith(("sell", "swap"))


def test_the_open_view_holds_no_hidden_card(pair: tuple[Match[State], TradeReader]) -> None:
    match, _ = pair
    views = [GAME.view(match.state, seat) for seat in (0, 1)]
    found = open_view(views[1], views[0])
    assert found.own.hand == found.own.known == views[0].rival.known
    assert found.rival == views[1].rival
