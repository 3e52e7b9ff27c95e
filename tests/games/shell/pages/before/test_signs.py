"""The signs of the page before a game: few, with words, and always in the same places."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import catalog
from games.shell.pages.before.signs import ALONE, NO_MATCHES, Sign
from games.shell.pages.past.matches import MatchesPage
from games.shell.pages.setup import SetupPage
from games.store.statistics import MatchResult
from tests.support.hands import Rig, labels_of, push_button, push_entry
from tests.support.replays import karate, keep
from tests.support.ruler import Ruler

SIZES = ((1280, 720), (800, 600), (640, 480), (2560, 1440))
EVERYWHERE = ["Watch", "Matches", "Rules", "More", "Back"]


def signs(page: SetupPage) -> list[Sign]:
    return [widget for widget in page.form.widgets if isinstance(widget, Sign)]


def places(page: SetupPage) -> dict[str, object]:
    return {sign.label: sign.box for sign in signs(page)}


@pytest.mark.parametrize("larger", [pytest.param(False, marks=pytest.mark.sweep), True])
@pytest.mark.parametrize("size", SIZES)
def test_each_sign_has_its_word_whole_and_its_hint_below_it_at_every_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], larger: bool
) -> None:
    rig, ruler = Rig(tmp_path, size), Ruler(monkeypatch)
    rig.app.change_settings(reduced_motion=True, larger_text=larger)
    for game in catalog.GAMES:
        page = SetupPage(rig.app, game)
        page.layout(*rig.app.size)
        assert len(signs(page)) <= 6
        for sign in signs(page):
            page.form.focus_on(sign)
            lines = ruler.draw(page, rig.app.canvas)
            x, y, w, h = sign.box
            word = sign.label.partition(":")[0]
            (line,) = (k for k in lines if k.text == word and y < k.top < k.bottom < y + h + 4)
            assert line.whole, (game, word)
            assert x <= line.left <= line.right <= x + w, (game, word)
            (hint,) = (k for k in lines if k.text == sign.hint and k.bottom > y + h + 4)
            assert hint.whole, (game, word)
            assert hint.left <= x + w / 2 <= hint.right <= rig.app.canvas.width, (game, word)
    rig.app.close()


def test_no_sign_moves_from_game_to_game_or_when_another_has_its_use(rig: Rig) -> None:
    first = places(SetupPage(rig.app, "karate"))
    assert list(first) == EVERYWHERE
    for game in catalog.GAMES:
        page = SetupPage(rig.app, game)
        assert [sign.label for sign in signs(page)][-5:] == EVERYWHERE
        assert {label: places(page)[label] for label in EVERYWHERE} == first
    before = signs(SetupPage(rig.app, "karate"))
    assert [sign.dim for sign in before] == [False, True, False, False, False]
    ada = rig.app.library.create("Ada")
    rig.app.library.record(ada.id, MatchResult("karate", "sensei", "won"))
    keep(rig.app, karate(1), "a")
    keep(rig.app, karate(4), "b")
    page = SetupPage(rig.app, "karate")
    assert places(page) == first
    assert not any(sign.dim for sign in signs(page))
    push_button(page, "Matches")
    assert isinstance(rig.app.top, MatchesPage)


def test_a_dim_sign_says_why_it_leads_nowhere(rig: Rig) -> None:
    page = rig.show(SetupPage(rig.app, "numbers"))
    for label, reason in (("Matches", NO_MATCHES), ("Watch", ALONE)):
        push_button(page, label)
        assert rig.app.top is page
        assert reason in rig.app.toasts.texts


def test_the_sign_for_watching_says_what_it_does_to_the_page_and_is_lit_then(rig: Rig) -> None:
    page = rig.show(SetupPage(rig.app, "ur"))
    watch = next(sign for sign in signs(page) if sign.label == "Watch")
    assert "page for watching" in watch.hint
    assert not watch.on
    watch.activate()
    watch = next(sign for sign in signs(page) if sign.label == "Watch")
    assert watch.on
    assert "you only watch" in watch.hint


def test_all_other_ways_stand_behind_more(rig: Rig) -> None:
    for game, room in (("ur", "Training"), ("jaipur", "League"), ("set", "League")):
        page = rig.show(SetupPage(rig.app, game))
        push_button(page, "More")
        assert "Your own bots" in labels_of(rig.app.top)
        rig.key("escape")
        assert rig.app.top is page
        push_entry(rig.app, room)
        assert rig.app.top is not page
        rig.app.back_to(rig.floor)
