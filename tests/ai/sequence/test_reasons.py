"""What anybody would say of a row of choices, and what the last rounds contradict."""

from __future__ import annotations

import math
import random

import pytest

from ai.sequence.experts import FAMILIES
from ai.sequence.reasons import (
    ENOUGH,
    Seen,
    Words,
    contradicted,
    explained,
    facts,
    habit,
    reason,
    record,
)

MOVES = ("a", "b", "c", "d")
WORDS = Words(MOVES, "move", "played", "play", "you go up", "you go down", "go on", "go back")
BEATS = (2, 3, 0, 1)


def seen_of(own: str, other: str = "", won: str = "") -> Seen:
    seen = Seen(4, BEATS)
    for place, symbol in enumerate(own):
        theirs = "abcd".index(other[place]) if other else -1
        result = {"+": 1, "-": -1, ".": 0}[won[place]] if won else 0
        seen.add("abcd".index(symbol), theirs, result)
    return seen


def said(seen: Seen, expected: str) -> str:
    fact = reason(seen, WORDS, "abcd".index(expected))
    return "" if fact is None else fact.sentence


def all_said(seen: Seen) -> list[str]:
    return [fact.sentence for symbol in range(4) for fact in facts(seen, WORDS, symbol)]


@pytest.mark.parametrize(
    ("own", "expected", "sentence"),
    [
        ("cadbbbb", "b", "you have played b 4 times in a row"),
        ("bbb", "b", ""),  # three in a row is too little
        ("bbbb", "c", ""),  # and says nothing of another move
        ("acacacac", "a", "you go back and forth between a and c"),
        ("acacacac", "c", ""),
        ("abcdabcdab", "c", "you go up"),
        ("dcbadcbad", "c", "you go down"),
        ("aabaabaabaab", "a", "you go round: a, a, b, and again"),
        ("acbdacbdacbd", "a", "you go round: a, c, b, d, and again"),
        ("abacadabdcacdbabcbdadcbd", "b", "you avoid repeating a move"),
        ("abacadabdcacdbabcbdadcbd", "d", ""),
        ("caaadaacaabaaacaaadaabaa", "a", "you played a in 17 of your last 23"),
    ],
)
def test_what_anybody_would_say_of_the_own_moves(own: str, expected: str, sentence: str) -> None:
    assert said(seen_of(own), expected) == sentence


def test_a_round_of_six_is_told_and_one_of_seven_is_not() -> None:
    """Nobody sees a longer one at once."""
    six, seven = "aabcdb", "aabcdbc"
    assert said(seen_of(six * 4), "a") == "you go round: a, a, b, c, d, b, and again"
    assert not any("round" in sentence for sentence in all_said(seen_of(seven * 4)))


def test_a_long_run_is_counted_whole() -> None:
    assert said(seen_of("b" * 90), "b") == "you have played b 90 times in a row"


def test_a_key_and_how_often_it_came_do_not_read_as_one_number() -> None:
    fact = reason(seen_of("b" * 16), WORDS._replace(names=("1", "2", "3", "4")), 1)
    assert fact is not None
    assert fact.sentence == "you have played 2, 16 times in a row"


def test_copying_and_beating_the_other_side_are_told() -> None:
    other = "acdbacbddbcab"
    copied = "b" + other[:-1]
    beaten = "a" + "".join("abcd"[BEATS["abcd".index(symbol)]] for symbol in other[:-1])
    assert said(seen_of(copied, other), "b") == "you copy my last move"
    fact = reason(seen_of(beaten, other), WORDS, BEATS["abcd".index("b")])
    assert fact is not None
    assert (fact.sentence, fact.counters) == ("you play what beats my last move", True)


def test_what_follows_a_win_and_a_loss_is_told() -> None:
    own, won = "aabbcddaccbbdaad", "+-+-.+-.+-+.-+-+"
    kept = [own[i] == own[i + 1] for i, result in enumerate(won[:-1]) if result == "+"]
    assert all(kept)
    told = [
        fact.sentence for symbol in range(4) for fact in facts(seen_of(own, "", won), WORDS, symbol)
    ]
    assert "you keep a move that won" in told
    steps = {"+": 0, "-": 1, ".": 3}
    own = "a"
    for result in (won := "+--.+.-+--.+-.-+.--.+-."):
        own += "abcd"[("abcd".index(own[-1]) + steps[result]) % 4]
    for result, sentence in (
        ("+", "you keep a move that won"),
        ("-", "after a loss you go on"),
        (".", "after a draw you go back"),
    ):
        seen = seen_of(own, "", won + result)
        expected = "abcd"[("abcd".index(own[-1]) + steps[result]) % 4]
        assert said(seen, expected) == sentence


