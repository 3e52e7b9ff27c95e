"""What an opponent says of a round is true of that round, whatever was played and expected."""

from __future__ import annotations

import itertools
import random
import re

import pytest

from games.karate.exchange import Round
from games.karate.fighters import NAMES
from games.karate.remarks import GUESS, SeenRound, Teller, remarks
from games.karate.rules import GAME, MOVES

ORDINALS = ("Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")
NUMBERS = ("Three", "Four", "Five", "Six", "Seven", "Eight")
WORDS = {word: times for words in (ORDINALS, NUMBERS) for times, word in enumerate(words, 3)}
WHY = "you copy my last move (5 of the last 7 times)"


def match_of(own: str, other: str) -> list[Round]:
    """Rounds in which seat 0 played the moves with these numbers, and seat 1 the others."""
    state, rounds = GAME.new({"table": "classic", "rounds": 0}), []
    for mine, theirs in zip(own, other, strict=True):
        state, events = GAME.apply(state, {0: MOVES[int(mine)], 1: MOVES[int(theirs)]})
        rounds.append(Round.of(events[0]))
    return rounds


def expecting(move: int, share: float = 0.7) -> tuple[float, ...]:
    rest = (1.0 - share) / 3
    return tuple(share if number == move else rest for number in range(4))


def said(own: str, other: str, forecast: tuple[float, ...], why: str = "", agent: str = "") -> str:
    found = remarks(SeenRound(match_of(own, other), 1, agent, forecast, why))
    return found[0] if found else ""


def test_a_run_that_was_foreseen() -> None:
    told = said("0111", "2223", expecting(1))
    assert told.startswith("Third kick in a row. ")
    assert "expected" not in told
    assert said("01111111111111", "2" * 14, expecting(1)).startswith("Kick number 13 in a row.")


def test_the_end_of_a_run() -> None:
    told = said("01110", "00002", expecting(1))
    assert told.startswith("Three times kick, then punch. I ")
    assert "kick" in told.partition("then punch.")[2]


def test_a_reason_is_said_only_where_the_move_came_that_it_led_to() -> None:
    assert said("012", "000", expecting(2), WHY).startswith("You copy my last move. ")
    assert "copy" not in said("012", "000", expecting(1), WHY)
    assert "copy" not in said("012", "000", expecting(2, GUESS), WHY)
    assert said("012", "000", expecting(2), "you have played kick 3 times").count(".") == 1


@pytest.mark.parametrize("agent", ["random", "habits", "nash"])
def test_who_expects_nothing_speaks_of_itself(agent: str) -> None:
    lines = {said("0123" * 5, other * 20, (), agent=agent) for other in "0123"}
    assert len(lines) >= 2
    for other in "0123":
        for number in range(1, 7):
            told = said("0" * number, other * number, (), agent=agent)
            names = [name.lower() for name in NAMES.values() if name.lower() in told.lower()]
            assert all(name in NAMES[MOVES[int(other)]].lower() for name in names), told
    assert said("0", "0", (), agent="a stranger") == ""


def test_it_knew_where_it_foresaw_the_move_and_gained() -> None:
    known = {}
    for own, other, foreseen in itertools.product("0123", "0123", (True, False)):
        teller = Teller(1, "sensei", match_of(own, other))
        assert not teller.knew, "nothing is counted yet"
        teller.foreseen.append(foreseen)
        lead = teller.rounds[-1].lead
        known[lead < 0, foreseen] = teller.knew
        assert teller.knew == (foreseen and lead < 0)
    assert set(known) == {(True, True), (True, False), (False, True), (False, False)}


def test_nothing_is_said_before_the_first_round() -> None:
    assert remarks(SeenRound((), 1, "sensei", expecting(1))) == ()


def test_where_both_hit_it_says_that_both_gained() -> None:
    """The line said that neither gained, below two scores that had risen by ten."""
    rounds = match_of("1", "1")
    assert rounds[-1].points == (10, 10)
    assert said("1", "1", expecting(1)) == "Both hit: +10 each."
    assert said("1", "1", expecting(0)) == "Both hit: +10 each."


def test_nothing_that_is_said_is_untrue() -> None:
    draws, checked = random.Random(12), 0
    for _ in range(1500):
        length = draws.randint(1, 9)
        own, other = ("".join(draws.choices("0123", (1, 4, 1, 1), k=length)) for _ in range(2))
        share, guess = draws.choice((0.28, 0.4, 0.9)), draws.randrange(4)
        rounds = match_of(own, other)
        forms = remarks(
            SeenRound(
                rounds, 1, draws.choice(("sensei", "seed-argmax")), expecting(guess, share), WHY
            )
        )
        gained = -rounds[-1].lead
        both = rounds[-1].points[0] == rounds[-1].points[1] > 0
        for told in forms:
            assert ("Both hit: +10 each." in told) == both
            assert not (both and "gained" in told)
            checked += 1
            check(told, own, guess, share, gained)
    assert checked > 1500


def check(told: str, own: str, guess: int, share: float, gained: int) -> None:
    """Raise AssertionError where a sentence about a round does not hold."""
    foreseen, name = int(own[-1]) == guess, NAMES[MOVES[guess]].lower()
    row = re.match(r"(\w+) ([a-z ]+) in a row\.", told)
    if row:
        times = WORDS[row[1]]
        assert own.endswith(own[-1] * times)
        assert row[2] == NAMES[MOVES[int(own[-1])]].lower()
    end = re.match(r"(\w+) times ([a-z ]+), then ([a-z ]+)\.", told)
    if end:
        assert own[-2] * WORDS[end[1]] == own[:-1][-WORDS[end[1]] :]
        assert own[-1] != own[-2]
    if "copy my last" in told:
        assert foreseen
        assert share > GUESS
    if "expected" in told or "looked for" in told or "waited for " + name in told:
        assert not foreseen
        assert name in told
    if any(words in told for words in ("waited for it", "first", "As I thought", "counts said so")):
        assert foreseen
        assert gained > 0
    if "chose wrong" in told or "drew the wrong" in told or "Well hidden" in told:
        assert gained < 0
    if "Neither of us gained" in told or "Nobody gained" in told:
        assert gained == 0
    if "lucky" in told or "still scored" in told or "all the same" in told:
        assert gained > 0
    if "guess" in told or "nothing yet" in told:
        assert share <= GUESS
    assert "{" not in told
    assert len(told.split()) <= 18
