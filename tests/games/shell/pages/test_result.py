"""The page after a match: few words at first sight, and all figures behind one button."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from games.mind import Note, Series
from games.shell.app import App
from games.shell.draw.sprites import SpriteCache
from games.shell.draw.theme import NOTE, TEXT
from games.shell.hooks import (
    AWAY,
    SAID,
    STRENGTH,
    TRY,
    VERDICTS,
    Insight,
    Report,
    with_score,
    with_verdict,
)
from games.shell.pages.overlays import Card
from games.shell.pages.result import (
    PLOT_WORDS,
    REST_SECONDS,
    ResultPage,
    first_sight,
    first_words,
    picture_of,
    tall,
    words_in,
)
from games.shell.table import Table
from games.store.statistics import MatchResult, Outcome, SeatResult
from games.tracker.rules import WALKER
from tests.support.cases import GROWN, case
from tests.support.hands import Rig, choose, look, open_for_record, passing, push_button, wait
from tests.support.tracker_page import hide, settle
from tests.support.words import Words

THINGS = 3
"""So many things a person hears at first sight, whatever else there is."""
FEW = 50
"""Of a larger space of moves the first so many are drawn from."""


def walked(rig: Rig, choices: int) -> Table:
    """The tracker's page after so many steps of a person who hides."""
    scene = hide(rig.app)
    rng, keys = random.Random(3), ("up", "down", "left", "right")
    for _ in range(choices):
        rig.key(rng.choice([m for m in scene.match.legal(WALKER) if m in keys]))
        settle(rig.app, scene)
    return scene


def open_to_tell(app: App, game: str) -> Table:
    """A match of a game whose result has something to tell."""
    opponent, options = case(game).finished
    return open_for_record(app, game, opponent, 5, options)


def played(rig: Rig, game: str, choices: int = 60) -> ResultPage:
    """The page after a match with so many choices drawn by lot."""
    rng = random.Random(3)
    if game == "tracker":
        table = walked(rig, 30)
    else:
        table = open_to_tell(rig.app, game)
        rig.show(table)
    made = choices if game == "tracker" else 0
    for _ in passing(rig.app, 3000, 0.25):
        if rig.app.top is not table or (made >= choices and not table.busy):
            break
        seat = table.waiting_for_person
        if seat is not None:
            made += choose(table, rng.choice(list(itertools.islice(table.match.legal(seat), FEW))))
    if rig.app.top is table:
        table.finish_now()
    wait(rig.app, 3.0)
    assert isinstance(rig.app.top, ResultPage)
    return rig.app.top


def count_words(words: Words) -> int:
    found = (part for word in words.seen for part in word.text.split())
    return sum(any(map(str.isalnum, part)) for part in found)


@pytest.fixture(scope="module", params=GROWN)
def ended(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, drawings: SpriteCache
) -> Iterator[tuple[Rig, ResultPage]]:
    """The page after a match of each game, which is played once for all tests that read there."""
    rig = Rig(tmp_path_factory.mktemp("ended"), (1280, 720))
    yield rig, played(rig, request.param)
    rig.app.close()