def test_a_move_that_lost_is_changed_whatever_follows() -> None:
    rng, seen = random.Random(1), Seen(4)
    own = 0
    for _ in range(24):
        seen.add(own, -1, -1)
        own = (own + rng.randrange(1, 4)) % 4
    told = all_said(seen)
    assert "you change a move that lost" in told
    assert "you avoid repeating a move" in told


def test_a_habit_is_told_as_long_as_it_holds() -> None:
    """The rounds before it began do not dilute it."""
    noise = "".join(random.Random(2).choice("abcd") for _ in range(12))
    assert said(seen_of(noise + "cacacaca"), "c").startswith("you go back and forth")
    assert said(seen_of("abcd" * 5 + "bbbbbb"), "b") == "you have played b 6 times in a row"


def test_names_are_those_of_the_moves_that_were_kept_up() -> None:
    """After a slip the last two are not the two in turn."""
    slipped = seen_of("adadadadadab")
    assert all(
        "between" not in fact.sentence for s in range(4) for fact in facts(slipped, WORDS, s)
    )


def test_what_a_rule_kept_is_the_same_however_often_it_was_asked_for() -> None:
    rng, asked = random.Random(4), Seen(4, (1, 2, 3, 0))
    own, other, won = (
        [rng.randrange(-1 * (row == 2), 4 - 2 * (row == 2)) for _ in range(120)] for row in range(3)
    )
    words = WORDS
    for place in range(120):
        asked.add(own[place], other[place], won[place])
        late = Seen(4, (1, 2, 3, 0))
        for before in range(place + 1):
            late.add(own[before], other[before], won[before])
        if place % 3 == 0:
            for expected in range(4):
                assert facts(asked, words, expected) == facts(late, words, expected)


def test_bits_are_those_of_the_divergence() -> None:
    assert explained(5, 5, 4) == pytest.approx(10.0)
    assert explained(5, 20, 4) == pytest.approx(0.0)
    assert explained(0, 10, 4) == pytest.approx(10 * math.log2(4 / 3))
    half = 0.5 * math.log2(2.0) + 0.5 * math.log2(0.5 * 4 / 3)
    assert explained(6, 12, 4) == pytest.approx(12 * half)


def test_chance_is_seldom_given_a_reason() -> None:
    rng, told = random.Random(5), 0
    for _ in range(60):
        seen = Seen(4)
        for _ in range(30):
            seen.add(rng.randrange(4))
        told += reason(seen, WORDS, rng.randrange(4)) is not None
    assert told <= 12


@pytest.mark.parametrize("k", [1, 2, 3, 10])
def test_any_number_of_symbols_can_be_told(k: int) -> None:
    rng, seen = random.Random(k), Seen(k, tuple(range(k)))
    words = WORDS._replace(names=tuple(str(n) for n in range(k)))
    for _ in range(80):
        assert all(fact.bits >= ENOUGH for s in range(k) for fact in facts(seen, words, s))
        seen.add(rng.randrange(k), rng.randrange(k), rng.choice((-1, 0, 1)))
    assert len(seen) < 40


@pytest.mark.parametrize(
    ("family", "kept", "left"),
    [
        ("repeating", "aabbccddaabb", "abababababab"),
        ("climbing", "abcdabcdabcd", "dcbadcbadcba"),
        ("direction", "abcdabcdabcd", "acbdacbdacbd"),
        ("distance", "adadadadadad", "aabbccddccbb"),
        ("place", "adadaadddada", "bcbcbccbcbcb"),
        ("old keys", "abcdabcdabcd", "aaaabbbbaaaa"),
    ],
)
def test_the_last_rounds_contradict_what_was_not_done(family: str, kept: str, left: str) -> None:
    assert not contradicted(seen_of(kept), family, True)
    assert contradicted(seen_of(kept), family, False)
    assert contradicted(seen_of(left), family, True)
    assert not contradicted(seen_of(left), family, False)


