"""Texts and files that a person has written: where they are, and for whom."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from games.shell.pages.text_files import save_blob
from games.store.library import export_text
from tests.support.hands import Rig


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_folders_of_exports_are_their_owners(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        rig = Rig(tmp_path / "data")
        path = tmp_path / "data" / "exports" / "x.csv"
        assert export_text(rig.app.library, path, "a", "the table") == ""
        assert save_blob(rig.app, path.parent / "more" / "y.match", b"b", "the match")
    finally:
        os.umask(before)
    made = list((tmp_path / "data").rglob("*"))
    assert len(made) >= 4
    assert [found.name for found in made if found.stat().st_mode & 0o077] == []
