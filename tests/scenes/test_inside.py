"""Look inside: a search one simulation at a time, in its tree and on the board; the tour."""

from dataclasses import replace

import pygame
import pytest

from ai.contract.game import Oversight
from ai.contract.games import game_of
from ai.engine import watching
from ai.engine.watching import WatchAnswer
from ai.search.inside import Watched, watch
from ai.search.messages import Proof
from ai.search.simulation import Phase
from ai.searchers import parse_spec
from game.games.hex_gomoku.game import FILTERS
from game.play.session import Mode
from game.screens.base import Back, OpenInside, OpenScene
from game.screens.help import HelpScene
from game.screens.inside import tables, tree, what_if
from game.screens.inside.run import GOALS, RATES, SEED
from game.screens.inside.tables import CompareTable, NodeTable
from game.screens.inside.tour import tour
from game.screens.inside.what_if import EXPLORATIONS, WhatIfControls
from game.screens.play.react import SetMode
from game.ui.layout import Box
from game.ui.panel.basics import Sentence
from game.ui.skin import Skin
from game.ui.theme import WHITE
from game.ui.tree import TreeLayout, draw_tree
from game.ui.widgets import Action
from game.window.scenes import make_scene
from tests.games import after
from tests.rig import section, skin, wheel
from tests.rig import written as words_on
from tests.sessions import play
from tests.waiting import wait_for

GAMES = ("tictactoe", "hex", "breakthrough", "samegame")


@pytest.fixture
def inside(rig):
    """Return what opens the search of a game from its Analyse, and waits for its tree."""

    def opened(game, moves=(), **settings):
        scene = rig.open(game)
        play(scene.session, moves)
        rig.context.settings = rig.context.settings.changed(**{"motion": "off"} | settings)
        scene.controller.give(SetMode(Mode.ANALYSE))
        rig.frame()
        command = rig.key(pygame.K_x)
        assert isinstance(command, OpenInside)
        assert command.position == scene.session.state
        rig.searched = command.position
        rig.scene = make_scene(command, rig.context)
        rig.scene.resize((1120, 760))
        rig.scene.on_enter()
        until(rig, lambda: rig.scene.run.stage.tree is not None)
        return rig.scene

    yield opened
    rig.scene.on_exit()


def until(rig, is_so):
    wait_for(is_so, meanwhile=lambda: rig.scene.update(1 / 30))


def run_to(rig, goal):
    """Let the search run until it has come to a goal."""
    rig.scene.run.rate, rig.scene.run.goal = 1_000, goal
    rig.key(pygame.K_SPACE)
    until(rig, lambda: not rig.scene.run.is_moving)
    rig.frame()
    wait_for(lambda: rig.scene.wake_after() != 0.0, meanwhile=rig.frame)  # until all is painted


def rest(rig):
    """Wait for what was asked for, and show it."""
    until(rig, lambda: not rig.scene.run.is_waiting)
    rig.scene.update(1 / 30)
    rig.frame()


def press(rig, key):
    rig.key(key)
    rest(rig)


def step(rig):
    """Go one step on, and return what is said of it."""
    press(rig, pygame.K_RIGHT)
    return sentence(rig.scene)


def steps_to(rig, phase):
    """Go on until a phase is shown; return what was said of each step."""
    said = [step(rig)]
    while rig.scene.run.stage.phase is not phase:
        said.append(step(rig))
    return said


def broken(what):
    """Return what a search of no kind is asked for by."""
    return replace(what, method=replace(what.method, spec="mcts:candidates=none,"))


def searched_by(rig, title):
    """Choose another search by its control."""
    while rig.scene.run.searches[-1].what.method.title != title:
        rig.scene.on_action(Action("method", 1))
    rest(rig)


def sentence(scene):
    return section(scene, Sentence).text


def can_step(scene):
    return scene.group.widget("step").enabled


@pytest.fixture
def layouts(monkeypatch):
    """Return the trees that are painted, the last one at the end."""
    painted = list[TreeLayout]()

    def noting(surface, skin, layout, *others):
        painted.append(layout)
        return draw_tree(surface, skin, layout, *others)

    monkeypatch.setattr(tree, "draw_tree", noting)
    return painted