def test_copies_and_wins_are_contradicted_too_and_every_family_has_a_measure() -> None:
    other = "acdbacbddbcab"
    copied = seen_of("b" + other[:-1], other)
    assert not contradicted(copied, "copying", True)
    assert contradicted(copied, "copying", False)
    kept = seen_of("aabbccddaabb", "", "+-" * 6)
    assert not contradicted(kept, "staying", True)
    assert contradicted(kept, "staying", False)
    assert contradicted(seen_of("aabb"), "staying", True)  # no win was seen
    assert [contradicted(seen_of(""), family, True) for family in FAMILIES] == [True] * 8


def test_nobody_returns_to_what_never_came() -> None:
    kept = seen_of("abcabcabc")
    assert not contradicted(kept, "old keys", True, MOVES.index("b"))
    assert contradicted(kept, "old keys", True, MOVES.index("d"))
    assert contradicted(kept, "old keys", False, MOVES.index("d"))  # it was contradicted before


def test_what_was_left_alone_longest_is_a_reason_and_a_habit() -> None:
    """Sixty moves of one who nine times of ten goes back to the oldest."""
    rng, own = random.Random(3), "abcd"
    while len(own) < 60:
        oldest = min(MOVES, key=own.rfind)
        own += oldest if rng.random() < 0.9 else rng.choice(MOVES)
    expected = MOVES.index(min(MOVES, key=own.rfind))
    told = [fact.sentence for fact in facts(seen_of(own[-30:]), WORDS, expected)]
    assert any("left alone longest" in sentence for sentence in told), told
    whole = Seen(4, BEATS, 1000)
    for symbol in own:
        whole.add(MOVES.index(symbol))
    found = habit(whole, WORDS)
    assert found is not None
    assert found.sentence.startswith("You went back to the move you had left alone longest: ")
    assert found.advice.startswith("Leave a move alone")


# -- what gave a player away over a whole match ------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other", "won", "sentence", "advice"),
    [
        ("b" * 20, "", "", "You repeated your last move: 19 of 19 times.", "Change your move more"),
        (
            "ac" * 10,
            "",
            "",
            "You played the same move as two moves earlier: 18 of 18 times.",
            "Choose another move than two moves earlier",
        ),
        ("abcd" * 5, "", "", "You go up: 19 of 19 times.", "Jump about"),
        ("dcba" * 5, "", "", "You go down: 19 of 19 times.", "Jump about"),
        (
            "cabadcbbadcacbdcab",
            "abadcbbadcacbdcabd",
            "",
            "You copied my last move: 17 of 17 times.",
            "Do not copy",
        ),
    ],
)
def test_the_habit_of_a_match_comes_with_what_to_do_instead(
    own: str, other: str, won: str, sentence: str, advice: str
) -> None:
    found = habit(seen_of(own, other, won), WORDS)
    assert found is not None
    assert found.sentence == sentence
    assert found.advice.startswith(advice)


def test_what_was_kept_away_from_is_a_habit_too() -> None:
    rng, own = random.Random(5), "a"
    while len(own) < 60:
        own += rng.choice([move for move in MOVES if move != own[-1]])
    seen = Seen(4, BEATS, 1000)
    for symbol in own:
        seen.add(MOVES.index(symbol))
    found = habit(seen, WORDS)
    assert found is not None
    assert found.sentence == "You changed your move: 59 of 59 times."
    assert found.advice == "Repeat a move now and then."


def test_of_chance_hardly_anything_is_said() -> None:
    rng, said_of = random.Random(1), 0
    for _ in range(200):
        seen = Seen(4, BEATS, 1000)
        for _ in range(40):
            seen.add(rng.randrange(4), rng.randrange(4), rng.choice((-1, 0, 1)))
        said_of += habit(seen, WORDS) is not None
    assert said_of <= 10


def test_a_rule_has_no_record_where_there_is_nothing_to_choose() -> None:
    alone, seen = Seen(1), seen_of("abcd" * 5)
    for _ in range(9):
        alone.add(0)
    assert record(alone, lambda seen, place: 0) == (0, 0, 0.0)
    trials, hits, bits = record(seen, lambda seen, place: (seen.own[place - 1] + 1) % 4)
    assert hits == trials > 10
    assert bits == pytest.approx(2.0 * trials)
