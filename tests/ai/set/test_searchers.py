"""The agents of Set: their times, their strength, and what the mirror learns."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, cast

import pytest

from ai.set import AGENTS
from ai.set.minds import how_well_known
from ai.set.race import LearnedRates, learned_from, near_misses, prior, steady_rates
from ai.set.searchers import Mirror, Nobody, Steady, steady
from games import catalog
from games.arrays import BadWeights, arrays_from_text
from games.core import CHANCE, Limit
from games.match import Match
from games.mind import Note
from games.set import SPEC
from games.set.rules.cards import kind_of
from games.set.rules.claims import parse, right_claims
from games.set.rules.game import GAME
from games.streams import Stream
from tests.support import contract


def test_the_spec() -> None:
    assert contract.check_spec("set") == len(AGENTS.agents)


@pytest.mark.parametrize("agent", ["nobody", "steady-5", "mirror", "solver"])
def test_the_contract_of_an_agent(agent: str) -> None:
    assert contract.check_agent("set", agent, seed=7, turns=30) >= 1
    assert contract.check_snapshots("set", agent, seed=5) >= 1


def duel(left: Any, right: Any, seed: int, **options: Any) -> Match[Any]:
    match: Match[Any] = Match(GAME, SPEC.params(options), seed, {0: left, 1: right})
    match.run(Limit())
    return match


def test_a_level_takes_three_fifths_from_the_one_below() -> None:
    taken = [0, 0]
    for seed in range(24):
        match = duel(steady(5, 0), steady(4, 0), seed)
        taken = [a + b for a, b in zip(taken, match.state.taken, strict=True)]
    total = sum(taken)
    assert total > 500
    assert abs(taken[0] / total - 0.6) < 4 * math.sqrt(0.24 / total)


@pytest.mark.sweep
def test_three_levels_take_the_share_of_their_rates() -> None:
    for one, other, wanted in ((5, 4, 0.6), (7, 4, 1.5**3 / (1 + 1.5**3))):
        taken = [0, 0]
        for seed in range(300):
            match = duel(steady(one, 0), steady(other, 0), seed)
            taken = [a + b for a, b in zip(taken, match.state.taken, strict=True)]
        total = sum(taken)
        assert abs(taken[0] / total - wanted) < 4 * math.sqrt(wanted * (1 - wanted) / total)


class TestPlans:
    """What becomes of a plan when the same table races on."""

    def played(self) -> Match[Any]:
        """A match with its first table laid, against an agent in seat 1."""
        match: Match[Any] = Match(GAME, SPEC.params(), 4, {1: steady(5, 0)})
        while match.to_act == (CHANCE,):
            match.play({CHANCE: match.draw()})
        return match

    def wrong(self, match: Match[Any]) -> str:
        near = near_misses(match.state)[0]
        return "".join(("1-", ".".join(f"{card_name(card)}" for card in near)))

    def test_it_is_kept_after_a_wrong_claim_of_the_other(self) -> None:
        match = self.played()
        planned = match.decide(1, Limit()).move
        match.play({0: self.wrong(match), 1: planned})
        assert match.decide(1, Limit()).move == planned
        assert match.decide(1, Limit(), lot=12345).move == planned

    def test_after_an_own_wrong_claim_it_searches_anew_from_then_on(self) -> None:
        match = self.played()
        wrong = self.wrong(match).replace("1-", "9000-")
        match.play({0: "wait", 1: wrong})
        times = [parse(match.decide(1, Limit(), lot=n).move) for n in range(1, 200)]
        assert min(claim.ms for claim in times if claim) >= 9600
        assert len({claim.ms for claim in times if claim}) > 150


def card_name(card: int) -> str:
    from games.set.rules.cards import NAMES

    return NAMES[card]


# -- the mirror ------------------------------------------------------------------------------


def learned_by(mirror: Mirror) -> LearnedRates:
    text = mirror.learned()
    assert text is not None
    return learned_from(arrays_from_text(text))


def test_it_learns_what_the_races_say_in_closed_form() -> None:
    mirror, other = Mirror(50, True, 0, None), steady(4, 10)
    match: Match[Any] = Match(GAME, SPEC.params(), 9, {0: other, 1: mirror})
    shape, rate = list(prior().shape), list(prior().rate)
    before, races = 0.0, 0
    while not match.over:
        state = match.state
        for event in match.step(Limit()):
            if event.kind != "race" or event.data["ms"] is None:
                before = 0.0 if event.kind == "race" else before
                continue
            now = max(0.0, event.data["ms"] / 1000 - 0.6)
            for claim in right_claims(state):
                rate[kind_of(claim) - 1] += now - before
            if event.data["result"] == "set" and event.data["seat"] == 0:
                shape[kind_of(parse(dict(match.turns[-1])[0]).cards) - 1] += 1  # type: ignore[union-attr]
            before = now if event.data["result"] == "wrong" else 0.0
            races += 1
    known = learned_by(mirror)
    assert races > 20
    assert known.shape == pytest.approx(shape)
    assert known.rate == pytest.approx(rate)


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "junior", "penalty": "freeze"},
        {"mode": "chain", "none": "call"},
        {"mode": "ultraset", "goal": 10},
    ],
)
def test_it_learns_the_same_from_a_match_that_is_taken_up(options: Mapping[str, Any]) -> None:
    """It is asked nothing then: what lies on the table it has to have seen."""
    matches: list[Match[Any]] = []
    for _ in range(2):
        seats = {0: steady(9, 20), 1: Mirror(50, True, 0, None)}
        matches.append(Match(GAME, SPEC.params(options), 5, seats))
    matches[0].run(Limit(), 60)
    matches[1].replay(matches[0].turns)
    known, found = (learned_by(cast(Mirror, match.players[1])) for match in matches)
    assert found == known != prior()


def share_against(rates: tuple[float, ...], share: int, seed: int) -> tuple[int, int]:
    """Sets of the mirror, and all, in four matches with a player of these rates after a first."""
    start: str | None = None
    taken = [0, 0]
    for number in range(5):
        mirror = Mirror(share, True, 3, start)
        match = duel(Steady(rates, 3), mirror, 100 * seed + number)
        start = mirror.learned()
        if number:
            taken = [a + b for a, b in zip(taken, match.state.taken, strict=True)]
    return taken[1], sum(taken)


@pytest.mark.parametrize("share", [30, 60])
def test_it_takes_its_share_of_a_player_it_has_met_once(share: int) -> None:
    own = total = 0
    for seed, rates in enumerate((steady_rates(2), steady_rates(8), (0.3, 0.02, 0.05, 0.01))):
        mine, all_of_them = share_against(rates, share, seed)
        own, total = own + mine, total + all_of_them
    assert total > 250
    assert abs(own / total - share / 100) < 0.05 + 2 * math.sqrt(0.25 / total)


def test_who_is_followed_is_begun_with_gently_and_known_again() -> None:
    known: list[Mirror] = [Mirror(50, True, 3, None, follow=True)]
    duel(steady(6, 0), known[0], 3)
    assert known[0].believed.mean[2] > 2 * steady_rates(2)[2]
    again = Mirror(50, True, 3, known[0].learned(), follow=True)
    assert again.believed == known[0].believed
    again.begin((1,), GAME, SPEC.params(), Stream(1))
    assert again.rates == pytest.approx(known[0].believed.mean)
    new = Mirror(50, True, 3, None, follow=True)
    assert new.believed.mean == pytest.approx(steady_rates(2))
    assert learned_by(known[0]).finds > 5


def test_it_says_how_well_it_knows_the_player() -> None:
    told = [how_well_known(finds, 0.4) for finds in (0, 1, 3, 30)]
    assert told == [
        "I do not know you yet, so I search slowly.",
        "I have seen 1 set of yours, so I only guess your pace.",
        "I have seen 3 sets of yours, so I only guess your pace.",
        "I want 40% of the sets: I know your pace from 30 of yours.",
    ]
    mirror = Mirror(50, True, 0, None)
    mirror.begin((1,), GAME, SPEC.params(), Stream(1))
    note = mirror.mind()[0]
    assert isinstance(note, Note)
    assert note.text == told[0]


def test_damaged_learning_is_refused() -> None:
    good = Mirror(50, True, 3, None).learned()
    assert good is not None
    assert learned_from(arrays_from_text(good)) == prior()
    for wrong in ((0.0,) * 4, (1.0,) * 3, (math.nan,) * 4, (-1.0,) * 4, (1e300,) * 4):
        bad = prior()._replace(shape=wrong)
        with pytest.raises(BadWeights, match="is damaged"):
            learned_from(bad.arrays())


def test_options_are_those_of_the_specification() -> None:
    mirror = catalog.resolve("set", "mirror:share=80:learn=off:error=0").make()
    assert cast(Mirror, mirror).learned() is None
    cast(Mirror, mirror).begin((1,), GAME, SPEC.params(), Stream(1))
    assert cast(Mirror, mirror).rates == pytest.approx([4 * rate for rate in steady_rates(3)])


def test_who_plays_alone_is_told_so() -> None:
    assert Nobody().mind() == (Note("I only wait: you play alone."),)
