"""The options of a game or an agent as rows of widgets, and their values in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from games.shell.widgets.basic import NUMBER_ROOM, WORD_ROOM, Choice, Slider, Toggle, Widget
from games.shell.widgets.number_row import NumberRow
from games.spec import Option


def value_words(option: Option, value: object) -> str:
    """Return a value of an option as a person reads it."""
    if option.kind == "choice" and option.labels:
        return option.labels[option.choices.index(value)]
    return f"{value}"


def number_words(option: Option, value: float) -> str:
    """Return the `value` of an option as a person reads it, with its word where it has one."""
    word = option.word(value)
    return f"{word} ({value:g})" if word else f"{value:g}"


def open_words(option: Option, value: int) -> str:
    """Return the `value` of an option that may be left open: its meaning then, else the number."""
    return option.word(value) or f"{value}"


def option_widget(
    option: Option, value: Any, values: dict[str, Any], after: Callable[[], None] | None = None
) -> Widget:
    """Return the widget for one option; changes go into `values`, and then `after` is called."""

    def keep(new: Any) -> None:
        values[option.name] = new
        if after is not None:
            after()

    if option.kind == "choice":
        labels = option.labels or tuple(str(choice) for choice in option.choices)
        index = option.choices.index(value)
        return Choice(option.label, labels, index, lambda i: keep(option.choices[i]), option.help)
    if option.kind == "bool":
        return Toggle(option.label, bool(value), keep, option.help)
    if option.drawn is not None:
        ends = (int(option.low or 0), int(option.high or 0))
        hint = f"{option.help} Type one."
        return NumberRow(option.label, value, ends, keep, partial(open_words, option), hint)
    low, high = option.low or 0.0, option.high if option.high is not None else 100.0
    step = option.step or (1.0 if option.kind == "int" else (high - low) / 40)
    whole = option.kind == "int"
    return Slider(
        option.label,
        float(value),
        low,
        high,
        step,
        lambda number: keep(int(number) if whole else number),
        shown=lambda number: number_words(option, number),
        hint=option.help,
        room=WORD_ROOM if option.words else NUMBER_ROOM,
    )
