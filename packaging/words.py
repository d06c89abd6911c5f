"""What a desktop and the installer say of the program, in all its languages.

``python packaging/words.py installer FILE`` writes the installer's part for NSIS.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from ai.phrases import N_  # noqa: E402
from game.words.language import ENGLISH, LANGUAGES, speak  # noqa: E402
from game.words.say import said  # noqa: E402

DESKTOP = {
    "GenericName": N_("Board games"),
    "Comment": N_(
        "SameGame, Tic-Tac-Toe, hex Gomoku and Breakthrough with an AI that shows its work"
    ),
}
SUMMARY = N_("Board games with an AI that shows its work")
DESCRIPTION = (
    N_(
        "SameGame, Tic-Tac-Toe, hex-grid Gomoku and Breakthrough in one window, with a Monte Carlo "
        "AI that shows its thinking on the board: which moves it prefers, how good they are, and "
        "how sure it is."
    ),
    N_(
        "Play against it, ask it for hints, or watch it play against itself. Nothing is sent over "
        "the network."
    ),
)
FILE_TYPE = N_("Playout game")
INSTALLER = {
    "RUNS": N_("Playout is running. Close it, then try again. Nothing was changed."),
    "NEEDS": N_("Playout needs a 64-bit Windows 10 or newer."),
    "DESKTOP": N_("Shortcut on the desktop"),
    "FILE_TYPE": FILE_TYPE,
    "DELETE": N_("Delete your games, records and settings, too?"),
    "FOLDER": N_("They are in {folder}."),
}
WINDOWS_NAMES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "pt_BR": "PortugueseBR",
    "pl": "Polish",
    "cs": "Czech",
    "ru": "Russian",
    "ja": "Japanese",
    "ko": "Korean",
    "zh_CN": "SimpChinese",
}
"""The languages as the installer's maker names them; the first is that of all other systems."""


def in_all(phrase: str) -> Iterator[tuple[str, str]]:
    """Yield a phrase in each language but English that has it."""
    for code in LANGUAGES:
        speak(code)
        text = said(phrase)
        speak(ENGLISH)
        if text != phrase:
            yield code, text


def desktop(entry: str) -> str:
    """Return a desktop entry with what it says in all languages."""
    lines = []
    for line in entry.splitlines():
        lines.append(line)
        name, _, value = line.partition("=")
        if name in DESKTOP and value == DESKTOP[name]:
            lines += [f"{name}[{code}]={text}" for code, text in in_all(DESKTOP[name])]
    return "\n".join(lines) + "\n"


def metainfo(text: str) -> str:
    """Return the software centre's description with what it says in all languages."""
    text = _with_more(text, f"  <summary>{SUMMARY}</summary>\n", "  ", "summary", SUMMARY)
    for paragraph in DESCRIPTION:
        text = _with_more(text, f"    <p>{paragraph}</p>\n", "    ", "p", paragraph)
    return text


def file_type(text: str) -> str:
    """Return the description of the program's files with its name in all languages."""
    own = f"    <comment>{FILE_TYPE}</comment>\n"
    return _with_more(text, own, "    ", "comment", FILE_TYPE)


def _with_more(text: str, own: str, indent: str, tag: str, phrase: str) -> str:
    if own not in text:
        raise ValueError(f"{own.strip()} is not as packaging/words.py has it")
    more = (
        f'{indent}<{tag} xml:lang="{code.replace("_", "-")}">{escape(each)}</{tag}>\n'
        for code, each in in_all(phrase)
    )
    return text.replace(own, own + "".join(more))


def installer() -> str:
    """Return the languages and sentences of the installer."""
    lines = [f'!insertmacro MUI_LANGUAGE "{name}"' for name in WINDOWS_NAMES.values()]
    for name, phrase in INSTALLER.items():
        told = dict(in_all(phrase))
        for code, language in WINDOWS_NAMES.items():
            text = told.get(code, phrase).replace("{folder}", "$LOCALAPPDATA\\playout")
            text = text.replace('"', '$\\"')
            lines.append(f'LangString {name} ${{LANG_{language.upper()}}} "{text}"')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(installer(), "utf-8-sig")