def show_at(rig: Rig, size: tuple[int, int], larger_text: bool) -> None:
    """Change the window and the text."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    rig.give(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    rig.app.change_settings(larger_text=larger_text)


def test_at_first_sight_there_are_few_words_and_none_is_cut(
    ended: tuple[Rig, ResultPage], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, page = ended
    words = Words(rig.app, monkeypatch)
    small, usual, large = (800, 600), (1280, 720), (2560, 1440)
    for size, larger in ((usual, False), (usual, True), (small, True), (large, False)):
        show_at(rig, size, larger)
        words.look()
        assert words.overlaps() == []
        assert 20 < count_words(words) <= 60
        shown = " ".join(word.text for word in words.seen)
        assert page.report.headline in shown
        for title, text in page.report.brief[:THINGS]:  # a new belt may want more words
            assert title in shown
            assert all(part in shown for part in text.split())


def test_the_title_of_the_picture_gives_way_to_what_to_try() -> None:
    picture = Series("Your lead, round by round", (0.0, 1.0))
    report = Report("You win", (), (picture,), "won", brief=(Insight(TRY, "Mix " * 20),))
    room = PLOT_WORDS + 22
    assert first_sight(report, room + 5, "", picture) == ([*report.brief], picture)
    told, untitled = first_sight(report, room, "", picture)
    assert told == [*report.brief]
    assert untitled is not None
    assert (untitled.title, untitled.values) == ("", picture.values)
    assert first_sight(report, room - 1, "", picture)[0] == []


def test_the_title_of_the_picture_is_shorter_before_it_goes_and_names_the_unit() -> None:
    """Charts of matches that were ended early had neither title nor unit."""
    steps = Series("How near it was, step by step", (0.0, 1.0), "steps")
    found = picture_of(Report("You win", (), (steps,)))
    assert found is not None
    assert found.title == "How near it was in steps, step by step"
    report = Report("You win", (), (steps,), "won", brief=(Insight(TRY, "Mix " * 20),))
    room = PLOT_WORDS + 22
    told, shown = first_sight(report, room + 6, "", found)
    assert told == [*report.brief]
    assert shown is not None
    assert shown.title == "How near it was in steps"
    share = Series("Your chances, turn by turn", (0.1, 0.2), "%")
    assert picture_of(Report("You win", (), (share,))) == share


def test_figures_beyond_the_first_page_are_for_the_curious(
    ended: tuple[Rig, ResultPage],
) -> None:
    rig, page = ended
    show_at(rig, (800, 600), False)
    push_button(page, "All figures")
    look(rig.app)
    labels = []
    while page.unfold.label != "Summary":
        labels.append(page.unfold.label)
        page.unfold.activate()
        look(rig.app)
    assert labels == ["For the curious", *["Next page"] * (len(labels) - 1)][: len(labels)]
    push_button(page, "Summary")
    show_at(rig, (1280, 720), False)


def test_beside_a_notice_what_to_try_stands_rather_than_what_is_between() -> None:
    """A practice match of Ra that was won had neither what to try nor the picture's title."""
    picture = Series("Chances to win", (0.0, 1.0))
    brief = (
        Insight(AWAY, "Nothing. " * 7),
        Insight(STRENGTH, "Five."),
        Insight(TRY, "Go on."),
    )
    lines = ("The seed was chosen. " * 3,)
    report = Report("You win", lines, (picture,), "won", brief=brief, notices=lines)
    notice, own = Insight("", lines[0]), PLOT_WORDS + words_in(picture.title)
    all_of_it = words_in(*lines, *(text for insight in brief for text in insight))
    least = all_of_it - words_in(*brief[1])
    assert first_sight(report, all_of_it + own, "", picture) == ([*brief, notice], picture)
    without = [brief[0], brief[2], notice]
    assert first_sight(report, least + own, "", picture) == (without, picture)
    assert first_sight(report, least, "", None) == (without, None), "where the match is staged, too"
    told, untitled = first_sight(report, least + PLOT_WORDS, "", picture)
    assert told == without
    assert untitled is not None
    assert not untitled.title
    told, kept = first_sight(report, least + PLOT_WORDS - 1, "", picture)
    assert brief[2] not in told
    assert kept == picture, "nothing gives way in vain"


def test_a_person_hears_three_things(ended: tuple[Rig, ResultPage]) -> None:
    brief = ended[1].report.brief
    first = {brief[0].title, brief[1].title}  # what weighs more comes first
    assert len(first & {STRENGTH, "Your best bluff"}) == 1
    assert len(first & {AWAY, "What cost you most"}) == 1
    assert brief[2].title == TRY


