"""The original: its faults as positions, its other picker, and how strong it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ai.jaipur.seed import SeedUtility, SeedWeighted, scores, scores_of
from ai.jaipur.simple import RandomTrader
from games.core import Limit
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import letters_of, pack
from games.jaipur.rules.moves import LegalMoves
from games.jaipur.rules.state import MatchSoFar, Trader, View, new_round, view_of
from games.match import Match
from games.mind import mind_to_plain
from games.streams import Stream


def view(market: str, hand: str, herd: int = 0, other: str = "SSCLL") -> View:
    """What seat 0 sees."""
    state = new_round(MatchSoFar("round"))._replace(
        market=pack(market),
        traders=(Trader(pack(hand), herd), Trader(pack(other), 0)),
        due=0,
        acting=(0,),
    )
    return view_of(state, 0)


def choice(seen: View) -> str:
    """What the original does."""
    agent = SeedUtility()
    agent.begin((0,), GAME, SPEC.params(), Stream(1))
    legal = LegalMoves(seen.market, seen.own.hand, seen.own.herd)
    decision = agent.act(0, seen, legal, Limit(mind=True))
    assert decision.move in legal
    assert decision.mind
    return decision.move


def test_three_leather_hide_two_diamonds() -> None:
    assert choice(view("KKSPC", "DDLLL")) == "sell-L3"


def test_it_sells_for_nothing() -> None:
    seen = view("SPCCG", "LLLL")
    assert choice(seen._replace(tokens=pack("DDDDD"))) == "sell-L4"


def test_it_breaks_up_single_diamonds() -> None:
    assert choice(view("PPPLK", "DGPP")) == "swap-PP-DG"


def test_its_formulas_by_hand() -> None:
    found = scores(view("DDKKK", "DCCCC", 1))
    assert found.four == (0.6, 0.8, max(0, (9 - 12.5 + 5) / 40), 0.0)
    found = scores(view("DDKKK", "GCCC", 1))
    assert found.swap == 0.6
    assert (letters_of(found.taken), letters_of(found.given)) == ("DD", "GK")


def test_a_tie_of_take_and_exchange_goes_to_take() -> None:
    found = scores_of(pack("LLLKK"), pack("D"), 2, 5, "code")
    assert found.take == 0.2
    assert found.swap == 0.8
    assert found.pick() == 3


def test_the_weighted_one_draws_in_proportion() -> None:
    seen = view("KKSPC", "DDLLL")
    found = scores(seen)
    agent = SeedWeighted()
    agent.begin((0,), GAME, SPEC.params(), Stream(1))
    drawn = Counter()
    for turn in range(600):
        agent.rng.jump(turn)
        drawn[agent.act(0, seen, (), Limit()).move] += 1
    total = sum(found.four)
    assert drawn["sell-L3"] / 600 == pytest.approx(found.sell / total, abs=0.06)
    assert drawn["take-S"] / 600 == pytest.approx(found.take / total, abs=0.06)


def win_share(rounds: int) -> float:
    """The share of rounds of the original against chance."""
    won = 0.0
    for seed in range(rounds):
        seat = seed % 2
        players = {seat: SeedUtility(), 1 - seat: RandomTrader()}
        won += Match(GAME, SPEC.params({"length": "round"}), seed, players).run(Limit())[seat]
    return won / rounds


def test_it_beats_chance() -> None:
    assert win_share(12) >= 11 / 12


@pytest.mark.sweep
def test_it_beats_chance_nearly_always() -> None:
    assert win_share(3000) > 0.99


def told(seen: View) -> list[str]:
    """What stands in the mind as the formulas of the candidates."""
    agent = SeedUtility()
    agent.begin((0,), GAME, SPEC.params(), Stream(1))
    legal = LegalMoves(seen.market, seen.own.hand, seen.own.herd)
    return list(texts(mind_to_plain(agent.act(0, seen, legal, Limit(mind=True)).mind)))


def texts(plain: object) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict | list | tuple):
        for each in plain.values() if isinstance(plain, dict) else plain:
            yield from texts(each)


@pytest.mark.parametrize(
    ("market", "hand", "formulas"),
    [
        ("DDKKK", "LLLL", ("take diamond: (0 + 1) × 2 × 1.5 / 10", "sell leather: 4 × 20/100")),
        ("LKKKK", "DDDD", ("take leather: (0 + 1) × 2 / 10", "sell diamond: 4 × 20/100 × 1.5")),
    ],
)
def test_dear_goods_count_half_as_much_again_and_cheap_ones_do_not(
    market: str, hand: str, formulas: tuple[str, str]
) -> None:
    said = told(view(market, hand))
    assert set(formulas) <= set(said), said
