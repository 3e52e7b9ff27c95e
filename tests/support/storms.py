"""Seeded storms of events, floods of the queue, and scenes whose hooks raise.

A storm is a stream of what a keyboard, a mouse, gamepads and a window manager can send, in any
order and at any place, and of frames of any length between them. Events are made by a
`games.streams.Stream`, so that a storm that broke something can be sent again.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pygame

from games import catalog
from games.core import Log, Seating
from games.session.archiving import past_log
from games.session.setup import Setup, Shown
from games.shell.app import App
from games.shell.pages.league.room import LeagueRoom
from games.shell.shell import Scene
from games.shell.start import open_app
from games.shell.table import Table
from games.store.past import PastLog, PastMatch
from games.store.statistics import MatchResult
from games.streams import Stream
from tests.support.hands import look
from tests.support.replays import played

Make = Callable[[App], Scene]

KEYS: Final = (
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_SPACE),
    *(pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_KP1, pygame.K_KP4, pygame.K_TAB),
    *(pygame.K_ESCAPE, pygame.K_p, pygame.K_m, pygame.K_u, pygame.K_r, pygame.K_F1, pygame.K_F10),
    *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END, pygame.K_BACKSPACE),
    *(pygame.K_DELETE, pygame.K_LSHIFT, pygame.K_LCTRL, pygame.K_a, pygame.K_z, pygame.K_PERIOD),
    *(pygame.K_COMMA, pygame.K_EQUALS, pygame.K_MINUS, pygame.K_KP_ENTER, pygame.K_x, 0, 1 << 30),
)
TEXTS: Final = ("a", "Ä", "😀", "\u202e", "\u0301", " ", "W" * 500, "\n", "\0", "文")
MODS: Final = (0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_CAPS)
SIZES: Final = ((1, 1), (639, 480), (640, 480), (800, 600), (1280, 720), (1000, 2000), (2560, 600))


class Storm:
    """Makes events; `events(n)` gives the next n of them."""

    def __init__(self, seed: int, size: Callable[[], tuple[int, int]]) -> None:
        self.rng = Stream.named(seed, "storm")
        self.size = size
        self.makers = (
            *(self.key,) * 8,
            *(self.pointer,) * 6,
            *(self.button,) * 4,
            *(self.pad,) * 3,
            self.text,
            self.wheel,
            self.hat,
            self.axis,
        )

    def pick(self, choices: Any) -> Any:
        return choices[self.rng.below(len(choices))]

    def events(self, count: int) -> list[pygame.event.Event]:
        return [self.pick(self.makers)() for _ in range(count)]

    def key(self) -> pygame.event.Event:
        kind = self.pick((pygame.KEYDOWN, pygame.KEYUP))
        return pygame.event.Event(kind, key=self.pick(KEYS), mod=self.pick(MODS), unicode="")

    def place(self) -> tuple[int, int]:
        width, height = self.size()
        if not self.rng.below(20):
            return self.pick(((-500, -1), (100_000, 5), (0, 0), (width, height)))
        return self.rng.below(width), self.rng.below(height)

    def pointer(self) -> pygame.event.Event:
        return pygame.event.Event(pygame.MOUSEMOTION, pos=self.place(), rel=(1, 0), buttons=(0,))

    def button(self) -> pygame.event.Event:
        kind = self.pick((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
        return pygame.event.Event(kind, pos=self.place(), button=self.pick((1, 1, 1, 2, 3, 5, 9)))

    def wheel(self) -> pygame.event.Event:
        turn = self.pick((-1, 1, 40, -40, 0))
        return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=turn, precise_y=float(turn))

    def text(self) -> pygame.event.Event:
        return pygame.event.Event(pygame.TEXTINPUT, text=self.pick(TEXTS))

    def pad(self) -> pygame.event.Event:
        kind = self.pick((pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP))
        return pygame.event.Event(kind, button=self.rng.below(12), instance_id=self.rng.below(3))

    def hat(self) -> pygame.event.Event:
        value = (self.rng.below(3) - 1, self.rng.below(3) - 1)
        return pygame.event.Event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=value)

    def axis(self) -> pygame.event.Event:
        value = 2 * self.rng.random() - 1
        return pygame.event.Event(
            pygame.JOYAXISMOTION, instance_id=self.rng.below(2), axis=self.rng.below(8), value=value
        )

    def weather(self) -> pygame.event.Event:
        """What comes from outside: focus, gamepads that come and go, the window shown."""
        return self.pick(
            (
                pygame.event.Event(pygame.WINDOWFOCUSLOST),
                pygame.event.Event(pygame.WINDOWFOCUSGAINED),
                pygame.event.Event(pygame.WINDOWEXPOSED),
                pygame.event.Event(pygame.JOYDEVICEADDED, device_index=self.rng.below(3)),
                pygame.event.Event(pygame.JOYDEVICEREMOVED, instance_id=self.rng.below(3)),
                pygame.event.Event(pygame.ACTIVEEVENT, gain=0, state=1),
                pygame.event.Event(pygame.USEREVENT),
            )
        )


class Arcade:
    """An app on data of its own, whose faults are kept in `faults` as texts."""

    def __init__(self, folder: Path) -> None:
        self.app = open_app(str(folder))
        self.app.sound.close()
        self.faults: list[str] = []
        log_fault = self.app.log_fault

        def keep(fault: BaseException) -> str:
            self.faults.append("".join(traceback.format_exception(fault)))
            return log_fault(fault)

        self.app.log_fault = keep  # type: ignore[method-assign]
        self.app.library.create("Ada")
        self.home()

    def home(self) -> None:
        """Back to a launcher of its own, whatever is on the stack."""
        while self.app.stack:
            self.app.guard(self.app.stack.pop().leave)
        self.app.running = True
        self.app.push(self.app.first_scene())

    def show(self, make: Make) -> Scene:
        """A new scene over a new launcher."""
        self.home()
        scene = make(self.app)
        if scene is not self.app.top:
            self.app.push(scene)
        return scene

    def resize(self, size: tuple[int, int]) -> None:
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.app.take_events([pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])])

    def send(self, *events: pygame.event.Event) -> None:
        self.app.take_events(list(events))

    def press(self, *keys: int) -> None:
        """Press and let go each key, with a frame after it."""
        for key in keys:
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                self.send(pygame.event.Event(kind, key=key, mod=0, unicode=""))
            self.app.frame(1 / 60)

    def frames(self, count: int, dt: float = 1 / 60) -> None:
        for _ in range(count):
            look(self.app, dt)


def rage(arcade: Arcade, make: Make, count: int, seed: int) -> int:
    """Send a storm of so many events at a scene; returns how often it was opened.

    Whenever ten events have led away from the scene, or after 2,000, it is opened anew. There is
    a frame after every fifty.
    """
    app = arcade.app
    storm = Storm(seed, lambda: pygame.display.get_surface().get_size())  # type: ignore[union-attr]
    target, times = arcade.show(make), 1
    for ten in range(1, count // 10 + 1):
        app.take_events(storm.events(9))
        app.take_events([storm.weather() if ten % 4 == 0 else storm.key()])
        if ten % 5 == 0:
            app.frame(storm.pick((0.0, 1 / 60, 1 / 60, 0.1)))
        if not storm.rng.below(200):
            arcade.resize(storm.pick(SIZES))
        if target not in app.stack or not app.running or ten % 200 == 0:
            target, times = arcade.show(make), times + 1
        if app.too_small and not storm.rng.below(5):
            arcade.resize((1280, 720))
    return times


# -- scenes --------------------------------------------------------------------------------


def game(game_id: str, params: dict[str, Any], agents: tuple[str, ...], **more: Any) -> Make:
    """Makes the scene of a game."""

    def make(app: App) -> Table:
        spec = catalog.spec(game_id)
        seats = tuple(Seating(agent) for agent in agents)
        setup = Setup(game_id, seats, spec.params(params), 5, **more)
        table: Table = catalog.scene(game_id).Scene.open(app, setup)
        return table

    return make


def first(app: App) -> Scene:
    return app.stack[0]


def _setup(game_id: str) -> Make:
    def make(app: App) -> Scene:
        from games.shell.pages.setup import SetupPage

        return SetupPage(app, game_id)

    return make


def _tune(app: App) -> Scene:
    from games.shell.pages.before.choices import MatchChoices
    from games.shell.pages.before.tune import TunePage

    return TunePage(app, MatchChoices(app, "ur"), lambda: None)


def _settings(app: App) -> Scene:
    from games.shell.pages.settings import SettingsScene

    return SettingsScene(app)


def _players(app: App) -> Scene:
    from games.shell.pages.players import PlayersScene

    app.library.create("Ada") if app.profile is None else None
    return PlayersScene(app)


def _statistics(app: App) -> Scene:
    from games.shell.pages.statistics import StatisticsScene

    return StatisticsScene(app, app.library.current or app.library.create("Ada"))


def _known(app: App) -> Scene:
    from games.shell.pages.knowing.page import KnownPage

    return KnownPage(app, app.library.current or app.library.create("Ada"))


@cache
def _played() -> Log:
    return played("karate", agent="nash")


def _past() -> PastLog:
    found = _played()
    result = MatchResult("karate", "nash", "won", "rounds=10", 10, 45.0, 35.0)
    row = PastMatch("m1", "2026-01-02T14:05:00+00:00", result, 0, 0)
    return past_log(found, result, ["Ada", "The wall"], (45.0, 35.0), 0, row)


def _matches(app: App) -> Scene:
    from games.shell.pages.past.matches import MatchesPage

    player = app.library.current or app.library.create("Ada")
    app.library.archive.keep(player.id, _past())
    return MatchesPage(app, player, "karate")


def _open_match(app: App) -> Scene:
    from games.shell.pages.past.exchange import OpenPage

    return OpenPage(app)


def _replay(app: App) -> Scene:
    from games.shell.pages.past.replay import ReplayPage

    return ReplayPage(app, Shown(_played(), ("Ada", "The wall")))


def _review(app: App) -> Scene:
    from games.shell.pages.review.page import ReviewPage

    return ReviewPage(app, Shown(_played(), ("Ada", "The wall")))


def _exercises(app: App) -> Scene:
    from games.shell.pages.review.exercises import ExerciseRoom

    return ExerciseRoom(app, app.library.current or app.library.create("Ada"))


def _film_progress(app: App) -> Scene:
    from games.shell.pages.past.film_progress import FilmProgressCard
    from games.shell.pages.past.replay import reel_of

    shown = Shown(_played(), ("Ada", "The wall"))
    return FilmProgressCard(app, reel_of(shown), app.pop, lambda problem: app.pop())


def _naming(app: App) -> Scene:
    from games.shell.pages.naming import NamePage

    return NamePage(app, "Who plays?", "", 0, lambda name, avatar: app.pop())


def _help(game_id: str) -> Make:
    def make(app: App) -> Scene:
        from games.shell.pages.help import HelpPage

        return HelpPage(app, catalog.spec(game_id), catalog.scene(game_id).Scene.help_figures())

    return make


def _picker(app: App) -> Scene:
    from games.shell.widgets.picker import Picker, PickRow

    rows = [PickRow(agent.name, agent.description) for agent in catalog.agents("ur")]
    return Picker(app, "Against", rows, 3, lambda index: None)


def _ur_editor(app: App) -> Scene:
    from games.ur.editor import UrEditor

    return UrEditor(app, catalog.rules("ur").new({"rules": "finkel", "pieces": 4}))


def _ur_training(app: App) -> Scene:
    from games.ur.training.room import TrainingRoom

    return TrainingRoom(app)


def _league(app: App) -> Scene:
    return LeagueRoom(app, "ctf", {"maze": "loops-16x8", "moves": 40})


def _reading_room(app: App) -> Scene:
    from games.numbers.room import ReadingRoom

    return ReadingRoom(app)


def _pause(app: App) -> Scene:
    app.push(game("numbers", {"keys": 60}, ("human", "seed"))(app))
    app.top.focus_lost()
    return app.top


def result(game_id: str, params: dict[str, Any], agents: tuple[str, ...]) -> Make:
    def make(app: App) -> Scene:
        table = game(game_id, params, agents)(app)
        assert isinstance(table, Table)
        app.push(table)
        for _ in range(25):
            if table.choice_boxes:
                table.choose(table.choice_boxes[0][1])
            table.skip()
            table.update(1.0)
        if app.top is table:
            table.finish_now()
        return app.top

    return make


def _card(app: App) -> Scene:
    from games.shell.pages.overlays import Card

    return Card(app, "That game stopped", "Nothing is the matter. " * 20, "Log: nowhere")


def _day_card(app: App) -> Scene:
    from games.shell.pages.today import DayCard
    from games.store.days import DayMatch, DayTries

    played = [
        DayMatch("ur", f"2026-11-{day}", f"m{day}", "You won. " * 12) for day in range(10, 16)
    ]
    return DayCard(app, "ur", DayTries(tuple(played)), played[-1].day)


def _seal_page(app: App) -> Scene:
    from games.core import Seal
    from games.shell.pages.seal_page import SealPage

    seals = [Seal(f"{number:032x}", "kick") for number in range(1, 6)]
    return SealPage(app, [(n, seal.commitment, seal) for n, seal in enumerate(seals)], "ab" * 32)


def _invitation(app: App) -> Scene:
    from games.session.today import day_setup
    from games.shell.pages.today import DayTries, Invitation

    return Invitation(app, day_setup("ur", "2026-11-15"), DayTries())


def _not_begun(app: App) -> Scene:
    from games.shell.pages.today import NotBegun

    return NotBegun(app)


def _about(app: App) -> Scene:
    from games.shell.pages.about import AboutPage

    return AboutPage(app)


def _welcome(app: App) -> Scene:
    scene: Scene = catalog.welcome().FirstLesson(app)
    return scene


def _dialog(app: App) -> Scene:
    from games.shell.pages.overlays import Dialog

    return Dialog(app, "Delete?", "Everything is lost.", [("Delete", lambda: app.toast("Gone."))])


def _capture(app: App) -> Scene:
    from games.shell.pages.bindings import Capture

    return Capture(app, "Up", "key:up", lambda binding: None, True)


def _curtain(app: App) -> Scene:
    from games.shell.pages.overlays import Curtain

    app.push(game("numbers", {"keys": 60}, ("human", "seed"))(app))
    table = app.top
    assert isinstance(table, Table)
    return Curtain(app, "Ada", lambda: None, table.pause)


def _own_bots(app: App) -> Scene:
    from games.shell.pages.before.own_bots import OwnBotsPage

    return OwnBotsPage(app, "karate", [], lambda name: None)


def _default(game_id: str, demo: bool = False) -> Make:
    """The game as the launcher opens it, or its attract mode."""

    def make(app: App) -> Scene:
        from games.session.starting import make_setup
        from games.shell.opening import start_table

        return start_table(app, make_setup(game_id, None, 5, {}, demo))

    return make


def of_games(ids: Sequence[str]) -> dict[str, Make]:
    """What every game has: its setup page, its help, itself, and its attract mode."""
    found: dict[str, Make] = {}
    for game_id in ids:
        found[game_id] = _default(game_id)
        found[f"{game_id} demo"] = _default(game_id, demo=True)
        found[f"{game_id} setup"] = _setup(game_id)
        found[f"{game_id} help"] = _help(game_id)
    return found


SCENES: Final[dict[str, Make]] = {
    "launcher": first,
    "settings": _settings,
    "players": _players,
    "statistics": _statistics,
    "known": _known,
    "matches": _matches,
    "open a match": _open_match,
    "replay": _replay,
    "review": _review,
    "exercises": _exercises,
    "film progress": _film_progress,
    "naming": _naming,
    "pause": _pause,
    "card": _card,
    "today's card": _day_card,
    "today's match, asked": _invitation,
    "opened seals": _seal_page,
    "about": _about,
    "welcome": _welcome,
    "dialog": _dialog,
    "not begun": _not_begun,
    "capture": _capture,
    "curtain": _curtain,
    **of_games(catalog.GAMES),
    "karate endless": game("karate", {"rounds": 0}, ("human", "nash")),
    "karate glass box": game("karate", {"rounds": 10}, ("human", "seed-argmax"), glass_box=True),
    "karate watched": game("karate", {"rounds": 10}, ("seed-argmax", "seed-softmax")),
    "karate result": result("karate", {"rounds": 10}, ("human", "random")),
    "numbers endless": game("numbers", {"keys": 0}, ("human", "uniform")),
    "numbers glass box": game("numbers", {"keys": 60}, ("human", "seed"), glass_box=True),
    "numbers result": result("numbers", {"keys": 0}, ("human", "seed")),
    "picker": _picker,
    "tune": _tune,
    "own bots": _own_bots,
    "ur editor": _ur_editor,
    "ur training": _ur_training,
    "reading room": _reading_room,
    "ur people": game("ur", {"rules": "schultz", "pieces": 2}, ("human", "human")),
    "ur watched": game("ur", {"rules": "finkel", "pieces": 7}, ("greedy", "learner")),
    "flag watched": game("ctf", {"maze": "loops-16x8", "moves": 80}, ("gatherer",) * 4),
    "tournament": _league,
    "ur result": result("ur", {"rules": "schultz", "pieces": 4}, ("human", "greedy")),
}
"""Every scene of the arcade by name, and how to open it."""
