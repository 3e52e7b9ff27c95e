"""From a setup to a table: a new match, and one that was kept."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games import bots, catalog, log, weights
from games.agents import LostWeights
from games.core import Log, Seating, Turn
from games.fields import BadSave
from games.match import Match
from games.session.memory import Memory
from games.session.resuming import Resuming
from games.session.setup import WAS_PRACTICE, Setup
from games.session.sitting import persons, recognised, with_people
from games.session.starting import check_log, make_setup, strange_programs
from games.shell.shell import Shell
from games.shell.table import Table
from games.store.alone import alone
from games.store.disk import NotPlain
from games.store.profiles import Profile


def ensure_profile(shell: Shell) -> Profile | None:
    """Return the player, made silently where there is none yet; None in attract mode."""
    if shell.demo:
        return None
    if shell.profile is not None:
        return shell.profile
    with alone(
        shell.library.store.place, "player"
    ):  # two windows that start at once make one player
        shell.library.refresh()  # another may have made one since
        return shell.profile or create_player(shell, shell_name(shell), 0)


def shell_name(shell: Shell) -> str:
    """Return the first of "Player 1", "Player 2" ... that is free."""
    taken = {profile.name.casefold() for profile in shell.library.profiles()}
    number = 1
    while True:
        name = f"Player {number}"
        if name.casefold() not in taken:
            return name
        number += 1


STRANGE: Final = (
    "A program that is none of the arcade's plays in this match: {}. It can do here whatever you "
    "can do. Run it only if you know where it comes from."
)
MOST_OF_A_PATH: Final = 80
"""Letters of the end of a program's path that are told: two of them fit the smallest window."""
SMALL: Final = frozenset(
    ("a", "an", "after", "at", "in", "it", "its", "nobody", "one", "only", "the", "there", "where")
)
"""The first words of reasons that are no names."""
SEALED_ANEW: Final = "Welcome back. I chose again and sealed it again."


def create_player(shell: Shell, name: str, avatar: int) -> Profile:
    """Return a new player with a `name` and an `avatar`, who plays from now on; raises
    `BadName`.
    """
    profile = shell.library.create(name, avatar)
    shell.change_settings(last_profile=profile.id)
    return profile


def open_game(
    shell: Shell,
    game_id: str,
    opponent: str | None,
    seed: int | None,
    options: Mapping[str, Any],
    demo: bool,
    seat: str | None = None,
) -> Table:
    """Return the scene of game `game_id` with these choices, ready to be pushed.

    `opponent`, `seed`, `options`, `demo` and `seat` as in `games.session.starting.make_setup`.
    Where no opponent is chosen and the usual one's weights are lost, the spare one plays. Raises
    `BadOption`, `UnknownGame` and `UnknownAgent` for choices that cannot be, and `LostWeights`.
    """
    setup = make_setup(game_id, opponent, seed, options, demo, seat)
    if not demo:
        ensure_profile(shell)  # first, since the new player's name may be among those given
        setup = recognised(setup, shell.library)
        for person in persons(setup):
            if not person.profile:
                shell.toast(f"{person.name} is no player here, so nothing is kept for this guest.")
    try:
        return start_table(shell, setup)
    except LostWeights as problem:
        spec = catalog.spec(game_id)
        if opponent is not None or not spec.opponents.spare:
            raise
        kept = {
            option.name: options[option.name] for option in spec.options if option.name in options
        }
        name = catalog.agent(game_id, spec.opponents.spare).name
        shell.toast(f"{name} plays instead: {problem}")
        spare = make_setup(game_id, spec.opponents.spare, setup.seed, kept, demo)
        spare = dataclasses.replace(spare, practice=setup.practice, afresh=setup.afresh)
        return start_table(shell, spare)


