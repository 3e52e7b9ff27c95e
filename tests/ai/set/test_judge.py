"""The judge of Set: seconds beside a player's usual time, penalties, and the set that was there."""

from __future__ import annotations

import math
from typing import Any

import pytest

from ai.set.judge import START, Judge, set_words, usual_time
from ai.set.race import START_MS, LearnedRates, prior, race, steady_rates
from ai.set.searchers import steady
from games.agents import Judged
from games.core import CHANCE, Limit
from games.match import Match
from games.set import SPEC
from games.set.rules import GAME
from games.set.rules.cards import NAMES, kind_of
from games.set.rules.claims import Claim, LegalClaims, right_claims
from games.set.rules.state import FREEZE, State
from games.streams import Stream


class Watched:
    """A match of which the judge is told turn by turn."""

    def __init__(self, seed: int = 1, **options: Any) -> None:
        params = SPEC.params(options)
        self.judge = Judge()
        self.judge.begin((), GAME, params, Stream(1))
        self.state: State = GAME.new(params)
        self.rng = Stream(seed)
        self.lay()

    def lay(self) -> None:
        """Lay cards until there is a race."""
        while GAME.to_act(self.state) == (CHANCE,):
            cards = [move for move, _ in GAME.chance(self.state)]
            self.play({CHANCE: cards[self.rng.sample_from([1.0] * len(cards))]})

    def play(self, moves: dict[int, str]) -> None:
        self.state, events = GAME.apply(self.state, moves)
        self.judge.observe(events)

    def race(self, ms: int, seat: int = 0, wrong: bool = False, **more: Any) -> list[Judged]:
        """Play a race that a seat ends by a claim at `ms`; return how both seats are judged."""
        state = self.state
        right = right_claims(state)
        cards = right[0]
        if wrong:
            a, b, *_ = state.table
            c = next(c for c in state.table[2:] if (a, b, c) not in right)
            cards = (a, b, c)
        return self.claim(Claim(ms, cards, **more).text(), seat)

    def claim(self, claim: str, seat: int = 0) -> list[Judged]:
        state = self.state
        moves = {seat: claim, 1 - seat: "wait"}
        self.play(moves)
        found = [self.judge.judge(state, each, moves[each]) for each in (0, 1)]
        self.lay()
        return found


def test_a_find_is_held_against_the_horse_race_at_the_players_own_rates() -> None:
    watched = Watched()
    expected = race(watched.state, prior().mean)
    own, other = watched.race(20_000)
    assert own.lost == pytest.approx(20.0 - START - 1 / expected.total)
    assert expected.mean_ms is not None
    assert own.actions[0].value == pytest.approx(-expected.mean_ms / 1000)
    assert own.best.startswith(f"{round(expected.mean_ms)}-")
    assert other.lost == pytest.approx(20.0 - START), "what was searched for in vain"
    assert own.error == other.error > 1 / expected.total, "the rates are guessed, too"
    assert own.after == -own.lost
    assert watched.race(700)[0].before == own.after, "losses add up"


def test_a_player_is_held_against_the_own_finds_of_the_races_before() -> None:
    slow, quick = Watched(), Watched()
    for _ in range(12):
        slow.race(30_000)
        quick.race(2_000)
    assert slow.state == quick.state
    assert slow.race(10_000)[0].lost < 0 < quick.race(10_000)[0].lost


def test_at_their_own_pace_players_lose_nothing_on_average() -> None:
    rates, known = (
        steady_rates(6),
        LearnedRates((1e9,) * 4, tuple(1e9 / r for r in steady_rates(6))),
    )
    watched = Watched()
    told = []
    for seed in range(150):
        rng = Stream(seed)
        watched.judge.known = (known, known)
        drawn = [race(watched.state, rates).draw(rng) for _ in (0, 1)]
        seat = min((0, 1), key=lambda each: drawn[each][0])
        state, ms = watched.state, drawn[seat][0]
        told += [(judged.lost, judged.error) for judged in watched.race(ms, seat)]
        if not GAME.to_act(watched.state):
            watched = Watched(seed)
        assert usual_time(state, known).sd < 1e-4
    mean = sum(lost for lost, _ in told) / len(told)
    error = math.sqrt(sum(error**2 for _, error in told)) / len(told)
    assert abs(mean) < 3 * error
    share = sum(lost > 2 * error for lost, error in told) / len(told)
    assert share < 0.1, "few losses are more than chance"


