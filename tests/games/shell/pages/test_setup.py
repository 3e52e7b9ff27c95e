"""The page before a match: one decision, few words, two presses; who is met, what waits."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from games import catalog, log
from games.core import CHANCE, Log, Person, Seating
from games.session import noticing
from games.session.ladder import rungs
from games.session.noticing import LastMet
from games.session.setup import HUMAN
from games.shell.input import Press
from games.shell.opening import create_player, open_game
from games.shell.pages.before.own_bots import ModeButton
from games.shell.pages.before.sides import other_side
from games.shell.pages.before.signs import LABORATORY, Sign
from games.shell.pages.before.tune import TunePage
from games.shell.pages.launcher import Launcher
from games.shell.pages.setup import SetupPage
from games.shell.pages.statistics import LearnedScene
from games.shell.table import Table
from games.shell.widgets.basic import Button
from games.shell.widgets.ladder import places
from games.shell.widgets.picker import Picker
from games.store.library import Library
from games.store.statistics import MatchResult
from tests.support.careers import learned
from tests.support.hands import Rig, choose, filmed_whole, labels_of, push_button, push_entry
from tests.support.ruler import Ruler, check, words

SIZES = ((1280, 720), (800, 600), (2560, 1440))
MOST_WORDS = 40


def leave_unfinished(rig: Rig, game: str, options: dict[str, str], turns: int = 6) -> Table:
    """A match of a player, left after some turns."""
    rig.app.library.create("Ada")
    table = open_game(rig.app, game, None, None, options, False, "human")
    rig.show(table)
    for _ in range(300):
        rig.frames(1, 0.1)
        if len(table.match.turns) >= turns or rig.app.top is not table:
            break
        if table.waiting_for_person is not None:
            choose(table, str(next(iter(table.match.legal(table.waiting_for_person)))))
    table.session.save()
    rig.app.pop()
    return table


def keep(rig: Rig, game: str, **options: str) -> None:
    """A match that waits, of a player who has met everybody."""
    ada = rig.app.library.create("Ada")
    for agent in catalog.agents(game):
        for outcome in ("won", "lost", "lost"):
            rig.app.library.record(ada.id, MatchResult(game, agent.id, outcome))  # type: ignore[arg-type]
    spec = catalog.spec(game)
    params = spec.params(options)
    seats = [
        Seating(HUMAN),
        *(Seating(s.usual or spec.opponents.default) for s in spec.seats_for(params)[1:]),
    ]
    found = Log(game, params, 5, tuple(seats))
    rig.app.library.matches.keep(ada.id, game, log.encode(found))


def by_label(page: SetupPage, label: str) -> Button:
    return next(w for w in page.form.widgets if isinstance(w, Button) and w.label == label)


# -- few words, with room ------------------------------------------------------------------


def drawn(page: SetupPage, rig: Rig, ruler: Ruler, case: object, whole: bool) -> int:
    """Every state of the page that needs no unfolding; returns how many words most has beside the
    names of its signs.

    Not the `whole` of them: each opponent in hand and each widget in focus, not each with each.
    """
    most, members, widgets = 0, len(page.roster.members), len(page.form.widgets)
    together = [(n % members, n % widgets) for n in range(max(members, widgets))]
    for index, widget in itertools.product(range(members), range(widgets)) if whole else together:
        page.ladder.over = index
        page.form.focus = widget
        lines = ruler.draw(page, rig.app.canvas)
        check(lines, rig.app.canvas, (case, index, widget))
        assert all(line.whole for line in lines), (case, [x for x in lines if not x.whole])
        names = [w.label.partition(":")[0] for w in page.form.widgets if isinstance(w, Sign)]
        most = max(most, words(lines) - len(" ".join(names).split()))
    page.ladder.over = None
    return most


def look(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, games: tuple[str, ...], waiting: bool, whole: bool
) -> dict[str, int]:
    counts, ruler = {}, Ruler(monkeypatch)
    for game in games:
        if waiting:
            keep(rig, game)
        page = SetupPage(rig.app, game)
        page.layout(*rig.app.size)
        assert (page.saved is not None) is waiting, game
        counts[game] = drawn(page, rig, ruler, game, whole)
        if page.choices.can_watch:
            push_button(page, "Watch")
            counts[f"{game}, watched"] = drawn(page, rig, ruler, game, whole)
        rig.app.library.delete(rig.app.profile.id) if rig.app.profile is not None else None
    return counts


@pytest.mark.parametrize("waiting", [False, True])
def test_at_most_forty_words_stand_on_the_page_of_any_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, null_games: tuple[str, ...], waiting: bool
) -> None:
    """Whoever is in hand and whatever has the focus, with a match that waits or without."""
    rig = Rig(tmp_path, (800, 600))
    rig.app.change_settings(reduced_motion=True, larger_text=True)
    counts = look(rig, monkeypatch, catalog.GAMES, waiting, whole=False)
    assert set(catalog.GAMES) <= set(counts)
    assert all(5 <= count <= MOST_WORDS for count in counts.values()), sorted(
        counts.items(), key=lambda c: -c[1]
    )
    rig.app.close()


@pytest.mark.sweep
@pytest.mark.parametrize("waiting", [False, True])
@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_words_have_room_at_every_size(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    null_games: tuple[str, ...],
    size: tuple[int, int],
    larger: bool,
    waiting: bool,
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(reduced_motion=True, larger_text=larger)
    assert len(look(rig, monkeypatch, catalog.GAMES, waiting, whole=True)) > len(catalog.GAMES)
    rig.app.close()


# -- two presses ---------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["keys", "pad", "mouse"])
def test_from_the_launcher_to_the_first_choice_are_two_presses(rig: Rig, hand: str) -> None:
    launcher = Launcher(rig.app)
    rig.show(launcher)
    rig.frames(10)

    def press(goal: Callable[[], tuple[float, float]]) -> None:
        if hand == "mouse":
            rig.click(*goal())
        elif hand == "pad":
            rig.pad(0)
        else:
            rig.key("return")

    def middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
        return box[0] + box[2] / 2, box[1] + box[3] / 2

    tile = launcher.form.focused
    assert tile is not None
    press(lambda: middle(tile.box))
    page = rig.app.top
    assert isinstance(page, SetupPage)
    press(lambda: middle(by_label(page, "Play").box))
    table = rig.app.top
    assert isinstance(table, Table)
    for _ in range(200):
        rig.frames(1, 0.05)
        if table.waiting_for_person is not None:
            break
    assert table.waiting_for_person == 0


# -- the ladder ----------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["keys", "pad", "wheel"])
def test_up_and_down_climb_whatever_has_the_focus(rig: Rig, hand: str) -> None:
    page = rig.show(SetupPage(rig.app, "ur"))
    x, y, w, h = page.ladder.box

    def climb(way: str) -> None:
        if hand == "wheel":
            rig.wheel(x + w / 2, y + h - 2, 1 if way == "up" else -1)
        elif hand == "pad":
            rig.hat(way)
        else:
            rig.key(way)

    order = [agent.id for agent in rungs("ur")]
    seen = [page.choices.seats[1]]
    for way in ("up",) * 9 + ("down",) * 12:
        climb(way)
        seen.append(page.choices.seats[1])
        assert page.form.focused is by_label(page, "Play")
    here = order.index("last-move")
    climbed = [*order[here:], *[order[-1]] * (9 - (len(order) - 1 - here))]
    assert seen[:10] == climbed
    assert seen[10:] == [*order[-2::-1], HUMAN, HUMAN, HUMAN]


def test_the_mouse_shows_a_portrait_and_a_click_takes_it(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, ruler = rig.show(SetupPage(rig.app, "karate")), Ruler(monkeypatch)
    spots = places(len(page.roster.members), page.ladder.box)
    wall = page.roster.members.index("nash")
    rig.move(*spots[wall][0])
    texts = [line.text for line in ruler.draw(page, rig.app.canvas)]
    assert "The wall" in texts
    assert "gatekeeper · normal · counts" in texts
    assert not [text for text in texts if text.startswith("Belt: ")], "it gives none"
    assert page.choices.seats[1] == "sensei"
    rig.move(600, 400)
    assert "The sensei" in [line.text for line in ruler.draw(page, rig.app.canvas)]
    rig.click(*spots[wall][0])
    assert page.choices.seats[1] == "nash"
    rig.move(600, 400)
    assert "The wall" in [line.text for line in ruler.draw(page, rig.app.canvas)]


def test_who_is_in_hand_is_told_by_more_than_a_frame(rig: Rig) -> None:
    """The portrait in hand is larger than it was, and stands beside its words."""
    page = rig.show(SetupPage(rig.app, "karate"))
    before = page.ladder.place()
    assert before is not None
    (_, spot), size = places(len(page.roster.members), page.ladder.box)[page.ladder.index or 0]
    assert spot is not None
    assert before[1] > size
    rig.key("down")
    after = page.ladder.place()
    assert after is not None
    assert after[0][1] > before[0][1]
    assert page.shown == "seed-softmax"


def test_what_was_won_is_told_beside_the_portrait_and_stamped(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = rig.app.library.create("Ada")
    for outcome in ("lost", "won", "lost"):
        rig.app.library.record(ada.id, MatchResult("ur", "last-move", outcome))  # type: ignore[arg-type]
    rig.app.library.record(ada.id, MatchResult("ur", "random", "lost"))
    page, ruler = rig.show(SetupPage(rig.app, "ur")), Ruler(monkeypatch)
    assert "You win 1 of 3" in [line.text for line in ruler.draw(page, rig.app.canvas)]
    stamped = {
        member
        for member, rung in zip(page.roster.members, page.ladder.rungs, strict=True)
        if rung.beaten
    }
    assert stamped == {"last-move"}


def test_an_opponent_that_cannot_play_is_locked_and_says_why(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, ruler = rig.show(SetupPage(rig.app, "ur")), Ruler(monkeypatch)
    rig.key("page up")
    assert page.choices.seats[1] == "perfect"
    assert page.ladder.rungs[-1].locked
    told = " ".join(line.text for line in ruler.draw(page, rig.app.canvas))
    assert "was solved on this machine." in told
    play = by_label(page, "Play")
    assert play.dim
    assert play.hint == "Perfect cannot play this yet: press to read what to do."
    push_button(page, "Play")
    assert rig.app.top is page
    assert "requirements-lab.txt" in rig.app.toasts.texts[0]
    assert "`" not in rig.app.toasts.texts[0]
    push_button(page, "Tune")
    tune = rig.app.top
    assert isinstance(tune, TunePage)
    assert getattr(tune.foot.widgets[0], "dim", False)
    assert "`" not in " ".join(line.text for line in ruler.draw(tune, rig.app.canvas))
    rig.key("escape")
    page.choices.params["pieces"] = 4
    page.build()
    assert not page.ladder.rungs[-1].locked
    assert not by_label(page, "Play").dim


def test_ur_shows_ten_and_the_laboratory_has_them_all(rig: Rig) -> None:
    page = rig.show(SetupPage(rig.app, "ur"))
    assert len(page.roster.members) == 11
    assert page.roster.members[0] == HUMAN
    push_entry(rig.app, LABORATORY)
    found = rig.app.top
    assert isinstance(found, Picker)
    assert {row.name for row in found.rows} == {agent.name for agent in catalog.agents("ur")}
    rig.key("page up", "page up")
    for _ in found.rows:
        if found.rows[found.list.index].name != "Panda":
            rig.key("down")
    rig.key("return")
    assert rig.app.top is page
    assert page.choices.seats[1] == "panda"
    assert page.ladder.index is None
    push_button(page, "Tune")
    tune = rig.app.top
    assert isinstance(tune, TunePage)
    assert "Depth in plies" in [getattr(widget, "label", "") for widget in tune.body.widgets]


@pytest.mark.parametrize("game", ["karate", "numbers", "tracker"])
def test_other_games_have_no_laboratory(rig: Rig, game: str) -> None:
    page = rig.show(SetupPage(rig.app, game))
    push_button(page, "More")
    labels = labels_of(rig.app.top)
    assert LABORATORY not in labels
    assert {"Your own bots", "League", "Back"} <= set(labels)
    rig.key("escape")
    assert rig.app.top is page


# -- seats ---------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["keys", "pad", "mouse"])
def test_two_opponents_are_watched_and_each_is_chosen(rig: Rig, hand: str) -> None:
    page = rig.show(SetupPage(rig.app, "ur"))
    watch = by_label(page, "Watch")
    if hand == "mouse":
        rig.click_on(watch)
    for _ in range(0 if hand == "mouse" else 3):
        rig.key("right") if hand == "keys" else rig.hat("right")
    if hand != "mouse":
        assert page.form.focused is watch
        rig.key("return") if hand == "keys" else rig.pad(0)
    assert page.choices.seats == ["last-move", "last-move"]
    chips = page.form.widgets[:2]
    assert [chip.hint for chip in chips] == ["blue: Last move", "orange: Last move"]
    if hand == "mouse":
        rig.click_on(chips[1])
    for _ in range(0 if hand == "mouse" else 4):
        rig.key("left") if hand == "keys" else rig.hat("left")
    assert page.choices.hand == 1
    rig.key("up")
    assert page.choices.seats == ["last-move", "learner"]
    assert by_label(page, "Watch").kind == "main"
    assert "Play" not in [getattr(widget, "label", "") for widget in page.form.widgets]
    push_button(page, "Watch")
    table = rig.app.top
    assert isinstance(table, Table)
    assert [seating.agent for seating in table.setup.seats] == ["last-move", "learner"]


def test_a_friend_stands_at_the_foot_of_the_ladder(rig: Rig) -> None:
    page = rig.show(SetupPage(rig.app, "ur"))
    rig.app.library.create("Ada")
    rig.key("page down")
    assert page.choices.seats == [HUMAN, HUMAN]
    assert page.choices.company.named == {1: Person("Guest")}
    push_button(page, "Play")
    table = rig.app.top
    assert isinstance(table, Table)
    assert table.names() == ["Ada", "Guest"]


def test_alone_one_walks_oneself(rig: Rig) -> None:
    page = rig.show(SetupPage(rig.app, "tracker"))
    page.choose_mode("watch")
    rig.key("page down")
    assert page.choices.seats == [HUMAN]
    assert page.roster.told(HUMAN).name == "You"


def test_three_seats_have_a_chip_for_each_opponent(rig: Rig, null_bids: str) -> None:
    page = rig.show(SetupPage(rig.app, null_bids))
    assert page.choices.seats == [HUMAN, "even", "even"]
    rig.key("up")
    rig.key("left")
    assert page.choices.hand == 2
    rig.key("down")
    assert page.choices.seats == [HUMAN, "high", "low"]
    push_button(page, "Play")
    table = rig.app.top
    assert isinstance(table, Table)
    assert [seating.agent for seating in table.setup.seats] == [HUMAN, "high", "low"]


# -- what can be done ----------------------------------------------------------------------


def test_left_and_right_go_round_everything_that_can_be_done(rig: Rig) -> None:
    page = rig.show(SetupPage(rig.app, "ur"))
    seen = []
    for _ in page.form.widgets:
        focused = page.form.focused
        assert isinstance(focused, Button)
        seen.append(focused.label)
        rig.key("right")
    assert seen[:2] == ["Play", "Tune"]
    assert seen[2:] == ["Editor", "Watch", "Matches", "Rules", "More", "Back"]
    assert page.form.focused is by_label(page, "Play")
    rig.key("left")
    assert page.form.focused is by_label(page, "Back")
    rig.key("return")
    assert rig.app.top is rig.floor


def test_names_and_hints_come_on_hover_as_on_focus(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, ruler = rig.show(SetupPage(rig.app, "ur")), Ruler(monkeypatch)
    hinted = 0
    for widget in page.form.widgets:
        page.form.focus_on(widget)
        on_focus = {line.text for line in ruler.draw(page, rig.app.canvas)}
        page.form.focus_on(page.form.widgets[-1])
        x, y, w, h = widget.box
        rig.move(x + w / 2, y + h / 2)
        on_hover = {line.text for line in ruler.draw(page, rig.app.canvas)}
        rig.move(2, 2)
        assert widget.hint in on_focus, widget
        assert widget.hint in on_hover, widget
        hinted += 1
    assert hinted == len(page.form.widgets)


def test_back_and_help_work_from_everywhere(rig: Rig) -> None:
    page = rig.show(SetupPage(rig.app, "karate"))
    page.handle(Press("help"))
    assert rig.app.top is not page
    rig.key("escape")
    assert rig.app.top is page
    rig.key("escape")
    assert rig.app.top is rig.floor


# -- what waits ----------------------------------------------------------------------------


def test_what_continue_continues_is_told(rig: Rig) -> None:
    """Who plays, what is unusual, the throw and the day; and what New game does to it."""
    table = leave_unfinished(rig, "ur", {"pieces": "3"}, turns=2)
    page = rig.show(SetupPage(rig.app, "ur"))
    thrown = sum(CHANCE in dict(turn) for turn in table.match.turns)
    due = thrown + (table.match.to_act == (CHANCE,))
    go_on = by_label(page, "Continue")
    assert page.form.focused is go_on
    assert go_on.hint.startswith("Saved ")
    assert go_on.hint.endswith(f": you v Last move, 3 pieces a side, turn {due}.")
    assert f"turn {due}" in by_label(page, "New game").hint


def test_continue_comes_first_only_for_those_who_play_in_what_waits(rig: Rig) -> None:
    """They are in hand at first; with another in hand, Enter plays against that one."""
    leave_unfinished(rig, "ur", {}, turns=2)
    rig.show(SetupPage(rig.app, "ur"))
    page = rig.show(SetupPage(rig.app, "ur"))
    assert page.choices.seats == ["human", "last-move"]
    page.handle(Press("up"))
    other = page.choices.seats[1]
    assert other != "last-move"
    focused = page.form.focused
    assert isinstance(focused, Button)
    assert (focused.label, focused.kind) == ("Play", "main")
    assert by_label(page, "Continue").kind == "plain"
    page.handle(Press("down"))
    focused = page.form.focused
    assert isinstance(focused, Button)
    assert (focused.label, focused.kind) == ("Continue", "main")
    page.handle(Press("up"))
    rig.key("return")
    table = rig.app.top
    assert isinstance(table, Table)
    assert table.setup.seats[1].agent == other


def test_continue_goes_on_and_new_game_begins_another(rig: Rig) -> None:
    table = leave_unfinished(rig, "karate", {})
    turns = table.match.turns
    for label in ("New game", "Continue"):
        page = rig.show(SetupPage(rig.app, "karate"))
        push_button(page, label)
        again = filmed_whole(rig.app)
        assert isinstance(again, Table)
        assert again.match.turns == ([] if label == "New game" else turns)
        rig.app.pop()


# -- the games in a game -------------------------------------------------------------------


def test_a_newcomer_begins_with_seeking_and_chooses_other_modes(rig: Rig) -> None:
    page = rig.show(SetupPage(rig.app, "tracker"))
    assert page.choices.seats == [HUMAN, "explorer", "drifter"]
    ghosts = {"random", "patroller", "food", "explorer", "evader"}
    members = {
        "Seek": {"drifter", "tailer", "hound"},
        "Hide": {"blinker", "drifter", "tailer", "hound"},
        "Hunt": {HUMAN, *ghosts},
        "Laboratory": {HUMAN, "random", "patroller", "food", "explorer", "evader"},
    }
    for label, expected in members.items():
        rig.click_on(
            next(w for w in page.form.widgets if isinstance(w, ModeButton) and w.label == label)
        )
        assert set(page.roster.members) == expected, label
        assert not any(rung.locked for rung in page.roster.rungs())
    assert page.choices.seats == ["explorer"]


def test_each_mode_is_told_in_a_sentence_and_its_seats_by_name(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, ruler = rig.show(SetupPage(rig.app, "tracker")), Ruler(monkeypatch)
    said = set()
    for mode, names in (("seek", {"The ghost", "Rival"}), ("hunt", {"Partner", "The ghost"})):
        page.choose_mode(mode)
        told = {line.text for line in ruler.draw(page, rig.app.canvas)}
        assert names <= told
        said.add(next(text for text in told if text.startswith(("Hear a ghost", "Chase a ghost"))))
    assert len(said) == 2


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("larger", [pytest.param(False, marks=pytest.mark.sweep), True])
def test_a_match_that_waits_in_another_mode_is_named(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(reduced_motion=True, larger_text=larger)
    keep(rig, "tracker", play="seek")
    page, ruler = rig.show(SetupPage(rig.app, "tracker")), Ruler(monkeypatch)
    assert by_label(page, "Continue").kind == "main"
    for mode in ("hunt", "hide"):
        page.choose_mode(mode)
        assert "round 1 of" in by_label(page, "Continue Seek").hint
        assert max(w.box[0] + w.box[2] for w in page.form.widgets) <= page.size[0]
    drawn(page, rig, ruler, size, whole=False)
    rig.app.close()


def test_in_the_hunt_one_can_change_sides(rig: Rig) -> None:
    page = rig.show(SetupPage(rig.app, "tracker"))
    page.choose_mode("hunt")
    assert page.choices.seats == [HUMAN, "pack", "explorer"]
    push_button(page, "Be the ghost")
    assert page.choices.seats == ["echoes", "echoes", HUMAN]
    assert page.choices.hand == 0
    push_button(page, "Be the hunter")
    assert page.choices.seats == [HUMAN, "pack", "explorer"]
    page.choose_mode("seek")
    assert other_side(page.choices) is None


def test_another_mode_keeps_the_maze_and_has_its_own_usual_options(rig: Rig) -> None:
    page = rig.show(SetupPage(rig.app, "tracker"))
    page.choices.params["maze"] = "ring"
    page.choose_mode("hunt")
    params = page.choices.params
    assert (params["maze"], params["play"], params["sight"]) == ("ring", "hunt", 2)
    assert params["start"] == "unknown"
    push_button(page, "Tune")
    tune = rig.app.top
    assert isinstance(tune, TunePage)
    labels = [getattr(widget, "label", "") for widget in tune.body.widgets]
    assert "Steps" in labels
    assert "Sensors" not in labels
    assert "Game" not in labels


def test_a_mode_is_played_at_its_own_table(rig: Rig) -> None:
    page = rig.show(SetupPage(rig.app, "tracker"))
    page.choose_mode("hide")
    page.choices.sit(1, "drifter")
    page.build()
    push_button(page, "Play")
    table = rig.app.top
    assert isinstance(table, Table)
    assert type(table).__name__ == "HideScene"
    assert [seating.agent for seating in table.setup.seats] == [HUMAN, "drifter"]
    rig.app.pop()
    again = rig.show(SetupPage(rig.app, "tracker"))
    assert again.choices.seats == [HUMAN, "drifter"], "as they were last time"


def test_what_an_opponent_learned_stands_beside_who_remembers_and_leads_to_the_memory(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same sentence in the hall and on the page before; the memory can be seen and erased."""
    told = "Since last time I learned: you go round, 9 of 12 times."
    lesson = LastMet("karate", None, "")  # type: ignore[arg-type]

    def known(library: Library, identity: str, game: str) -> LastMet | None:
        return lesson if game == "karate" and library.learned(identity, game) else None

    monkeypatch.setattr(noticing, "last_met", known)
    monkeypatch.setattr(noticing, "noticed_words", lambda lesson: told)
    profile = create_player(rig.app, "Ada", 3)
    rig.app.change_settings(last_profile=profile.id)
    text = learned("karate", "sensei", "habits")
    assert rig.app.library.save_learned(profile.id, "karate", text)
    hall = rig.show(Launcher(rig.app))
    rig.frames(16)
    hall.noticing.wait()
    ruler = Ruler(monkeypatch)
    shown = " ".join(line.text for line in ruler.draw(hall, rig.app.canvas))
    assert "Since last time I learned" in shown
    page = rig.show(SetupPage(rig.app, "karate"))
    page.noticing.wait()
    assert page.choices.seats[1] == "sensei"
    assert page.noticed == told
    page.ladder.over = page.roster.members.index("random")
    assert page.noticed == "", "who remembers nobody says nothing"
    page.ladder.over = None
    push_button(page, "More")
    push_button(rig.app.top, "Memory")
    memory = rig.app.top
    assert isinstance(memory, LearnedScene)
    rig.click_on(memory.foot.widgets[1])
    push_button(rig.app.top, "Erase")
    assert rig.app.library.learned(profile.id, "karate") is None
    rig.key("escape")
    page.resume()
    assert page.noticed == ""


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (2560, 1440)])
@pytest.mark.parametrize(("game", "mode"), [("tracker", "hunt"), ("ra", ""), ("karate", "")])
def test_the_words_on_an_opponent_touch_no_seat_and_no_other_words(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    mode: str,
    size: tuple[int, int],
    larger: bool,
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(guided=game, larger_text=larger)
    page = rig.show(SetupPage(rig.app, game))
    if mode:
        page.choose_mode(mode)
    plain = page.roster.told
    monkeypatch.setattr(
        page.roster,
        "told",
        lambda agent: plain(agent)._replace(
            standing="You win 1 of 3", step="Next: normal (2 wins)"
        ),
    )
    check(Ruler(monkeypatch).draw(page, rig.app.canvas), rig.app.canvas, (game, size, larger))


def test_the_rules_stand_beside_the_words_where_the_window_is_wide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for size, shown in (((1280, 720), True), ((800, 600), False)):
        rig = Rig(tmp_path, size)
        page = rig.show(SetupPage(rig.app, "karate"))
        with monkeypatch.context() as patch:
            told = " ".join(line.text for line in Ruler(patch).draw(page, rig.app.canvas))
        assert ("Punch: 10 points" in told) == shown
        rig.app.close()