@pytest.fixture
def written(monkeypatch):
    """Return what is written from now on."""
    words, write = list[str](), Skin.write
    monkeypatch.setattr(
        Skin, "write", lambda *given, **how: words.append(given[2]) or write(*given, **how)
    )
    return words


def saved(rig):
    """Return the picture of the tree to print."""
    return rig.key(pygame.K_s, pygame.KMOD_CTRL).picture


def test_a_comparison_before_the_first_answer_asks_for_both(rig):
    start = rig.open("tictactoe").session.record.root.state
    scene = rig.show(OpenInside("tictactoe", start))
    rig.key(pygame.K_c)
    until(rig, lambda: all(each.sight.tree is not None for each in scene.run.searches))
    assert len(scene.run.searches) == 2
    scene.on_exit()


def test_the_buttons_go_on_as_the_keys_do_where_one_of_two_searches_failed(rig, inside):
    scene = inside("tictactoe")
    scene.run.ask(20)
    rest(rig)
    usual = scene.run.searches[0].what
    scene.run.search_with(usual, broken(usual))
    until(rig, lambda: scene.run.error)
    rest(rig)
    assert can_step(scene)


def test_an_exploration_between_the_steps_is_stepped_from():
    """The tour of a plug-in may show any."""
    controls = WhatIfControls("tictactoe")
    stepped = controls.changed(replace(controls.first, value=0.6), Action("value", 1))
    assert stepped.value == min(each for each in EXPLORATIONS if each > 0.6)


@pytest.mark.parametrize("game", ["tictactoe", "hex", "breakthrough"])
def test_the_names_of_filters_are_explained(game):
    controls = WhatIfControls(game)
    tip = controls.named(controls.first)[1][1].tooltip
    assert all(each in tip for each in game_of(game).search.filters)


@pytest.mark.parametrize("game", GAMES)
def test_a_simulation_is_seen_phase_by_phase_and_undone(rig, inside, game):
    scene = inside(game)
    phases = set()
    for _ in range(12):
        step(rig)
        phases.add(scene.run.stage.phase)
    told = scene.run.stage.simulation
    first = Phase.EXPANSION if game == "samegame" else Phase.SELECTION
    assert phases >= {first, Phase.PLAYOUT, Phase.BACKPROPAGATION}
    assert told.number >= 3
    press(rig, pygame.K_LEFT)
    assert scene.run.stage.simulation.number == told.number - 1
    assert scene.run.stage.node(()).visits == told.number - 1
    assert scene.run.stage.is_last
    rig.key(pygame.K_s)
    until(rig, lambda: scene.run.stage.node(()).visits == told.number)
    assert scene.run.stage.is_last
    assert scene.run.stage.simulation.path == told.path


def test_the_tree_of_a_fast_run_is_painted_over_several_frames_and_seen_whole(rig, inside):
    scene = inside("hex")
    run = scene.run
    run.rate = RATES[-2]
    rig.frame()
    seen = [pixels(rig)]
    run.toggle()
    until(rig, lambda: run.count == run.goal and not run.is_moving)
    while scene.wake_after() == 0.0 or len(seen) == 1:
        rig.scene.draw(rig.surface)
        seen.append(pixels(rig))
    assert scene.wake_after() is None
    *before, last = seen
    assert len(before) > 2
    assert len(set(before)) == 1
    for size in ((1000, 700), (1120, 760)):
        rig.resize(size)
    assert last == pixels(rig), "as if it were painted afresh"
    assert last not in before
    run.rate, run.goal = RATES[-1], GOALS[-1]
    rig.key(pygame.K_SPACE)
    rest(rig)
    assert run.count == GOALS[-1], "full speed is there at once"


def pixels(rig):
    """Return what is seen of the tree."""
    scene = rig.scene
    top, left = scene.top_bar.bottom, scene.content.column.x
    tree = pygame.Rect(0, top, left - 24, scene.size[1] - top)
    return pygame.image.tobytes(rig.surface.subsurface(tree), "RGB")


