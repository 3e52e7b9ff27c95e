"""The sparring partners play as their names say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from ai.karate.fighter import KarateAgent
from ai.karate.originals import SeedArgmax
from ai.lab.jobs import HERE
from ai.lab.karate.partners import (
    ROSTER,
    SPARRING,
    SWITCH,
    Exploiter,
    MirrorPartner,
    Partner,
    other_side,
)
from ai.lab.karate.train import AGENTS, CARD, play, report, rows, train
from games import catalog
from games.karate.rules import gain_matrix
from games.paths import WEIGHTS
from games.streams import Stream

KARATE = gain_matrix("classic")
PUNCH, KICK, PARRY_PUNCH, PARRY_KICK = range(4)
MAKE = {entry.id: entry.make for entry in SPARRING}


def moves(partner: KarateAgent, seen: Sequence[int]) -> list[int]:
    """What a partner plays while the other side plays `seen`, and once more."""
    partner.start(KARATE, Stream(3))
    played = []
    for other in seen:
        played.append(partner.rng.sample_from(partner.strategy()))
        partner.learn(played[-1], other)
    return [*played, partner.rng.sample_from(partner.strategy())]


def test_simple_partners_do_what_they_say() -> None:
    seen = [KICK, KICK, PUNCH, PARRY_KICK, PUNCH, PARRY_PUNCH]
    assert moves(MAKE["copycat"](), seen)[1:] == seen
    answer = {PUNCH: KICK, KICK: PARRY_KICK, PARRY_PUNCH: KICK, PARRY_KICK: PUNCH}
    assert moves(MAKE["beats-last"](), seen)[1:] == [answer[move] for move in seen]
    assert len(set(moves(MAKE["constant"](), seen))) == 1
    cycle = moves(MAKE["cycle-3"](), seen)
    assert cycle[:3] + cycle[:1] == cycle[3:]
    assert moves(MAKE["frequency"](), [KICK] * 10)[-1] == PARRY_KICK
    assert moves(MAKE["win-stay"](), [KICK, KICK, PUNCH])[1:] == [KICK] + [PARRY_PUNCH] * 2


def test_models_of_the_other_side_count_its_contexts() -> None:
    order_1 = moves(MAKE["order-1"](), [PUNCH, KICK] * 20 + [PUNCH])
    assert order_1[-1] == PARRY_KICK  # after a punch comes a kick
    order_2 = moves(MAKE["order-2"](), [PUNCH, PUNCH, KICK] * 20 + [PUNCH, PUNCH])
    assert order_2[-1] == PARRY_KICK


def test_a_mirror_sees_all_that_a_copy_would_do() -> None:
    agent, mirror, rounds = SeedArgmax(), MirrorPartner(SeedArgmax), 0
    agent.start(KARATE, Stream(1))
    mirror.start(other_side(KARATE), Stream(1))
    for _ in range(100):
        own, other = agent.choose(), mirror.next_move()
        assert KARATE[own][other] == min(KARATE[own])
        agent.learn(own, other)
        mirror.learn(other, own)
        rounds += 1
    assert rounds == 100


def test_an_exploiter_takes_the_worst_and_a_patient_one_waits() -> None:
    exploiter = Exploiter(patience=2, strike=1)
    exploiter.start(other_side(KARATE), Stream(1))
    played = []
    for _ in range(6):
        exploiter.see((0.0, 1.0, 0.0, 0.0))
        played.append(exploiter.next_move())
        exploiter.learn(played[-1], KICK)
    worst, best = PARRY_KICK, (PUNCH, PARRY_PUNCH)
    assert [move == worst for move in played] == [False, False, True] * 2
    assert all(played[turn] in best for turn in (0, 1, 3, 4))


def test_the_switcher_switches() -> None:
    switcher = MAKE["switcher"]()
    switcher.start(KARATE, Stream(5))
    assert isinstance(switcher, Partner)
    manners = set()
    for turn in range(3 * SWITCH):
        manner = switcher.manners[turn // SWITCH]  # type: ignore[attr-defined]
        assert switcher.strategy() == manner.strategy()
        manners.add(type(manner).__name__)
        switcher.learn(switcher.rng.sample_from(switcher.strategy()), turn % 4)
    assert len(manners) >= 2


def test_other_side_is_its_own_inverse() -> None:
    payoff = ((1.0, -2.0), (3.0, 4.0))
    assert other_side(payoff) == ((-1.0, -3.0), (2.0, -4.0))
    assert other_side(other_side(payoff)) == payoff


def test_every_partner_plays_and_ids_are_unlike() -> None:
    assert len(MAKE) == len(SPARRING) == len(ROSTER) + 4
    assert len(list(rows(["seed-argmax"], SPARRING, matches=2, rounds=5))) == len(SPARRING)


def test_matches_follow_from_the_seed() -> None:
    first, second = (
        list(rows(["sensei"], ROSTER[3:4], matches=2, seed=4, rounds=8)) for _ in range(2)
    )
    assert first == second


@pytest.mark.sweep
def test_the_card_holds_what_was_measured(tmp_path: Path) -> None:
    told: list[float] = []
    options = {"matches": 2, "rounds": 4}
    card = train(options, 1, HERE, tmp_path / "karate", lambda done, text: told.append(done))
    assert json.loads((tmp_path / "karate" / CARD).read_text(encoding="utf-8")) == card
    assert told == sorted(told)
    assert len(told) == len(card["partners"]) == len(SPARRING)
    part = [card["partners"][entry.id]["sensei"][0] for entry in ROSTER]
    assert card["roster_mean"]["sensei"] == pytest.approx(sum(part) / len(part), abs=2e-3)
    assert set(card["roster_mean"]) == set(AGENTS)
    assert all(name in report(card) for name in card["partners"])


def test_the_card_that_ships_keeps_its_promises() -> None:
    text = (WEIGHTS / "karate" / CARD).read_text("utf-8")
    level = catalog.agent("karate", "sensei").told().options[0]
    card = json.loads(text)
    assert card["roster_mean"]["sensei"] >= 4.95
    assert card["lowest_sum"]["sensei"] >= -100.0
    assert list(card["partners"]) == [entry.id for entry in SPARRING]
    for figures in card["partners"].values():
        assert figures["sensei"][0] >= figures["seed-argmax"][0] - 0.3
    assert [f"{card['roster_mean'][name]:.1f}" for name in ("sensei:seed", "sensei:no-theory")] == [
        figure for figure in ("3.9", "5.5") if figure in level.help
    ]
    assert f"and {card['roster_mean']['sensei']:.1f} points" in level.help


@pytest.mark.sweep
def test_sensei_beats_the_roster_and_is_nowhere_behind_the_original() -> None:
    found = {
        (row.agent, row.partner): row.mean for row in rows(("seed-argmax", "sensei"), matches=2)
    }
    ours = {entry.id: found["sensei", entry.id] for entry in ROSTER}
    assert sum(ours.values()) / len(ours) >= 4.95
    assert len(ours) == 18
    behind = {name: found["seed-argmax", name] - gain for name, gain in ours.items()}
    assert max(behind.values()) <= 0.3


@pytest.mark.sweep
def test_the_floor_holds_for_a_thousand_rounds_against_everybody() -> None:
    matches = 0
    for level in ("sensei", "sensei:no-theory", "sensei:seed"):
        for entry in SPARRING:
            partner = entry.make()
            if isinstance(partner, MirrorPartner):
                partner.copies(AGENTS[level])
            played = play(KARATE, AGENTS[level](), partner, Stream(11))
            sums = played.gains.cumsum()
            assert len(sums) == 1000
            assert sums.min() >= -100.0
            assert (sums >= played.floors - 1e-9).all()
            matches += 1
    assert matches == 3 * len(SPARRING)


@pytest.mark.lab
@pytest.mark.sweep
def test_classic_programs_of_rock_paper_scissors() -> None:
    pytest.importorskip("pyspiel")
    from ai.lab.karate.train import GAIN, programs, summary, tournament
    from ai.zerosum.sensei import SenseiStrategy

    table = tournament(programs(), 1, 1, lambda: SenseiStrategy(GAIN))
    figures = summary(table)
    assert figures["programs"] == 43
    assert float(figures["mean"]) >= 290.0
