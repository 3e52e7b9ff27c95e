"""Moments on a game's own table: what was chosen, and the choice asked once more."""

from __future__ import annotations

import pytest

from games.agents import WIN_CHANCE, Judged, Measure, Weighed
from games.judging import Found, known_answer
from games.mind import Bars, Lines, Note
from games.ra.editor.page import RaEditor
from games.session.replaying import Asking
from games.shell.pages.review.page import ReviewPage
from games.shell.pages.review.still import StillPage, figures_of, loss_words
from tests.support.hands import FRAME, Rig, click_box, push_button, until
from tests.support.reviews import open_review

pytestmark = pytest.mark.rig(reduced_motion=True, mind_open=False)
in_each_size = pytest.mark.parametrize("rig", [(1280, 720), (800, 600)], indirect=True)


def asked_again(rig: Rig, game: str) -> tuple[ReviewPage, StillPage]:
    """The costly choices of a match, asked once more."""
    page = open_review(rig.app, game)
    page.find_better()
    still = rig.app.top
    assert isinstance(still, StillPage)
    rig.app.frame(FRAME)
    return page, still


@in_each_size
def test_a_moment_shows_the_table_the_choice_and_every_value(rig: Rig) -> None:
    page = open_review(rig.app, "ra")
    found = page.costly[0]
    page.show(found)
    still = rig.app.top
    assert isinstance(still, StillPage)
    rig.app.frame(FRAME)
    assert len(still.table.match.turns) == found.asked.choice.turn
    own, best = (still.words.move(found.judged, m) for m in (found.judged.move, found.judged.best))
    assert still.said[0] == f"You chose: {own}. Better: {best}."
    assert f"it lost {loss_words(found.judged)}" in still.said[1]
    bars = still.table.mind_view.mind[1]
    assert isinstance(bars, Bars)
    assert bars.labels[0] == best
    assert bars.truth is not None
    assert bars.labels[bars.truth] == own
    if rig.app.size[0] < 1000:
        assert still.table.panel is None
        push_button(still, "Figures")
    assert still.table.panel is not None
    before = still.table.match.turns[:]
    rig.key("1")
    assert still.table.match.turns == before, "nothing is played"
    rig.key("e")
    assert isinstance(rig.app.top, RaEditor), "the key of the table"
    rig.key("escape")
    assert rig.app.top is still


@in_each_size
def test_an_answer_is_given_as_in_play_and_judged_by_what_is_known(rig: Rig) -> None:
    _, still = asked_again(rig, "ur")
    session = still.table.session
    assert isinstance(session, Asking)
    position = still.position
    choice = position.found.asked.choice
    assert session.seen == choice.state
    assert "Which choice is best?" in still.said[0]
    best = list(choice.state.moves).index(position.found.judged.best) + 1
    rig.key(str(best))
    assert not still.asking
    assert still.right == 1
    told = still.words.move(position.found.judged, position.found.judged.best)
    assert still.said == (f"Your answer: {told}.", "No other choice is better.")
    assert len(still.table.match.turns) == choice.turn
    if len(still.positions) > 1:
        rig.key("space")
        assert still.number == 1
        assert still.asking
        still.answer(still.position.found.judged.move)
        assert still.right == 1
        assert still.said[1].startswith(("Slip", "Mistake", "Blunder"))


@in_each_size
def test_the_mouse_answers_on_the_zoomed_table(rig: Rig) -> None:
    _, still = asked_again(rig, "ra")
    look = still.table.look()  # type: ignore[attr-defined]
    spot = look.offers[0].spot
    box = dict(still.table.board.spots(look))[spot]  # type: ignore[attr-defined]
    x, y, w, h = (side * still.zoom for side in box)
    click_box(rig.app, (x, y, w, h))
    until(rig.app, lambda: not still.asking)
    assert len(still.answers) == 1


@in_each_size
def test_hints_and_steps_of_the_table_are_not_listened_to(rig: Rig) -> None:
    _, still = asked_again(rig, "jaipur")
    for name in ("h", "o", "z", "f1", "m"):
        rig.key(name)
    assert rig.app.top is still
    assert still.asking
    counsel = still.table.counsel  # type: ignore[attr-defined]
    assert not counsel.showing
    assert still.table.mind_view.caption == "What can be known"


