"""Make the sound files of the arcade: effects, motifs and the music, as Ogg Vorbis, mono.

Data: the waves of `synthesis.py` and `motifs.py`, rounded to 16 bits and encoded by libsndfile.
It is run by hand when a sound is changed, never by the arcade. From the project's folder, with
`requirements-lab.txt` installed:

    python -m assets.sounds.build_sounds

The same input gives the same PCM. A file whose PCM is already that is left alone, since the encoder
gives every stream a random number and no two files would be alike byte for byte.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from assets.sounds import motifs, synthesis
from games.paths import ASSETS

PCM = NDArray[np.int16]
SOUNDS = ASSETS / "sounds"
COMPRESSION = 0.5  # Vorbis quality 5 of 10: about 33 kbit/s for the music
BLOCK = 8192  # samples; libsndfile's encoder overflows the stack on a long sound in one piece


def sounds() -> Iterator[tuple[str, int, PCM]]:
    """Every sound: its name, samples a second, and samples, shape (samples,)."""
    for name, make in (*synthesis.EFFECTS.items(), *motifs.MOTIFS.items()):
        yield name, synthesis.RATE, rounded(make())
    yield "music", synthesis.MUSIC_RATE, rounded(synthesis.music())


def rounded(wave: synthesis.Wave) -> PCM:
    """Return ``wave`` in 16 bits, clipped at full scale."""
    return np.round(np.clip(wave, -1, 1) * 32767).astype(np.int16)


def encode(path: Path, pcm: PCM, rate: int) -> None:
    """Write ``pcm`` (``rate`` samples a second) to ``path`` as Ogg Vorbis."""
    kind = {"format": "OGG", "subtype": "VORBIS", "compression_level": COMPRESSION}
    with soundfile.SoundFile(path, "w", rate, 1, **kind) as file:
        for start in range(0, len(pcm), BLOCK):
            file.write(pcm[start : start + BLOCK])


def decoded(path: Path) -> PCM:
    """Return the samples of a sound file in 16 bits; none of a missing or damaged one."""
    try:
        pcm: PCM = soundfile.read(path, dtype="int16")[0]
    except soundfile.LibsndfileError:
        pcm = np.zeros(0, np.int16)
    return pcm


def build(folder: Path) -> list[str]:
    """Write every sound into ``folder``; returns the names of the files that changed."""
    changed = []
    for name, rate, pcm in sounds():
        path, fresh = folder / f"{name}.ogg", folder / f"{name}.ogg.tmp"
        encode(fresh, pcm, rate)
        if np.array_equal(decoded(fresh), decoded(path)):
            fresh.unlink()
        else:
            fresh.replace(path)
            changed.append(path.name)
    return changed


def main() -> None:
    """Build the sounds where the arcade looks for them, or in another folder."""
    parser = argparse.ArgumentParser(description="Make the sound files of the arcade.")
    parser.add_argument("--folder", type=Path, default=SOUNDS, help="where to write them")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    changed = build(folder)
    size = sum(path.stat().st_size for path in folder.glob("*.ogg")) / 1000
    print(f"Changed: {', '.join(changed) or 'nothing'}. All sounds: {size:.0f} kB.")


if __name__ == "__main__":
    main()