def start_table(shell: Shell, setup: Setup, turns: Sequence[Turn] | None = None) -> Table:
    """Return the scene of a game for a setup; a new match starts from what agents remember.

    `turns` belong to a saved match that is resumed. Raises `ValueError` if they cannot be played,
    and `LostWeights`.
    """
    weights.look_again()
    if turns is None and not setup.day:  # today's match is the same for everybody
        setup = Memory.of(shell.library, shell.settings, shell.toast).add_starts(setup)
    table: Table = catalog.scene(setup.game).Scene.open(shell, setup, turns or ())
    if meets_usual(setup):
        shell.sound.play_motif(setup.game)
    if turns is None and table.session.counts and setup.practice:
        shell.toast("Practice: you chose the seed, so no record is kept.")
    return table


def meets_usual(setup: Setup) -> bool:
    """Return whether a person meets the usual opponent of the game, or of its mode."""
    places = catalog.spec(setup.game).seats_for(setup.params)
    pairs = zip(setup.seats, places, strict=True)
    usual = catalog.spec(setup.game).usual_agent
    return bool(setup.humans) and any(
        seating.agent == usual(place) for seating, place in pairs if place.agents
    )


def once_allowed(
    shell: Shell, game: str, seats: Sequence[Seating], act: Callable[[], object]
) -> bool:
    """Ask a person before `act` runs the strangers' programs in the `seats` of a match.

    Their names may come from a stranger's file. Returns False where no program has to be asked for.
    """

    def run() -> None:
        try:
            for name in programs:
                if name.startswith(bots.PREFIX):
                    bots.recall(name)
        except bots.LostBot as problem:
            shell.toast(str(problem))
            shell.top.resume()
        else:
            act()

    programs = strange_programs(game, seats)
    ends = [
        name if len(name) <= MOST_OF_A_PATH else f"…{name[-MOST_OF_A_PATH:]}" for name in programs
    ]
    if programs:
        text = STRANGE.format(" and ".join(ends))
        shell.push(shell.doors.ask(shell, "Run it?", text, [("Run it", run)]))
    return bool(programs)


def play_on(shell: Shell, setup: Setup, turns: Sequence[Turn]) -> None:
    """Play a finished match on from after its `turns`, over the hall, for practice alone."""
    practice = dataclasses.replace(setup.for_another(), practice=True, replay=False, day="")
    shell.back_to(shell.stack[0])
    shell.push(start_table(shell, practice, turns))
    shell.toast("Practice: played on from there, so no record is kept.")


def saved_match(shell: Shell, game_id: str, key: str | None = None) -> Log | None:
    """Return the unfinished match of the player in `game_id` that was played last, or None.

    With a `key` it is the one of that file. One that cannot be read as a match is put aside, and
    the copy before it is tried, then the one that was played before it.
    """
    profile = shell.profile
    if profile is None:
        return None
    matches = shell.library.matches
    for one in matches.keys(profile.id, game_id) if key is None else (key,):
        for _ in range(3):  # the same without its tail, and its copy
            saved = matches.read(profile.id, game_id, one)
            if saved is None:
                break
            try:
                found = check_log(log.decode(saved.text), game_id)
                found = dataclasses.replace(found, seats=with_people(found.seats, saved.people))
            except (BadSave, ValueError) as problem:
                refuse_match(shell, game_id, one, problem)
                continue
            found = dataclasses.replace(found, match_id=saved.which, kept=saved.kept)
            return dataclasses.replace(found, minds=saved.minds)
    return None


def has_more_matches(shell: Shell, game_id: str) -> bool:
    """Return whether the player has matches of `game_id` beside the one that waits: more of them,
    or any that was put aside or is over.
    """
    profile, library = shell.profile, shell.library
    if profile is None:
        return False
    matches = library.matches
    waiting = len(matches.keys(profile.id, game_id)) > 1 or bool(matches.aside(profile.id, game_id))
    return waiting or bool(library.archive.finished(profile.id, game_id))