def test_each_number_on_the_path_changes_in_its_turn(rig, inside):
    scene = inside("tictactoe")
    run_to(rig, 10)
    assert scene.run.stage.node(()).visits == 10
    step(rig)
    path = scene.run.stage.simulation.path
    assert [each.phase for each in scene.run.stage.simulation.moments][-1] is Phase.BACKPROPAGATION
    stage = scene.run.stage.at_end()
    seen = [replace(stage, progress=step / 8).node(()).visits for step in range(9)]
    assert seen[0] == 10
    assert seen[-1] == 11
    leaf = [replace(stage, progress=step / 8).node(path) for step in range(9)]
    assert sum(not each or not each.visits for each in leaf) < sum(each == 10 for each in seen)


def test_any_node_is_opened_and_esc_closes_it(rig, layouts, inside):
    scene = inside("hex")
    scene.run.rate = 1_000
    rig.key(pygame.K_SPACE)
    until(rig, lambda: scene.run.stage.tree and scene.run.count >= 100)
    press(rig, pygame.K_ESCAPE)
    assert not scene.run.is_running
    before = layouts[-1]
    path, place = next(
        (path, box.centre)
        for box in before.boxes
        if scene.run.stage.children(path := scene.meaning_at(box.centre))
    )
    usual = section(scene, NodeTable)
    rig.click(place)
    listed = section(scene, NodeTable)
    children, state = scene.run.stage.children(path), after(rig.searched, path)
    assert listed.names == tuple(state.move_label(each.path[-1]) for each in children)
    assert listed.heading.caption.endswith(rig.searched.move_label(path[0]))
    rig.frame()
    assert layouts[-1].boxes == before.boxes, "nothing moves under the hand"
    scene.on_action(Action("child", len(children) - 1))
    assert section(scene, NodeTable).lit == len(children) - 1
    assert rig.key(pygame.K_ESCAPE) is None
    assert section(scene, NodeTable) == usual
    assert isinstance(rig.key(pygame.K_ESCAPE), Back)


def test_what_if_changes_the_search_at_once(rig, inside):
    scene = inside("hex")
    scene.run.ask(150)
    rest(rig)
    usual = [each.visits for each in scene.run.stage.tree.children(())]
    for _ in range(3):
        scene.on_action(Action("value", 1))
    rest(rig)
    other = [each.visits for each in scene.run.stage.tree.children(())]
    assert scene.run.count == 150
    assert max(other) < max(usual), "who explores more tries more moves"
    searched_by(rig, "all")
    assert len(scene.run.stage.tree.children(())) == len(rig.searched.legal_moves)


@pytest.mark.parametrize("size", [(1120, 760), (640, 480)])
@pytest.mark.parametrize("game", GAMES)
def test_two_searches_run_side_by_side(rig, inside, game, size):
    scene = inside(game)
    scene.resize(size)
    controls = {each: each.box for each in scene.content.widgets}
    press(rig, pygame.K_c)
    assert scene.is_comparing
    assert {each: each.box for each in scene.content.widgets} == controls, "nothing moves"
    for _ in range(8):
        step(rig)
        counts = {each.sight.count for each in scene.run.searches}
        assert len(counts) == 1, "both have as many simulations at any moment"
    run_to(rig, 10 if game == "samegame" else 300)
    upper, lower = scene.run.searches
    assert upper.sight.count == lower.sight.count or upper.sight.is_over or lower.sight.is_over
    number, one, other = scene.run.parted
    assert one != other
    said = sentence(scene)
    name = "playout" if game == "samegame" else "simulation"
    assert f"part at {name} **{number}**" in said
    names = {rig.searched.move_label(each) for each in scene.run.choices}
    assert all(name in said for name in names)
    assert ("Both would play" in said) == (len(names) == 1)
    press(rig, pygame.K_LEFT)
    assert max(upper.sight.count, lower.sight.count) <= scene.run.goal
    rig.press("compare")
    assert not scene.is_comparing
    assert scene.run.searches == (upper,)


def test_a_comparison_says_what_each_has_proven(rig, inside):
    scene = inside("tictactoe", moves=(0, 3, 1, 4))
    press(rig, pygame.K_c)
    run_to(rig, 300)
    scene.run.parted = None
    scene.resize(scene.size)
    name = rig.searched.move_label(scene.run.choices[0])
    assert sentence(scene) == f"Both would play **{name}**, proven won."


