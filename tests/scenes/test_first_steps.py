"""An empty board: its rules in pictures, and other boards without a walk to the settings."""

import pygame
import pytest

from ai.contract.games import game_of
from game.screens.entry import entries, entry_of
from game.screens.play.first_steps import PRESET
from game.store.settings import DEFAULTS, setting_of
from game.ui.layout import Box
from game.ui.panel.legend import RulePictures
from tests.rig import skin

GAME_NAMES = [entry.name for entry in entries()]


def shown_rules(scene):
    sections = [place.section for place in scene.panel.places]
    return next((each for each in sections if isinstance(each, RulePictures)), None)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_rules_are_there_until_a_move_is_played(rig, game):
    scene = rig.open(game)
    assert len(shown_rules(scene).rules) == 3
    scene.play(scene.session.state.legal_moves[0])
    rig.settle()
    assert shown_rules(scene) is None
    with pytest.raises(KeyError):
        scene.group.widget(PRESET)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_another_board_is_a_click_away(rig, game):
    scene = rig.open(game)
    presets = entry_of(game).presets
    assert len(presets) > 1
    for preset in (*presets[1:], presets[0]):
        tabs = scene.group.widget(PRESET)
        rig.click(tabs.cells()[tabs.values.index(preset.title)].centre)
        assert preset.is_in(rig.context.settings)
        wanted = scene.profile.parameters_of(DEFAULTS.changed(**preset.values))
        assert scene.session.record.start.parameters == wanted
        assert scene.session.record.length == 0
        assert scene.group.widget(PRESET).value == preset.title


def test_a_board_of_ones_own_is_none_of_them(make_rig):
    rig = make_rig(breakthrough_columns=7)
    scene = rig.open("breakthrough")
    tabs = scene.group.widget(PRESET)
    titles = {preset.title for preset in entry_of("breakthrough").presets}
    assert tabs.value not in titles
    rig.click(tabs.cells()[0].centre)
    assert scene.group.widget(PRESET).value in titles


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_boards_are_legal_and_their_rules_can_be_drawn(entry):
    pygame.font.init()
    own = {setting.name for setting in game_of(entry.name).settings}
    for preset in entry.presets:
        assert set(preset.values) <= own
        assert not any(setting_of(n).problem(value) for n, value in preset.values.items())
        parameters = entry.profile.parameters_of(DEFAULTS.changed(**preset.values))
        rules = entry.rules_for(parameters)
        assert all(rule.caption for rule in rules.rules)
        for width in (150, 360):
            surface = pygame.Surface((width, rules.height(skin(), width)))
            rules.draw(surface, skin(), Box(0, 0, *surface.get_size()))
            assert len(set(pygame.image.tobytes(surface, "RGB"))) > 9, "it is no blank"
