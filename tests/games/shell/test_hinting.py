"""Hints of a judge at a table: a sentence, all of it, and practice from then on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import catalog
from games.mind import Lines, Mind, Note
from games.session.today import day_setup
from games.shell.counsel import ALL, CLOSED, HINTED, NONE_TODAY, NOT_NOW, SENTENCE, WARNING
from games.shell.hinting import CAPTION, JudgeHinting
from games.shell.opening import ensure_profile, saved_match, start_table
from games.shell.table import Table
from tests.support.hands import Rig, choose, open_for_record, press_pad, push_button, until, wait

pytestmark = pytest.mark.rig(size=(1280, 720), reduced_motion=True)
GAMES = ("karate", "guess")
HINTED_GAMES = [
    name
    for name in catalog.GAMES
    if any(action.id in ("hint", "set_hint") for action in catalog.spec(name).actions)
]


def at_choice(rig: Rig, table: Table, choices: int = 2) -> Table:
    """The table with some choices behind it, the next one due."""
    rig.app.push(table)
    for number in range(choices + 1):
        until(rig.app, lambda: table.waiting_for_person is not None, 4000)
        if number < choices:
            make(rig, table)
    return table


def make(rig: Rig, table: Table) -> None:
    seat = table.waiting_for_person
    assert seat is not None
    assert choose(table, next(iter(table.match.legal(seat))))
    wait(rig.app, 0.3)


def recorded(rig: Rig, game: str, choices: int = 2) -> Table:
    rig.app.change_settings(guided=game, mind_open=False)
    options = {"play": "seek"} if game == "tracker" else {}
    return at_choice(rig, open_for_record(rig.app, game, None, 7, options), choices)


def hints(rig: Rig, table: Table) -> JudgeHinting:
    found = table.hinting
    assert isinstance(found, JudgeHinting)
    found.counsel.wait()
    rig.frames(2, 0.1)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_key_opens_a_sentence_then_all_of_it_and_then_closes_it(rig: Rig, game: str) -> None:
    table = recorded(rig, game)
    before: Mind = table.mind_view.mind
    rig.key("h")
    found = hints(rig, table)
    assert rig.app.toasts.texts == (WARNING,)
    assert (found.counsel.showing, found.counsel.asked) == (CLOSED, 0), "told before it is shown"
    assert table.session.for_record
    rig.key("h")
    assert hints(rig, table).counsel.showing == SENTENCE
    assert WARNING not in rig.app.toasts.texts, "the answer was given"
    assert found.words.startswith("Hint: ")
    assert table.mind_view.mind == before
    assert not table.session.for_record
    assert table.setup.why_practice == HINTED
    rig.key("h")
    assert found.counsel.showing == ALL
    assert table.panel is not None
    assert table.mind_view.caption == CAPTION
    note, *rest = table.mind_view.mind
    assert isinstance(note, Note)
    assert note.text.lower() == found.words.removeprefix("Hint: ").lower()
    assert all(isinstance(item, Lines) for item in rest)
    rig.key("h")
    assert found.counsel.showing == CLOSED
    assert table.mind_view.mind == before
    assert found.counsel.asked == 1


def test_every_game_with_a_judge_has_hints_and_all_of_them_by_h() -> None:
    judged = {game for game in catalog.GAMES if catalog.judges(game)}
    assert judged - {"numbers"} <= {*HINTED_GAMES}
    for game in HINTED_GAMES:
        actions = catalog.spec(game).actions
        (bound,) = (each.bindings for each in actions if each.id in ("hint", "set_hint"))
        assert bound[0] == "key:h"


@pytest.mark.parametrize("game", HINTED_GAMES)
def test_the_first_question_warns_and_with_the_second_the_match_is_practice(
    rig: Rig, game: str
) -> None:
    table = recorded(rig, game, 1 if game == "ur" else 0)  # the first move of Ur is forced
    rig.key("h")
    assert WARNING in rig.app.toasts.texts
    assert table.session.for_record
    rig.key("h")
    assert not table.session.for_record
    assert table.setup.why_practice == HINTED


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("game", HINTED_GAMES)
def test_a_hinted_match_is_kept_as_practice_at_once_and_its_rematch_counts(
    rig: Rig, game: str, left: bool
) -> None:
    """Whether the arcade is killed with the hint open, or the table left and taken up again."""
    ensure_profile(rig.app)
    table = recorded(rig, game, 1)
    table.session.save()
    rig.key("h", "h")
    assert not table.session.for_record
    if left:
        rig.app.pop()
    kept = saved_match(rig.app, game)
    assert kept is not None
    assert kept.practice
    assert kept.kept is not None
    assert kept.kept.secret == table.session.keeping.secret
    if not left:
        table.session.setup = replace(table.setup, afresh=True)  # its seed was drawn
        table.restart()
        assert table.session.for_record
        rig.key("h")
        assert table.session.for_record, "the first question warns again"


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_goes_with_its_choice_and_the_match_stays_practice(rig: Rig, game: str) -> None:
    table = recorded(rig, game)
    rig.key("h", "h", "h")
    found = hints(rig, table)
    assert found.mind()
    make(rig, table)
    until(rig.app, lambda: table.waiting_for_person is not None, 4000)
    assert not found.words
    assert table.mind_view.caption != CAPTION
    assert not table.session.for_record
    assert any(HINTED in line for line in table.final_report().lines)


def test_in_karate_the_first_of_the_list_is_worth_most_by_the_rounds_before(rig: Rig) -> None:
    table = recorded(rig, "karate")
    rig.key("h", "h", "h")
    advice = hints(rig, table).counsel.answer
    assert advice is not None
    values = [row.value for row in advice.actions]
    assert values == sorted(values, reverse=True)
    assert {row.move for row in advice.actions} == set(table.match.legal(0))
    assert advice.sentence.startswith(f"{advice.actions[0].words.capitalize()} gains ")


@pytest.mark.parametrize("game", GAMES)
def test_a_pad_asks_from_the_pause_page(rig: Rig, game: str) -> None:
    table = recorded(rig, game)
    for _ in range(2):
        press_pad(rig.app, 7)
        push_button(rig.app.top, "Hint")
        assert rig.app.top is table
    assert hints(rig, table).words


@pytest.mark.parametrize("game", GAMES)
def test_todays_match_has_none(rig: Rig, game: str) -> None:
    rig.app.change_settings(guided=game)
    table = at_choice(rig, start_table(rig.app, day_setup(game, rig.app.library.today)), 1)
    rig.key("h")
    assert isinstance(table.hinting, JudgeHinting)
    assert not table.hinting.words
    assert NONE_TODAY in rig.app.toasts.texts


def test_nobody_is_hinted_while_the_round_is_shown(rig: Rig) -> None:
    table = recorded(rig, "karate")
    rig.app.change_settings(reduced_motion=False)
    rig.key("1")
    assert table.busy
    rig.key("h")
    assert rig.app.toasts.texts == (NOT_NOW,)
    assert isinstance(table.hinting, JudgeHinting)
    assert not table.hinting.words
    assert table.session.for_record


def test_a_player_is_told_that_no_hint_comes_while_the_ghost_walks(rig: Rig) -> None:
    rig.app.change_settings(guided="seek", mind_open=False)
    table = open_for_record(rig.app, "tracker", None, 7, {"play": "seek"})
    rig.app.push(table)
    assert table.waiting_for_person is None
    rig.key("h")
    assert rig.app.toasts.texts == (NOT_NOW,)
    assert table.session.for_record
