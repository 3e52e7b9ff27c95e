"""The exact end of a round, against a plain search through the rules and against hand counting."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

import pytest

from ai.jaipur.adviser import SearchAdviser
from ai.jaipur.ending import (
    DECK,
    LONGEST,
    Ending,
    SolvedEnd,
    TokenValues,
    differences,
    position_of,
    refills,
    solve,
)
from ai.jaipur.search import Search
from ai.jaipur.sensei import Sensei
from games.core import CHANCE, Decision, Limit
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import ALL_CARDS, PILES, pack, pack_bonus, pack_counts
from games.jaipur.rules.moves import LegalMoves, parse
from games.jaipur.rules.state import MatchSoFar, State, Trader, view_of
from games.mind import Bars, Note
from games.streams import Stream

FULL = (5, 5, 5, 7, 7, 9)


def end(
    market: str,
    hands: tuple[str, str],
    deck: str = "",
    herds: tuple[int, int] = (0, 0),
    tokens: tuple[int, ...] = FULL,
    points: tuple[int, int] = (0, 0),
    **more: object,
) -> State:
    """A round with these cards left, seat 0 to move; nothing of the hands is hidden."""
    seats = [
        Trader(pack(hand), herd, pack(hand), paid)
        for hand, herd, paid in zip(hands, herds, points, strict=True)
    ]
    left = pack(market) + pack(deck) + pack("".join(hands)) + sum(herds)
    state = State(
        *(pack(market), pack(deck), len(deck), pack_counts(tokens), 0, ALL_CARDS - left),
        *((seats[0], seats[1]), 0, 0, (0,), MatchSoFar("round")),
    )
    return state._replace(**more)


def solved(state: State) -> SolvedEnd | None:
    """The end that the seat to move sees, with the exact chance of every move."""
    view = view_of(state, state.turn)
    legal = LegalMoves(view.market, view.own.hand, view.own.herd)
    moves = [move for move in map(parse, legal) if move is not None]
    assert len(moves) == len(legal)
    return solve(view, moves, 200_000)


@lru_cache(maxsize=1 << 17)
def plain(state: State, turns: int) -> float:
    """Seat 0's chance to win by every line through the rules; long ones count as they stand."""
    if not state.acting:
        return GAME.returns(state)[0]
    if state.acting == (CHANCE,):
        drawn = GAME.chance(state)
        whole = sum(weight for _, weight in drawn)
        after = ((GAME.apply(state, {CHANCE: name})[0], weight) for name, weight in drawn)
        return sum(weight * plain(child, turns) for child, weight in after) / whole
    if not turns:
        return GAME.returns(as_it_stands(state))[0]
    seat = state.turn
    values = (
        plain(GAME.apply(state, {seat: move})[0], turns - 1) for move in GAME.legal(state, seat)
    )
    return min(values) if seat else max(values)


def as_it_stands(state: State) -> State:
    """The state as if the round had ended there."""
    totals = [t.points + 5 * (t.herd > o.herd) for t, o in permutations(state.traders)]
    winner = -1 if totals[0] == totals[1] else int(totals[1] > totals[0])
    if winner < 0 and state.traders[0].tokens != state.traders[1].tokens:
        winner = int(state.traders[1].tokens > state.traders[0].tokens)
    return state._replace(end="cannot_refill", winner=winner, acting=())


ENDS = (
    end("CCPPL", ("L", "P"), "C", points=(0, 4)),
    end("CPLKK", ("LL", "P"), "S", (0, 2), points=(3, 0)),
    end("CPPKK", ("L", "C"), "LK", (0, 1), points=(2, 0)),
    end("LLPPK", ("C", "C"), "P", (1, 1), points=(0, 3)),
    end("CPLKK", ("LL", "PP"), "", (0, 1), points=(0, 4)),
    end("GCPKK", ("LC", ""), "", (1, 2), (0, 5, 5, 1, 0, 9), (0, 7)),
)


@pytest.mark.parametrize("number", range(len(ENDS)))
def test_every_move_has_the_chance_that_all_lines_through_the_rules_give(number: int) -> None:
    state = ENDS[number]
    found = solved(state)
    assert found is not None
    for move, chance in zip(found.moves, found.chances, strict=True):
        after, _ = GAME.apply(state, {0: move.notation})
        assert chance == pytest.approx(plain(after, LONGEST - 1), abs=1e-9), move.notation
    assert list(found.chances) == sorted(found.chances, reverse=True)
    assert len(found.moves) == len(GAME.legal(state, 0)) > 1


def test_the_values_of_hidden_tokens_are_counted_without_replacement() -> None:
    found = differences({1: 2, 2: 3, 3: 2}, 1, 2)
    tokens, counted = (1, 1, 2, 2, 2, 3, 3), dict[int, float]()
    drawn = list(permutations(tokens, 3))
    for mine, one, two in drawn:
        counted[mine - one - two] = counted.get(mine - one - two, 0.0) + 1 / len(drawn)
    assert found == pytest.approx(counted)
    assert sum(found.values()) == pytest.approx(1.0)
    assert differences({8: 1, 9: 0}, 0, 1) == {-8: 1.0}


