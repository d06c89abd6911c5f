"""What a player may do, step by step: each has a name and a number that decides what is left open.

The monkey, the state machines and the soak all play with these; a script of steps plays the same
game again.
"""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

import pygame

from ai.contract.games import game_spec
from game.play.session import Session
from game.play.text import write
from game.store.settings import setting_of
from game.ui.widgets import Tabs, Widget
from tests.laws.laws import Laws
from tests.laws.steady import a_second_press_does_the_same
from tests.laws.world import World

Step = tuple[str, int | str]
Item = TypeVar("Item")

NAMED_KEYS: Final = "RETURN TAB ESCAPE LEFT RIGHT UP DOWN F1 F10 PAGEUP PAGEDOWN"
PLAIN_KEYS: Final = (
    *(ord(letter) for letter in "abcefghijklmnortvwsdxyz[]/123456789 "),
    *(getattr(pygame, f"K_{name}") for name in NAMED_KEYS.split()),
)
ALT, CTRL = pygame.KMOD_ALT, pygame.KMOD_CTRL
PRESSED: Final = {
    "undo": ((pygame.K_z, CTRL),),
    "redo": ((pygame.K_y, CTRL),),
    "go_to": ((pygame.K_HOME, 0), (pygame.K_END, 0), (pygame.K_LEFT, ALT), (pygame.K_RIGHT, ALT)),
    "branch": tuple((key, CTRL) for key in (pygame.K_UP, *(pygame.K_DOWN,) * 2, pygame.K_DELETE)),
    "new": ((pygame.K_n, CTRL), (pygame.K_F5, 0), (pygame.K_g, CTRL)),
    "escape": ((pygame.K_ESCAPE, 0),),
    "give_up": ((pygame.K_r, CTRL), (pygame.K_RETURN, 0)),
    "copy": ((pygame.K_c, CTRL), (pygame.K_c, CTRL | pygame.KMOD_SHIFT), (pygame.K_s, CTRL)),
}
"""Steps that are a key, one of some: branches are gone to, and now and then deleted."""
SIZES: Final = ((1120, 760), (640, 480), (1366, 768), (900, 640), (700, 900))
POSITIONS: Final = {
    "samegame": {"columns": 5, "rows": 6, "colours": 3},
    "tictactoe": {"columns": 4, "rows": 3},
    "hex": {"side": 5},
    "breakthrough": {"columns": 4, "rows": 5},
}
"""Boards that somebody may have copied."""
STILL_EVERY: Final = 8
"""Steps between two looks at whether anything on the screen is left over from before."""
PAINT_ONE_IN: Final = 8
"""Painting takes as long as a hundred steps."""
A_TURN: Final[tuple[Step, ...]] = (("play", 8), ("let_it_move", 0), ("wait", 3))
MOST_TURNS: Final = 400
"""Turns after which what some more turns should bring is given up."""
PATIENCE: Final = 14.0
"""Seconds in which an AI that is to move moves, whatever time it is given."""


