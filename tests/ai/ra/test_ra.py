"""The agents of Ra: the contract, blindness, turned tables, minds, and what they know.

What they are made of comes along: potential and heuristic, seed_inputs and seed_net, network,
net and net_mind.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from ai.core import Agent
from ai.ra import AGENTS, strength
from ai.ra.net import think
from ai.ra.network import NETS
from ai.ra.words import in_words, tile_word
from games import catalog, weights
from games.core import Decision, Limit
from games.mind import Lines, Note, check_mind
from games.ra import SPEC
from games.ra.deals import read_deal, shuffled, write_deal
from games.ra.rules import GAME
from games.ra.rules.moves import legal_moves
from games.ra.rules.state import State, view_of
from games.ra.tiles import NILE, RA
from games.streams import Stream
from tests.support import contract
from tests.support.ra_tables import choices, turned

IDS = tuple(agent.id for agent in AGENTS)
SIZES = [n for n in (3, 4, 5) if weights.shipped(f"ra/net-{n}").exists()]
STEADY = ("heuristic", "seed-net", "net", "net+")
"""Agents that draw no lots."""


def answer(agent: Any, view: State, seed: int = 1, mind: bool = False) -> Decision:
    """What an agent, or one of this id, does in a view."""
    player = catalog.resolve("ra", agent).make() if isinstance(agent, str) else agent
    params = SPEC.params({"players": view.players})
    player.begin((view.actor,), GAME, params, Stream.named(seed, "test"))
    decision: Decision = player.act(view.actor, view, legal_moves(view), Limit(mind=mind))
    return decision


@pytest.mark.parametrize("agent", IDS)
def test_the_contract_of_agents(agent: str) -> None:
    assert contract.check_agent("ra", agent, 1, turns=12) > 0


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("agent", IDS)
def test_moves_are_legal_and_minds_are_whole(agent: str, players: int) -> None:
    for state in choices(players, 7, 29):
        decision = answer(agent, view_of(state), mind=True)
        assert decision.move in legal_moves(state)
        assert decision.mind
        check_mind(decision.mind)
        for item in decision.mind:
            if isinstance(item, Lines) and item.title.startswith("My chance to win after"):
                assert item.chosen is not None
                assert item.rows[item.chosen][0] == in_words(decision.move)
        assert answer(agent, view_of(state)).move == decision.move


# -- blindness ---------------------------------------------------------------------------------


class Peeking(Agent):
    """A cheat that draws as long as no Ra comes."""

    def act(self, seat: int, view: State, legal: Any, limit: Limit) -> Decision:
        """Look at the order of the bag, where there is one."""
        if "draw" in legal and (not view.deal or view.deal[0]):
            return Decision("draw")
        return Decision(next(move for move in ("call", "pass", *legal) if move in legal))


def sees_the_order(agent: Any, look: Any) -> bool:
    """Whether what an agent does depends on the order of the bag, shown what `look` lets it see."""
    rng = random.Random(3)
    suns, bag = shuffled(3, rng)
    state = GAME.new(SPEC.params({"deal": write_deal(suns, bag)}))
    found = set()
    for first in (0, 1):
        order = sorted(bag, key=lambda kind: (kind == 0) != (first == 0))
        assert read_deal(write_deal(suns, bytes(order)))[1] == bytes(order)
        found.add(answer(agent, look(state._replace(deal=bytes(order)))).move)
    return len(found) > 1


def test_a_cheat_that_looks_into_the_bag_is_caught() -> None:
    assert sees_the_order(Peeking(), lambda state: state)
    assert not sees_the_order(Peeking(), view_of)


@pytest.mark.parametrize("agent", IDS)
def test_nobody_looks_into_the_bag(agent: str) -> None:
    assert not sees_the_order(agent, lambda state: GAME.view(state, 0))


class Remembering(Agent):
    """A cheat that passes once it has been asked before."""

    asked = 0

    def act(self, seat: int, view: State, legal: Any, limit: Limit) -> Decision:
        """The first move, then the last one."""
        self.asked += 1
        return Decision(list(legal)[0 if self.asked < 2 else -1])


def remembers(make: Any) -> bool:
    """Whether an agent that played before does something else than a fresh one."""
    states = [view_of(state) for state in choices(3, 11, 31)]
    used = make()
    before = [answer(used, state).move for state in states]
    return before != [answer(make(), state).move for state in states]


def test_a_cheat_that_remembers_is_caught() -> None:
    assert remembers(Remembering)


@pytest.mark.parametrize("agent", IDS)
def test_nobody_remembers_the_match(agent: str) -> None:
    assert not remembers(lambda: catalog.resolve("ra", agent).make())


@pytest.mark.parametrize("agent", STEADY)
def test_the_table_turned_by_a_seat_turns_the_action_with_it(agent: str) -> None:
    compared = 0
    for players in SIZES:
        for state in choices(players, 13, 23):
            view = view_of(state)
            assert answer(agent, turned(view, 1)).move == answer(agent, view).move
            compared += 1
    assert compared > 4 * len(SIZES)


class SeatProud(Agent):
    """A cheat that plays another way in the first seat."""

    def act(self, seat: int, view: State, legal: Any, limit: Limit) -> Decision:
        """The first move, in seat 0 the last one."""
        return Decision(list(legal)[-1 if seat == 0 else 0])


def test_a_cheat_that_knows_its_seat_is_caught() -> None:
    views = [view_of(state) for state in choices(3, 13, 7)]
    cheat = SeatProud()
    assert any(answer(cheat, turned(view, 1)).move != answer(cheat, view).move for view in views)


# -- what net knows ----------------------------------------------------------------------------


def test_candidates_are_all_actions_the_best_first_and_chances_add_up() -> None:
    network = NETS[3].load()
    for state in choices(3, 17, 13):
        found = think(network, view_of(state), deep=True)
        worths = [row.worth for row in found.candidates]
        assert worths == sorted(worths, reverse=True)
        for row in found.candidates:
            assert row.values[:, 0].sum() == pytest.approx(1.0)
            assert row.values[:, 1].sum() == pytest.approx(0.0, abs=1.0)
        if found.draws:
            assert sum(share for _, share, _ in found.draws) == pytest.approx(1.0)


@pytest.mark.parametrize("agent", ["seed-net", "net", "net+"])
def test_the_figures_of_networks_are_those_of_every_size_of_table(agent: str) -> None:
    """As the help page of the originals says of the page How strong."""
    told = strength(agent)
    found = re.findall(r"([\d.]+)%[^%]*?\([^)]*games, ([\d.]+) to ([\d.]+)\)", told)
    assert len(found) >= 3
    assert all(float(low) < float(share) < float(high) for share, low, high in found)
    assert told.index("a third is") < told.index("a fourth is") < told.index("a fifth is")


def test_easy_errs_otherwise_with_other_lots() -> None:
    views = [view_of(state) for state in choices(3, 19, 3) if state.phase == "bid"]
    moves = {tuple(answer("easy", view, seed).move for view in views) for seed in range(4)}
    assert len(moves) > 1


def test_minds_call_tiles_by_name_and_say_whose_chance_a_number_is() -> None:
    assert in_words("god nile step_pyramid") == "use gods for Nile and step pyramid"
    assert (tile_word(RA), tile_word(NILE)) == ("Ra", "Nile")
    titles = set()
    for state in choices(3, 4)[:60]:
        mind = answer("net", view_of(state), mind=True).mind or ()
        titles |= {item.title for item in mind if not isinstance(item, Note)}
    assert "My chance, if Ra were called now" in titles
    assert "My chance, by who gets the lot" in titles
