"""The table of Set: marking, claiming at the moment of the key, seals, hints, pauses."""

from __future__ import annotations

import pygame
import pytest

from ai.set.race import prior
from games.mind import Bars, Bell, MindItem
from games.session.session import Session
from games.set import KEYS
from games.set.looks import USUAL
from games.set.rules.claims import Claim, parse, possible_claims, right_claims
from games.set.rules.state import State
from games.set.scene import Scene
from games.shell.draw.canvas import Canvas
from games.shell.opening import continue_match, saved_match
from tests.support.hands import Rig, push_button, until
from tests.support.set_scene import opened, racing
from tests.support.words import Words


@pytest.fixture
def scene(rig: Rig) -> Scene:
    return opened(rig)


def places_of(scene: Scene, cards: tuple[int, ...]) -> list[int]:
    every = (*scene.seen.table, *scene.seen.beside)
    return [every.index(card) for card in cards]


def wrong(state: State) -> tuple[int, ...]:
    found = right_claims(state)
    return next(cards for cards in possible_claims(state) if cards not in found)


def keys_of(places: list[int]) -> list[str]:
    return [KEYS[place % 3][place // 3] for place in places]


def test_the_third_key_claims_at_that_moment(rig: Rig, scene: Scene) -> None:
    raced = scene.session.raced
    rig.frames(6, 0.1)
    rig.key(*keys_of(places_of(scene, right_claims(scene.seen)[0])))
    assert scene.seen.taken == (1, 0)
    told = scene.last_race.data if scene.last_race else {}
    assert told["result"] == "set"
    assert told["ms"] == pytest.approx(1000 * (raced + 0.6), abs=2)
    assert "Steady 1 would have claimed" in scene.told_later


def test_a_second_press_unmarks(rig: Rig, scene: Scene) -> None:
    rig.key("q", "a")
    assert scene.acts.marking.marked == [0, 1]
    rig.key("q")
    assert scene.acts.marking.marked == [1]


def test_a_wrong_claim_says_which_feature_is_broken_and_the_table_goes_on(
    rig: Rig, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = scene.seen.table
    rig.key(*keys_of(places_of(scene, wrong(scene.seen))))
    words = Words(rig.app, monkeypatch)
    words.look()
    told = " ".join(word.text for word in words.seen)
    assert " breaks it: two " in told
    assert scene.seen.points == (-1, 0)
    assert scene.seen.table == table
    until(rig.app, lambda: racing(scene))
    assert scene.session.raced >= scene.seen.after / 1000 > 0


@pytest.mark.parametrize("agent", ["steady-1", "mirror"])
def test_a_mind_says_nothing_of_a_table_that_races_on(rig: Rig, agent: str) -> None:
    """When it has sealed, or which sets lie there, would help who claims next."""
    scene = opened(rig, agent)

    def told() -> list[MindItem]:
        table = (item for item in scene.mind_view.mind if isinstance(item, (Bell, Bars)))
        return [item for item in table if isinstance(item, Bell) or item.unit == "%"]

    rig.key(*keys_of(places_of(scene, wrong(scene.seen))))
    assert scene.mind_view.mind
    assert told() == []
    until(rig.app, lambda: racing(scene))
    rig.key(*keys_of(places_of(scene, right_claims(scene.seen)[0])))
    assert len(told()) == (agent != "mirror"), "which sets lie there is never said in play"


def test_the_clock_of_the_match_never_runs_back(rig: Rig, scene: Scene) -> None:
    """Neither while a claim is shown, right or wrong, nor on the next table."""
    totals = []
    for claimed in (wrong, lambda seen: right_claims(seen)[0]):
        rig.frames(9, 0.1)
        until(rig.app, lambda: racing(scene) and scene.look().total > 0.8)  # others may claim first
        cards = claimed(scene.seen)
        totals.append(scene.look().total)
        rig.key(*keys_of(places_of(scene, cards)))
        assert scene.busy
        totals.append(scene.look().total)
        until(rig.app, lambda: racing(scene))
        totals.append(scene.look().total)
    assert totals == sorted(totals)
    assert totals[-1] == pytest.approx(totals[-2], abs=0.2)
    assert totals[1] > 0.8


def signs(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The icons on the stage, with nothing kept of frames before."""
    drawn: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "icon", lambda self, name, *args: drawn.append(name))
        patch.setattr(Canvas, "picture", lambda self, box, key, paint: paint())
        scene.draw_stage(scene.shell.canvas)
    return drawn


def test_a_frame_has_a_sign_beside_its_colour(
    rig: Rig, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def news(*keys: str) -> dict[str, int]:
        before = signs(scene, monkeypatch)
        rig.key(*keys)
        after = signs(scene, monkeypatch)
        return {name: after.count(name) - before.count(name) for name in {*after, *before}}

    rig.key("9")  # only the warning
    assert news("9")["help"] == 1
    rig.key("9", "9", "9")
    words = Words(rig.app, monkeypatch)
    words.look()
    assert "All of it: same: " in " ".join(word.text for word in words.seen)
    first, *others = keys_of(places_of(scene, wrong(scene.seen)))
    assert news(first)["seat-disc"] == 1
    assert news(*others)["close"] == 3
    until(rig.app, lambda: racing(scene))
    assert news(*keys_of(places_of(scene, right_claims(scene.seen)[0])))["check"] == 3


def test_claims_stay_as_long_as_one_likes_where_that_is_wanted(rig: Rig, scene: Scene) -> None:
    rig.app.change_settings(cards=USUAL._replace(stay=True).text())
    for key, cards in (("space", wrong(scene.seen)), ("click", right_claims(scene.seen)[0])):
        rig.key(*keys_of(places_of(scene, cards)))
        rig.frames(50, 0.1)
        assert scene.busy, "five seconds later"
        rig.click(5, 5) if key == "click" else rig.key(key)
        until(rig.app, lambda: racing(scene), 60)
    assert scene.seen.taken == (1, 0)


def test_mouse_arrows_and_pad_mark_too(rig: Rig, scene: Scene) -> None:
    box = scene.scenery.boxes(scene.seen)[4]
    rig.click(box[0] + box[2] / 2, box[1] + box[3] / 2)
    assert scene.acts.marking.marked == [4]
    rig.key("right", "right", "down", "return")  # the first arrow only shows where one stands
    assert scene.acts.marking.cursor == 4
    assert scene.acts.marking.marked == [], "a second mark takes the first back"
    rig.hat("down")
    rig.pad(0)
    assert scene.acts.marking.marked == [5]


def test_the_other_takes_the_set_when_its_time_has_come(rig: Rig) -> None:
    scene = opened(rig, "solver")
    sealed = parse(scene.session.decisions[1].move)
    assert sealed is not None
    until(rig.app, lambda: scene.seen.taken == (0, 1), step=1 / 30)
    assert scene.last_race is not None
    assert scene.last_race.data["ms"] == sealed.ms == 600


def test_a_pause_hides_the_cards_and_stops_the_clock(rig: Rig, scene: Scene) -> None:
    rig.frames(3, 0.1)
    raced = scene.session.raced
    assert not scene.look().hidden
    rig.key("escape")
    rig.frames(20, 0.1)
    assert scene.session.raced == raced
    assert scene.look().hidden
    rig.key("escape")
    rig.frames(2, 0.1)
    assert scene.session.raced > raced


@pytest.mark.parametrize("kind", [pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN])
def test_a_race_that_nobody_sees_stands_still(rig: Rig, scene: Scene, kind: int) -> None:
    rig.give(kind)
    assert rig.app.top is not scene


def test_a_window_too_small_to_play_in_stops_the_race(rig: Rig, scene: Scene) -> None:
    pygame.display.set_mode((300, 200), pygame.RESIZABLE)
    rig.give(pygame.WINDOWSIZECHANGED, x=300, y=200)
    assert rig.app.top is not scene


def test_no_fade_shows_the_cards_of_a_race_that_stands_still(rig: Rig, scene: Scene) -> None:
    rig.frames(2)
    assert not scene.lingers
    x, y, w, h = scene.scenery.boxes(scene.seen)[0]
    pixel = (rig.app.canvas.x(x + w / 2), rig.app.canvas.y(y + h * 0.93))
    light = sum(rig.app.window.get_at(pixel)[:3])
    rig.key("escape")
    assert sum(rig.app.window.get_at(pixel)[:3]) < light / 3, "the first frame"
    rig.key("escape")
    rig.frames(1)
    for card in right_claims(scene.seen)[0]:
        scene.acts.mark(places_of(scene, (card,))[0])
    rig.frames(2)
    assert scene.lingers, "a claim is shown"


def test_a_wrong_claim_is_kept_at_once(rig: Rig, scene: Scene) -> None:
    rig.key(*keys_of(places_of(scene, wrong(scene.seen))))
    kept = saved_match(rig.app, "set")
    assert kept is not None
    assert len(kept.turns) == len(scene.match.turns)


def test_a_claim_is_kept_by_the_next_frame_and_not_by_a_key(
    rig: Rig, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match is written once for a claim, before what it led to is drawn."""
    saved: list[bool] = []
    save, draw = Session.save, Scene.draw_stage

    def saving(session: Session) -> None:
        saved.append(False)
        save(session)

    def drawing(table: Scene, canvas: Canvas) -> None:
        saved.append(True)
        draw(table, canvas)

    monkeypatch.setattr(Session, "save", saving)
    monkeypatch.setattr(Scene, "draw_stage", drawing)
    for key in keys_of(places_of(scene, right_claims(scene.seen)[0])):
        rig.key_down(key)
        rig.key_up(key)
    assert saved == []
    rig.frames(1)
    assert saved == [False, True]
    kept = saved_match(rig.app, "set")
    assert kept is not None
    assert len(kept.turns) == len(scene.match.turns)


def test_hints_are_remembered_when_a_match_goes_on(rig: Rig, scene: Scene) -> None:
    rig.key("9", "9")
    for place in places_of(scene, right_claims(scene.seen)[0]):
        scene.acts.mark(place)
    rig.frames(2)
    kept = saved_match(rig.app, "set")
    assert kept is not None
    again = continue_match(rig.app, kept)
    assert again.report().lines[-1] == "Hints were shown on 1 table."


def test_hints_come_in_three_steps_and_are_told(rig: Rig, scene: Scene) -> None:
    shown = []
    for _ in range(5):
        shown.append(len(scene.look().hints))
        rig.key("9")
    assert shown == [0, 0, 1, 2, 3], "the first key only warns"
    assert scene.report().lines[-1] == "Hints were shown on 1 table."


def test_what_is_recorded_counts_sets_and_their_times(rig: Rig) -> None:
    scene = opened(rig, "nobody", mode="junior")
    while not scene.match.over:
        taken = sum(scene.seen.taken)
        for place in places_of(scene, right_claims(scene.seen)[0]):
            scene.acts.mark(place)
        until(rig.app, lambda now=taken: sum(scene.seen.taken) > now)  # type: ignore[misc]
        scene.skip()
        until(rig.app, lambda: racing(scene) or scene.match.over)
    found = scene.result(0)
    assert found is not None
    assert found.outcome == "won"
    assert found.counters["sets"] == scene.match.state.taken[0] >= 7
    assert found.counters["hinted"] == found.counters["sets_other"] == 0


def test_the_mirror_learns_nothing_from_a_table_with_a_hint(rig: Rig) -> None:
    scene = opened(rig, "mirror")
    rig.key("9", "9")
    assert any("learns nothing" in text for text in rig.app.toasts.texts)
    rig.key(*keys_of(places_of(scene, right_claims(scene.seen)[0])))
    assert scene.match.turns[-1][0][1].endswith("+hint1")
    assert scene.match.players[1].known == prior()  # type: ignore[attr-defined]
    until(rig.app, lambda: racing(scene))
    rig.key(*keys_of(places_of(scene, right_claims(scene.seen)[0])))
    assert scene.match.players[1].known != prior()  # type: ignore[attr-defined]


def test_the_mirror_learns_nothing_from_a_race_that_stood_still(rig: Rig) -> None:
    scene = opened(rig, "mirror")
    rig.key("escape")
    rig.key("escape")
    rig.frames(1)
    until(rig.app, lambda: sum(scene.seen.taken) == 1)
    assert scene.last_race is not None
    assert scene.last_race.data["paused"]
    assert scene.match.players[1].known == prior()  # type: ignore[attr-defined]


def test_who_plays_alone_gives_a_table_up(rig: Rig) -> None:
    scene = opened(rig, "nobody")
    rig.key("0")
    until(rig.app, lambda: len(scene.seen.table) == 15 and racing(scene))
    boxes = scene.scenery.boxes(scene.seen)
    assert len({round(box[0]) for box in boxes[12:]}) == 1, "the new ones stand in a column"


def test_no_set_is_called_where_it_has_to_be(rig: Rig) -> None:
    scene = opened(rig, "nobody", none="call")
    assert any("No set" in name for name, _ in scene.look().buttons)
    rig.key("0")
    assert scene.last_race is not None
    assert scene.last_race.data["result"] == "wrong"


def test_a_frozen_seat_is_told_how_long(rig: Rig) -> None:
    scene = opened(rig, "steady-1", penalty="freeze")
    rig.key(*keys_of(places_of(scene, wrong(scene.seen))))
    until(rig.app, lambda: racing(scene))
    rig.key(*keys_of(places_of(scene, right_claims(scene.seen)[0])))
    assert scene.seen.taken == (0, 0)
    assert any("You are frozen for" in text for text in rig.app.toasts.texts)


def test_a_chain_takes_one_card_from_beside_the_table(rig: Rig) -> None:
    scene = opened(rig, "nobody", mode="chain")
    for place in places_of(scene, right_claims(scene.seen)[0]):
        scene.acts.mark(place)
    until(rig.app, lambda: len(scene.seen.beside) == 3 and racing(scene))
    table = len(scene.seen.table)
    scene.acts.mark(table)
    scene.acts.mark(table + 1)
    assert scene.acts.marking.marked == [table + 1], "one card of those beside at most"
    scene.acts.marking.forget()
    for place in places_of(scene, right_claims(scene.seen)[0]):
        scene.acts.mark(place)
    until(rig.app, lambda: scene.seen.taken == (2, 0))


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.parametrize("larger", [False, True])
def test_no_words_run_into_others(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], larger: bool
) -> None:
    rig.app.change_settings(larger_text=larger)
    pygame.display.set_mode(size, pygame.RESIZABLE)
    rig.give(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    scene = opened(rig, "steady-3")
    words = Words(rig.app, monkeypatch)
    words.look()
    assert words.overlaps() == []
    for place in places_of(scene, right_claims(scene.seen)[0]):
        scene.acts.mark(place)
    rig.frames(2)
    words.look()
    assert words.overlaps() == []


def test_a_match_that_is_left_is_dealt_anew_when_it_goes_on(rig: Rig, scene: Scene) -> None:
    for place in places_of(scene, right_claims(scene.seen)[0]):
        scene.acts.mark(place)
    until(rig.app, lambda: scene.seen.taken == (1, 0) and racing(scene))
    table = scene.seen.table
    rig.key("escape")
    push_button(rig.app.top, "Leave")
    kept = saved_match(rig.app, "set")
    assert kept is not None
    again = continue_match(rig.app, kept)
    assert isinstance(again, Scene)
    assert again.seen.waiting
    assert again.seen.taken == (1, 0)
    rig.show(again)
    until(rig.app, lambda: racing(again))
    assert again.seen.table != table


def test_who_leaves_while_the_last_claim_is_shown_has_the_result(rig: Rig) -> None:
    scene = opened(rig, "solver", mode="junior")
    until(rig.app, lambda: scene.match.over)
    assert rig.app.top is scene, "the last claim is still being shown"
    rig.key("escape")
    push_button(rig.app.top, "Leave")
    player = rig.app.library.current
    assert player is not None
    (found,) = rig.app.library.statistics(player.id).of("set")
    assert (found.matches, found.lost) == (1, 1)


def test_a_wrong_claim_buys_no_time_to_look(rig: Rig, scene: Scene) -> None:
    cards = wrong(scene.seen)
    drawn = []
    rig.key(*keys_of(places_of(scene, cards)))
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.setattr(
            "games.set.stage.draw_card", lambda canvas, card, *_, **__: drawn.append(card)
        )
        scene.draw(Canvas(pygame.Surface((1280, 720)), rig.app.theme))
    assert sorted(drawn) == sorted(cards)


def test_marks_stand_when_the_other_errs_and_keys_typed_on_do_nothing(rig: Rig) -> None:
    scene = opened(rig, "nobody")
    rig.key("q", "a")
    scene.session.decisions.clear()
    state = scene.seen
    mistaken = Claim(round(scene.session.raced * 1000) + 1, wrong(state)).text()
    scene.session.step({0: "wait", 1: mistaken})
    scene.show(scene.session.played[-1])
    assert scene.busy
    rig.key("z")
    assert scene.busy
    assert scene.acts.marking.marked == [0, 1]


def test_a_clock_that_jumps_lets_the_other_claim_at_its_own_time(rig: Rig) -> None:
    scene = opened(rig, "solver")
    rig.frames(1, 3600.0)
    rig.frames(1)
    assert scene.last_race is not None
    assert scene.last_race.data["ms"] == 600


def test_a_clock_that_stands_still_takes_a_claim(rig: Rig, scene: Scene) -> None:
    scene.session.raced = 0.0
    rig.app.frame(0.0)
    for place in places_of(scene, right_claims(scene.seen)[0]):
        scene.acts.mark(place)
    rig.app.frame(0.0)
    assert scene.match.turns[-1][0][1].startswith("1-"), "the first millisecond of the table"
    rig.frames(2)
    assert scene.seen.taken == (1, 0)


def test_a_freeze_goes_on_when_a_match_that_was_killed_goes_on(rig: Rig) -> None:
    scene = opened(rig, "steady-1", penalty="freeze")
    rig.key(*keys_of(places_of(scene, wrong(scene.seen))))
    kept = saved_match(rig.app, "set")  # what a kill leaves
    assert kept is not None
    again = continue_match(rig.app, kept)
    assert again.seen.frozen == (5000, 0)
    assert again.seen.waiting