def test_what_is_changed_in_a_comparison_is_the_lower_search(rig, inside):
    scene = inside("hex")
    scene.run.ask(200)
    rest(rig)
    press(rig, pygame.K_c)
    before = [each.visits for each in scene.run.stage.tree.children(())]
    searched_by(rig, "all")
    upper, lower = scene.run.searches
    assert [each.visits for each in upper.stage.tree.children(())] == before
    assert len(lower.stage.tree.children(())) == len(rig.searched.legal_moves)
    table = section(scene, CompareTable)
    assert len(table.names) == len(rig.searched.legal_moves)
    assert any(one is None for one, _ in table.pairs)
    moves = [rig.searched.move_label(each) for each in scene.run.choices]
    assert [table.names[at] for at in table.choices] == moves


def test_equal_searches_are_not_searched_for_where_they_part(rig, inside):
    scene = inside("hex")
    scene.run.ask(300)
    rest(rig)
    rig.key(pygame.K_c)
    until(rig, lambda: scene.run.parted)
    usual = scene.run.searches[0].what
    scene.run.search_with(usual, usual)
    rest(rig)
    assert not scene.run.parted
    assert not scene.run.is_waiting
    assert sentence(scene).startswith("Both would play")


def test_a_lower_search_catches_up_beside_the_upper_one(rig, inside, monkeypatch):
    monkeypatch.setattr(watching, "LONGEST_SECONDS", 0.0)  # each answer has one simulation more
    scene = inside("samegame")
    run_to(rig, 12)
    rig.key(pygame.K_c)
    upper, lower = scene.run.searches
    until(rig, lambda: lower.sight.count == 5)
    assert sentence(scene) == "Catching up: 5 of 12."
    assert upper.sight.count == 12
    assert not can_step(scene)
    rest(rig)
    assert upper.sight.count == lower.sight.count == 12
    assert can_step(scene)
    lower.what = broken(lower.what)
    scene.run.ask(13)
    rest(rig)
    assert "The search has failed" in sentence(scene)
    scene.run.search_with(upper.what, upper.what.other)
    rest(rig)
    assert upper.sight.count == lower.sight.count == 13
    assert not scene.run.error


def test_a_search_with_other_options_catches_up_with_how_far_it_was(rig, inside, monkeypatch):
    monkeypatch.setattr(watching, "LONGEST_SECONDS", 0.0)  # each answer has one simulation more
    scene = inside("samegame")
    for count in range(1, 13):
        scene.run.ask(count)
        rest(rig)
    scene.on_action(Action("value", 1))
    until(rig, lambda: scene.run.count == 5)
    scene.on_action(Action("value", 1))
    said = list[str]()
    until(rig, lambda: said.append(sentence(scene)) or not scene.run.is_waiting)
    assert "Catching up: 5 of 12." in said
    assert scene.run.count == 12
    assert not said[-1].startswith("Catching up")


def test_the_levels_of_a_nested_search_tell_what_they_remember(rig, inside):
    scene = inside("samegame")
    scene.on_action(Action("value", 1))
    run_to(rig, 100)
    assert [each.level for each in scene.run.stage.simulation.memories] == [2, 1]
    said = steps_to(rig, Phase.BACKPROPAGATION)
    assert any("by a search of **level 1**" in each for each in said)
    assert any(each.startswith("Level 1: ") for each in said)


def test_a_finished_game_has_nothing_to_look_into(rig):
    scene = rig.open("tictactoe")
    play(scene.session, (0, 3, 1, 4, 2))
    assert rig.key(pygame.K_x) is None
    assert "Nothing to look into" in scene.toasts.notice.text


def test_help_leads_inside(rig):
    rig.scene = make_scene(OpenScene("help"), rig.context)
    rig.scene.resize((1120, 760))
    assert rig.press("inside") == rig.key(pygame.K_x) == OpenScene("inside")
    rig.show(OpenScene("inside"))
    assert "to move" in section(rig.scene, NodeTable).heading.title, "a game for two"


