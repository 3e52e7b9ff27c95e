"""Playing a game the other way round: the player takes a seat of another job."""

from __future__ import annotations

from games import catalog
from games.session.setup import HUMAN
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import EDGE, NOTE, TEXT
from games.shell.pages.before.choices import MatchChoices
from games.shell.pages.before.sentences import mode_words
from games.shell.shell import Shell
from games.shell.widgets.basic import Button
from games.spec import GameSpec


def other_side(choices: MatchChoices) -> int | None:
    """Return a seat of another job that the player could have instead, or None."""
    if choices.seats.count(HUMAN) != 1 or len(choices.seats) < 2:
        return None
    role = choices.places[choices.seats.index(HUMAN)].role
    able = (n for n, place in enumerate(choices.places) if place.people and place.role != role)
    return next(able, None)


def change_sides(choices: MatchChoices) -> None:
    """Let the player have a seat of another job, against whom is usually met there."""
    seat = other_side(choices)
    if seat is None:
        return
    teams = choices.spec.teams_for(choices.params)
    for number, place in enumerate(choices.places):
        met = place.against if teams[number] != teams[seat] else ""
        choices.sit(number, HUMAN if number == seat else met or choices.usual(number))
    choices.hand = choices.first_hand()


def draw_mode(canvas: Canvas, choices: MatchChoices, left: float, top: float) -> None:
    """Draw the sentence on the mode of the `choices`, from `left` on at `top`."""
    told = mode_words(choices)
    room = canvas.width - EDGE - left
    size = TEXT if canvas.text_width(told, TEXT) <= room else NOTE
    canvas.text(told, (left, top), size, "brass", max_width=room)


def lesson_buttons(shell: Shell, game_id: str) -> list[Button]:
    """Return the lesson that a newcomer to a game is offered, where it has one."""
    offered = catalog.scene(game_id).Scene.lesson(shell)
    if offered is None:
        return []
    label, made = offered

    def begin() -> None:
        shell.push(made())

    hint = "New to this game? A few steps, two minutes, and then your first match."
    return [Button(label, begin, icon="help", hint=hint)]


BELTS_MARK = "belts-by-level"
"""Stands among the guided games of a player who was told, or began with the levels."""
BELTS_ANEW = "Belts come from the sensei's four levels now. I read your results anew; none is lost."


def say_belts_anew(shell: Shell, spec: GameSpec) -> None:
    """Say once to a player with results of before that the levels of a game carry its belts."""
    known = shell.settings.guided.split()
    if BELTS_MARK in known or not any(level.belt for level in spec.opponents.levels):
        return
    shell.change_settings(guided=" ".join([*known, BELTS_MARK]))
    profile = shell.profile
    if profile is not None and shell.library.statistics(profile.id).of(spec.id):
        shell.toast(BELTS_ANEW)
