"""Every game that judges: its review from the first choice to the moment, in its own measure."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import catalog
from games.judging import GRADES
from games.shell.pages.review.still import StillPage
from tests.support.hands import FRAME, Rig, push_button
from tests.support.reviews import PLAYED, open_review

NEAR = 0.01
"""An oracle may hold two moves for equal that differ by less: Ra's weighs certainty, too."""
JUDGING = [game for game in catalog.GAMES if catalog.judges(game)]


def test_a_match_of_every_game_that_judges_is_played_here() -> None:
    assert set(JUDGING) == set(PLAYED)


@pytest.mark.parametrize("game", JUDGING)
def test_choices_add_up_and_are_shown_with_the_better_one(tmp_path: Path, game: str) -> None:
    rig = Rig(tmp_path, (1280, 720))
    rig.app.change_settings(reduced_motion=True)
    page = open_review(rig.app, game)
    assert not page.judging.problem
    assert page.found
    for found in page.found:
        judged = found.judged
        assert judged.lost >= -2 * judged.error
        values = {row.move: row.value for row in judged.actions}
        assert judged.best in values
        assert page.words.move(judged, judged.move) in {row.words for row in judged.actions}
        if page.words.whole:
            assert values[judged.best] >= max(values.values()) - NEAR
    assert page.costly
    assert page.rows[0].first.startswith(page.words.where(page.costly[0].asked))
    page.show(page.costly[0])
    still = rig.app.top
    assert isinstance(still, StillPage)
    rig.app.frame(FRAME)
    assert still.said[0].startswith("You chose: ")
    assert still.said[1].split(":")[0] in GRADES
    assert still.table.mind_view.mind
    rig.key("escape")
    if page.words.asks:
        page.find_better()
        asked = rig.app.top
        assert isinstance(asked, StillPage)
        rig.app.frame(FRAME)
        asked.table.choose(asked.position.found.judged.best)
        assert asked.right == 1
    else:
        assert page.again not in page.form.widgets
    rig.app.close()


@pytest.mark.parametrize("game", JUDGING)
def test_the_page_after_a_match_leads_to_the_review(game: str) -> None:
    assert catalog.choice_words(game).judge in [model.id for model in catalog.models(game)]


def test_a_round_of_guess_is_shown_open(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    page = open_review(rig.app, "guess")
    found = page.costly[0]
    page.show(found)
    still = rig.app.top
    assert isinstance(still, StillPage)
    assert len(still.table.match.turns) == found.asked.choice.turn + 1
    push_button(still, "Back")
    rig.app.close()