def test_a_failed_search_is_told_once(rig, inside):
    scene = inside("tictactoe")
    scene.run.searches[0].what = broken(scene.run.searches[0].what)
    scene.run.searches[0].sight = WatchAnswer()
    scene.run.ask(0)
    rest(rig)
    assert "candidates must be" in scene.run.error
    assert not scene.run.is_waiting


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("is_compared", [False, True])
def test_a_tree_is_saved_as_a_picture_to_print(rig, inside, layouts, written, game, is_compared):
    scene = inside(game)
    if is_compared:
        rig.key(pygame.K_c)
    for _ in range(4):  # before a node has a visit, too
        saved(rig)
        step(rig)
    run_to(rig, 10 if game == "samegame" else 100)
    rig.resize(rig.surface.get_size())
    searches = scene.run.searches
    seen = layouts[-len(searches) :]
    written.clear()
    picture = saved(rig)
    assert picture.get_width() / 2 == pytest.approx(scene.content.column.x, abs=24)
    assert picture.get_height() == 2 * scene.size[1]
    assert picture.get_at((0, 0)) == WHITE, "on paper"
    for layout, search in zip(seen, searches, strict=True):
        assert layout.boxes
        for box in layout.boxes:
            path = scene.meaning_at(box.centre)
            assert after(rig.searched, path[:-1]).move_label(path[-1]) in written
            assert str(search.stage.node(path).visits) in written
    assert any(each.startswith(scene.caption) for each in written)


@pytest.mark.parametrize("game", [each for each in GAMES if each != "samegame"])
def test_what_if_it_had_no_solver_other_playouts_or_saw_no_tactics(rig, inside, game):
    scene = inside(game)
    titles = {each.title for each in what_if.methods_of(game)}
    assert ("no tactics" in titles) == (game != "breakthrough"), "it has none"
    assert ("playout all" in titles) == (game != "breakthrough"), "it has no filters"
    scene.run.ask(300)
    rest(rig)
    for title in titles & {"no solver", "playout all", "no tactics"}:
        searched_by(rig, title)
        assert scene.run.count == 300 or scene.run.is_over
        nodes = scene.run.stage.tree.children(())
        assert title != "no solver" or not any(each.proof for each in nodes)


def test_the_phases_take_the_whole_width(monkeypatch):
    drawn = list[Box]()
    monkeypatch.setattr(tables.draw, "fill_round", lambda _, box, *others: drawn.append(box))
    strip = tables.PhaseStrip(Phase.PLAYOUT)
    box = Box(10, 0, 400, 30)
    strip.draw(pygame.Surface((420, 30)), skin(), box)
    assert len(drawn) == len(Phase)
    assert box.right - len(Phase) < drawn[-1].right <= box.right


def test_no_what_if_is_offered_twice(monkeypatch):
    """As where a plug-in's players overlook what only its solver sees."""
    blind = replace(game_of("hex").search, oversights=(Oversight(1.0, {"solver": False}),))
    blinded = replace(game_of("hex"), search=blind)
    monkeypatch.setattr(what_if, "game_of", lambda _: blinded)
    specs = [each.spec for each in what_if.methods_of("hex")]
    assert len(set(specs)) == len(specs)


def test_what_if_it_kept_the_tree_of_the_move_before(rig, inside):
    scene = inside("tictactoe", moves=(4,))
    searched_by(rig, "reuse")
    press(rig, pygame.K_c)
    assert [each.what.words for each in scene.run.searches] == ["reuse on", "reuse off"]
    kept = scene.run.searches[0].stage.node(()).visits
    assert f"The upper one begins with **{kept} visits**" in sentence(scene)
    scene.run.ask(5)
    rest(rig)
    upper, lower = (each.sight.tree.node(()).visits for each in scene.run.searches)
    assert (upper, lower) == (kept + 5, 5)
    until(rig, lambda: scene.run.parted)
    assert scene.run.parted.number == 1


def test_a_tree_cannot_be_kept_where_no_move_was_played(rig, inside):
    scene = inside("tictactoe")
    searched_by(rig, "reuse")
    assert "there is no tree from a move before" in sentence(scene)


@pytest.mark.parametrize("size", [(1120, 760), (640, 480)])
@pytest.mark.parametrize("game", GAMES)
def test_no_control_moves_whatever_searches(rig, inside, game, size):
    scene = inside(game)
    scene.resize(size)
    controls = {each: each.box for each in scene.content.widgets}
    for method in what_if.methods_of(game):
        searched_by(rig, method.title)
        step(rig)
        assert {each: each.box for each in scene.content.widgets} == controls
        assert rig.key(pygame.K_s, pygame.KMOD_CTRL).picture
    press(rig, pygame.K_c)


