"""What the sensei says of the player: bands, ideas, the ladder, what it may lose."""

from __future__ import annotations

import functools
import re

import numpy as np
import pytest

from ai.karate.originals import HabitFighter
from ai.karate.sensei import SenseiFighter
from ai.karate.sensei_mind import (
    BANDS,
    COUNTER,
    FAVOUR,
    FEWEST_SEEN,
    LADDER,
    OLD,
    ORDER,
    REACT,
    REPEAT,
    TOLD,
    UNSEEN_LADDER,
    Bands,
    band_of_expert,
    band_of_theory,
    ideas,
    in_karate_words,
    meter,
    rounds_told,
)
from ai.karate.story import PLAIN, simpler
from ai.lab.karate.partners import Cycle, Markov, MirrorPartner, Partner, other_side
from ai.sequence.experts import FAMILIES
from ai.sequence.mind_items import ROWS
from ai.sequence.sentences import IDEA, expecting, forms
from ai.zerosum.budget import SafetyBudget
from ai.zerosum.sensei import HabitForecaster, SenseiStrategy, TheoryForecaster
from games.arrays import arrays_to_text
from games.karate.rules import gain_matrix
from games.mind import Gauge, Meter, Note
from games.streams import Stream

KARATE = gain_matrix("classic")


CYCLE, MARKOV = Cycle(3), Markov(1)


@functools.cache  # nobody changes what is given
def fought(partner: Partner | HabitFighter, rounds: int = 120) -> SenseiFighter:
    agent, rng = SenseiFighter(), Stream(3)
    agent.start(KARATE, rng)
    if isinstance(partner, MirrorPartner):
        partner.copies(SenseiFighter)
    partner.start(other_side(KARATE), rng)
    for _ in range(rounds):
        own, other = agent.choose(), rng.sample_from(partner.strategy())
        agent.learn(own, other)
        partner.learn(other, own)
    return agent


def theory_forecaster() -> TheoryForecaster:
    forecaster = SenseiStrategy(KARATE).forecaster
    assert isinstance(forecaster, TheoryForecaster)
    return forecaster


# -- words -----------------------------------------------------------------------------------


def test_every_expert_and_theory_speaks_of_moves_and_of_me() -> None:
    forecaster = theory_forecaster()
    sentences = [expert.sentence for expert in forecaster.predictor.experts()]
    sentences += [
        text for family in FAMILIES.values() for text in (family.sentence, family.opposite)
    ]
    sentences += [about.sentence for about in forecaster.bank.about]
    told = {in_karate_words(sentence) for sentence in sentences}
    assert len(told) > 90
    wrong = [text for text in told if re.search(r"\b(keys?|symbols?|opponent|row)\b", text)]
    assert [text for text in wrong if not text.endswith("in the row")] == []
    assert all(text.startswith(("you", "your", "lately you")) for text in told)


def test_bands_gather_what_says_the_same() -> None:
    names = {
        expert.name: band_of_expert(expert.name)
        for expert in theory_forecaster().predictor.experts()
    }
    assert names["favourites"] == FAVOUR
    assert names["own 3"] == names["own echo"] == names["age 2"] == ORDER
    assert names["repeating"] == REPEAT
    assert names["old keys"] == OLD
    assert (
        names["other 2"] == names["own 2 other 1"] == names["answer"] == names["result 3"] == REACT
    )
    assert names["round echo"] == names["staying"] == REACT
    assert names["foresight own 2"] == COUNTER
    assert set(names.values()) == {FAVOUR, ORDER, REPEAT, OLD, REACT, COUNTER}
    bands = {band_of_theory(about) for about in theory_forecaster().bank.about}
    assert bands == {*range(len(BANDS))} - {OLD}


# -- shares ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("partner", "bands"),
    [
        (CYCLE, {ORDER}),
        (MARKOV, {COUNTER, COUNTER + 1, COUNTER + 2}),
    ],
)
def test_the_ribbon_shows_why_it_was_right(partner: Partner, bands: set[int]) -> None:
    agent = fought(partner)
    assert agent.bands is not None
    late = np.mean(agent.bands.shares.rows[-30:], axis=0)
    assert int(late.argmax()) in bands
    assert 0.5 < late.sum() < 1.0 + 1e-9


