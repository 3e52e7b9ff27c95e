"""What readers tell alike: shares over a match, contexts, habits after pairs, starts, ranks."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest

from ai.karate.fighter import fact_words
from ai.sequence.mind_items import (
    FEWEST_FOR_IDEA,
    LEAN,
    PEOPLE,
    ROWS,
    Shares,
    clear_habit,
    context_nodes,
    given_away,
    habits_after_pairs,
    loudest,
    pair_counts,
    pairs_map,
    ranked,
    read_start,
    shared_start,
    summary,
    surest_moment,
)
from ai.sequence.predictor import Predictor
from ai.sequence.reasons import Seen
from ai.sequence.state import BadState
from ai.sequence.surprise import ForeseenSymbol
from ai.sequence.weights import MIND
from games.arrays import FloatArray, arrays_to_text


def told(names, row):
    """Names and shares as `Shares.keep` wants them."""
    return names, row


def test_shares_are_worked_out_when_they_are_asked_for_and_once() -> None:
    shares, worked = Shares(("a",)), []
    for moment in range(3):
        assert shares.tick()
        shares.keep(lambda moment=moment: (worked.append(moment), (("a",), (moment,)))[1])
    assert worked == []
    assert shares.rows == [(0,), (1,), (2,)]
    assert shares.means() == (1.0,)
    assert worked == [0, 1, 2]


def test_shares_are_thinned_evenly_and_keep_their_means() -> None:
    shares, kept = Shares(("a", "b")), []
    for moment in range(5 * ROWS):
        if shares.tick():
            shares.keep(partial(told, ("a", "b"), (moment / 1000, 1 - moment / 1000)))
            kept.append(moment)
    assert shares.seen == 5 * ROWS
    assert ROWS / 2 <= len(shares.rows) <= ROWS
    moments = [round(1000 * row[0]) for row in shares.rows]
    steps = {after - before for before, after in itertools.pairwise(moments)}
    assert steps == {shares.stride} == {8}
    assert moments[0] == 0
    assert sum(shares.means()) == pytest.approx(1.0)
    assert Shares(("a", "b")).means() == (0.0, 0.0)


def test_a_ribbon_is_made_of_running_means_and_puts_the_rest_together() -> None:
    shares = Shares(("a", "b", "c"))
    rows = [(0.5, 0.25, 0.125), (0.25, 0.0, 0.75), (0.75, 0.25, 0.0)]
    for row in rows:
        shares.keep(partial(told, ("a", "b", "c"), row))
    shown = shares.ribbon("Title", "Help", 2)
    assert (shown.title, shown.help, shown.names) == ("Title", "Help", ("a", "b", "c"))
    expected = [rows[0], np.mean(rows[:2], axis=0), np.mean(rows[1:], axis=0)]
    assert np.allclose(shown.weights, expected)
    fewer = shares.ribbon("Title", "Help", 1, most=2)
    assert fewer.names == ("a", "c", "everything else")
    assert np.allclose(fewer.weights, [(0.5, 0.125, 0.25), (0.25, 0.75, 0.0), (0.75, 0.0, 0.25)])
    assert Shares(("a", "b")).ribbon("", "", 4, most=1).weights == ()


def test_the_largest_shares_stand_in_a_sentence_in_the_words_of_the_moment() -> None:
    shares = Shares(("one", "two", "three", "four", "five"))
    row = (0.1, 0.3, 0.07, 0.2, 0.3)
    shares.keep(partial(told, ("one", "two", "three", "four", "five"), row))
    assert shares.in_words() == "two (30%), five (30%), four (20%)"
    shares.keep(partial(told, ("1", "2", "3", "4", "5"), row))
    assert shares.in_words() == "2 (30%), 5 (30%), 4 (20%)"
    assert Shares(("one",)).in_words() == ""


class Followed:
    """Counts of what followed what in a `sequence` of two symbols."""

    def __init__(self, sequence: tuple[int, ...]) -> None:
        self.sequence = sequence

    def counts_after(self, symbols: Sequence[int]) -> FloatArray:
        context, counts = tuple(symbols), np.zeros(2)
        for end in range(len(context), len(self.sequence)):
            if self.sequence[end - len(context) : end] == context:
                counts[self.sequence[end]] += 1
        return counts

    def counts_before(self, symbols: Sequence[int]) -> FloatArray:
        return np.stack([self.counts_after((first, *symbols)) for first in range(2)])


def test_context_nodes_open_along_the_path() -> None:
    seen, nothing = Followed((0, 1, 1, 0, 1, 1, 0, 1)), Followed(())
    nodes = context_nodes(seen, (0, 1), lambda context, best: f"{context} {best}")
    unseen = context_nodes(nothing, (1,), lambda context, best: str(best))
    assert [(node.label, node.depth, node.on_path) for node in nodes] == [
        ("() 1", 0, True),
        ("(0,) 1", 1, False),
        ("(1,) 0", 1, True),
        ("(0, 1) 1", 2, True),
        ("(1, 1) 0", 2, False),
    ]
    assert [node.share for node in nodes] == pytest.approx([1, 3 / 7, 4 / 7, 0.5, 0.5])
    assert [node.value for node in nodes] == pytest.approx([6 / 10, 4 / 5, 3 / 6, 3 / 4, 3 / 4])
    assert [node.label for node in unseen] == ["-1"] * 3
    assert [node.share for node in unseen] == [1.0, 0.0, 0.0]


def test_pairs_are_counted_and_those_beyond_chance_are_told() -> None:
    predictor = Predictor(3)
    for symbol in (0, 1, 2) * 8:
        predictor.update(symbol)
    pairs = pair_counts(predictor)
    assert pairs.shape == (3, 3, 3)
    assert pairs[0, 1].argmax() == 2
    (lines,) = habits_after_pairs("Title", pairs, lambda *case: " ".join(map(str, case[:3])))
    assert sorted(text for text, _ in lines.rows) == ["0 1 2", "1 2 0", "2 0 1"]
    assert habits_after_pairs("", np.ones((3, 3, 3)) * 9, lambda *case: "") == ()
    assert habits_after_pairs("", pairs / 2, lambda *case: "") == ()


def test_a_map_of_pairs_names_the_older_symbol_first() -> None:
    values = [(row / 10, 1 - row / 10) for row in range(4)]
    shown = pairs_map("Title", ("a", "b"), values, 1, "Help")
    assert shown.row_labels == ("a a", "a b", "b a", "b b")
    assert (shown.values, shown.outlined, shown.help) == (tuple(values), 1, "Help")


def test_a_start_of_another_game_is_refused_and_left_out() -> None:
    text = arrays_to_text(Predictor(4).settled())
    assert read_start(text, 4, opponent=False)["members"].size > 5
    for k, opponent in ((3, False), (4, True)):
        with pytest.raises(BadState, match="another game"):
            read_start(text, k, opponent)
        assert shared_start([text, "broken"], k, opponent) is None
    damaged = Predictor(4).settled()
    damaged["belief"] = -damaged["belief"]
    assert shared_start([arrays_to_text(damaged)], 4, opponent=False) is None
    assert shared_start([text, "broken"], 4, opponent=False) == shared_start([text], 4, False)


def test_words_for_one_and_for_several() -> None:
    assert summary(1, "key").text.startswith("It has seen 1 key of yours.")
    assert summary(2, "move").text.endswith("the last moves themselves.")
    rows = [(str(place), place % 5 / 10) for place in range(20)]
    assert [text for text, _ in loudest("", rows, "").rows] == ["4", "9", "14", "19", "3", "8"]
    assert surest_moment(ForeseenSymbol(3, 1, 0.625), "round", "kick").startswith(
        "Your most guessable moment was round 3: I gave your kick a probability of 62%"
    )


def test_ranks_are_the_percentiles_of_the_card() -> None:
    known = MIND.card["surprise"]
    compared = 0
    for name, row in zip(PEOPLE, range(5), strict=True):
        points = known["of_chance"][name]
        median = points[known["percents"].index(50)]
        text, value = ranked(median, PEOPLE, "Help.")[0].rows[row]
        assert value == pytest.approx(0.5)
        assert str(MIND.card["data"][name]["people"]) in text
        assert ranked(points[0] - 0.01, PEOPLE, "")[0].rows[row][1] == 0
        assert ranked(points[-1] + 0.01, PEOPLE, "")[0].rows[row][1] == 1
        compared += 1
    assert compared == 5
    assert ranked(1.0, PEOPLE, "Help.")[0].help == "Help."
    assert ranked(1.0, ("nobody",), "") == ()


@pytest.mark.parametrize(
    "wrong",
    [10**400, float("nan"), "many", None, [], [[1.0]] * 3, [1e300]],
    ids=lambda v: repr(v)[:9],
)
@pytest.mark.parametrize("where", ["points", "percents", "people"])
def test_a_card_without_proper_numbers_ranks_nobody(
    monkeypatch: pytest.MonkeyPatch, where: str, wrong: object
) -> None:
    name = next(iter(PEOPLE))
    card: dict[str, Any] = {
        "surprise": {"of_chance": {name: [0.5, 0.6, 0.7]}, "percents": [10.0, 50.0, 90.0]},
        "data": {name: {"people": 53}},
    }
    monkeypatch.setattr("games.weights.card", lambda _: card)
    assert ranked(0.65, PEOPLE, "")[0].rows == ((f"of 53 {PEOPLE[name]}", pytest.approx(0.7)),)
    places = {
        "points": (card["surprise"]["of_chance"], name),
        "percents": (card["surprise"], "percents"),
        "people": (card["data"][name], "people"),
    }
    holder, key = places[where]
    holder[key] = wrong
    assert ranked(0.65, PEOPLE, "") == ()


def test_after_few_choices_no_idea_is_told_that_no_rule_bears_out() -> None:
    rng, seen = random.Random(5), Seen(4, kept=100)
    words, idea = fact_words(("A", "B", "C", "D")), "you counter my moves"
    told = []
    for _ in range(FEWEST_FOR_IDEA):
        told.append(given_away(seen, words, idea)[0].text)
        seen.add(rng.randrange(4))
    assert told == ["So few choices give nothing away yet."] * FEWEST_FOR_IDEA
    after = given_away(seen, words, idea)[0].text
    assert after == "You counter my moves, if not by any plain rule."


@pytest.mark.parametrize(
    ("kicks", "idea", "said", "advice"),
    [
        (13, "you counter my moves", "You played d most: 13 of 25 times.", "Choose d less often."),
        (
            7,
            "",
            "No plain habit: d came most, 7 of 25.",
            "Keep mixing like this.",
        ),
    ],
)
def test_without_a_habit_the_plain_share_is_told(
    kicks: int, idea: str, said: str, advice: str
) -> None:
    rest = [0, 1, 2] * 9
    rng, own = random.Random(4), [3] * kicks + rest[: 25 - kicks]
    rng.shuffle(own)
    seen = Seen(4, kept=100)
    for move in own:
        seen.add(move)
    told = given_away(seen, fact_words(("A", "B", "C", "D")), idea)
    assert [note.text for note in told] == [said, advice]
    after_loss = given_away(seen, fact_words(("A", "B", "C", "D")), idea, advice=LEAN)[1].text
    assert after_loss == (LEAN if advice.startswith("Keep") else advice)


def test_a_clear_habit_is_a_clause_with_its_count_and_chance_has_none() -> None:
    words = fact_words(("Punch", "Kick", "Parry punch", "Parry kick"))
    seen, dice = Seen(4, kept=60), random.Random(5)
    for _ in range(30):
        seen.add(1)
    assert clear_habit(seen, words) == "you repeated your last move, 29 of 29 times"
    by_lot = Seen(4, kept=60)
    for _ in range(30):
        by_lot.add(dice.randrange(4))
    assert clear_habit(by_lot, words) == ""