def test_the_next_cards_come_as_often_as_they_lie_in_the_deck() -> None:
    assert dict(refills(pack("DDK"), 1)) == pytest.approx({pack("D"): 2 / 3, pack("K"): 1 / 3})
    assert dict(refills(pack("DDK"), 2)) == pytest.approx({pack("DD"): 1 / 3, pack("DK"): 2 / 3})


def with_tokens(ahead: int) -> State:
    """An end in which the other has a token for three cards that nobody sees: 1, 2 or 3 rupees."""
    state = end("CPLKK", ("", ""), points=(ahead, 0))
    other = state.traders[1]._replace(bonus=pack_bonus([2]))
    return state._replace(traders=(state.traders[0], other))


def test_a_round_is_won_as_often_as_the_hidden_token_allows() -> None:
    found = [solved(with_tokens(ahead - 5)) for ahead in (1, 2, 3, 4)]  # the camels bring 5
    chances = [end.chances[0] for end in found if end is not None]
    assert chances == pytest.approx([0.0, 2 / 7, 5 / 7, 1.0])  # after a tie it has more tokens
    tokens = TokenValues(view_of(with_tokens(0), 0))
    assert tokens.number_ahead(((0, 0, 0), (0, 0, 0))) == -1
    assert len(PILES) == len(tokens.unseen)


def test_what_is_hidden_or_far_from_the_end_is_left_to_roll_outs() -> None:
    state = ENDS[0]
    hidden = state._replace(traders=(state.traders[0], state.traders[1]._replace(known=0)))
    far = end("CCPPL", ("L", "P"), "C" * (DECK + 1))
    assert position_of(view_of(state, 0)) is not None
    assert solved(hidden) is None
    assert solved(far) is None
    assert solve(view_of(ENDS[3], 0), [parse("camels")], 3) is None  # type: ignore[list-item]
    empty = ENDS[4]._replace(traders=(ENDS[4].traders[0], ENDS[4].traders[1]._replace(known=0)))
    assert solved(empty) == solved(ENDS[4])  # with no deck all that is unseen is in its hand


def decide(agent: Search, state: State, nodes: int = 48) -> Decision:
    """What an agent does and thinks."""
    view, rng = view_of(state, 0), Stream.named(1, "end")
    agent.begin((0,), GAME, SPEC.params({"length": "round"}), rng)
    legal = LegalMoves(view.market, view.own.hand, view.own.herd)
    return agent.act(0, view, legal, Limit(nodes=nodes, mind=True))


WON = end("CCPPL", ("LL", "D"), "", points=(0, 6))
"""Won by selling both leather for 7 and by nothing else: the other cannot sell its diamond."""


def test_the_strongest_level_ends_a_round_that_it_can_win_and_says_so() -> None:
    found = solved(WON)
    assert found is not None
    sensei = Sensei()
    decision = decide(sensei, WON)
    assert decision.move == found.moves[0].notation == "sell-L2"
    assert found.chances[:2] == (1.0, 0.0)
    assert sensei.win_prob == found.chances[0]
    assert decision.mind is not None
    note, bars, *_ = decision.mind
    assert isinstance(note, Note)
    assert note.text == "I sell 2 leather: I followed every ending, and win 100%."
    assert isinstance(bars, Bars)
    assert bars.values[0] == found.chances[0]
    assert Sensei(4).solved(view_of(WON, 0), []) is None


def test_hints_and_costs_of_an_end_are_exact() -> None:
    found = solved(ENDS[1])
    assert found is not None
    advice = SearchAdviser().hint(view_of(ENDS[1], 0))
    assert advice.actions[0].value == found.chances[0]
    assert advice.actions[0].error == 0
    worst = found.moves[-1].notation
    judged = SearchAdviser().judge(ENDS[1], ENDS[1].turn, worst)
    assert judged.lost == pytest.approx(found.chances[0] - found.chances[-1])
    assert judged.error == 0
    assert judged.lost > 0
    assert SearchAdviser().judge(ENDS[1], ENDS[1].turn, found.moves[0].notation).lost == 0


@pytest.mark.parametrize("state", ENDS)
def test_cards_lie_after_a_move_where_the_rules_lay_them(state: State) -> None:
    view = view_of(state, state.turn)
    at, ending, looked = position_of(view), Ending(view), 0
    assert at is not None
    for text in LegalMoves(view.market, view.own.hand, view.own.herd):
        move = parse(text)
        assert move is not None
        found, _ = ending.after(at, move)
        traders = GAME.apply(state, {state.turn: text})[0].traders
        assert found.hands == tuple(trader.hand for trader in traders), text
        assert found.herds == tuple(trader.herd for trader in traders), text
        looked += 1
    assert looked > 1
