"""Imports lead downward only, and the picture in docs/architecture.md shows them as they are."""

from tests import floors


def test_no_import_leads_to_a_higher_floor() -> None:
    assert floors.upward() == []


def test_every_room_is_there_and_every_module_has_a_floor() -> None:
    modules = {module for pair in floors.imports() for module in pair}
    assert {floors.floor_of(module) for module in modules} == set(range(len(floors.FLOORS)))
    for room in (room for floor in floors.FLOORS for room in floor.rooms):
        assert any(floors.is_in(room, module) for module in modules), room


def test_the_picture_shows_the_imports_as_they_are() -> None:
    """`python -m tests.floors` draws it anew."""
    assert floors.PICTURE.read_text("utf-8") == floors.picture()