@pytest.mark.parametrize("penalty", ["point", "freeze", "none"])
def test_a_wrong_claim_costs_its_penalty_and_only_the_claimer(penalty: str) -> None:
    watched = Watched(penalty=penalty)
    usual = usual_time(watched.state, prior())
    easiest = min(kind_of(cards) for cards in right_claims(watched.state))
    own, other = watched.race(3_000, wrong=True)
    costs = {"point": usual.seconds, "freeze": FREEZE / 1000, "none": 0.0}
    assert own.lost == pytest.approx(costs[penalty])
    assert own.error == 0.0, "it is certain, so that it has a grade whatever the rates are"
    assert other.lost == 0.0
    best = own.best.partition("-")[2].split(".")
    assert kind_of([NAMES.index(name) for name in best]) == easiest
    words = {row.move: row.words for row in own.actions}
    assert words[own.move] == "wrong at 3.0 s"


def test_after_a_wrong_claim_the_search_goes_on_and_a_freeze_is_no_search() -> None:
    point, freeze = Watched(), Watched(penalty="freeze")
    for watched in (point, freeze):
        watched.race(3_000, wrong=True)
    assert point.race(12_000, 1)[0].lost == pytest.approx(12.0 - START)
    assert freeze.race(12_000, 1)[0].lost == pytest.approx(12.0 - START - FREEZE / 1000)


@pytest.mark.parametrize("help_", ["+hint2", "+paused"])
def test_a_race_with_help_is_not_judged_and_teaches_nothing(help_: str) -> None:
    watched = Watched()
    cards = Claim(60_000, right_claims(watched.state)[0]).text()
    assert [judged.lost for judged in watched.claim(cards + help_)] == [0.0, 0.0]
    assert watched.judge.known == (prior(), prior())


def test_a_table_given_up_names_the_set_that_lay_there() -> None:
    watched = Watched()
    first = right_claims(watched.state)
    own, _ = watched.claim("wait+at60000")
    assert own.lost == pytest.approx(60.0 - START)
    assert set_words(min(first, key=kind_of)) in own.actions[0].words
    assert "alone takes" in own.why


def test_the_set_that_another_seat_took_is_named_where_an_easier_one_lay() -> None:
    watched = Watched()
    while True:
        claims = sorted(right_claims(watched.state), key=kind_of)
        if len({kind_of(cards) for cards in claims}) > 1:
            break
        watched.race(1_000)
    own, other = watched.claim(Claim(90_000, claims[-1]).text(), 1)
    assert own.why.endswith(f"{set_words(claims[-1])} was taken")
    assert "the hardest set of the table" in own.why
    assert "was taken" not in other.why


def test_a_table_without_a_set_is_called_at_the_pace_of_the_agents() -> None:
    watched = Watched(none="call")
    seed = 0
    while right_claims(watched.state):  # one table in thirty has no set
        seed += 1
        watched = Watched(seed, none="call")
    usual = usual_time(watched.state, prior())
    own, other = watched.claim("30000-none")
    assert own.lost == pytest.approx(30.0 - START - 1 / usual.rate)
    assert own.actions[0].words.startswith("no set by ")
    assert other.why == "was a table without a set"


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("0000 0001 0002", "the set of one colour, shape and shading"),
        ("0000 0011 0022", "the set of one colour and shape"),
        ("0000 0111 0222", "the set of one colour"),
        ("0000 1111 2222", "the set that shares nothing"),
        ("", "no set"),
    ],
)
def test_sets_are_named_by_what_their_cards_share(cards: str, words: str) -> None:
    assert set_words(tuple(NAMES.index(name) for name in cards.split())) == words


def test_the_hint_begins_with_the_set_that_is_seen_first() -> None:
    watched = Watched()
    advice = watched.judge.hint(watched.state)
    kinds = [
        kind_of([NAMES.index(name) for name in row.move.partition("-")[2].split(".")])
        for row in advice.actions
    ]
    assert kinds == sorted(kinds)
    assert len(kinds) == len(right_claims(watched.state))
    assert advice.sentence.endswith("is usually seen first.")
    assert all(row.move in LegalClaims(watched.state, 0) for row in advice.actions)


@pytest.mark.parametrize("options", [{"mode": "ultraset"}, {"mode": "chain", "none": "call"}])
def test_every_race_of_every_mode_is_judged(options: dict[str, Any]) -> None:
    params = SPEC.params(options)
    match: Match[Any] = Match(GAME, params, 3, {0: steady(5, 20), 1: steady(5, 20)})
    match.run(Limit())
    watched = Watched(**options)
    watched.judge.begin((), GAME, params, Stream(1))
    state, count = GAME.new(params), 0
    for turn in match.turns:
        before, moves = state, dict(turn)
        state, events = GAME.apply(state, moves)
        watched.judge.observe(events)
        for seat in () if CHANCE in moves else (0, 1):
            judged = watched.judge.judge(before, seat, moves[seat])
            assert judged.best in {row.move for row in judged.actions}
            assert judged.move in {row.move for row in judged.actions}
            assert judged.before - judged.after == pytest.approx(judged.lost)
            count += 1
    assert count > 20
    assert START == START_MS / 1000
