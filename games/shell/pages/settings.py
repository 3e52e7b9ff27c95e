"""The settings: display, sound, controls, language. A change holds at once and is kept at once.

Volumes are kept when the slider is let go, or shortly after its last step by keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from games.shell.draw.theme import LABEL, TEXT
from games.shell.input import ACTIONS, BY_ID, Action, binding_label, conflicts, shadowed
from games.shell.language import LANGUAGES
from games.shell.pages.bindings import ADD, MOST_BINDINGS, RESET, BindingRow, Capture
from games.shell.pages.overlays import Dialog
from games.shell.pages.page import Page
from games.shell.widgets.basic import Button, Choice, Label, Slider, Toggle
from games.shell.widgets.form import Widget

if TYPE_CHECKING:
    from games.shell.app import Shell

KEEP_AFTER = 0.6
TABS = ("display", "sound", "controls", "language", "privacy")
CONTEXTS = ("menu", "choice", "play", "all")


class SettingsScene(Page):
    """The page of all settings."""

    emblem = "settings"

    def __init__(self, shell: Shell) -> None:
        self.rows: dict[str, BindingRow] = {}
        self._unsaved = 0.0
        super().__init__(shell, "")
        self.title = self.tr("settings.title")
        self._add_tabs([self.tr(f"settings.{name}") for name in TABS])
        self.opened(0)

    def opened(self, index: int) -> None:
        """Fill the page with the settings of a tab."""
        build = (self._display, self._sound, self._controls, self._language, self._privacy)[index]
        del self.foot.widgets[1:]
        self.rows = {}
        self.fill(build())

    def leave(self) -> None:
        """Keep what is not kept yet."""
        if self._unsaved > 0:
            self._keep()

    # -- display and sound -------------------------------------------------------------

    def _toggle(self, name: str, changed: Callable[[bool], None] | None = None) -> Toggle:
        def set_it(value: bool) -> None:
            self.shell.change_settings(**{name: value})

        value = bool(getattr(self.shell.settings, name))
        key = self.shell.input.label(name) if name in BY_ID else ""
        hint = self.tr(f"settings.{name}.hint", key=key)
        return Toggle(self.tr(f"settings.{name}"), value, changed or set_it, hint)

    def _display(self) -> list[Widget]:
        names = ("larger_text", "high_contrast", "reduced_motion", "show_frame_rate")
        window = self._toggle("fullscreen", self._set_fullscreen)
        return [window, *(self._toggle(name) for name in names)]

    def _set_fullscreen(self, wanted: bool) -> None:
        set_fullscreen = getattr(self.shell, "set_fullscreen", None)
        if set_fullscreen is not None:
            set_fullscreen(wanted)

    def _sound(self) -> list[Widget]:
        rows: list[Widget] = [
            self._volume("effects", "effects_volume", sample=True),
            self._volume("music", "music_volume"),
            self._toggle("mute"),
        ]
        if self.shell.sound.ready and not self.shell.sound.available:
            rows.append(Label(self.tr("settings.no_device"), TEXT, "quiet"))
        return rows

    def _volume(self, key: str, name: str, sample: bool = False) -> Slider:
        def changed(value: float) -> None:
            self.shell.change_settings(save=False, **{name: value})
            self._unsaved = KEEP_AFTER

        def released(value: float) -> None:
            if sample:
                self.shell.play_sound("press")

        value = float(getattr(self.shell.settings, name))
        label = self.tr(f"settings.{key}")
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
        """Awake while something waits to be kept."""
        return self._unsaved if self._unsaved > 0 else None

    # -- language ----------------------------------------------------------------------

    def _language(self) -> list[Widget]:
        codes = list(LANGUAGES)

        def changed(index: int) -> None:
            self.shell.change_settings(language=codes[index])

        now = self.shell.settings.language
        index = codes.index(now) if now in codes else 0
        label = self.tr("settings.language.choice")
        hint = self.tr("settings.language.hint")
        return [Choice(label, list(LANGUAGES.values()), index, changed, hint)]

    # -- privacy -----------------------------------------------------------------------

    def _privacy(self) -> list[Widget]:
        note = Label(self.tr("settings.privacy.note"), TEXT, "quiet")
        note.box = (0, 0, 0, 150)
        gap = Label("")
        gap.box = (0, 0, 0, 12)
        return [self._toggle("local_prior"), gap, note]

    # -- controls ----------------------------------------------------------------------

    def _controls(self) -> list[Widget]:
        reset = Button(self.tr("settings.reset_all"), self._ask_reset, icon="undo")
        reset.hint = self.tr("settings.reset_all.hint")
        self.foot.widgets.append(reset)
        widgets: list[Widget] = []
        for context in CONTEXTS:
            widgets.append(_Heading(self.tr(f"context.{context}")))
            for action in ACTIONS:
                if action.context == context:
                    self.rows[action.id] = self._binding_row(action)
                    widgets.append(self.rows[action.id])
        self._show_bindings()
        return widgets

    def _binding_row(self, action: Action) -> BindingRow:
        hint = self.tr("settings.binding.hint", key=self.shell.input.label("confirm"))
        return BindingRow(self._name(action.id), lambda cell: self._change(action, cell), hint)

    def _name(self, action: str) -> str:
        return self.tr(f"action.{action}")

    def _show_bindings(self) -> None:
        """Show all bindings as they are now, and which of them do two things."""
        bindings = {action.id: self.shell.input.bindings(action.id) for action in ACTIONS}
        found = conflicts(bindings)
        for name, row in self.rows.items():
            others = found.get(name, [])
            shared = frozenset(b for other in others for b in bindings[other])
            words = ", ".join(self._name(other) for other in others)
            words = self.tr("settings.also", others=words) if words else ""
            row.show(bindings[name], bindings[name] != BY_ID[name].bindings, words, shared)
            row.box = (*row.box[:3], 76.0 if words else 52.0)
        self.layout(*self.size)

    def _change(self, action: Action, cell: str) -> None:
        now = self.shell.input.bindings(action.id)
        if cell == RESET:
            self._set(action, action.bindings)
        elif cell == ADD and len(now) >= MOST_BINDINGS:
            self.shell.toast(self.tr("settings.full", action=self._name(action.id)))
        else:
            old = "" if cell == ADD else cell
            removable = bool(old) and self._is_safe(action, tuple(b for b in now if b != old))

            def taken(new: str) -> None:
                self._replace(action, old, new)

            self.shell.push(Capture(self.shell, self._name(action.id), old, taken, removable))

    def _replace(self, action: Action, old: str, new: str) -> None:
        now = self.shell.input.bindings(action.id)
        if new in now and new != old:
            self.shell.toast(self.tr("settings.double", key=binding_label(new)))
            return
        changed = [new if binding == old else binding for binding in now] if old else [*now, new]
        self._set(action, tuple(binding for binding in changed if binding))

    def _with(self, action: Action, bindings: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """The changes to the usual bindings, with these for one action."""
        changes = {k: tuple(v) for k, v in self.shell.settings.bindings.items() if k in BY_ID}
        changes[action.id] = bindings
        return {k: v for k, v in changes.items() if v != BY_ID[k].bindings}

    def _is_safe(self, action: Action, bindings: tuple[str, ...]) -> bool:
        return shadowed(self._with(action, bindings)) is None

    def _set(self, action: Action, bindings: tuple[str, ...]) -> None:
        lost = shadowed(self._with(action, bindings))
        if lost is not None:
            self.shell.toast(self.tr("settings.essential", action=self._name(lost)))
            return
        self._keep_bindings(self._with(action, bindings))

    def _keep_bindings(self, changes: Mapping[str, tuple[str, ...]]) -> None:
        self.shell.change_settings(bindings=dict(changes))
        if self.rows:
            self._show_bindings()

    def _ask_reset(self) -> None:
        if not self.shell.settings.bindings:
            return
        answer = (self.tr("settings.reset_all"), lambda: self._keep_bindings({}))
        question = self.tr("settings.reset_all.question")
        self.shell.push(Dialog(self.shell, question, self.tr("settings.reset_all.text"), [answer]))


class _Heading(Label):
    """The title of a group of rows."""

    def __init__(self, text: str) -> None:
        super().__init__(text, LABEL, "paper", "title")
        self.box = (0, 0, 0, 44)

    def draw(self, canvas: Any, look: Any) -> None:
        """Draw the text near the foot of its box."""
        x, y, w, h = self.box
        canvas.text(self.text, (x, y + h - 20), self.size, self.colour, self.face, max_width=w)


def _percent(value: float) -> str:
    return f"{value * 100:.0f}%"
