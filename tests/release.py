"""Makes what can be given away: the wheel, and a folder and one file to start, for this system.

    python -m tests.release             # into dist/
    python -m tests.release OUT

All is made of installed packages, without an index: hatchling and PyInstaller, of
requirements-lab.txt. `ai/lab/wheel/README.md` says what is in each, and what other systems need.
"""

from __future__ import annotations

import argparse
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from ai.lab import VERSION
from games.paths import ASSETS, ROOT

NAME: Final = "open-mind-arcade"
TITLE: Final = "Open Mind Arcade"
PARTS: Final = ROOT / "ai" / "lab" / "wheel"
ICON_SIZES: Final = (16, 32, 48, 64, 128, 256, 512)
APPLE: Final = {128: b"ic07", 256: b"ic08", 512: b"ic09"}
"""Apple's names of pictures by their size."""
DESKTOP: Final = f"""[Desktop Entry]
Type=Application
Version=1.5
Name={TITLE}
Comment=Nine games whose opponents learn, and show what they think
Exec={NAME}
TryExec={NAME}
Icon={NAME}
Terminal=false
Categories=Game;StrategyGame;Education;
Keywords=karate;ur;jaipur;ra;set;artificial intelligence;
StartupWMClass={NAME}
"""


def make(out: Path) -> list[Path]:
    """Make all in the folder `out`; return the wheel, the folder and the one file."""
    out = out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    wheel = wheel_in(out)
    with tempfile.TemporaryDirectory(prefix="release-") as place:
        work = Path(place)
        stage = work / "stage"
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(stage)
        pictures = icon()
        file = icon_file(pictures, work)
        words = ["--noconfirm", "--log-level", "WARN", "--workpath", str(work / "work")]
        words += ["--distpath", str(work / "made"), str(PARTS / "program.spec")]
        words += ["--", str(stage), str(file), VERSION]
        subprocess.run([sys.executable, "-m", "PyInstaller", *words], check=True, cwd=work)
        found = [wheel]
        for made in sorted((work / "made").iterdir()):
            there = out / made.name
            if there.is_dir():
                shutil.rmtree(there)
            shutil.move(made, there)
            found.append(there)
    lay_desktop(out / f"{NAME}-{VERSION}", pictures)
    return found


def wheel_in(out: Path) -> Path:
    """Build the wheel into the folder `out`."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return out / f"open_mind_arcade-{VERSION}-py3-none-any.whl"


def icon() -> Mapping[int, bytes]:
    """Return the arcade's icon as PNG by its size, drawn from the sprite that windows have."""
    found = {}
    with tempfile.TemporaryDirectory() as place:
        for size in ICON_SIZES:
            sprite = ASSETS / "sprites" / "icon.svg"
            picture = pygame.image.load_sized_svg(sprite, (size, size))
            file = Path(place, "icon.png")
            pygame.image.save(picture, file)
            found[size] = file.read_bytes()
    return found


def icon_file(pictures: Mapping[int, bytes], folder: Path, system: str = sys.platform) -> Path:
    """Write the `pictures` in the form that programs of a `system` take; return the file."""
    if system == "win32":
        file, content = folder / "icon.ico", ico(pictures)
    elif system == "darwin":
        file, content = folder / "icon.icns", icns(pictures)
    else:
        file, content = folder / "icon.png", pictures[max(pictures)]
    file.write_bytes(content)
    return file


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """Return the `pictures` of at most 256 pixels as an icon of Windows."""
    fitting = {size: png for size, png in pictures.items() if size <= 256}
    place = 6 + 16 * len(fitting)
    rows = [struct.pack("<3H", 0, 1, len(fitting))]
    for size, png in fitting.items():
        rows.append(struct.pack("<4B2H2I", size % 256, size % 256, 0, 0, 1, 32, len(png), place))
        place += len(png)
    return b"".join([*rows, *fitting.values()])


def icns(pictures: Mapping[int, bytes]) -> bytes:
    """Return the `pictures` of Apple's sizes as an icon of macOS."""
    parts = [
        name + struct.pack(">I", 8 + len(pictures[size])) + pictures[size]
        for size, name in APPLE.items()
    ]
    whole = b"".join(parts)
    return b"icns" + struct.pack(">I", 8 + len(whole)) + whole


def lay_desktop(folder: Path, pictures: Mapping[int, bytes]) -> None:
    """Lay the `.desktop` file and icons into `folder`/share, as below ~/.local/share."""
    share = folder / "share"
    place = share / "applications"
    place.mkdir(parents=True)
    (place / f"{NAME}.desktop").write_text(DESKTOP, encoding="utf-8")
    for size, png in pictures.items():
        place = share / "icons" / "hicolor" / f"{size}x{size}" / "apps"
        place.mkdir(parents=True)
        (place / f"{NAME}.png").write_bytes(png)
    shutil.copy(ROOT / "LICENSE", folder)


def size_of(path: Path) -> int:
    """Return the bytes of a file, or of all files in a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.lstat().st_size for file in files if not file.is_dir())


def make_and_tell(words: list[str] | None = None) -> None:
    """Make all, and print each with its size."""
    parser = argparse.ArgumentParser(prog="python -m tests.release", description="Make a release.")
    parser.add_argument("out", type=Path, nargs="?", default=ROOT / "dist", help="the folder")
    for path in make(parser.parse_args(words).out):
        print(f"{size_of(path) / 1e6:6.1f} MB  {path}")


if __name__ == "__main__":
    make_and_tell()