@in_each_size
def test_an_answer_that_nobody_weighed_is_judged_beside_the_window(rig: Rig) -> None:
    _, still = asked_again(rig, "jaipur")
    choice, judged = still.position.found.asked.choice, still.position.found.judged
    known = {row.move for row in judged.actions}
    legal = still.table.match.legal(choice.seat)
    other = next(move for move in legal if move not in known)
    still.answer(other)
    assert still.asking
    until(rig.app, lambda: not still.asking)
    assert still.answers[0].move == other


def test_what_is_known_of_moves_needs_no_judge() -> None:
    rows = (
        Weighed("a", "do a", 0.9, 3.0),
        Weighed("b", "do b", 0.7, 1.0, 0.02),
        Weighed("c", "do c", 0.2),
    )
    judged = Judged(0, "c", WIN_CHANCE, 0.9, 0.2, "a", 0.7, actions=rows)
    found = Found(None, judged)  # type: ignore[arg-type]
    best = known_answer(found, "a")
    assert best is not None
    assert (best.lost, best.after) == (0.0, 0.9)
    other = known_answer(found, "b")
    assert other is not None
    assert (other.lost, other.error, other.points) == (pytest.approx(0.2), 0.02, 2.0)
    assert known_answer(found, "c") == judged
    assert known_answer(found, "d") is None


class Words:
    """No reason."""

    def why(self, found: Found, names: object) -> str:
        return "Because."


def test_figures_are_bars_of_chances_and_lines_of_all_else() -> None:
    rows = tuple(Weighed(str(n), f"do {n}", 0.9 - n / 20) for n in range(12))
    judged = Judged(0, "11", WIN_CHANCE, 0.9, 0.4, "0", 0.5, actions=rows)
    note, bars = figures_of(Found(None, judged), Words(), ())  # type: ignore[arg-type]
    assert note == Note("Because.")
    assert isinstance(bars, Bars)
    assert len(bars.labels) == 8
    assert bars.labels[-1] == "do 11", "what was done is listed, however bad"
    assert bars.truth == 7
    points = Measure("points", "points", (0.1, 0.2, 0.5, 1.0), 0.0)
    _, lines = figures_of(Found(None, judged._replace(measure=points)), Words(), ())  # type: ignore[arg-type]
    assert isinstance(lines, Lines)
    assert lines.words[0] == "0.9 points"


def test_a_loss_is_told_with_its_error() -> None:
    judged = Judged(0, "a", WIN_CHANCE, 0.6, 0.4, "b", 0.184, 0.012)
    assert loss_words(judged) == "18% (±2%) of the chance to win"
    assert loss_words(judged._replace(error=0.0)) == "18% of the chance to win"


def test_enter_and_space_press_the_lit_button_until_a_card_was_touched(rig: Rig) -> None:
    _, still = asked_again(rig, "jaipur")
    assert len(still.positions) > 2
    for number, name in enumerate(("return", "space"), start=1):
        rig.key(name)
        assert still.number == number, "Skip is lit, and nothing is marked"
    choosing = still.table.choosing  # type: ignore[attr-defined]
    rig.key("3")
    assert not choosing.marks.empty
    rig.key("return")
    assert still.number == 2, "Enter is the card's from here on"
    still, known = asked_again(rig, "jaipur")[1], still
    assert still is not known
    rig.key("tab")
    assert still.form.focused is still.back
    rig.key("return")
    assert rig.app.top is not still


def test_the_key_of_a_card_leaves_no_exercise(rig: Rig) -> None:
    _, still = asked_again(rig, "jaipur")
    given = 0
    for _ in still.positions:
        for action in still.table.spec.actions:
            if action.id.startswith("give_"):
                for binding in action.bindings:
                    rig.key(binding.removeprefix("key:"))
                    assert rig.app.top is still, action.label
        given += not still.table.choosing.marks.empty  # type: ignore[attr-defined]
        still.go_on()
    assert given


def test_enter_goes_back_where_back_is_lit(rig: Rig) -> None:
    page = open_review(rig.app, "ur")
    page.show(page.costly[0])
    still = rig.app.top
    assert isinstance(still, StillPage)
    rig.app.frame(FRAME)
    assert still.form.focused is still.back
    rig.key("return")
    assert rig.app.top is page