def test_the_ladder_rises_with_the_player() -> None:
    simple, clever = fought(CYCLE), fought(MARKOV)
    indices = []
    for agent in (simple, clever):
        assert agent.bands is not None
        shown = agent.bands.closing_gauge("Ladder", len(LADDER) - 1)
        assert sum(shown.values) == pytest.approx(1.0)
        assert min(shown.values) >= -1e-12
        assert shown.sentence == TOLD[shown.index]
        indices.append(shown.index)
    assert indices[0] == 0
    assert indices[1] > 0


def test_long_matches_keep_few_rows() -> None:
    agent = fought(HabitFighter(), 3 * ROWS // 2)
    assert agent.bands is not None
    assert ROWS / 2 <= len(agent.bands.shares.rows) <= ROWS
    assert len(agent.bands.ribbon("R").weights) == len(agent.bands.shares.rows)


def test_ideas_are_shares_of_the_forecast() -> None:
    agent = fought(HabitFighter(), 40)
    forecaster = agent.sensei.forecaster
    assert isinstance(forecaster, HabitForecaster)
    agent.forecast()
    expected = int(np.argmax(agent.forecast()))
    experts = forecaster.predictor.experts(expected)
    assert agent.bands is not None
    spoken = agent.bands.voices(expected, experts)
    told = list(ideas(spoken))
    assert sum(share for _, share in told) == pytest.approx(1.0)
    assert [share for _, share in told] == sorted((share for _, share in told), reverse=True)
    assert len({sentence for sentence, _ in told}) == len(told)
    rungs = [list(ideas(spoken, rung)) for rung in range(len(LADDER))]
    ladder = agent.bands.gauge("Ladder", expected, experts)
    sums = [sum(share for _, share in rung) for rung in rungs]
    assert sums == pytest.approx(list(ladder.values))


@pytest.mark.parametrize("partner", [Cycle(3), Markov(1), HabitFighter()])
def test_the_reason_stands_on_the_rung_where_the_ladder_stands(
    partner: Partner | HabitFighter,
) -> None:
    agent, rng = SenseiFighter(), Stream(3)
    agent.start(KARATE, rng)
    partner.start(other_side(KARATE), rng)
    checked = 0
    for turn in range(24):
        own, other = agent.choose(), rng.sample_from(partner.strategy())
        note, ladder = sentence_and_ladder(agent)
        if turn < FEWEST_SEEN:
            assert note.text.endswith("I do not know you yet and go by others.")
            assert ladder.sentence == UNSEEN_LADDER
            assert not any("you" in label.split() for label in ladder.labels)
        else:
            assert ladder.sentence == LADDER[ladder.index][1]
            assert ladder.labels == tuple(label for label, _ in LADDER)
            if ": " in note.text:
                reason = note.why
                name = note.text[len("I expect ") : note.text.index(":")]
                assert note.text in (
                    expecting(name, list(forms(reason))),
                    expecting(name, [IDEA.format(reason)]),
                )
                counters = reason.startswith("you play what beats my last move")
                plain = FACT.match(reason) is not None and ladder.index == counters
                assert plain or reason in {PLAIN[ladder.index], *rung_sentences(agent, 0)}, reason
            else:
                assert note.text.endswith("little more than a guess.")
            checked += 1
        agent.learn(own, other)
        partner.learn(other, own)
    assert checked == 24 - FEWEST_SEEN


def test_in_the_first_rounds_of_another_match_no_reason_speaks_of_rounds_that_were_not() -> None:
    first = SenseiFighter()
    first.start(KARATE, Stream(1))
    pattern = (1, 1, 0, 1, 1, 3)
    for turn in range(48):
        first.learn(first.choose(), pattern[turn % 6])
    learned = first.learned_arrays()
    assert learned is not None
    again = SenseiFighter(memory=arrays_to_text(learned))
    again.start(KARATE, Stream(2))
    told = []
    for turn in range(12):
        note, _ = sentence_and_ladder(again)
        told.append(note.text)
        assert rounds_told(note.why) <= turn, note.text
        again.learn(again.choose(), pattern[turn % 6])
    assert told[0].endswith("by what I remember of you.")
    assert re.search(": (I think )?you", told[-1])


@pytest.mark.parametrize(
    ("sentence", "rounds"),
    [
        ("you favour some moves over others", 0),
        ("you copy my last move", 1),
        ("you do the same again after the same last three moves", 3),
        ("lately you do the same again after the same last two moves", 2),
        ("you change in the same way after the same last five changes", 6),
        ("you change in the same way after winning and losing", 0),
        ("you do what you did when the fight ran like this before", 1),
    ],
)
def test_how_far_back_a_sentence_speaks(sentence: str, rounds: int) -> None:
    assert rounds_told(sentence) == rounds


FACT = re.compile(
    "you (have played|go round|go back and forth|copy|avoid|keep|change|played|play)|after a "
)


def sentence_and_ladder(agent: SenseiFighter) -> tuple[Note, Gauge]:
    items = agent.mind()
    assert isinstance(items[0], Note)
    return items[0], next(item for item in items if isinstance(item, Gauge))


def rung_sentences(agent: SenseiFighter, rung: int) -> set[str]:
    """All that an expert or theory of a rung can say, told apart without `ideas`."""
    forecaster = agent.sensei.forecaster
    assert isinstance(forecaster, TheoryForecaster)
    said = {about.sentence for about in forecaster.bank.about if about.level == rung}
    for expert in forecaster.predictor.experts():
        if expert.name.startswith("foresight") == (rung == 1) and rung < 2:
            said.add(in_karate_words(expert.sentence))
    return said | set(map(simpler, said))


def test_shares_of_a_mind_without_theories_are_its_experts() -> None:
    forecaster = SenseiStrategy(KARATE, "no-theory").forecaster
    assert isinstance(forecaster, HabitForecaster)
    bands = Bands(forecaster)
    for turn in range(24):
        bands.record(int(np.argmax(forecaster.forecast())))
        forecaster.observe(0, turn % 3)
    assert len(bands.shares.rows) == 24
    assert sum(bands.shares.rows[-1]) == pytest.approx(1.0)
    assert bands.shares.rows[-1][ORDER] > 0.4


# -- budget ---------------------------------------------------------------------


def test_the_meter_says_what_is_guaranteed() -> None:
    budget = SafetyBudget(KARATE)
    assert "cannot lose more than 100 points" in meter(budget).help
    sharp = np.array([0.0, 1.0, 0.0, 0.0])
    for _ in range(60):
        budget.settle(sharp, 0)
    shown = meter(budget)
    assert isinstance(shown, Meter)
    assert (shown.value, shown.high) == (300.0, 300.0)
    assert f"{budget.floor:.4g} points are mine" in shown.help
    assert budget.floor > 0


def test_what_is_told_at_the_end_speaks_as_the_opponent() -> None:
    found = fought(HabitFighter(), 60).findings()
    texts = [item.text if isinstance(item, Note) else item.help for item in found]
    texts += [item.title for item in found if not isinstance(item, Note)]
    texts += [item.sentence for item in found if isinstance(item, Gauge)]
    assert len(texts) > 10
    assert sum(bool(re.search(r"\b(I|me|my|My)\b", text)) for text in texts) > 8
    third = r"\bIt\b|\bits\b|\bit (thinks|expects|foresaw|is reading|learns)|cost it\b"
    assert [text for text in texts if re.search(third, text)] == []


def test_every_rung_is_told_at_the_end_too_by_the_opponent_itself() -> None:
    assert len(TOLD) == len(LADDER) == len(set(TOLD))
    assert all(text.startswith("Mostly I thought you ") for text in TOLD)
