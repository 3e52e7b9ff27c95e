"""Words of Set for judged races, and the moment on the table that was searched."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from games.core import CHANCE
from games.set.judge import WORDS
from games.set.rules.claims import Claim, is_right, parse, right_claims
from games.shell.draw.roles import RIGHT, WRONG
from games.shell.pages.review.page import ReviewPage
from games.shell.pages.review.still import StillPage
from tests.support.hands import Rig, push_button, until
from tests.support.reviews import open_review
from tests.support.ruler import Ruler
from tests.support.set_scene import opened


def test_the_review_opens_at_the_end_of_a_match(rig: Rig) -> None:
    scene = opened(rig, "solver", mode="junior")
    until(rig.app, lambda: rig.app.top is not scene)
    result = rig.app.top
    push_button(result, "Review")
    review = rig.app.top
    assert isinstance(review, ReviewPage)
    review.judging.wait()
    rig.frames(2)
    assert not review.judging.problem
    races = [turn for turn in scene.match.turns if CHANCE not in dict(turn)]
    assert len(review.judging.found) == 2 * len(races)
    assert {found.judged.measure.unit for found in review.found} == {"seconds"}
    assert review.again in review.form.widgets
    rig.key("escape")
    assert rig.app.top is result


@pytest.mark.parametrize(("game", "luck"), [("set", False), ("ur", True)])
def test_columns_are_explained_where_there_is_luck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, luck: bool
) -> None:
    rig = Rig(tmp_path, (1280, 720))
    page = open_review(rig.app, game)
    shown = " ".join(line.text for line in Ruler(monkeypatch).draw(page, rig.app.canvas))
    assert ("Pale bars are luck" in shown) == luck
    assert "choices: big is bad" in shown
    rig.app.close()


def test_a_moment_stands_on_the_table_that_was_searched(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    page = open_review(rig.app, "set")
    found = page.costly[0]
    page.show(found)
    still = rig.app.top
    assert isinstance(still, StillPage)
    rig.frames(2)
    assert len(still.table.match.turns) == found.asked.choice.turn
    assert still.table.seen.table == found.asked.choice.state.table
    assert page.words.luck == ""
    assert page.told[0].startswith(("Your own choices gave you ", "Your own choices cost you "))
    assert page.told[1].startswith("Behind the usual time, a race: You ")
    rig.app.close()


def test_a_wrong_claim_is_told_what_broke_it_and_which_set_lay_there(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    page = open_review(rig.app, "set")
    wrong = next(
        each
        for each in page.found
        if each.costly and not is_right(each.asked.choice.state, parse(each.judged.move))  # type: ignore[arg-type]
    )
    told = WORDS.why(wrong, page.names)
    assert "breaks it: two" in told
    assert "alone takes" in told
    best = parse(wrong.judged.best)
    assert best is not None
    assert best.cards in right_claims(wrong.asked.choice.state)
    quick = min(page.found, key=lambda each: each.judged.lost)
    assert WORDS.why(quick, page.names) == ""
    rig.app.close()


@pytest.mark.parametrize("seat", [0, 1])
def test_all_seconds_of_a_seat_add_up_to_its_course(tmp_path: Path, seat: int) -> None:
    rig = Rig(tmp_path, (1280, 720))
    page = open_review(rig.app, "set")
    own = [each.judged for each in page.found if each.judged.seat == seat]
    assert own[0].before == 0.0
    assert own[-1].after == pytest.approx(-sum(judged.lost for judged in own))
    assert all(a.after == b.before for a, b in itertools.pairwise(own))
    rig.app.close()


def asked_again(rig: Rig) -> StillPage:
    """The costliest race of a match, to be found once more; its claim was wrong."""
    page = open_review(rig.app, "set")
    assert not is_right(page.costly[0].asked.choice.state, parse(page.costly[0].judged.move))
    page.find_better()
    still = rig.app.top
    assert isinstance(still, StillPage)
    assert still.asking
    rig.frames(2)
    return still


@pytest.mark.rig(size=(1280, 720), reduced_motion=True)
def test_every_right_claim_answers_by_keys_or_mouse_and_is_framed(rig: Rig) -> None:
    still = asked_again(rig)
    scene = still.table
    claims = right_claims(scene.seen)
    best = parse(still.position.found.judged.best)
    assert best is not None
    other = next(claim for claim in claims if claim != best.cards)
    look = scene.look()
    assert look.live
    assert look.clock is None, "no time runs"
    assert not look.framed
    for card in other:
        assert still.asking
        x, y, w, h = scene.scenery.boxes(scene.seen)[scene.seen.table.index(card)]
        rig.click((x + w / 2) * still.zoom, (y + h / 2) * still.zoom)
    assert still.right == 1
    assert still.said == ("Your answer: 3 cards that fit.", "No other choice is better.")
    framed = scene.look().framed
    assert {card for card, paint in framed.items() if paint == RIGHT} == set(best.cards)
    assert set(framed) == {*best.cards, *other}
    assert WRONG not in framed.values()


@pytest.mark.rig(size=(1280, 720), reduced_motion=True)
def test_a_wrong_answer_is_told_as_one_and_nothing_else_tells_the_set(rig: Rig) -> None:
    still = asked_again(rig)
    scene = still.table
    rig.key("9")
    assert not scene.acts.hands.hinted, "a hint would be the answer"
    rig.key("0")
    assert still.asking
    assert "There is a set here." in rig.app.toasts.texts
    assert not is_right(scene.seen, Claim(1, tuple(scene.seen.table[:3])))
    rig.key("q", "a", "z")
    assert not still.asking
    assert (still.right, still.answers[0].lost) == (0, 5.0)
    assert still.said[0].startswith("Your answer: 3 cards that do not fit. Better: the set of")
    framed = scene.look().framed
    assert {card for card, paint in framed.items() if paint == WRONG} == {
        card for card in scene.seen.table[:3] if card not in parse(still.answers[0].best).cards
    }


@pytest.mark.rig(size=(1280, 720), reduced_motion=True)
def test_a_moment_frames_what_was_claimed_and_what_was_there(rig: Rig) -> None:
    page = open_review(rig.app, "set")
    page.show(page.costly[0])
    scene = rig.app.top.table
    own, best = (parse(getattr(page.costly[0].judged, name)) for name in ("move", "best"))
    assert scene.look().framed == {
        **dict.fromkeys(own.cards, WRONG),
        **dict.fromkeys(best.cards, RIGHT),
    }
    assert not scene.look().live
    rig.app.pop()