class Player:
    """Plays in a world, and has every step held against the laws.

    Attributes:
        world: Where.
        laws: What must hold.
        steps: How many steps were taken.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.laws = Laws(world)
        self.steps = 0
        self._chance = 0
        self._positions = [_text(name, **small) for name, small in POSITIONS.items()]
        self._games = [_game(name, **small) for name, small in POSITIONS.items()]
        pressed = {name: partial(self._press_one_of, keys) for name, keys in PRESSED.items()}
        others = {name: getattr(self, f"_{name}") for name in WEIGHTS.keys() - PRESSED.keys()}
        self._actions = pressed | others

    def do(self, name: str, chance: int | str = 0) -> None:
        """Do something; raise `BrokenLawError` if a law does not hold after it.

        Args:
            name: One of `WEIGHTS`, "use" or "until".
            chance: What decides everything that is left open; for "use" the name of a control that
                is clicked, for "until" that of one which some more turns bring.
        """
        self.steps += 1
        if name == "until":
            for _ in range(MOST_TURNS):
                if any(each.name == chance for each in self.world.controls):
                    break
                session = self.world.session
                self.play([("new", 1)] if session is not None and session.is_over else A_TURN)
            else:
                raise AssertionError(f"{chance!r} does not come in {MOST_TURNS} turns")
        elif isinstance(chance, str):
            self.use(chance)
        else:
            self._chance = chance
            self._actions[name]()
        self.world.frame()
        self.laws.hold()
        if self.steps % STILL_EVERY == 0:
            self.laws.hold_still()

    def play(self, steps: Sequence[Step]) -> None:
        """Do one thing after the other."""
        for name, chance in steps:
            self.do(name, chance)

    # Choices.

    def _below(self, count: int) -> int:
        self._chance, choice = divmod(self._chance, count)
        return choice

    def _pick(self, items: Sequence[Item]) -> Item:
        return items[self._below(len(items))]

    # With the mouse.

    def click(self, at: tuple[int, int], wait: float = 0.0) -> None:
        """Press the left button on a pixel and let go, perhaps a while later."""
        world, laws = self.world, self.laws
        self.move(at)
        if self._below(2):
            world.frame()
        press = laws.press(at)
        world.send(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        laws.down(press)
        if wait:
            self._pass(wait)
            laws.held(press)
        world.send(pygame.MOUSEBUTTONUP, pos=at, button=1)
        laws.up(press)

    def move(self, at: tuple[int, int]) -> None:
        """Move the pointer."""
        before = self.laws.offsets()
        self.world.send(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        self.laws.moved(before)

    def _play(self, wait: float = 0.0) -> None:
        """Click on a legal move; where there is none, anywhere on the board."""
        content = self.world.content
        moves = content.state.legal_moves if content is not None and content.playable else ()
        if not moves:
            self._cell()
            return
        for cell in self.world.cells_of(self._pick(moves)):
            at = self.world.pixel_of(cell)
            if at is not None and self.world.game is not None:
                self.click(at, wait)

    def _again(self) -> None:
        """Play the move that followed here, as one who has gone back does."""
        shown, line, content = self.world.history(), self.world.line(), self.world.content
        ahead = line[1][len(shown[1]) :] if shown is not None and line is not None else ()
        if not ahead or content is None or not content.playable:
            self._play()
            return
        for cell in self.world.cells_of(ahead[0]):
            at = self.world.pixel_of(cell)
            if at is not None and self.world.game is not None:
                self.click(at)

    def _cell(self) -> None:
        """Click a cell, whatever is on it."""
        content = self.world.content
        if content is None:
            self._anywhere()
            return
        at = self.world.pixel_of(self._below(64))
        if at is None:
            self._anywhere()
        else:
            self.click(at)

    def _slowly(self) -> None:
        """Play or use a control, with the button held for a while."""
        if self._below(2):
            self._play(wait=0.3)
        else:
            self._control(wait=0.3)

    def _control(self, wait: float = 0.0) -> None:
        """Click a control that is to be seen."""
        controls = self.world.controls
        if not controls:
            self._anywhere()
            return
        box = self._pick(controls).box
        across = (0.5, 0.1, 0.9, 0.3, 0.7)[self._below(5)]
        at = (round(box.x + across * box.width), box.centre[1])
        width, height = self.world.size
        self.click((min(max(at[0], 0), width - 1), min(max(at[1], 0), height - 1)), wait)

    def _twice(self) -> None:
        """Click a control or a cell twice, as fast as people do."""
        controls = self.world.controls
        if controls and self._below(4):
            at = self._pick(controls).box.centre
        else:
            at = self.world.pixel_of(self._below(64)) or (0, 0)
        pause = self._pick((0.0, 0.1, 0.25))
        a_second_press_does_the_same(
            self.world, at, lambda: self.click(at), lambda: self._pass(pause)
        )

    def use(self, name: str) -> None:
        """Click a control by its name, or an option by its value."""
        for each in self.world.controls:
            if each.name == name:
                self.click(each.box.centre)
                return
            values = [option[0] for option in getattr(each, "options", ())]
            if name in values:
                self.click(_middle_of(each, values.index(name), len(values)))
                return
        raise KeyError(name)

    def _notice(self) -> None:
        """Click the button of the notice, or what lies under the notice."""
        if self.world.offer is not None:
            self.click(self.world.offer.box.centre)
        else:
            self._play()

    def _anywhere(self) -> None:
        width, height = self.world.size
        self.click((self._below(width), self._below(height)))

    def _panel(self) -> None:
        """Click somewhere in the panel, as on a move of the list."""
        game = self.world.game
        if game is None:
            self._control()
            return
        box = game.panel.box
        width, height = self.world.size
        x, y = box.x + self._below(box.width), box.y + self._below(box.height)
        self.click((min(x, width - 1), min(y, height - 1)))

    def _drag(self) -> None:
        """Press in one place and let go in another."""
        width, height = self.world.size
        places = [(self._below(width), self._below(height)) for _ in range(2)]
        content = self.world.content
        if content is not None and content.playable and content.state.legal_moves:
            cells = self.world.cells_of(self._pick(content.state.legal_moves))
            known = [self.world.pixel_of(cell) for cell in cells]
            places[: len(known)] = [at or places[0] for at in known]
        self.move(places[0])
        self.world.send(pygame.MOUSEBUTTONDOWN, pos=places[0], button=1)
        self.world.send(pygame.MOUSEMOTION, pos=places[1], rel=(9, 9), buttons=(1, 0, 0))
        self.world.frame()
        self.world.send(pygame.MOUSEBUTTONUP, pos=places[1], button=1)

    def _right(self) -> None:
        """Click a cell with the right button."""
        at = self.world.pixel_of(self._below(64))
        if at is not None:
            self.world.send(pygame.MOUSEBUTTONDOWN, pos=at, button=3)
            self.world.send(pygame.MOUSEBUTTONUP, pos=at, button=3)

    def _hover(self) -> None:
        width, height = self.world.size
        self.move((self._below(width), self._below(height)))

    def _wheel(self) -> None:
        self.world.send(pygame.MOUSEWHEEL, x=0, y=self._pick((-1, 1, -3)))

    # With the keyboard.

    def press(self, key: int, mod: int = 0, unicode: str = "") -> None:
        """Press a key and let it go."""
        before = self.laws.key(key, mod)
        self.world.send(pygame.KEYDOWN, key=key, mod=mod, unicode=unicode)
        self.laws.typed(before)
        self.world.send(pygame.KEYUP, key=key, mod=mod)

    def _press_one_of(self, keys: Sequence[tuple[int, int]]) -> None:
        self.press(*self._pick(keys))

    def _key(self) -> None:
        key = self._pick(PLAIN_KEYS)
        self.press(key, self._pick((0, 0, 0, pygame.KMOD_SHIFT)))

    def _take(self) -> None:
        """Let one of the moves be played that the AI has found."""
        self.press(pygame.K_1 + self._below(3), pygame.KMOD_SHIFT)

    def _hint(self) -> None:
        """Ask for some steps of a hint, with a while between them."""
        for _ in range(1 + self._below(4)):
            self.press(pygame.K_h)
            self._pass(self._pick((0.1, 0.4, 1.0)))

    def _stop_hint(self) -> None:
        """Ask for a hint and stop the AI, perhaps before it has told anything."""
        self._let_it_move()
        self.press(pygame.K_h)
        self._pass(self._pick((0.03, 0.1, 0.4)))
        self.press(pygame.K_ESCAPE)
        self.world.frame()
        self.laws.hold()  # what stays blank from here on is found
        self._pass(3.0)

    def _give_up_late(self) -> None:
        """Ask whether to resign while a bad move may be taken back, and resign after that."""
        before = self.world.settings
        self.world.choose(teaching="undo", loss_threshold=setting_of("loss_threshold").low)
        self._choose("play")
        for _ in range(1 + self._below(4)):
            self._play()
            self._let_it_move()
        self.press(pygame.K_r, CTRL)
        self._pass(self._pick((0.1, 3.0, 12.0, 12.0)), frames=24)
        self.press(pygame.K_RETURN)
        self.world.choose(teaching=before.teaching, loss_threshold=before.loss_threshold)

    def _replay(self) -> None:
        """Watch a game to its end, have it shown again, and end that, perhaps in a proof."""
        if not self._choose("demo"):
            return
        for _ in range(MOST_TURNS):
            session = self.world.session
            if session is None or session.is_over or not self.world.goes_on:
                break
            self._pass(2.0)
        if self._below(2):
            self._choose("play")
        self.press(pygame.K_y)
        for _ in range(4 * (1 + self._below(8))):
            self._pass(0.5)
            if self.world.is_proving and self._below(2):
                break
        self.press(self._pick((pygame.K_ESCAPE, pygame.K_SPACE, pygame.K_y)))
        self._pass(3.0)

    def _choose(self, value: str) -> bool:
        """Click an option if there is one with this value; tell whether there is."""
        try:
            self.use(value)
        except KeyError:
            return False
        return True

    def _review(self) -> None:
        self.press(pygame.K_r)
        self._pass(self._pick((0.1, 4.0, 9.0)), frames=6)

    def _retry(self) -> None:
        """Review the game and try one of its worst moves again."""
        self._review()
        tries = [each for each in self.world.controls if each.name.startswith("retry")]
        if tries:
            self.click(self._pick(tries).box.centre)

    def _bar(self) -> None:
        """Do what the bar below the board offers, if there is one."""
        game = self.world.game
        offered = [each for each in game.foot.bar.widgets if each.visible] if game else []
        if offered:
            self.click(self._pick(offered).box.centre)
        else:
            self._play()

    def _paste(self) -> None:
        """Paste a position or a game: of this kind or another, or nonsense."""
        own = [text for text in self.world.clipboard if text]
        sent = (*own[-3:], *self._positions, *self._games, "nonsense", "")
        self.world.clipboard.append(self._pick(sent))
        del self.world.clipboard[:-4]
        self.press(pygame.K_v, CTRL)

    def _peek(self) -> None:
        """Hold a key for a while, in which another one may be pressed, or another mode chosen."""
        key = self._pick((pygame.K_z, pygame.K_g))
        self.world.send(pygame.KEYDOWN, key=key, mod=0, unicode="")
        self._pass(0.4)
        meanwhile = self._pick((None, None, pygame.K_l, pygame.K_F1, "tabs"))
        tabs = [each for each in self.world.controls if isinstance(each, Tabs)]
        if meanwhile == "tabs" and tabs:
            at = self._below(len(tabs[0].options))
            self.click(_middle_of(tabs[0], at, len(tabs[0].options)))
        elif isinstance(meanwhile, int):
            self.press(meanwhile)
            self._pass(0.1)
        self.world.send(pygame.KEYUP, key=key, mod=0)

    def _type(self) -> None:
        """Type something, as into the field of a question."""
        letter = self._pick("12345 sbu")
        self.press(ord(letter), 0, letter)
        self.world.send(pygame.TEXTINPUT, text=letter)

    def _blindly(self) -> None:
        """Press a key that may lead to another screen, and click before that is to be seen."""
        key = self._pick((pygame.K_ESCAPE, pygame.K_F1, pygame.K_r, pygame.K_x))
        width, height = self.world.size
        at = self._below(width), self._below(height)
        self.laws.unseen(lambda: self.press(key), at)

    # Time and what others do.

    def _pass(self, seconds: float, frames: int = 2) -> None:
        for _ in range(frames):
            self.world.frame(seconds / frames)

    def _wait(self) -> None:
        self._pass(self._pick((0.1, 0.5, 1.0, 3.0)))

    def _let_it_move(self) -> None:
        """Wait for the AI, as long as it may need."""
        self.laws.patience(self._pass, PATIENCE)

    def _way_on(self) -> None:
        """Do what the screen says is to be done, where it says that the game waits for it."""
        self.laws.way_on(self.press)

    def _resize(self) -> None:
        self.world.resize(self._pick(SIZES))

    def _focus(self) -> None:
        kind = self._pick((pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED))
        self.world.send(kind)
        if kind == pygame.WINDOWFOCUSLOST:
            self._pass(0.3)
            self.world.send(pygame.WINDOWFOCUSGAINED)

    def _leave(self) -> None:
        self.world.send(pygame.WINDOWLEAVE)

    def _fail(self) -> None:
        self.world.ai.fails = self.world.ai.job is not None

    def _resign(self) -> None:
        """Let the AI give the game up, where it is to move."""
        self.world.ai.resigns = self.laws.waits_for_ai and self.world.ai.job is not None

    def _paint(self) -> None:
        if self._below(PAINT_ONE_IN) == 0:
            self.world.paint()

    def _earlier(self) -> None:
        """Look at the earlier games, and go on with one, delete one, or leave them."""
        self.press(self._pick((pygame.K_o, pygame.K_f)), CTRL)
        for _ in range(100):
            if self.world.listed is not None or self.world.app.scenes.name != "earlier":
                break
            self.world.frame()
        self.laws.hold()
        names = "earlier ", "delete ", "star ", "name ", "review ", "which", "position", "undo "
        wanted = self._pick((*names, "back", "nothing"))
        found = [each for each in self.world.controls if each.name.startswith(wanted)]
        if found and self.world.app.scenes.name == "earlier":
            self.click(self._pick(found).box.centre)

    def _drill(self) -> None:
        """Try drills of the game, perhaps against the clock: play, ask for the answer, go on."""
        self.press(pygame.K_d, CTRL)
        self._pass(0.1)
        if self._below(2):
            self.press(pygame.K_c)
        for _ in range(2 + self._below(6)):
            self._pass(self._pick((0.1, 0.4, 4.0, 60.0)))
            self.laws.hold()
            places = self.world.drilled(self._below(64))
            wanted = ("try again", "show answer", "next drill", "timed", "escape")
            buttons = [each for each in self.world.controls if each.name in wanted]
            if places and self._below(4):
                for at in places:
                    self.click(at)
            elif buttons:
                self.click(self._pick(buttons).box.centre)

    def _set_up(self) -> None:
        """Set up a position by mouse and keys, whatever they do, and go on from it or not."""
        self.press(pygame.K_e, CTRL)
        self.world.frame()
        for _ in range(2 + self._below(8)):
            edit, at = self.world.edit, self.world.edited(self._below(64))
            if edit is None or at is None:
                return
            match self._below(5):
                case 0 | 1:
                    self.click(at)
                case 2:
                    to = self.world.edited(self._below(64)) or at
                    self.world.send(pygame.MOUSEBUTTONDOWN, pos=at, button=self._pick((1, 1, 3)))
                    self.world.send(pygame.MOUSEMOTION, pos=to, rel=(9, 9), buttons=(1, 0, 0))
                    self.world.send(pygame.MOUSEBUTTONUP, pos=to, button=1)
                case 3:
                    self.press(ord(self._pick("0123tmrc ")))
                case _:
                    self._press_one_of((*PRESSED["undo"], *PRESSED["redo"], *PRESSED["copy"]))
            self.world.frame()
            self.laws.hold()
        edit, wanted = self.world.edit, ("play it", "analyse it", "keep start", "back")
        found = [each for each in self.world.controls if each.name == self._pick(wanted)]
        if edit is None or not found:
            return
        self.click(found[0].box.centre)
        self.world.frame()
        if found[0].name in wanted[:2] and not edit.problem:
            shown = self.world.history()  # a press that came too soon does nothing
            assert self.world.edit is not None or (shown is not None and shown[0] == edit.state)
        if self.world.dialog is not None:
            self.press(self._pick((pygame.K_RETURN, pygame.K_ESCAPE)))

    def _home(self) -> None:
        """Go back to the game from wherever one is: by Esc, and by its card."""
        own, app = self.world.home_game, self.world.app
        for _ in range(6):
            if app.scenes.name in (own, "home"):
                break
            self.press(pygame.K_ESCAPE)
            self.world.frame()
        if app.scenes.name == "home":
            cards = [each for each in self.world.controls if each.name == own]
            for card in cards:
                self.click(card.box.centre)


WEIGHTS: Final = {
    "play": 30,
    "again": 4,
    "cell": 3,
    "slowly": 2,
    "twice": 3,
    "control": 10,
    "notice": 2,
    "anywhere": 3,
    "panel": 3,
    "drag": 2,
    "right": 1,
    "hover": 3,
    "wheel": 1,
    "key": 8,
    "take": 3,
    "undo": 5,
    "redo": 2,
    "go_to": 4,
    "branch": 3,
    "new": 1,
    "hint": 5,
    "stop_hint": 1,
    "review": 1,
    "retry": 2,
    "bar": 3,
    "escape": 2,
    "give_up": 1,
    "give_up_late": 1,
    "replay": 1,
    "blindly": 1,
    "copy": 1,
    "paste": 1,
    "peek": 1,
    "type": 1,
    "wait": 8,
    "let_it_move": 6,
    "way_on": 1,
    "resize": 1,
    "focus": 1,
    "leave": 1,
    "fail": 1,
    "resign": 1,
    "paint": 1,
    "home": 5,
    "earlier": 1,
    "drill": 1,
    "set_up": 1,
}
"""How often a monkey does what."""


def monkey(seed: int | str) -> Iterator[tuple[str, int]]:
    """Return steps without end."""
    choose = random.Random(seed)
    names, weights = list(WEIGHTS), list(WEIGHTS.values())
    while True:
        yield choose.choices(names, weights)[0], choose.randrange(1 << 62)


def _middle_of(choice: Widget, index: int, count: int) -> tuple[int, int]:
    """Return the middle of an option: of tabs, or of a list from top to bottom."""
    if isinstance(choice, Tabs):
        return choice.cells()[index].centre
    return choice.box.centre[0], choice.box.y + round((index + 0.5) * choice.box.height / count)


def _text(name: str, **parameters: int) -> str:
    """Return a position of a game as text, as somebody may have sent it."""
    spec = game_spec(name)
    state = spec.new_game(spec.parameters(**parameters), 3)
    for _ in range(2):
        state = state.play(state.legal_moves[0])
    return state.to_text()


def _game(name: str, **parameters: int) -> str:
    """Return a game with a branch as text, as somebody may have sent it."""
    spec = game_spec(name)
    session = Session(name, spec.parameters(**parameters), 3)
    for move in (0, -1, 0):
        session.play(session.state.legal_moves[move])
    session.go_to(1)
    session.play(session.state.legal_moves[0])
    return write(session.record)
