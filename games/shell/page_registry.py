"""The pages that the shell, a table and the launcher open, put together.

Only the launcher is needed for the first frame, so this is loaded after it (`games.shell.start`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from games import bots, catalog
from games.shell.opening import ensure_profile
from games.shell.pages.about import AboutPage
from games.shell.pages.help import HelpPage
from games.shell.pages.launcher import Launcher
from games.shell.pages.overlays import Card, Curtain, Dialog
from games.shell.pages.past.exchange import open_file
from games.shell.pages.past.film_progress import replay_page
from games.shell.pages.past.matches import MatchesPage
from games.shell.pages.pause import pause_page
from games.shell.pages.players import PlayersScene
from games.shell.pages.result import ResultPage
from games.shell.pages.review.exercises import ExerciseRoom
from games.shell.pages.settings import SettingsScene
from games.shell.pages.setup import SetupPage
from games.shell.pages.today import open_today, today_words
from games.shell.shell import PageMakers, Scene, Shell
from games.shell.table import Table
from games.spec import GameSpec
from games.store.place import printable_path


def _table(scene: Scene) -> Table:
    assert isinstance(scene, Table)
    return scene


def _help(shell: Shell, spec: GameSpec, scene: Scene | None) -> Scene:
    if isinstance(scene, Table):
        return HelpPage(shell, spec, *scene.help_text())
    game = catalog.scene(spec.id).Scene
    return HelpPage(shell, spec, game.help_figures(), game.action_names)


def _exercises(shell: Shell) -> Scene:
    profile = ensure_profile(shell)
    assert profile is not None  # the hall is not in attract mode
    return ExerciseRoom(shell, profile)


A_BOT: Final = (
    "{} is copied to your bots in {}, in the place of one of that name. It is a program that can "
    "do here whatever you can do: copy only what you trust."
)


def _open_dropped(shell: Shell, file: Path) -> None:
    """Open a file that was dropped on the window: a bot is copied after a question, the rest is a
    match.
    """
    if file.suffix.lower() != ".py":
        open_file(shell, file)
        return

    def copy() -> None:
        try:
            name = bots.copy_in(file)
        except (bots.LostBot, OSError) as problem:
            shell.toast(f"The bot was not copied: {problem}")
            return
        shell.toast(f"{name} stands on the page before a game now.")
        shell.top.resume()  # where its bots may be shown

    text = A_BOT.format(file.name[:60], printable_path(bots.folder()))
    shell.push(Dialog(shell, "Copy this bot?", text, [("Copy it", copy)]))


DOORS: Final = PageMakers(
    home=Launcher,
    setup=SetupPage,
    result=lambda shell, scene: ResultPage(shell, _table(scene)),
    help=_help,
    settings=SettingsScene,
    players=PlayersScene,
    exercises=_exercises,
    pause=lambda shell, scene: pause_page(shell, _table(scene)),
    card=Card,
    about=AboutPage,
    today=open_today,
    today_words=today_words,
    curtain=Curtain,
    ask=Dialog,
    replay=replay_page,
    matches=MatchesPage,
    open_match=lambda shell, path: _open_dropped(shell, Path(path)),
)
