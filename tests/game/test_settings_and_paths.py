import dataclasses
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.searchers import parse_spec
from game.screens.games import entries
from game.store.paths import default_paths
from game.store.settings import (
    DEFAULTS,
    all_settings,
    setting_of,
    settings_from_dict,
    think_seconds,
)

FIELDS = all_settings().values()


def test_defaults_are_what_they_themselves_accept():
    settings, complaints = settings_from_dict(json.loads(json.dumps(DEFAULTS.to_dict())))
    assert settings == DEFAULTS
    assert complaints == ()


def test_unknown_names_are_ignored():
    assert settings_from_dict({"from the future": 1}) == (DEFAULTS, ())


@given(
    name=st.sampled_from([field.name for field in FIELDS]),
    value=st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.lists(st.integers(), max_size=2),
)
def test_a_bad_value_falls_back_to_the_default(name, value):
    settings, complaints = settings_from_dict({name: value})
    default = DEFAULTS[name]
    assert type(settings[name]) is type(default)
    if complaints:
        assert name in complaints[0] or "tictactoe" in complaints[0]
    else:
        assert settings[name] == value
        assert settings_from_dict(settings.to_dict()) == (settings, ())


@pytest.mark.parametrize(
    ("name", "value"),
    [("theme", "pink"), ("ui_scale", 9), ("top_n", 0), ("symbols", 1), ("hex_side", 6.5)],
)
def test_complaints_name_the_setting(name, value):
    _, complaints = settings_from_dict({name: value})
    assert len(complaints) == 1
    assert complaints[0].startswith(f"The setting {name} = ")


def test_a_time_that_was_kept_for_all_games_counts_for_each():
    settings, complaints = settings_from_dict({"think_seconds": 2.0, "hex_think_seconds": 5.0})
    assert not complaints
    assert think_seconds(settings, "hex") == 5.0
    assert think_seconds(settings, "tictactoe") == think_seconds(settings, "breakthrough") == 2.0


def test_marks_in_a_row_must_fit_the_board():
    settings, complaints = settings_from_dict({"tictactoe_in_a_row": 5})
    assert settings["tictactoe_in_a_row"] == 3
    assert len(complaints) == 1


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_a_game_is_analysed_as_its_screen_does_it_unless_another_way_is_chosen(entry):
    assert DEFAULTS[f"{entry.name}_method"] == entry.profile.searcher
    for searcher in setting_of(f"{entry.name}_method").choices:
        parse_spec(searcher, entry.name)


def test_every_number_has_bounds_around_its_default():
    for field in FIELDS:
        if not isinstance(field.default, str | bool):
            assert field.low <= field.default <= field.high
            assert all(field.low <= step <= field.high for step in field.steps)


@pytest.mark.parametrize("threads", setting_of("threads").choices)
def test_at_least_one_thread_searches(threads):
    assert dataclasses.replace(DEFAULTS, threads=threads).thread_count >= 1


def test_one_variable_moves_everything(tmp_path):
    paths = default_paths({"PLAYOUT_HOME": str(tmp_path)})
    for folder in (paths.config, paths.data, paths.log, paths.cache, paths.pictures):
        assert folder.is_relative_to(tmp_path)
    assert paths.library_file.is_relative_to(paths.data)
    assert list(tmp_path.iterdir()) == []


def test_without_it_the_usual_folders_are_used():
    paths = default_paths({})
    assert "playout" in str(paths.config).lower()
    assert paths.settings_file.suffix == ".json"
    assert isinstance(paths.log_file, Path)
