"""The settings: display, sound, controls, privacy. A change holds at once and is kept at once.

Volumes are kept when the slider is let go, or shortly after its last step by keys.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games import catalog
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import LABEL, TEXT
from games.shell.input import ACTIONS, BY_ID, binding_label, conflicts, first_unreachable
from games.shell.pages.bindings import ADD, MOST_BINDINGS, RESET, BindingRow, Capture
from games.shell.pages.overlays import Dialog
from games.shell.pages.page import Page
from games.shell.shell import Shell
from games.shell.table import Table
from games.shell.widgets.basic import Button, Label, Slider, Toggle
from games.shell.widgets.form import Look, Widget
from games.spec import Action, GameSpec

KEEP_AFTER = 0.6  # seconds after the last step by keys; chosen by eye
TABS = ("Display", "Sound", "Controls", "Privacy")
CONTEXTS: Final[Mapping[str, str]] = {
    "menu": "In menus",
    "hall": "In the hall",
    "choice": "Choosing in a game",
    "play": "While a game runs",
    "all": "Everywhere",
}
"""What the groups of actions are called, in the order in which they are shown."""
HOW_TO_HEAR: Final = (
    "For a screen reader install the package accesskit (pip install accesskit) and start anew."
)
HEARD: Final = "A screen reader can speak all pages and tables: turn yours on."
PRIOR_HINT = (
    "Opponents that learn then meet a new player with what all players of this machine have in "
    "common."
)
ASKED_HINT = "Karate then asks which of two fighters plays like a person. Answers stay here."
PRIVACY_NOTE = (
    "Opponents that learn keep what they know of you in your profile on this machine, and nowhere "
    "else. On the Players page you can look at it, export it and erase it. Demos and rounds in "
    "which you saw its mind first are never kept."
)


class SettingsScene(Page):
    """The page of all settings."""

    emblem = "settings"

    def __init__(self, shell: Shell) -> None:
        self.rows: dict[str, BindingRow] = {}
        self.known: dict[str, Action] = {}
        self._unsaved = 0.0
        super().__init__(shell, "")
        self.title = "Settings"
        self._add_tabs(TABS)
        self.opened(0)

    def opened(self, index: int) -> None:
        """Fill the page with the settings of a tab."""
        build = (self._display, self._sound, self._controls, self._privacy)[index]
        del self.foot.widgets[1:]
        self.rows = {}
        self.fill(build())

    def leave(self) -> None:
        """Keep what is not kept yet."""
        if self._unsaved > 0:
            self._keep()

    # -- display and sound -------------------------------------------------------------

    def _toggle(
        self, name: str, label: str, hint: str, changed: Callable[[bool], None] | None = None
    ) -> Toggle:
        def set_it(value: bool) -> None:
            self.shell.change_settings(**{name: value})

        value = bool(getattr(self.shell.settings, name))
        return Toggle(label, value, changed or set_it, hint)

    def _display(self) -> list[Widget]:
        window = "Full screen", self._everywhere("fullscreen"), self._set_fullscreen
        larger = "Larger text", "Small and middle-sized text grows by a fifth."
        contrast = "High contrast", "A darker ground and brighter colours and lines."
        motion = "Reduced motion", "Things change at once; nothing slides or shakes."
        rate = "Show frame time", "How long drawing takes, at the top right."
        return [
            self._toggle("fullscreen", *window),
            self._toggle("larger_text", *larger),
            self._toggle("high_contrast", *contrast),
            self._toggle("reduced_motion", *motion),
            self._toggle("show_frame_rate", *rate),
            *self._reader_words(),
        ]

    def _reader_words(self) -> list[Widget]:
        """Return how a screen reader comes to speak the arcade, or that one can."""
        gap = Label("")
        gap.box = (0, 0, 0, 12)
        words = HEARD if importlib.util.find_spec("accesskit") is not None else HOW_TO_HEAR
        return [gap, Label(words, TEXT, "quiet")]

    def _everywhere(self, action: str) -> str:
        return f"{self.shell.input.label(action)} does the same, everywhere."

    def _set_fullscreen(self, wanted: bool) -> None:
        set_fullscreen = getattr(self.shell, "set_fullscreen", None)
        if set_fullscreen is not None:
            set_fullscreen(wanted)

    def _sound(self) -> list[Widget]:
        rows: list[Widget] = [
            self._volume("Effects", "effects_volume", sample=True),
            self._volume("Music", "music_volume"),
            self._toggle("mute", "Mute", self._everywhere("mute")),
        ]
        if self.shell.sound.failed:
            text = "There is no sound device here. What you choose is kept until there is."
            rows.append(Label(text, TEXT, "quiet"))
        return rows

    def _volume(self, label: str, name: str, sample: bool = False) -> Slider:
        def changed(value: float) -> None:
            self.shell.change_settings(save=False, **{name: value})
            self._unsaved = KEEP_AFTER

        def released(value: float) -> None:
            if sample:
                self.shell.play_sound("press")

        value = float(getattr(self.shell.settings, name))
        return Slider(label, value, 0.0, 1.0, 0.05, changed, _percent, released)

    def _keep(self) -> None:
        self._unsaved = 0.0
        self.shell.change_settings()

    def update(self, dt: float) -> None:
        """Keep a volume once it has come to rest."""
        held = self.body.focused is not None and self.body.focused.dragging
        if self._unsaved > 0 and not held:
            self._unsaved -= dt
            if self._unsaved <= 0:
                self._keep()

    def next_frame(self) -> float | None:
        """Return the seconds until a waiting setting is kept."""
        return self._unsaved if self._unsaved > 0 else None

    # -- privacy -----------------------------------------------------------------------

    def _privacy(self) -> list[Widget]:
        note = Label(PRIVACY_NOTE, TEXT, "quiet")
        note.box = (0, 0, 0, 150)
        gap = Label("")
        gap.box = (0, 0, 0, 12)
        label, hint = "Opponents know earlier players' habits", PRIOR_HINT
        asked = self._toggle("asked", "Ask me after a match, now and then", ASKED_HINT)
        return [self._toggle("local_prior", label, hint), asked, gap, note]

    # -- controls ----------------------------------------------------------------------

    def _controls(self) -> list[Widget]:
        reset = Button("Reset all", self._ask_reset, icon="undo")
        reset.hint = "Every action gets its usual keys and buttons back."
        self.foot.widgets.append(reset)
        widgets: list[Widget] = []
        self.known = {a.id: a for _, actions in self._groups(_specs()) for a in actions}
        for title, actions in self._groups(self._present() or _specs()):
            widgets.append(_Heading(title))
            for action in actions:
                self.rows[action.id] = self._binding_row(action)
                widgets.append(self.rows[action.id])
        self._show_bindings()
        return widgets

    def _present(self) -> list[GameSpec]:
        """Return the game that is played below this page, alone; [] without one."""
        return [scene.spec for scene in self.shell.stack if isinstance(scene, Table)]

    def _groups(self, specs: Sequence[GameSpec]) -> list[tuple[str, list[Action]]]:
        """Return the actions under their headings: every game's, then these games'."""
        groups = [
            (title, [action for action in ACTIONS if action.context == context])
            for context, title in CONTEXTS.items()
        ]
        told: set[str] = set()
        for spec in specs:
            new = [action for action in spec.actions if action.id not in told]
            told |= {action.id for action in new}
            if new:
                groups.append((spec.title, new))
        return groups

    def _bindings_of(self, action: str) -> tuple[str, ...]:
        """Return the bindings of an action now."""
        return tuple(self.shell.settings.bindings.get(action, self.known[action].bindings))

    def _binding_row(self, action: Action) -> BindingRow:
        key = self.shell.input.label("confirm")
        hint = f"{key} changes the key, + adds one, the arrow restores the default."
        return BindingRow(self._name(action.id), lambda cell: self.change(action, cell), hint)

    def _name(self, action: str) -> str:
        return self.known[action].label if action in self.known else BY_ID[action].label

    def _conflicts(self, bindings: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
        """Return the actions that share a binding in some game: no two are played at once."""
        found: dict[str, set[str]] = {}
        for game in catalog.GAMES:
            own = (*ACTIONS, *catalog.spec(game).actions)
            for name, others in conflicts(bindings, own).items():
                found.setdefault(name, set()).update(others)
        return {name: sorted(others) for name, others in found.items()}

    def _show_bindings(self) -> None:
        """Show all bindings as they are now, and which of them do two things."""
        bindings = {name: self._bindings_of(name) for name in self.known}
        found = self._conflicts(bindings)
        for name, row in self.rows.items():
            others = found.get(name, [])
            shared = frozenset(b for other in others for b in bindings[other])
            words = ", ".join(self._name(other) for other in others)
            words = f"also: {words}" if words else ""
            row.show(bindings[name], bindings[name] != self.known[name].bindings, words, shared)
            row.box = (*row.box[:3], 76.0 if words else 52.0)
        self.layout(*self.size)

    def change(self, action: Action, cell: str) -> None:
        """Do what a `cell` in the row of an `action` offers: change a binding, `ADD` or `RESET`."""
        now = self._bindings_of(action.id)
        if cell == RESET:
            self._set(action, action.bindings)
        elif cell == ADD and len(now) >= MOST_BINDINGS:
            self.shell.toast(f"{self._name(action.id)} has as many keys and buttons as fit.")
        else:
            old = "" if cell == ADD else cell
            removable = bool(old) and self._is_safe(action, tuple(b for b in now if b != old))

            def taken(new: str) -> None:
                self.replace(action, old, new)

            self.shell.push(Capture(self.shell, self._name(action.id), old, taken, removable))

    def replace(self, action: Action, old: str, new: str) -> None:
        """Bind an `action` to `new` in place of `old`; "" is none. Shows why it cannot be."""
        now = self._bindings_of(action.id)
        if new in now and new != old:
            self.shell.toast(f"{binding_label(new)} does that already.")
            return
        changed = [new if binding == old else binding for binding in now] if old else [*now, new]
        self._set(action, tuple(binding for binding in changed if binding))

    def _with_bindings(
        self, action: Action, bindings: tuple[str, ...]
    ) -> dict[str, tuple[str, ...]]:
        """Return the changes to the usual bindings, with these for one action."""
        changes = {k: tuple(v) for k, v in self.shell.settings.bindings.items() if k in self.known}
        changes[action.id] = bindings
        return {k: v for k, v in changes.items() if v != self.known[k].bindings}

    def _is_safe(self, action: Action, bindings: tuple[str, ...]) -> bool:
        return first_unreachable(self._with_bindings(action, bindings)) is None

    def _set(self, action: Action, bindings: tuple[str, ...]) -> None:
        lost = first_unreachable(self._with_bindings(action, bindings))
        if lost is not None:
            self.shell.toast(
                f"{self._name(lost)} keeps a key of its own, or you could not get about here."
            )
            return
        self._keep_bindings(self._with_bindings(action, bindings))

    def _keep_bindings(self, changes: Mapping[str, tuple[str, ...]]) -> None:
        self.shell.change_settings(bindings=dict(changes))
        if self.rows:
            self._show_bindings()

    def _ask_reset(self) -> None:
        if not self.shell.settings.bindings:
            return
        answer = ("Reset all", lambda: self._keep_bindings({}))
        question = "Reset all controls?"
        text = "Every key and button that you have chosen goes back to the usual."
        self.shell.push(Dialog(self.shell, question, text, [answer]))


class _Heading(Label):
    """The title of a group of rows."""

    def __init__(self, text: str) -> None:
        super().__init__(text, LABEL, "paper", "title")
        self.box = (0, 0, 0, 44)

    role = "heading"

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the text near the foot of its box."""
        x, y, w, h = self.box
        canvas.text(self.text, (x, y + h - 20), self.size, self.colour, self.face, max_width=w)


def _percent(value: float) -> str:
    return f"{value * 100:.0f}%"


def _specs() -> list[GameSpec]:
    """Return the spec of each game that can be loaded."""
    found = []
    for game_id in catalog.GAMES:
        try:
            found.append(catalog.spec(game_id))
        except Exception:  # a broken game is told in the launcher, and changes no settings
            continue
    return found
