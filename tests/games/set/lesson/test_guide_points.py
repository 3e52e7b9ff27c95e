"""The first match of Set: its guide, and an opponent that waits on three tables."""

from __future__ import annotations

import pytest

from games.set import KEYS
from games.set.lesson.guide_points import STOPS
from games.set.rules.claims import right_claims
from games.set.scene import WAITS, Scene
from games.shell.opening import continue_match, open_game, saved_match
from games.shell.pages.setup import SetupPage
from tests.support.hands import Rig, until


def first_match(rig: Rig, opponent: str = "solver") -> Scene:
    """The first match of a newcomer, against one who claims after 0.6 s."""
    rig.app.change_settings(guided="", mind_open=False)
    table = open_game(rig.app, "set", opponent, None, {}, demo=False)
    assert isinstance(table, Scene)
    return rig.show(table)


def racing(table: Scene) -> bool:
    """Whether the race runs."""
    return table.look().clock is not None


def find(rig: Rig, table: Scene) -> None:
    """Mark the cards of a set."""
    places = [table.seen.table.index(card) for card in right_claims(table.seen)[0]]
    rig.key(*(KEYS[place % 3][place // 3] for place in places))


def test_on_the_first_three_tables_the_opponent_waits_until_a_set_was_found(rig: Rig) -> None:
    table = first_match(rig)
    table.guide = None
    assert table.setup.practice
    assert "waits for you" in table.setup.why_practice
    for number in range(WAITS):
        until(rig.app, lambda: racing(table))
        before = sum(table.seen.taken)
        rig.frames(150, 0.1)
        assert sum(table.seen.taken) == before, "it never claims before the player"
        assert racing(table)
        find(rig, table)
        assert table.seen.taken == (number + 1, 0)
    assert table.told_later == "From the next table on Solver claims, too."
    until(rig.app, lambda: sum(table.seen.taken) > WAITS, 400)
    assert table.seen.taken == (WAITS, 1)
    assert table.match.turns[-1][1][1].startswith("600"), "after 600 ms, as ever"


def test_a_first_match_that_is_continued_goes_on_waiting(rig: Rig) -> None:
    table = first_match(rig)
    table.guide = None
    until(rig.app, lambda: racing(table))
    find(rig, table)
    assert table.told_later == "Solver waits for you on 2 more tables."
    table.session.save()
    rig.app.pop()
    kept = saved_match(rig.app, "set")
    assert kept is not None
    again = continue_match(rig.app, kept)
    assert isinstance(again, Scene)
    rig.show(again)
    again.guide = None
    until(rig.app, lambda: racing(again))
    rig.frames(100, 0.1)
    assert again.seen.taken == (1, 0), "it still waits"
    find(rig, again)
    assert again.told_later == "Solver waits for you on one more table."


def test_the_mind_of_one_who_waits_says_that_and_no_more(rig: Rig) -> None:
    table = first_match(rig, "steady-9")
    table.guide = None
    until(rig.app, lambda: racing(table))
    rig.frames(5, 0.1)
    find(rig, table)
    rig.frames(2)
    (note,) = table.mind_view.mind
    assert note.text.startswith("I wait")  # type: ignore[union-attr]


@pytest.mark.parametrize("opponent", ["nobody", "human"])
def test_where_nobody_could_be_quicker_a_first_match_counts(rig: Rig, opponent: str) -> None:
    assert not first_match(rig, opponent).setup.practice


def test_the_guide_of_five_stops_comes_once(rig: Rig) -> None:
    table = first_match(rig)
    told: list[str] = []
    for _ in range(60):
        if not table.guided:
            break
        until(rig.app, lambda: not table.guided or table.guide.stop is not None)  # type: ignore[union-attr]
        stop = table.guide.stop if table.guide is not None else None
        if stop is None:
            break
        told.append(stop.id)
        left, top, wide, high = stop.at(table)
        assert left >= 0
        assert top + high <= 720
        assert wide > 20
        rig.frames(12, 0.1)
        if stop.id == "claim":
            find(rig, table)
        rig.key("space")
        rig.frames(1)
    assert told == [stop.id for stop in STOPS]
    assert len(told) == 5
    assert rig.app.settings.guided == "set"


@pytest.mark.parametrize("name", ["space", "return", "right", "down"])
def test_space_enter_and_arrows_go_on_from_words_soon_after_they_came(rig: Rig, name: str) -> None:
    table = first_match(rig)
    assert table.guide is not None
    for stop in STOPS[:2]:
        until(rig.app, lambda: table.guide is not None and table.guide.stop is not None)
        assert table.guide.stop is stop
        rig.frames(1, 0.6)
        rig.key(name)
        assert table.guide.stop is not stop


def test_a_newcomer_is_offered_the_lesson_first_and_play_beside_it(rig: Rig) -> None:
    rig.app.change_settings(guided="")
    page = SetupPage(rig.app, "set")
    labels = [getattr(widget, "label", "") for widget in page.form.widgets]
    assert labels.index("Lesson") < labels.index("Play")
    assert getattr(page.form.focused, "label", "") == "Lesson"
    rig.app.change_settings(guided="set")
    page = SetupPage(rig.app, "set")
    assert getattr(page.form.focused, "label", "") == "Play", "the first match was begun"


def test_each_unusual_mode_says_in_a_line_what_it_is(rig: Rig) -> None:
    page = SetupPage(rig.app, "set")
    for mode, words in (("ultraset", "four cards"), ("chain", "one card of the set before")):
        page.choose_mode(mode)
        option = next(o for o in page.spec.options if o.name == "mode")
        assert words in option.said(page.choices.params["mode"])
