"""`search` and all others: honest, the same from the same, and sound in what they imagine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from ai.jaipur import AGENTS, search
from ai.jaipur.belief import counting_belief
from ai.jaipur.greedy import GREEDY, options
from ai.jaipur.playing import RoundResults
from ai.jaipur.search import Search, imagined, roll_out, rolled_out, ways_tables
from ai.jaipur.ways import NAMES, USUAL, draw_ways
from ai.jaipur.worlds import Worlds
from games.core import Limit
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import CARDS, counts_of
from games.jaipur.rules.moves import LegalMoves, Move
from games.jaipur.rules.state import State, View, view_of
from games.streams import Stream
from tests.support.jaipur_positions import choices_of_rounds

LIMIT = Limit(nodes=24, mind=True)


@lru_cache(maxsize=64)
def decided(agent_id: str, state: State) -> object:
    """What an agent does and thinks in a position, from its view."""
    spec = next(spec for spec in AGENTS if spec.id == agent_id)
    agent, seat = spec.make({}, None), state.turn
    rng = Stream.named(5, "honest")
    agent.begin((seat,), GAME, SPEC.params(), rng)
    rng.jump(3)
    view = GAME.view(state, seat)
    legal = LegalMoves(view.market, view.own.hand, view.own.herd)
    return agent.act(seat, view, legal, LIMIT), getattr(agent, "win_prob", None)


PHASES = [choices_of_rounds(3)[n] for n in (1, 9, 30)]


@pytest.mark.parametrize("agent_id", [spec.id for spec in AGENTS])
def test_nothing_depends_on_hidden_cards(agent_id: str) -> None:
    looked = 0
    for state in PHASES:
        found = decided(agent_id, state)
        hands = {state.traders[1 - state.turn].hand}
        for number in range(1):
            rng = Stream.named(number, "dealt anew")
            other = GAME.imagine(GAME.view(state, state.turn), state.turn, rng)
            hands.add(other.traders[1 - state.turn].hand)
            assert decided(agent_id, other) == found
        looked += len(hands) > 1
    assert looked >= 1


def test_imagined_worlds_agree_with_the_view_and_with_the_belief() -> None:
    for state in PHASES:
        view = view_of(state, state.turn)
        worlds = imagined(view, 4000, np.random.default_rng(1))
        belief, rival = counting_belief(view), 1 - view.seat
        assert (worlds.hands[rival].sum(axis=0) == view.rival.cards).all()
        for kind in range(6):
            share = (worlds.hands[rival, kind] == belief.known[kind]).mean()
            assert share == pytest.approx(belief.hand[kind, belief.known[kind]], abs=0.04)
        first = (worlds.deck[0][:, None] == np.arange(7)).mean(axis=0)
        assert first == pytest.approx(belief.next, abs=0.04)
        counts = [(worlds.deck == kind).sum(axis=0) for kind in range(7)]
        total = np.array(counts) + worlds.market
        total[:6] += worlds.hands.sum(axis=0) + np.array(counts_of(view.discards)[:6])[:, None]
        total[6] += worlds.herds.sum(axis=0)
        assert (total == np.array(CARDS)[:, None]).all()


def test_all_candidates_meet_the_same_worlds() -> None:
    view = view_of(PHASES[1], PHASES[1].turn)
    learned = GREEDY.load()
    move = options(view, learned.tables).moves[0]
    worlds = imagined(view, 16, np.random.default_rng(2))
    won, margin, _ = roll_out(
        view, [move, move], worlds, ways_tables(learned), USUAL, np.random.default_rng(3)
    )
    assert won.shape == margin.shape == (2, 16)
    assert (margin[0] == margin[1]).all()
    assert len(set(margin[0])) > 1


def test_ways_are_drawn_in_proportion() -> None:
    found = draw_ways(USUAL, 1000, np.random.default_rng(4))
    assert (found == 0).mean() == pytest.approx(USUAL[0], abs=0.002)
    assert (found == -1).mean() == pytest.approx(USUAL[1], abs=0.002)
    assert len(NAMES) == len(USUAL)


def test_a_limit_of_no_roll_outs_plays_as_greedy() -> None:
    state = PHASES[1]
    view = view_of(state, state.turn)
    agent = Search()
    agent.begin((state.turn,), GAME, SPEC.params(), Stream(1))
    found = options(view, GREEDY.load().tables)
    decision = agent.act(state.turn, view, (), Limit(nodes=0))
    assert decision.move == found.moves[int(found.values.argmax())].notation
    assert agent.win_prob is None


def test_it_ends_a_round_that_is_won() -> None:
    """Where greedy sees a won end it is first, and no roll-out says otherwise."""
    looked = 0
    for state in choices_of_rounds(8):
        view = view_of(state, state.turn)
        found = options(view, GREEDY.load().tables)
        if found.values.max() < 1015:
            continue
        agent = Search()
        agent.begin((state.turn,), GAME, SPEC.params(), Stream(1))
        decision = agent.act(state.turn, view, (), Limit(nodes=64))
        after = next(m for m in found.moves if m.notation == decision.move)
        assert found.values[found.moves.index(after)] > 900 or agent.win_prob == 1.0
        looked += 1
        if looked == 3:
            break
    assert looked > 0


def test_a_full_tie_is_won_by_who_did_not_start_where_the_option_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def tied(worlds: Worlds, *rest: object) -> RoundResults:
        won = np.full(len(worlds), 0.5)
        won[0] = 1.0
        return RoundResults(won, np.zeros(len(worlds)), won)

    monkeypatch.setattr("ai.jaipur.search.play_out", tied)
    plain = view_of(PHASES[1], PHASES[1].turn)
    learned = GREEDY.load()
    moves = options(plain, learned.tables).moves[:1]
    for tie, starter, counted in (("replay", 0, 0.5), ("non-starter", 0, 0.0)):
        series = plain.series._replace(tie=tie, starter=starter if plain.seat == 0 else 1)
        view = plain._replace(series=series)
        worlds = imagined(view, 3, np.random.default_rng(2))
        rng = np.random.default_rng(3)
        found = roll_out(view, moves, worlds, ways_tables(learned), USUAL, rng)
        assert found.won[0, 1:].tolist() == [counted, counted]
        assert found.won[0, 0] == float(view.seat == 0)


def test_an_opinion_of_every_move_comes_from_roll_outs_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []

    def noted(view: View, moves: Sequence[Move], *more: Any) -> Any:
        tried.extend(move.notation for move in moves)
        return rolled_out(view, moves, *more)

    monkeypatch.setattr(search, "rolled_out", noted)
    state = PHASES[0]
    view = view_of(state, state.turn)
    agent = Search(candidates=3)
    agent.begin((state.turn,), GAME, SPEC.params(), Stream(1))
    found = agent.evaluate(view, 40)
    legal = [move.notation for move in options(view, GREEDY.load().tables).moves]
    assert len(legal) > 3
    assert tried[: len(legal)] == legal
    assert sorted(estimate.move.notation for estimate in found) == sorted(legal)