def test_all_figures_come_by_one_button_and_nothing_is_lost(
    ended: tuple[Rig, ResultPage], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, page = ended
    show_at(rig, (1280, 720), False)
    words, shown = Words(rig.app, monkeypatch), ""
    push_button(page, "All figures")
    for _ in range(20):
        words.look()
        shown += " ".join(word.text for word in words.seen) + " "
        if page.unfold.label == "Summary":
            break
        page.unfold.activate()
    assert page.unfold.label == "Summary"
    for size in ((2560, 1440), (800, 600)):  # its other names had room in another window
        show_at(rig, size, False)
        words.look()
        assert not [word.text for word in words.seen if word.text.endswith("…")]
    show_at(rig, (1280, 720), False)
    for item in page.report.items:
        text = item.text if isinstance(item, Note) else item.title
        assert all(part in shown for part in text.split()), text
    for line in page.report.lines:
        assert all(part in shown for part in line.split()), line
    push_button(page, "Summary")
    assert not page.unfolded
    assert page.unfold.label == "All figures"


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_buttons_stand_beside_each_other(
    ended: tuple[Rig, ResultPage], size: tuple[int, int]
) -> None:
    rig, page = ended
    show_at(rig, size, True)
    rig.frames()
    boxes = [widget.box for widget in page.form.widgets]
    assert len(boxes) >= 3
    for (left, _, wide, _), (following, _, _, _) in itertools.pairwise(boxes):
        assert left + wide < following
    assert boxes[0][0] > 0
    assert boxes[-1][0] + boxes[-1][2] < rig.app.size[0]
    show_at(rig, (1280, 720), False)


def test_by_pad_alone(ended: tuple[Rig, ResultPage]) -> None:
    """Every button is reached by the hat; A turns the pages of the figures, and B folds them."""
    rig, page = ended
    show_at(rig, (1280, 720), False)
    reached = {page.form.focused}
    for way in ("left", "right"):
        for _ in page.form.widgets:
            rig.hat(way)
            reached.add(page.form.focused)
    assert reached == {widget for widget in page.form.widgets if widget.focusable}
    while page.form.focused is not page.unfold:
        rig.hat("left")
    rig.pad(0)
    assert page.unfolded
    rig.pad(1)
    assert not page.unfolded
    assert rig.app.top is page


def test_back_folds_first_and_then_leaves(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    page = played(rig, "numbers", choices=30)
    rig.frames(2, REST_SECONDS)
    push_button(page, "All figures")
    look(rig.app)
    rig.key("page down")
    assert page.figures.page == 1
    rig.key("page up")
    assert page.figures.page == 0
    rig.key("escape")
    assert rig.app.top is page
    assert not page.unfolded
    rig.key("escape")
    assert rig.app.top is not page
    rig.app.close()


@pytest.mark.parametrize("game", ["jaipur", "ra", "ur"])  # those with a review of their own
def test_what_is_offered_after_a_match_that_ended_before_any_choice_opens(
    tmp_path: Path, game: str
) -> None:
    rig = Rig(tmp_path, (1280, 720))
    table = open_to_tell(rig.app, game)
    rig.show(table)
    for _ in passing(rig.app, 400, 0.25):
        if table.waiting_for_person is not None:
            break
    table.finish_now()
    wait(rig.app, 3.0)
    page = rig.app.top
    assert isinstance(page, ResultPage)
    for widget in page.form.widgets:
        label = getattr(widget, "label", "")
        if label in ("Review", "Replay"):
            widget.activate()
            wait(rig.app, 0.5)
            assert not isinstance(rig.app.top, Card), label
            rig.app.back_to(table)
            rig.app.push(page)
    rig.app.close()


# -- what fits -----------------------------------------------------------------------------

BRIEF = (Insight(AWAY, "One two three."), Insight(STRENGTH, "Four five."), Insight(TRY, "Six."))


def test_notices_go_before_the_brief_where_there_is_little_room() -> None:
    report = Report("Over", ("A line.", "Practice only."), brief=BRIEF, notices=("Practice only.",))
    all_of_it = words_in(*(text for insight in BRIEF for text in insight)) + 2
    assert first_words(report, all_of_it) == [*BRIEF, Insight("", "Practice only.")]
    assert first_words(report, all_of_it - 1) == [*BRIEF[:2], Insight("", "Practice only.")]
    assert first_words(report, 2) == [Insight("", "Practice only.")]
    lacking = first_words(report, all_of_it, "Not kept.")
    assert lacking == [*BRIEF[:2], Insight("", "Not kept."), Insight("", "Practice only.")]


def test_a_report_without_a_brief_is_told_by_its_lines() -> None:
    report = Report("Over", ("A line.", "Another."), (Series("S", (1.0,)),))
    assert first_words(report, 60) == [Insight("", "A line."), Insight("", "Another.")]
    assert first_words(report, 2) == [Insight("", "A line.")]


@pytest.mark.parametrize(
    ("headline", "outcome", "points", "told"),
    [
        ("Greedy wins", "lost", (1.0, 4.0), "Greedy wins 4 : 1"),
        ("You win.", "won", (7.0, 3.5), "You win 7 : 3.5"),
        ("A draw", "drawn", (3.0, 3.0), "A draw 3 : 3"),
        ("The sensei wins 120 : 70", "lost", (70.0, 120.0), "The sensei wins 120 : 70"),
        ("The match is over", "played", (2.0, 3.0), "The match is over"),
        ("You win", "won", (0.0, 0.0), "You win"),
    ],
)
def test_the_headline_has_the_score_the_winners_first(
    headline: str, outcome: Outcome, points: tuple[float, float], told: str
) -> None:
    result = MatchResult("ur", "greedy", outcome, "", 9, *points)
    found = with_score(Report(headline, (), outcome=outcome), result)
    assert found.headline.replace("\u00a0", " ") == told
    assert with_score(Report(headline, ()), None).headline == headline
    many = tuple(SeatResult(name, "human", 1.0, 1) for name in "abcdef")
    several = with_score(Report(headline, ()), dataclasses.replace(result, seats=many))
    assert several.headline == headline


@pytest.mark.parametrize(
    ("headline", "outcome", "told"),
    [
        ("10.5 of 22.1 points", "lost", "Lost: 10.5 of 22.1 points"),
        ("Caught in 14 steps", "won", "Won: Caught in 14 steps"),
        ("The sensei wins 120 : 70", "lost", "Lost: The sensei wins 120 : 70"),
        ("All are level", "drawn", "Draw: All are level"),
        ("You win 7 : 3", "won", "You win 7 : 3"),
        ("0.52 surprise points a step", "played", "0.52 surprise points a step"),
    ],
)
def test_every_headline_begins_with_its_verdict(headline: str, outcome: Outcome, told: str) -> None:
    result = MatchResult("tracker", "drifter", outcome)
    assert with_verdict(Report(headline, outcome=outcome), result).headline == told
    assert with_verdict(Report(headline), None).headline == headline
    early = Report("Ended early at step 3", outcome="left")
    assert with_verdict(early, result) is early


def test_the_page_after_a_match_has_its_verdict(ended: tuple[Rig, ResultPage]) -> None:
    page = ended[1]
    own = page.table.human
    found = None if own is None else page.table.result(own)
    decided = found is not None and found.outcome != "played" and page.report.outcome != "left"
    verdict = page.report.headline.startswith((*SAID, *VERDICTS.values()))
    assert verdict == decided, page.report.headline


def test_the_headline_has_every_score_of_a_small_table() -> None:
    seats = tuple(SeatResult(str(score), "easy", score, 1) for score in (11.0, 22.0, 0.0))
    result = MatchResult("ra", "easy", "lost", "", 9, 11.0, 22.0, seats=seats)
    told = with_score(Report("Farmer wins", ()), result).headline.replace("\u00a0", " ")
    assert told == "Farmer wins 22 : 11 : 0"
    numbered = Report("Player 1 wins", ())
    assert with_score(numbered, result).headline == "Player 1 wins"
    found = with_score(numbered, result, ("Player 1", "Farmer")).headline.replace("\u00a0", " ")
    assert found == "Player 1 wins 22 : 11 : 0", "a figure in a name is no score"


def test_insights_are_as_high_as_their_lines(rig: Rig) -> None:
    canvas, long = rig.app.canvas, "words upon words " * 20
    lines = len(canvas.wrap(long, 300.0, NOTE))
    assert lines > 3
    one, more = (tall(canvas, [Insight("Habit", text)], 300.0, NOTE) for text in ("word", long))
    assert one > canvas.line_height(TEXT, "bold") + canvas.line_height(NOTE)
    assert more - one == pytest.approx((lines - 1) * canvas.line_height(NOTE))
    both = tall(canvas, [Insight("Habit", long), Insight("", "word")], 300.0, NOTE)
    assert both > more + canvas.line_height(TEXT)
