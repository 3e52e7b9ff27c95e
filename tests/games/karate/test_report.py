"""What a round of karate comes to, and the report of a match."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pytest

from ai.karate.fighter import fact_words
from ai.sequence.mind_items import given_away
from ai.sequence.reasons import Seen
from games.intervals import chance_band
from games.karate import exchange as timeline
from games.karate.exchange import Exchange, Round, result_words
from games.karate.fighters import NAMES
from games.karate.report import Bluff, best_bluff, report
from games.karate.rules import MOVES, POINTS, result
from games.mind import Bars, Lines, Meter, Note, Series
from games.shell.hooks import AWAY, STRENGTH, TRY, Insight
from games.shell.pages.result import MOST_WORDS, first_words, words_in

FRAME = 1 / 60


def rounds_of(table: str) -> list[Round]:
    found = []
    for a, b in itertools.product(range(4), repeat=2):
        points = (POINTS[table][a][b], POINTS[table][b][a])
        moves = (MOVES[a], MOVES[b])
        results = (result(moves[0], points[0]), result(moves[1], points[1]))
        found.append(Round(moves, points, results))
    return found


@pytest.mark.parametrize("table", list(POINTS))
@pytest.mark.parametrize("still", [False, True])
def test_every_exchange_meets_once_and_returns_to_guard(table: str, still: bool) -> None:
    tried = 0
    for played in rounds_of(table):
        shown = Exchange(played, still)
        met, poses, gaps, shakes = 0, [set(), set()], [], []
        while shown.running:
            met += shown.update(FRAME)
            gaps.append(shown.gap)
            shakes.append(math.hypot(*shown.shake))
            for seat in (0, 1):
                poses[seat].add(shown.pose(seat))
                assert 0.0 <= shown.flash <= 1.0
                assert 0.0 <= shown.words <= 1.0
        assert met == 1
        assert max(shakes) <= timeline.SHAKE
        assert (max(shakes) > 0) == ("hit" in played.results and not still)
        assert shown.gap == timeline.GUARD
        for seat in (0, 1):
            assert played.moves[seat] in poses[seat]
            assert ("hit" in poses[seat]) == (played.struck(seat) and not still)
        if not still:
            steps = [abs(a - b) for a, b in itertools.pairwise(gaps)]
            assert max(steps) < 40
        tried += 1
    assert tried == 16


def made(moves: str, replies: str) -> list[Round]:
    names = dict(zip("PKpk", MOVES, strict=True))
    by_moves = {played.moves: played for played in rounds_of("classic")}
    return [by_moves[names[a], names[b]] for a, b in zip(moves, replies, strict=True)]


def test_the_report_by_hand() -> None:
    rounds = made("PKPKPKPKPKPK", "kkkkkkkkkkkk")
    foreseen = [True] * 9 + [False] * 3
    told = (Note("Your most predictable moment was round 12."),)
    found = report(rounds, foreseen, ("Ada", "First student"), 0, told)
    # a punch hits the low parry (10 : 0), a kick is parried (0 : 5): six of each
    assert found.headline == "You win 60 : 30"
    assert found.outcome == "won"
    low, high = chance_band(12, 0.25)
    assert found.lines[0] == (
        "First student foresaw you in 9 of 12 rounds (75%), more than chance alone would "
        f"give ({100 * low:.0f}\N{EN DASH}{high:.0%})."
    )
    assert found.lines[1] == told[0].text
    assert found.lines[2].startswith("Your favourite three in a row: punch, kick, punch, 5 times; ")
    assert "1.2 times" in found.lines[2]
    lead, moves, lines, share = found.items
    assert isinstance(lead, Series)
    assert lead.values == (10, 5, 15, 10, 20, 15, 25, 20, 30, 25, 35, 30)
    assert isinstance(moves, Bars)
    assert moves.values == (0.5, 0.5, 0.0, 0.0)
    assert isinstance(lines, Lines)
    assert ("After a hit you play kick: 6 of 6 times; by chance 0 to 4", 1.0) in lines.rows
    assert ("After a miss you repeat the move: 0 of 5 times", 0.0) in lines.rows
    assert lines.chosen is not None
    assert lines.rows[lines.chosen][1] == 1.0
    assert isinstance(share, Series)
    assert share.values[-1] == 0.75
    assert len(share.low) == len(share.values) == 12


def test_the_report_of_the_other_side_of_a_draw_and_of_nothing() -> None:
    lost = report(made("kk", "PP"), [None, None], ("Ada", "The wall"), 0)
    assert (lost.headline, lost.outcome) == ("The wall wins 20 : 0", "lost")
    assert lost.lines == ("The wall did not try to guess anybody's moves.",)
    drawn = report(made("P", "P"), [False], ("Ada", "The wall"), 0)
    assert (drawn.headline, drawn.outcome) == ("A draw, 10 : 10", "drawn")
    told = (Note("I read you."), Meter("Bits", 1.0, 0.0, 3.0))
    watched = report(made("Pk", "kP"), [True, True], ("A", "B"), None, told)
    assert watched.outcome == "drawn"
    assert watched.lines[1] == "B to A: “I read you.”"
    assert not any("you" in line.lower().split() for line in watched.lines if "“" not in line)
    assert not any(isinstance(item, Note | Meter) for item in watched.items)
    assert report([], [], ("A", "B"), 0).items == ()


def test_results_in_the_words_of_the_original() -> None:
    words = {
        result_words(played.results[seat], played.points[seat])
        for played in rounds_of("classic")
        for seat in (0, 1)
    }
    assert words == {"Hit! +10", "Parry +5", "Miss +0"}


@pytest.mark.parametrize(
    ("hits", "verdict"), [(22, "Easy"), (17, "Easy"), (16, "Hard"), (2, "Very hard")]
)
def test_how_hard_to_read_somebody_was_is_a_word_beside_chance(hits: int, verdict: str) -> None:
    rounds = made("PK" * 20, "k" * 40)
    foreseen = [True] * hits + [False] * (40 - hits)
    told = (Note("You repeated every second move."), Note("Break the pattern."))
    brief = report(rounds, foreseen, ("Ada", "First student"), 0, told).brief
    assert [text for _, text in brief] == [
        told[0].text,
        f"{verdict} to read: First student foresaw {hits} of 40; chance gives 10.",
        told[1].text,
    ]


def test_the_best_bluff_is_where_it_was_surest_and_wrong() -> None:
    rounds = made("PKPK", "KKKK")
    sure = ((0.1, 0.7, 0.1, 0.1), (0.05, 0.9, 0.05, 0.0), (0.1, 0.1, 0.6, 0.2), ())
    assert best_bluff(rounds, sure, 0) == (1, 1, 0, 0.7, (0, 10))  # the second was right
    assert best_bluff(rounds[1:2], sure[1:2], 0) is None
    assert best_bluff(rounds, ((0.25,) * 4,) * 4, 0) is None  # sure of nothing
    assert best_bluff(made("KP", "PP"), ((0.8, 0.1, 0.1, 0.0), ()), 0) == (1, 0, 1, 0.8, (10, 0))
    lost_and_won = [*made("P", "K"), *made("K", "P")]
    surer_first = ((0.1, 0.8, 0.1, 0.0), (0.5, 0.2, 0.2, 0.1))
    assert [played.points for played in lost_and_won] == [(0, 10), (10, 0)]
    assert best_bluff(lost_and_won, surer_first, 0) == (2, 0, 1, 0.5, (10, 0)), "it won the round"
    assert STRENGTH not in dict(told_of((0, 10)))
    assert STRENGTH in dict(report(rounds, [True] * 4, ("You", "It"), 0).brief)


def told_of(points: tuple[int, int]) -> Sequence[Insight]:
    """What is told of a match whose best bluff scored these `points`."""
    bluff = Bluff(1, 1, 0, 0.7, points)
    return report(made("PK", "KK"), [False, True], ("You", "It"), 0, (), bluff).brief


@pytest.mark.parametrize(
    ("points", "came"),
    [
        ((10, 0), "scored 10 to 0"),
        ((0, 5), "lost 0 to 5"),
        ((10, 10), "drew 10 to 10"),
    ],
)
def test_a_bluff_says_whether_it_scored(points: tuple[int, int], came: str) -> None:
    told = dict(told_of(points))["Your best bluff"]
    assert told == f"Round 1: It was 70% sure of kick. Your punch {came}."


def test_what_is_told_at_first_sight_has_room_on_the_page() -> None:
    """Beside the headline and the buttons, those of today's match among them."""
    seen, words = Seen(4, kept=100), fact_words(tuple(NAMES[move] for move in MOVES))
    for number in range(25):
        seen.add((0, 2)[number % 2])
    found = given_away(seen, words)
    bluff = Bluff(23, 2, 3, 0.35, (0, 10))
    told = report(made("PK", "KK"), [False, True], ("You", "The sensei"), 0, found, bluff)
    assert [insight.title for insight in told.brief] == [AWAY, "Your best bluff", TRY]
    buttons = ("Rematch", "All figures", "Change", "Replay", "Copy", "Arcade")
    room = MOST_WORDS - words_in("Creature of habit wins 140 : 20", *buttons)
    assert first_words(told, room) == list(told.brief)