def test_the_usual_search_is_the_searchers_own():
    first = WhatIfControls("hex").first
    usual, given = (parse_spec(each, "hex")[1] for each in ("mcts:expand_at=1", first.searcher))
    assert given == replace(usual, candidates=FILTERS[0], reuse=False), "each begins empty"
    assert {first.value, first.other.value} <= set(EXPLORATIONS)


def test_the_arrows_step_a_search_that_was_chosen_by_a_click(rig, inside):
    scene = inside("hex")
    box = scene.group.widget("method").box
    rig.click((box.right - 6, box.centre[1]))
    rest(rig)
    what = scene.run.searches[0].what
    assert what != WhatIfControls("hex").first
    step(rig)
    assert scene.run.searches[0].what == what
    assert scene.run.count == 1


def test_a_narrow_table_has_columns_before_the_first_answer(rig, monkeypatch):
    monkeypatch.setattr(watching.SearchWatcher, "poll", lambda _: None)
    scene = rig.show(OpenInside("samegame", rig.open("samegame").session.record.root.state))
    assert scene.run.stage.tree is None
    scene.resize((400, 480))
    rig.frame()
    scene.on_exit()


def test_a_simulation_that_is_asked_for_before_the_answer_is_not_lost(rig, inside, monkeypatch):
    scene = inside("tictactoe")
    with monkeypatch.context() as patch:
        patch.setattr(watching.SearchWatcher, "poll", lambda _: None)
        for _ in range(3):
            rig.key(pygame.K_s)
        assert scene.run.is_waiting
    until(rig, lambda: not scene.run.is_moving)
    assert scene.run.count == 3


def test_a_simulation_that_is_asked_for_while_something_moves_is_not_lost(rig, inside):
    scene = inside("tictactoe", motion="full")
    for count in range(1, 6):
        rig.key(pygame.K_s)
        if count % 2:  # some come before the answer, others while its moments pass
            until(rig, lambda: not scene.run.is_waiting)
            rig.frame()
    until(rig, lambda: not scene.run.is_moving)
    assert (scene.run.count, scene.run.stage.is_last) == (5, True)
    for _ in range(3):
        rig.key(pygame.K_LEFT)
    until(rig, lambda: not scene.run.is_moving)
    assert scene.run.count == 2
    rig.key(pygame.K_SPACE)
    rig.frame()
    rig.key(pygame.K_s)
    until(rig, lambda: not scene.run.is_moving)
    assert scene.run.count >= 3, "it goes on from a run as well"


@pytest.mark.parametrize("size", [(1120, 760), (640, 480)])
@pytest.mark.parametrize("by", ["wheel", "keys"])
def test_every_child_can_be_scrolled_to(rig, inside, size, by):
    scene = inside("hex")
    searched_by(rig, "all")
    scene.run.ask(200)
    rest(rig)
    scene.resize(size)
    rig.frame()
    seen = set()

    def table():
        return next(each for each in scene.content.places if isinstance(each.section, NodeTable))

    rig.move(table().box.centre)
    for _ in range(2 * len(table().section.names)):
        section = table().section
        first = section.scrolled(0)
        seen |= set(section.ranked[first : first + section.rows])
        if by == "wheel":
            scene.handle_event(wheel(-1))
        else:
            rig.key(pygame.K_PAGEDOWN)
        rig.frame()
    assert len(seen) == len(table().section.names) > table().section.rows
    scene.on_action(Action("child", table().section.ranked[0]))


def test_rows_stay_where_they_are_while_the_pointer_rests_on_them(rig, inside):
    scene = inside("tictactoe")
    run_to(rig, 20)
    at = next(each for each in scene.content.places if isinstance(each.section, NodeTable))
    rig.move(at.box.centre)
    held = section(scene, NodeTable).ranked
    scene.run.ask(400)
    rest(rig)
    assert section(scene, NodeTable).ranked == held
    rig.move((1, 1))
    scene.show_items()
    assert section(scene, NodeTable).ranked != held


