import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.searchers import parse_spec
from game.screens.entry import entries
from game.store.files import default_paths
from game.store.settings import DEFAULTS, all_settings, setting_of, settings_from_dict

FIELDS = all_settings().values()


def test_defaults_are_what_they_themselves_accept_whatever_else_is_there():
    stored = json.loads(json.dumps(DEFAULTS.to_dict())) | {"from the future": 1}
    assert settings_from_dict(stored) == (DEFAULTS, ())


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
    [
        ("theme", "pink"),
        ("ui_scale", 9),
        ("top_n", 0),
        ("symbols", 1),
        ("hex_side", 6.5),
        ("tictactoe_in_a_row", 5),  # which must fit the board
    ],
)
def test_complaints_name_the_setting_which_is_the_default(name, value):
    settings, complaints = settings_from_dict({name: value})
    assert settings[name] == DEFAULTS[name]
    assert len(complaints) == 1
    assert complaints[0].startswith(f"The setting {name} = ")


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_a_game_is_analysed_as_its_screen_does_it_unless_another_way_is_chosen(entry):
    assert DEFAULTS[f"{entry.name}_method"] == entry.profile.searcher
    for searcher in setting_of(f"{entry.name}_method").choices:
        parse_spec(searcher, entry.name)


def test_any_searcher_can_be_written_as_the_one_that_analyses():
    given = {"tictactoe_method": "rave", "hex_method": "mcts-mr:depth=2"}
    settings, complaints = settings_from_dict(given)
    assert complaints == ()
    assert {name: settings[name] for name in given} == given


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("samegame_method", "uct", "unknown searcher 'uct' for samegame; known searchers: nmcs, "),
        ("tictactoe_method", "exact", "searcher 'exact' cannot analyse every board"),
        ("hex_method", "gtp:engine", "searcher 'gtp:engine' cannot analyse every board"),
    ],
)
def test_what_cannot_analyse_is_told_in_a_sentence(name, value, problem):
    settings, (complaint,) = settings_from_dict({name: value})
    assert settings[name] == DEFAULTS[name]
    assert complaint.startswith(f"The setting {name} = '{value}' cannot be used ({problem}")
    assert complaint.endswith(f"); '{DEFAULTS[name]}' is used instead.")


def test_every_number_has_bounds_around_its_default():
    for field in FIELDS:
        if not isinstance(field.default, str | bool):
            assert field.low <= field.default <= field.high
            assert all(field.low <= step <= field.high for step in field.steps)
    for threads in setting_of("threads").choices:
        assert dataclasses.replace(DEFAULTS, threads=threads).thread_count >= 1


def test_one_variable_moves_everything_out_of_the_usual_folders(tmp_path):
    paths, usual = default_paths({"PLAYOUT_HOME": str(tmp_path)}), default_paths({})
    for folder in (paths.config, paths.data, paths.log, paths.cache, paths.pictures):
        assert folder.is_relative_to(tmp_path)
    assert paths.library_file.is_relative_to(paths.data)
    assert list(tmp_path.iterdir()) == []
    assert "playout" in str(usual.config).lower()
    assert usual.settings_file.suffix == ".json"
