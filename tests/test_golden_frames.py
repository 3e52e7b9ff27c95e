"""Golden frames: the texts and shapes of every scene at three moments.

A file of tests/golden/frames belongs to a game, and `arcade.txt` to the pages that belong to none.
Under each scene stand the texts that it shows, where, and how many things of each kind it draws
with a digest of their places and colours. It changes when what is drawn changes on purpose; then
look at the pages and run `python -m tests.test_golden_frames`. Another pygame draws text of another
height, and then nothing is compared.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from games import catalog
from games.paths import ROOT
from games.shell.draw.canvas import Canvas
from tests.support import figures
from tests.support.storms import SCENES, Arcade

FOLDER = ROOT / "tests" / "golden" / "frames"
MOMENTS = (1, 10, 20)
"""Frames after which a scene is looked at."""
HERE = "pygame-ce 2.5"