def test_a_node_of_the_path_tells_what_a_result_adds_to_it(rig, inside, written):
    scene = inside("tictactoe")
    run_to(rig, 100)
    steps_to(rig, Phase.BACKPROPAGATION)
    stage = scene.run.stage.at_end()
    path, before = stage.path[:1], stage.simulation.before.node(stage.path[:1])
    written.clear()
    saved(rig)
    assert f"{before.visits} +1" in written
    assert f"{before.mean:.2f} to {stage.simulation.after.node(path).mean:.2f}" in written


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("goal", [7, 40, 90])
def test_the_green_line_is_what_would_be_played(rig, layouts, inside, game, goal):
    scene = inside(game)
    run_to(rig, goal)
    tree, layout = scene.run.stage.tree, layouts[-1]
    places = zip(layout.nodes, layout.boxes, strict=True)
    green = [scene.meaning_at(box.centre) for node, box in places if node.is_main]
    played = [tree.line[: length + 1] for length in range(len(tree.line))]
    assert green[: len(played)] == played[: len(green)]
    assert green[0] == (tree.choice,)


@pytest.fixture
def scene(rig):
    yield rig.show(OpenScene("tour"), (1120, 760))
    rig.scene.on_exit()


def search(number: int, count: int, exploration: float | None = None) -> Watched:
    stop = tour()[number - 1]
    given = "" if exploration is None else f",exploration={exploration}"
    options = parse_spec(f"mcts:expand_at=1{given}", stop.game)[1]
    watched = watch(stop.game, stop.position[0], replace(options, seed=SEED))
    watched.go_to(count)
    return watched


def test_there_are_eight_steps_of_three_games() -> None:
    assert [each.step.number for each in tour()] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert {each.game for each in tour()} == {"tictactoe", "hex", "samegame"}
    assert not any(each.position[0].is_terminal for each in tour())


def test_without_exploration_one_move_gets_nearly_all_visits() -> None:
    shares = []
    for exploration in (tour()[2].step.exploration, 1.4):
        visits = [each.visits for each in search(3, 200, exploration).tree.children(())]
        shares.append(max(visits) / sum(visits))
    assert shares[0] > 0.8
    assert shares[1] < 0.3


def test_what_is_said_to_be_won_is_proven() -> None:
    assert any(each.proof is Proof.WIN for each in search(6, 1000).tree.children(()))


def test_the_trap_looks_as_good_as_any_move_until_it_is_proven_to_lose() -> None:
    state = tour()[7].position[0]
    trap = state.move_from_string("c1")

    def moves(count):
        return {each.path[-1]: each for each in search(8, count).tree.children(())}

    early, late = moves(20), moves(100)
    assert early[trap].proof is None
    assert early[trap].value >= sorted(each.value for each in early.values())[-2]
    assert late[trap].proof is Proof.LOSS


def test_every_step_can_be_gone_to_and_back_under_one_pointer(rig, scene) -> None:
    places, titles = set(), []
    for _ in tour():
        places.add(tuple(scene.group.widget(name).box for name in ("tour on", "tour back")))
        titles.append(scene.caption.partition(",")[0])
        wait_for(lambda: scene.run.is_there, meanwhile=lambda: scene.update(1 / 30))
        rig.frame()
        if scene.group.widget("tour on").enabled:
            assert scene.on_action(Action("tour on")) is None
    assert len(places) == 1
    assert titles == ["Tic-Tac-Toe"] * 4 + ["Hex Gomoku", "Tic-Tac-Toe", "SameGame", "Tic-Tac-Toe"]
    scene.on_action(Action("tour back"))
    assert scene.run.count == 0
    assert scene.group.widget("tour on").enabled


def test_space_runs_the_search_after_a_click_on_the_next_step_at_the_speed_chosen(rig, scene):
    scene.on_action(Action("rate", 1))
    chosen = scene.run.rate
    rig.click(scene.group.widget("tour on").box.centre)
    assert "2 of 8" in words_on(scene)
    wait_for(lambda: scene.run.is_there, meanwhile=lambda: scene.update(1 / 30))
    rig.key(pygame.K_SPACE)
    assert ("2 of 8" in words_on(scene), scene.run.is_running) == (True, True)
    assert scene.run.rate == chosen > 1


def test_help_and_looking_inside_lead_to_it(rig) -> None:
    for page in (HelpScene(rig.context), make_scene(OpenScene("inside"), rig.context)):
        page.resize((1120, 760))
        assert any(each.name == "tour" for each in page.group.widgets)
        assert page.on_action(Action("tour")) == OpenScene("tour")
