"""Makes every sound of the game: ``python assets/sounds/make_sounds.py [FOLDER]``.

Nothing is sampled or borrowed: each cue is a few decaying partials, and a little noise where
something knocks. The same script gives the same files, by default beside itself.
"""

import sys
import wave
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float64]

RATE: Final = 32_000
LOUDEST: Final = 0.55
# The fundamental and the first two overtones of a tuned wooden bar: ratio, share, decay.
BAR: Final = ((1.0, 1.0, 1.0), (3.93, 0.22, 0.45), (9.2, 0.06, 0.20))
BELL: Final = ((1.0, 1.0, 1.0), (2.0, 0.35, 0.8), (3.01, 0.16, 0.5), (4.2, 0.08, 0.3))
# A pentatonic scale: whatever follows whatever, it agrees.
SCALE: Final = (0, 2, 4, 7, 9, 12, 14, 16)
REMOVALS: Final = len(SCALE)
# Modes of a stone on a board in Hz, with their share; three stones that are not quite alike.
STONES: Final = (
    ((612.0, 1.0), (1_480.0, 0.50), (2_710.0, 0.22)),
    ((578.0, 1.0), (1_395.0, 0.55), (2_860.0, 0.18)),
    ((645.0, 1.0), (1_560.0, 0.45), (2_590.0, 0.25)),
)


def pitch(semitones: float) -> float:
    """Return a frequency in Hz by its distance from the middle C."""
    return float(261.626 * 2 ** (semitones / 12))


def seconds(duration: float) -> Wave:
    """Return the points in time of a sound of this length."""
    return np.arange(round(duration * RATE)) / RATE


def tone(
    frequency: float,
    duration: float,
    decay: float,
    partials: tuple[tuple[float, float, float], ...],
) -> Wave:
    """Return a struck tone; `decay` is the seconds in which it falls to a third."""
    t = seconds(duration)
    sound = np.zeros_like(t)
    for ratio, share, life in partials:
        if ratio * frequency < 0.45 * RATE:
            sound += share * np.sin(2 * np.pi * ratio * frequency * t) * np.exp(-t / (decay * life))
    return soft_edges(sound, attack=0.004)


def knock(duration: float, decay: float, smooth: int, seed: int) -> Wave:
    """Return a short burst of dull noise."""
    t = seconds(duration)
    noise = np.random.default_rng(seed).standard_normal(len(t))
    dull = np.convolve(noise, np.hanning(smooth + 2)[1:-1], mode="same")
    return soft_edges(dull / np.abs(dull).max() * np.exp(-t / decay), attack=0.001)


def soft_edges(sound: Wave, attack: float) -> Wave:
    """Fade in and out, so that nothing clicks."""
    rise, release = round(attack * RATE), round(0.02 * RATE)
    shaped = sound.copy()
    shaped[:rise] *= np.sin(np.linspace(0, np.pi / 2, rise)) ** 2
    shaped[-release:] *= np.linspace(1, 0, release) ** 2
    return shaped


def mixed(*parts: tuple[float, float, Wave]) -> Wave:
    """Return sounds together: when each begins, how loud it is, what it is."""
    length = max(round(start * RATE) + len(sound) for start, _, sound in parts)
    total = np.zeros(length)
    for start, share, sound in parts:
        first = round(start * RATE)
        total[first : first + len(sound)] += share * sound
    return total


def select() -> Wave:
    """A tick."""
    return 0.5 * tone(pitch(24), 0.09, 0.022, BAR)


def remove(step: int) -> Wave:
    """A wooden bar, higher for larger groups, with the pop of what goes."""
    bar = tone(pitch(12 + SCALE[step]), 0.32, 0.085, BAR)
    return mixed((0.0, 0.8, bar), (0.0, 0.16, knock(0.06, 0.010, 14, seed=step)))


def stone(variant: int) -> Wave:
    """A stone set down on wood."""
    modes = STONES[variant]
    body = tuple((frequency / modes[0][0], share, 1.0) for frequency, share in modes)
    ring = tone(modes[0][0], 0.14, 0.020, body)
    thud = tone(168.0 + 7 * variant, 0.14, 0.030, ((1.0, 1.0, 1.0),))
    return mixed(
        (0.0, 0.55, ring), (0.0, 0.5, thud), (0.0, 0.3, knock(0.05, 0.006, 10, 50 + variant))
    )


def illegal() -> Wave:
    """Two dull thuds."""
    thud = tone(pitch(-12), 0.16, 0.045, ((1.0, 1.0, 1.0), (2.0, 0.3, 0.6)))
    return mixed((0.0, 0.6, thud), (0.11, 0.5, thud))


def hint() -> Wave:
    """Two small bells, the second one higher."""
    return mixed(
        (0.0, 0.40, tone(pitch(16), 0.5, 0.14, BELL)),
        (0.09, 0.45, tone(pitch(23), 0.6, 0.18, BELL)),
    )


def chord(steps: tuple[int, ...], gap: float, decay: float) -> Wave:
    """Notes one after the other, after the sound of the move that they follow."""
    last = len(steps) - 1
    return mixed(
        *(
            (0.22 + gap * i, 0.42, tone(pitch(step), 1.1 if i == last else 0.7, decay, BELL))
            for i, step in enumerate(steps)
        )
    )


def run(steps: tuple[int, ...], start: float, gap: float, share: float) -> Wave:
    """Quick light notes: the pieces of a row that light up in turn, a score that counts up."""
    return mixed(
        *(
            (start + gap * i, share, tone(pitch(step), 0.4, 0.10, BELL))
            for i, step in enumerate(steps)
        )
    )


def sounds() -> dict[str, Wave]:
    """Return every sound by the name of its file."""
    made = {"select": select(), "illegal": illegal(), "hint": hint()}
    made |= {f"remove-{step + 1}": remove(step) for step in range(REMOVALS)}
    made |= {f"stone-{variant + 1}": stone(variant) for variant in range(len(STONES))}
    row, bells = run((12, 14, 16, 19, 21), 0.18, 0.06, 0.16), chord((12, 16, 19, 24), 0.08, 0.24)
    made["win"] = mixed((0.0, 1.0, row), (0.20, 1.0, bells))
    count = run((0, 2, 4, 7, 9, 12, 14, 16, 19, 21), 0.30, 0.06, 0.14)
    made["cleared"] = mixed((0.0, 1.0, count), (0.30, 1.0, chord((19, 24, 28), 0.07, 0.26)))
    made["left"] = chord((14, 12, 9, 12), 0.13, 0.20)
    made["lose"] = chord((12, 8, 5), 0.17, 0.22)
    made["draw"] = chord((12, 14, 12), 0.14, 0.18)
    return made


def write(path: Path, sound: Wave) -> None:
    """Write a sound as 16 bits in one channel, never louder than `LOUDEST`."""
    most = max(1e-9, float(np.abs(sound).max()))
    samples = np.round(sound * min(1.0, LOUDEST / most) * 32_767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def main(arguments: list[str]) -> None:
    """Write all of them."""
    folder = Path(arguments[0]) if arguments else Path(__file__).resolve().parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, sound in sounds().items():
        write(folder / f"{name}.wav", sound)


if __name__ == "__main__":
    main(sys.argv[1:])
