"""Ways in: opens the window with its library and sound, and starts the launcher or one game.

Only the launcher is loaded before the first frame; then all pages are (`DOORS`).
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from games import catalog, weights
from games.session.setup import Shown
from games.shell.app import FRAME, App
from games.shell.audio.sound import Sound
from games.shell.draw.gif import Pixels, pixels_of, write_gif
from games.shell.pages.launcher import Launcher
from games.shell.shell import PageMakers
from games.shell.window import UNSEEN
from games.store.files import Store, open_store
from games.store.library import Library
from games.store.profiles import Settings


class NoDisplay(Exception):
    """Raised where no window can be opened; the message has a remedy."""


def _all_doors() -> PageMakers:
    """Return the doors with their pages, which are all loaded when this is asked first."""
    doors: PageMakers = importlib.import_module("games.shell.page_registry").DOORS
    return doors


def _closed(name: str) -> Callable[..., Any]:
    """Return the door `name` as it is before its page is loaded."""
    return lambda *given: getattr(_all_doors(), name)(*given)


_LATE = {door.name: _closed(door.name) for door in fields(PageMakers)} | {"load": _all_doors}
DOORS = PageMakers(**{**_LATE, "home": Launcher})
"""The doors of a window; only the launcher's page is there from the start."""


def open_display() -> None:
    """Start SDL's video; raises `NoDisplay` where no window can be shown."""
    wanted = os.environ.get("SDL_VIDEODRIVER", "")
    advice = "start it on a desktop, or set SDL_VIDEODRIVER=dummy to run without a window"
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplay(f"There is no display ({error}); {advice}.") from None
    driver = pygame.display.get_driver()
    if driver in UNSEEN and driver not in wanted.lower():
        pygame.display.quit()
        raise NoDisplay(f"There is no display; {advice}.")
    pygame.font.init()
    pygame.joystick.init()


def open_app(data_dir: str | None, demo: bool = False, size: tuple[int, int] | None = None) -> App:
    """Return an app with its window, library and sound; raises `NoDisplay` and `BadDataDirectory`.

    Saved files lie in `data_dir`; with `demo` it is in attract mode. Without a size the window has
    the size in the settings, as far as it fits the desktop.
    """
    open_display()
    store = Store(None) if demo else open_store(data_dir)
    if store.root is not None:  # agents, also in processes of their own, find their tables there
        os.environ["OPEN_MIND_ARCADE_DATA"] = str(store.root)
    weights.choose(None if store.root is None else store.root / weights.FOLDER)
    library = Library(store)
    settings = Settings() if demo else library.settings
    sound = Sound(settings.effects_volume, settings.music_volume, settings.mute, silent=demo)
    app = App(library, sound, DOORS, demo, size)
    app.input.open_gamepads()
    return app


def run_launcher(data_dir: str | None = None) -> int:
    """Open the launcher on `data_dir` and run until the player leaves; returns the exit code."""
    try:
        app = open_app(data_dir)
    except NoDisplay as problem:
        print(problem, file=sys.stderr)
        return 2
    app.push(app.first_scene())
    if is_newcomer(app.library):
        app.guard(app.push, catalog.welcome().FirstLesson(app))
    return app.run()


def is_newcomer(library: Library) -> bool:
    """Return whether the `library` shows no play and no welcome yet."""
    return not library.settings.welcomed and not any(
        library.statistics(profile.id).records
        or any(library.matches.any(profile.id, game) for game in catalog.GAMES)
        for profile in library.profiles()
    )


def run_game(
    game_id: str,
    opponent: str | None = None,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    demo: bool = False,
    frames: int | None = None,
    screenshot: str | None = None,
    data_dir: str | None = None,
    seat: str | None = None,
    today: bool = False,
    gif: str | None = None,
) -> int:
    """Open game `game_id` directly, or its attract mode; return the exit code.

    With `demo` no profile is used. With `frames` the clock is injected and stands still while an
    agent thinks, so that the picture, which is saved as `screenshot`, is the same for the same
    seed. `opponent` and `options` are a command line's; `seat` is an agent for the first seat, or
    "human"; with `today` it is today's match. Saved files lie in `data_dir`.
    """
    counted = frames is not None or screenshot is not None or gif is not None
    if gif is not None:
        os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    try:
        app = open_app(data_dir, demo, (1280, 720) if counted else None)
    except NoDisplay as problem:
        print(problem, file=sys.stderr)
        return 2
    from games.shell.opening import open_game
    from games.shell.pages.today import open_today

    scene = (
        open_today(app, game_id, ask=False)
        if today
        else open_game(app, game_id, opponent, seed, dict(options or {}), demo, seat)
    )
    if not demo:
        app.push(app.first_scene())
    app.guard(app.push, scene)
    if not counted:
        return app.run()
    usual = GIF_FRAMES if gif is not None else 120
    return run_frames(app, usual if frames is None else frames, screenshot, gif)


def run_match(shown: Shown, data_dir: str | None = None) -> int:
    """Open the replay of the match `shown`; returns the exit code.

    What is saved lies in `data_dir`. Raises `ValueError` for a match that cannot be played here.
    """
    try:
        app = open_app(data_dir)
    except NoDisplay as problem:
        print(problem, file=sys.stderr)
        return 2
    scene = DOORS.replay(app, shown)
    app.push(app.first_scene())
    app.guard(app.push, scene)
    return app.run()


GIF_FRAMES: Final = 600
"""Frames of attract mode in a GIF: ten seconds."""
_GIF_EVERY: Final = 6
_GIF_SIZE: Final = (640, 360)


def run_frames(app: App, frames: int, screenshot: str | None, gif: str | None = None) -> int:
    """Run `frames` frames of 1/60 s of an `app` on an injected clock, then save the last as
    `screenshot`, and each `_GIF_EVERY`-th in the new file `gif`.
    """
    seen = []
    for number in range(max(1, frames)):
        if gif is not None and number % _GIF_EVERY == 0:
            app.draw()
            seen.append(pixels_of(app.window, _GIF_SIZE))
        app.take_events([event for event in pygame.event.get() if event.type == pygame.QUIT])
        if not app.running:
            break
        app.frame(FRAME)
    app.draw()
    picture = app.window.copy()
    app.close()
    if screenshot is not None:
        try:
            Path(screenshot).parent.mkdir(parents=True, exist_ok=True)
            pygame.image.save(picture, screenshot)
        except (OSError, pygame.error) as error:
            print(f"Could not write {screenshot}: {error}; name another file.", file=sys.stderr)
            return 2
    if gif is not None:
        return written(seen, gif, 1000 * _GIF_EVERY // 60)
    return 1 if app.failed else app.exit_code


def written(pictures: Iterable[Pixels], gif: str, milliseconds: int) -> int:
    """Write `pictures`, for `milliseconds` each, as the new file `gif`; return the exit code."""
    try:
        count = write_gif(pictures, Path(gif), milliseconds)
    except OSError as problem:
        told = problem.strerror or problem
        print(f"Could not write {gif}: {told}; name another file.", file=sys.stderr)
        return 2
    print(f"Wrote {gif}, {count} pictures.")
    return 0
