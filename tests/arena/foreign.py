"""An engine that knows nothing of this program, and misbehaves where it is told to.

    foreign.py [--at MOVE] [--mark FILE] [BEHAVIOUR]

plays Tic-Tac-Toe by the protocol's own letters, on the first free cell; from its move AT on it
shows its BEHAVIOUR. It reads and writes on its own and imports nothing of what it plays against.
"""

import argparse
import os
import sys
import time
from pathlib import Path

COMMANDS = ("boardsize", "clear_board", "genmove", "list_commands", "play", "quit")
CLOCK = ("time_left", "time_settings")
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
BEHAVIOURS = (
    *("hang", "deaf", "crash", "illegal", "garbled", "long", "endless", "nonsense", "flood"),
    *("slow", "resign", "refuse", "draw", "banner", "late", "mark"),
    "prompt",
)


class Foreign:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.size = 3
        self.taken: set[str] = set()
        self.moves = 0
        self.said: list[str] = []

    def note(self, pid: int) -> None:
        if self.options.mark:
            with Path(self.options.mark).open("a") as file:
                print(pid, file=file)

    def free(self) -> str:
        rows = range(1, self.size + 1)
        cells = (f"{letter}{row}" for row in rows for letter in LETTERS[: self.size])
        return next(cell for cell in cells if cell not in self.taken)

    def genmove(self) -> str:
        self.moves += 1
        misbehaves = self.options.behaviour if self.moves >= self.options.at else ""
        if misbehaves == "hang":
            time.sleep(1000)
        elif misbehaves == "deaf":  # deaf to the end of its input, too, and with a daemon
            if sys.platform != "win32":
                if not os.fork():
                    os.setsid()
                    if os.fork():
                        os._exit(0)
                    self.note(os.getpid())
                    time.sleep(1000)
                os.wait()
            os.close(0)
            time.sleep(1000)
        elif misbehaves == "crash":
            print("Segmentation fault, as it were", file=sys.stderr, flush=True)
            os._exit(3)
        elif misbehaves == "illegal":
            return "I9"
        elif misbehaves == "garbled":
            return "\u202e1"
        elif misbehaves == "long":
            return "a" * 200_000
        elif misbehaves == "endless":
            print("= ", end="")
            while True:
                print("a" * 10_000, end="", flush=True)
        elif misbehaves == "nonsense":
            print("thinking...\nhm?? \n\n", flush=True)
            print("\x00\xff" * 200, flush=True)
        elif misbehaves == "flood":
            print("info " * 200_000, file=sys.stderr, flush=True)
            print("noise\n" * 50_000, flush=True)
        elif misbehaves == "slow":
            time.sleep(0.3)
        elif misbehaves in ("resign", "draw"):
            return misbehaves
        self.taken.add(move := self.free())
        return move

    def answer(self, name: str, arguments: list[str]) -> str:
        self.said.append(" ".join([name, *arguments]))
        if name == "list_commands":
            return "\n".join((*COMMANDS, *CLOCK))
        if name == "boardsize":
            if self.options.behaviour == "refuse":
                raise ValueError("unacceptable size")
            self.size = int(arguments[0])
        elif name == "clear_board":
            self.taken.clear()
        elif name == "play":
            self.taken.add(arguments[1].upper())
        elif name == "genmove":
            return self.genmove()
        elif name == "time_settings":
            main, period, stones = map(int, arguments)
            assert main == 0 < period
            assert stones == 1
        elif name == "time_left":
            assert int(arguments[1]) > 0
        elif name != "quit":
            raise ValueError("unknown command")
        return ""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("behaviour", nargs="?", default="", choices=("", *BEHAVIOURS))
    parser.add_argument("--at", type=int, default=2)
    parser.add_argument("--mark", default="", help="notes its processes there")
    options = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    foreign = Foreign(options)
    foreign.note(os.getpid())
    if options.behaviour == "banner":
        print("== Foreign 1.0 ==\n\nat your service\n", flush=True)
    if options.behaviour == "mark":
        print("\ufeff", end="")
    if options.behaviour == "prompt":
        print("Foreign 1.0", end="")
    for line in iter(sys.stdin.readline, ""):
        name, *arguments = line.split()
        number = ""
        if name.isdigit() and options.behaviour in ("banner", "late", "mark", "prompt"):
            number, name, *arguments = name, *arguments  # else it knows no numbers
        if options.behaviour == "prompt":
            print(" > ", end="")
        try:
            print(f"={number} {foreign.answer(name, arguments)}\n", flush=True)
        except ValueError as error:
            print(f"?{number} {error}\n", flush=True)
        if options.behaviour == "late" and number:
            print(f"={int(number) - 1} I9\n\n= I9\n", flush=True)
        if name == "quit":
            return


if __name__ == "__main__":
    main()
