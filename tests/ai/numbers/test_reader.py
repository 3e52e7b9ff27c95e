"""`mind` in Numbers: it is the fitted predictor, opens its head, remembers, reports honestly."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

from ai.numbers import describe_learned, local_start
from ai.numbers.machine import Seed, Typist
from ai.numbers.reader import (
    GROUPS,
    READ,
    Reader,
    group_of,
    noticed,
    plain_sentences,
)
from ai.sequence.experts import MATCHES, TABLES
from ai.sequence.mind_items import KEEP
from ai.sequence.predictor import Predictor
from ai.sequence.weights import MIND
from games import catalog
from games.arrays import BadWeights, arrays_from_text, arrays_to_text
from games.core import Event, Limit
from games.match import Match
from games.mind import (
    Bars,
    Bell,
    ContextTree,
    HeatMap,
    Lines,
    Meter,
    Note,
    Ribbon,
    Series,
    mind_from_plain,
    mind_to_plain,
)
from games.numbers.rules import GAME, KEYS
from games.store.profiles import LEARNED_BYTES
from games.streams import Stream

PARAMS = catalog.spec("numbers").params({"keys": 0})


def playing(model: Any, seed: int = 1) -> Match[Any]:
    return Match(GAME, PARAMS, seed, {1: model})


def typed(match: Match[Any], keys: str) -> Match[Any]:
    for key in keys:
        match.step(Limit(), {0: key})
    return match


def person(seed: int, keys: int) -> str:
    """The keys of a person with habits."""
    match: Match[Any] = Match(GAME, PARAMS, seed, {0: Typist(), 1: Seed()})
    match.run(Limit(), keys)
    return "".join(dict(turn)[0] for turn in match.turns)


def test_it_is_the_fitted_predictor_and_ties_go_to_the_lowest() -> None:
    match, plain, compared = playing(Reader()), Predictor(4), 0
    for key in person(3, 60):
        forecast = plain.predict()
        assert (
            match.decide(1, Limit()).move
            == KEYS[int(np.flatnonzero(forecast == forecast.max())[0])]
        )
        match.step(Limit(), {0: key})
        plain.update(KEYS.index(key))
        compared += 1
    assert compared == 60


def test_begin_rebuilds_exactly_and_undo_is_forgotten() -> None:
    keys = person(4, 30)
    start = arrays_to_text(typed(playing(Reader()), keys).players[1].learned_arrays())  # type: ignore[attr-defined]
    straight: Any = typed(playing(Reader(start)), keys[:18]).players[1]
    match = typed(playing(Reader(start)), keys)
    match.undo(12)
    again: Any = match.players[1]
    first, second = straight.learned_arrays(), again.learned_arrays()
    assert set(first) == set(second)
    assert all(np.array_equal(first[name], second[name]) for name in first)
    assert straight.mind() == again.mind()
    assert straight.findings() == again.findings()


def test_what_was_learned_goes_through_text_exactly_and_helps() -> None:
    keys = person(5, 160)
    first: Any = typed(playing(Reader()), keys[:110]).players[1]
    text = arrays_to_text(first.learned_arrays())
    assert len(text) < LEARNED_BYTES / 2
    known, new = Reader(text), Reader()
    ribbons = [
        next(item for item in playing(model).players[1].mind() if isinstance(item, Ribbon))  # type: ignore[attr-defined]
        for model in (known, new)
    ]
    assert sum(ribbons[0].weights[0]) == pytest.approx(1), "what is remembered weighs at once"
    assert ribbons[1].weights == ()
    assert known.predictor.predict() == pytest.approx(first.predictor.predict(), abs=2e-3)
    bits = [typed(playing(model), keys[110:]).players[1].surprise.rate for model in (known, new)]  # type: ignore[attr-defined]
    assert bits[0] < bits[1] < 2.1


@pytest.mark.parametrize("keys", [500, pytest.param(4_500, marks=pytest.mark.sweep)])
def test_the_longest_memory_fits_into_a_profile(keys: int) -> None:
    predictor, rng = Predictor(4), np.random.default_rng(1)
    for key in rng.integers(0, 4, keys).tolist():
        predictor.update(key)
    cells = predictor.to_arrays()["cells"].size
    every = len(predictor.to_arrays()["cells"]) / cells * predictor.bank.counts.cells.size
    text = arrays_to_text(predictor.to_arrays())
    assert len(text) + (every - cells) * 8 * 4 / 3 < LEARNED_BYTES


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"header": 3}'])
def test_a_damaged_start_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"learn|knowledge") as problem:
        Reader(text)
    assert str(problem.value).endswith(".")


def test_a_start_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="another game"):
        Reader(arrays_to_text(Predictor(3).to_arrays()))


def test_names_in_a_text_are_plain_letters() -> None:
    plain = json.loads(arrays_to_text({"names": np.array(["people", "plain"])}))
    assert arrays_from_text(json.dumps(plain))["names"].tolist() == ["people", "plain"]
    plain["names"]["data"] = "/" * 64
    with pytest.raises(BadWeights):
        arrays_from_text(json.dumps(plain))


def test_the_mind_shows_forecast_experts_surprise_and_contexts() -> None:
    match = typed(playing(Reader()), person(6, 40))
    decision: Any = match.decide(1, Limit(mind=True))
    kinds = [Note, Bars, Ribbon, Series, Series, ContextTree, HeatMap, Series]
    assert [type(item) for item in decision.mind] == kinds
    _, bars, ribbon, surprise, saved, tree, table, _ = decision.mind
    assert KEYS[bars.chosen] == decision.move
    assert sum(bars.values) == pytest.approx(1)
    assert len(surprise.values) == len(saved.values) == 40
    assert saved.values[-1] == pytest.approx(2 * 40 - sum(surprise.values))
    assert all(0 <= sum(row) <= 1 + 1e-9 for row in ribbon.weights)
    assert len(ribbon.weights) == 40
    assert all(len(row) == len(ribbon.names) == 7 for row in ribbon.weights)
    keys = [dict(turn)[0] for turn in match.turns]
    assert table.row_labels[table.outlined] == " ".join(keys[-2:])
    path = [node for node in tree.nodes if node.on_path]
    assert [node.depth for node in path] == [0, 1, 2, 3]
    assert path[3].label.startswith(f"after {' '.join(keys[-3:])}:")
    assert len(tree.nodes) == 1 + 3 * 4
    assert mind_from_plain(json.loads(json.dumps(mind_to_plain(decision.mind)))) == decision.mind


def test_an_endless_match_keeps_a_small_mind() -> None:
    match = typed(playing(Reader()), person(7, 65) * 2)
    model: Any = match.players[1]
    items = model.mind()
    assert len(items[2].weights) <= 120
    assert len(items[3].values) == len(items[4].values) == 120
    assert len(model.shares.rows) <= 120 < model.shares.seen == 130


def test_every_expert_has_a_group() -> None:
    names = [t.name for t in TABLES if not t.needs_opponent] + [MATCHES[0].name]
    groups = [group_of(name) for name in names]
    assert set(groups) == {"favourites", "patterns", "steps", "rhythm"}
    assert len(groups) > 20
    assert group_of("old keys") == "old keys"
    experts = Predictor(4).experts()
    assert {group_of(expert.name) for expert in experts} == set(GROUPS)


def test_findings_of_a_person_and_of_dice() -> None:
    model: Any = typed(playing(Reader()), "1234" * 25).players[1]
    habit, advice, words, moment, rate, crowd, people, ribbon, _ = model.findings()
    assert habit.text == "You go up the keys one by one: 99 of 99 times."
    assert advice.text == "Jump about instead of going round in order."
    assert words.text.startswith("How I read you, over the whole match: you ")
    assert "probability of 9" in moment.text
    assert isinstance(rate, Meter)
    assert rate.value == pytest.approx(model.surprise.rate)
    assert rate.value < 0.6
    assert isinstance(crowd, Bell)
    assert crowd.pin == pytest.approx(rate.value / 2)
    assert (crowd.seat, crowd.name) == (0, "you")
    assert isinstance(people, Lines)
    assert all(value <= 0.2 for _, value in people.rows)
    assert isinstance(ribbon, Ribbon)
    rng = Stream.named(1, "dice")
    dice = "".join(KEYS[rng.below(4)] for _ in range(300))
    blind: Any = typed(playing(Reader()), dice).players[1]
    assert blind.surprise.rate > 1.97
    assert blind.findings()[0].text == (f"No plain habit: 1 came most, {dice.count('1')} of 300.")
    assert all(value > 0.6 for _, value in blind.findings()[6].rows)
    assert playing(Reader()).players[1].findings() == ()  # type: ignore[attr-defined]


def test_the_strength_is_the_cards() -> None:
    text = catalog.agent("numbers", "mind").told().strength
    tested = MIND.card["people_left_out"]
    assert f"{-tested['rng10_towse']['percent']:.1f}%" in text
    assert f"{MIND.card['uniform_4']['bits']:.2f} bits" in text


def test_a_local_start_merges_players_and_leaves_damaged_ones_out() -> None:
    texts = [
        arrays_to_text(typed(playing(Reader()), person(seed, 70)).players[1].learned_arrays())  # type: ignore[attr-defined]
        for seed in (8, 9)
    ]
    merged = local_start([*texts, "broken", arrays_to_text(Predictor(3).to_arrays())])
    assert merged == local_start(texts)
    assert merged is not None
    assert Reader(merged).predictor.observed == 0
    assert not np.array_equal(Reader(merged).predictor.predict(), Predictor(4).predict())
    assert local_start([]) is None
    assert local_start(["broken"]) is None


def test_what_was_learned_is_told_in_words() -> None:
    model: Any = typed(playing(Reader()), "1123" * 20).players[1]
    summary, keys, steps, habits, now = describe_learned(arrays_to_text(model.learned_arrays()))
    assert "80 keys" in summary.text
    assert keys.values == pytest.approx((0.5, 0.25, 0.25, 0.0), abs=0.02)
    assert steps.labels[0] == "same again"
    assert steps.values == pytest.approx((0.25, 0.5, 0.25, 0.0), abs=0.02)
    told = dict(habits.rows)
    assert any(text.startswith("after 1, 1 you press 2: ") for text in told)
    assert min(told.values()) > 0.9
    assert len(now.rows) == 6
    assert all(text.startswith("you") for text, _ in now.rows)
    assert len(describe_learned(arrays_to_text(Predictor(4).to_arrays()))) == 2
    with pytest.raises(ValueError, match="learned"):
        describe_learned("broken")


def test_every_group_speaks_of_keys() -> None:
    sentences = plain_sentences(Predictor(4).experts())
    assert len(sentences) == len(GROUPS)
    wrong = [text for text in sentences if re.search(r"symbol|opponent|move", text)]
    assert wrong == []


def test_the_keys_of_a_match_show_a_habit() -> None:
    events = [Event("key", {"key": "1234"[number % 4], "guess": "1"}) for number in range(40)]
    assert noticed(events, 0, "") == "you go up the keys one by one, 39 of 39 times"
    assert noticed(events[:4], 0, "") == ""


def test_a_gentler_level_looks_away_from_its_share_of_keys_and_says_so() -> None:
    agent = catalog.resolve("numbers", "mind:level=easy").make()
    rules = catalog.rules("numbers")
    match: Match[Any] = Match(
        rules, rules.spec.params({"keys": 300}), 4, {0: catalog.demo_player("numbers"), 1: agent}
    )
    blind = total = 0
    while not match.over:
        decision = match.decide(1, Limit(mind=True))
        assert decision.mind
        blind += "blindly" in getattr(decision.mind[0], "text", "")
        total += 1
        match.step(Limit())
    assert 0.5 < blind / total < 0.66


def test_who_was_read_without_a_plain_habit_is_not_told_to_go_on_so() -> None:
    rng = Stream.named(1, "dice")
    dice = "".join(KEYS[rng.below(4)] for _ in range(300))
    for read, advice in ((False, KEEP), (True, READ)):
        model: Any = typed(playing(Reader()), dice).players[1]
        if read:
            for _ in range(200):
                model.accuracy.record(True)
        assert model.findings()[1].text == advice
