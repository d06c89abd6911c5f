"""What is heard, how loud, and that silence is never an error."""

import itertools
import subprocess
import sys
import threading
import wave
from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.store.settings import Settings
from game.ui.sound import ENDINGS, SOUND_FOLDER, Cue, Sounds, file_of, volume_of
from tests.waiting import wait_for

LOUD = Settings(master_volume=1.0, effects_volume=0.5)


@pytest.fixture
def sounds():
    player = Sounds(rest_seconds=0.05)
    yield player
    player.close()


@pytest.fixture
def heard(monkeypatch):
    """Return the sounds that are played from now on, with how loud they are."""
    played = []

    class Heard(pygame.mixer.Sound):
        def __init__(self, file):
            super().__init__(file)
            self.name = file.stem

        def play(self):
            played.append((self.name, self.get_volume()))
            return super().play()

    monkeypatch.setattr(pygame.mixer, "Sound", Heard)
    return played


def samples(path):
    with wave.open(str(path), "rb") as file:
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)


def pitch_of(name):
    sound = samples(SOUND_FOLDER / f"{name}.wav")
    return np.fft.rfftfreq(len(sound), 1 / 32_000)[np.abs(np.fft.rfft(sound)).argmax()]


def test_every_cue_has_its_files():
    names = {file_of(cue, size) for cue in Cue for size in (2, 300) for _ in range(60)}
    assert {"stone-1", "stone-2", "stone-3", "remove-1", "remove-8"} <= names
    assert all((SOUND_FOLDER / f"{name}.wav").exists() for name in names)


def test_the_pitch_of_a_removal_rises_with_the_group():
    names = list(dict.fromkeys(file_of(Cue.REMOVE, size) for size in range(2, 40)))
    assert names == [f"remove-{step}" for step in range(1, 9)]
    pitches = [pitch_of(name) for name in names]
    assert all(low < high for low, high in itertools.pairwise(pitches))


def test_the_script_makes_the_files_that_are_shipped(tmp_path):
    script = SOUND_FOLDER / "make_sounds.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True)
    made = {path.name: samples(path) for path in tmp_path.glob("*.wav")}
    shipped = {path.name: samples(path) for path in SOUND_FOLDER.glob("*.wav")}
    assert made.keys() == shipped.keys()
    for name, sound in made.items():
        # The last bit of a sine is the machine's own.
        assert np.abs(sound - shipped[name]).max() <= 1, name


@pytest.mark.parametrize("path", sorted(SOUND_FOLDER.glob("*.wav")), ids=lambda path: path.stem)
def test_sounds_are_short_soft_and_do_not_click(path):
    sound = samples(path)
    assert len(sound) / 32_000 < (1.8 if path.stem in ENDINGS else 0.8)
    assert 0.3 < np.abs(sound).max() / 32_767 < 0.6
    assert sound[0] == sound[-1] == 0
    assert abs(sound.mean()) < 40


def test_volumes_multiply_and_effects_spare_the_endings():
    assert volume_of(Cue.STONE, LOUD, focused=True) == 0.5
    assert volume_of(Cue.WIN, LOUD, focused=True) == 1.0
    assert volume_of(Cue.STONE, LOUD, focused=False) == 0.0
    heard = replace(LOUD, mute_unfocused=False)
    assert volume_of(Cue.STONE, heard, focused=False) == 0.5
    assert volume_of(Cue.WIN, replace(LOUD, sound=False), focused=True) == 0.0
    assert volume_of(Cue.WIN, replace(LOUD, master_volume=0.0), focused=True) == 0.0


def test_silence_opens_no_device(sounds):
    sounds.play(Cue.STONE, replace(LOUD, sound=False))
    sounds.play(Cue.STONE, LOUD, focused=False)
    assert "sound" not in {each.name for each in threading.enumerate()}
    assert not pygame.mixer.get_init()


def test_the_device_is_opened_by_the_first_cue_and_given_back_after_a_rest(sounds, heard):
    for number in (1, 2):
        sounds.play(Cue.REMOVE, LOUD, size=9)
        wait_for(lambda count=number: len(heard) == count)
        assert heard[-1] == ("remove-6", pytest.approx(0.5, abs=0.01))
        wait_for(lambda: not pygame.mixer.get_init())
    sounds.close()
    sounds.play(Cue.WIN, LOUD)
    wait_for(lambda: heard[-1][0] == "win", "and it can be taken up again")


def test_no_device_is_no_error_and_it_is_looked_for_again_in_silence(sounds, heard, monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "there-is-no-such-driver")
    sounds.play(Cue.STONE, LOUD)
    wait_for(lambda: sounds.error == "no audio device found")
    sounds.play(Cue.STONE, LOUD)
    sounds.look_for_device()
    wait_for(lambda: not sounds.is_looking)
    assert sounds.error == "no audio device found"
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds.look_for_device()
    assert sounds.error is None
    wait_for(lambda: not sounds.is_looking)
    assert sounds.error is None
    sounds.play(Cue.WIN, LOUD)
    wait_for(lambda: [name for name, _ in heard] == ["win"])


def test_a_missing_file_is_no_error(tmp_path):
    sounds = Sounds(tmp_path)
    sounds.play(Cue.STONE, LOUD)
    wait_for(lambda: sounds.error == "the sounds cannot be read")
    sounds.close()
