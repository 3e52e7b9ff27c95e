"""The switches for the cards, over the table."""

from __future__ import annotations

from games.set.looks import style_of
from games.set.scene import Scene
from games.shell.widgets.basic import Button, Toggle
from tests.support.hands import Rig, open_for_record, push_button, push_entry, until
from tests.support.set_scene import racing


def test_what_is_switched_is_used_at_once_and_kept(rig: Rig) -> None:
    scene = open_for_record(rig.app, "set", "nobody", 5, {})
    assert isinstance(scene, Scene)
    rig.show(scene)
    until(rig.app, lambda: racing(scene))
    before = scene.scenery.boxes(scene.seen)[0]
    rig.key("escape")
    push_entry(rig.app, "Cards and keys")
    page = rig.app.top
    for widget in page.form.widgets:  # type: ignore[attr-defined]
        if isinstance(widget, Toggle) and widget.label in ("Larger cards", "Keys on the cards"):
            widget.activate()
    push_button(page, "First colour: indigo")
    push_button(page, "Keyboard: QWERTY")
    labels = [w.label for w in page.form.widgets if isinstance(w, Button)]  # type: ignore[attr-defined]
    assert "First colour: green" in labels
    assert "Keyboard: QWERTZ" in labels
    style = style_of(rig.app.library.settings.cards)
    assert (style.large, style.bare, style.inks[0]) == (True, True, "green")
    assert scene.scenery.boxes(scene.seen)[0][2] > before[2]
    assert scene.look().keys == ()
    assert rig.app.settings.bindings["card_15"] == ("key:z",)