def refuse_match(shell: Shell, game_id: str, key: str, problem: Exception) -> bool:
    """Put the match of the player in the file `key` aside; the `problem` is the reason.

    Returns whether there is a copy from before, which now has its place.
    """
    profile = shell.profile
    copy = profile is not None and shell.library.matches.refuse(profile.id, game_id, key)
    why = within(problem).rstrip(".")
    kept = "the copy before it is used" if copy else "its file is kept, put aside as .bad"
    shell.toast(f"The unfinished match cannot be continued: {why}; {kept}.")
    return copy


def within(problem: Exception) -> str:
    """Return a sentence as it goes on behind a colon: it begins small, unless with a name."""
    told = str(problem)
    first = told.partition(" ")[0].lower()
    return told[:1].lower() + told[1:] if first in SMALL else told


def put_back(shell: Shell, game_id: str) -> None:
    """Let the player's matches wait again that an older arcade could not play and put aside."""
    matches, files = shell.library.matches, dict[str, list[str]]()
    if shell.profile is None:
        return
    for file in matches.aside(shell.profile.id, game_id):
        with contextlib.suppress(BadSave, ValueError, NotPlain, OSError):
            _check_aside(shell, shell.profile, game_id, file)
            files.setdefault(file.partition(".")[0], []).append(file)
    for found in files.values():
        if matches.put_back(shell.profile.id, game_id, found):
            shell.toast("A match that an older arcade had put aside can be continued here.")


def _check_aside(shell: Shell, profile: Profile, game_id: str, file: str) -> None:
    """Raise `BadSave`, `ValueError`, `NotPlain` or `OSError` for a `file` that cannot be played."""
    saved = shell.library.matches.read_aside(profile.id, game_id, file)
    found = check_log(log.decode(saved.text), game_id)
    with_people(found.seats, saved.people)
    params = catalog.rules(game_id).params_for_resume(found.params, len(found.turns))
    Match(catalog.rules(game_id), params, found.seed, {}).replay(found.turns)


def why_aside(shell: Shell, game_id: str, file: str) -> str:
    """Return why a match of the player in a `file` that was put aside cannot be continued."""
    if shell.profile is None:
        return ""
    try:
        _check_aside(shell, shell.profile, game_id, file)
    except (BadSave, ValueError, NotPlain) as problem:
        return str(problem)[:1].upper() + str(problem)[1:]
    except OSError as problem:
        return f"It cannot be read ({problem.strerror})."
    return "An agent in it cannot take it up here."


def begin_again(shell: Shell, found: Log) -> Resuming:
    """Return the unfinished match `found`, none of its turns played yet.

    Raises `ValueError` if it cannot be played on, as far as that is known at once.
    """
    params = catalog.rules(found.game).params_for_resume(found.params, len(found.turns))
    setup = Setup(
        found.game,
        found.seats,
        params,
        found.seed,
        match_id=found.match_id,
        practice=found.practice,
        why_practice=WAS_PRACTICE if found.practice else "",
        kept=found.kept,
        afresh=True,
    )
    weights.look_again()
    return Resuming(setup, found.turns, shell.library, shell.toast, shell.log_fault)


def sit_down(shell: Shell, found: Log, coming: Resuming) -> Table:
    """Return the table of the match `found`, all of whose turns have been played again.

    Raises `ValueError` where it cannot be played on.
    """
    table = start_table(shell, coming.session.setup, coming)
    table.session.restore(found)
    first = table.match.game.taken_up(table.match.state)
    if first:
        table.session.step(first)
        table.changed()
    spec = catalog.spec(found.game)
    sealed = spec.undo == "none" and not spec.tick  # in real time nobody waits for a choice
    anew = found.kept is None or not found.kept.secret  # as older arcades kept it
    if found.turns and sealed and anew and not shell.toasts.texts:
        shell.toast(SEALED_ANEW)
    return table


def continue_match(shell: Shell, found: Log) -> Table:
    """Return the table of the unfinished match `found`, however long that takes.

    Raises `ValueError` if it cannot be played on.
    """
    coming = begin_again(shell, found)
    coming.wait()
    return sit_down(shell, found, coming)
