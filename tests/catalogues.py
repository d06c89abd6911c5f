"""Catalogues of phrases: ``python -m tests.catalogues [LANGUAGE ...]``.

Reads every phrase of the code, and brings the catalogues of these languages, or of all, up to
date: what is new is empty, what is gone goes. A language that has none yet begins with an empty
one. ``--check`` changes nothing and says what is missing or wrong.
"""

import argparse
import json
import re
import string
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "assets" / "locale"
MARKS = parse_keywords(["N_:1,1t", "N_:1,2c,2t", "plural:1,2,2t", "plural:1,2,3c,3t"])
SENTENCES = parse_keywords(["say:1", "say_count:2,3"])
FOLDERS = {"ai": MARKS, "game": {**MARKS, **SENTENCES}, "packaging": MARKS}
NEEDLESS = re.compile(
    rb'"(Project-Id|Report-Msgid|POT-Creation|PO-Revision|Last-Translator|Language-Team|Generated)'
    rb".*\n",
)
"""Of a catalogue's head, what changes without a phrase or says nothing."""
COMMENT = "For translators:"
OF_LESSONS = ("task", "why")
PSEUDO = "xa"
ACCENTED = str.maketrans("acdeilnorstuyzAEILNOSUY", "áçďéíĺñöŕšťüýžÅÉÍĹÑÖŠÜÝ")


def phrases() -> Catalog:
    """Return every phrase of the program, without translations."""
    found = Catalog(project="Playout", fuzzy=False)
    for folder, keywords in FOLDERS.items():
        for file, _, text, comments, context in extract_from_dir(
            ROOT / folder, keywords=keywords, comment_tags=(COMMENT,), strip_comment_tags=True
        ):
            place = (Path(folder, file).as_posix(), 1)
            found.add(text, locations=[place], auto_comments=comments, context=context)
    for path in sorted((ROOT / "assets" / "lessons").glob("*.jsonl")):
        place = (path.relative_to(ROOT).as_posix(), 1)
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            for name in OF_LESSONS:
                found.add(row[name], locations=[place])
    return found


def path_of(language: str, folder: Path = LOCALE) -> Path:
    return folder / language / "LC_MESSAGES" / "playout.po"


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.parents[1].name for path in LOCALE.glob("*/LC_MESSAGES/playout.po"))


def read(language: str) -> Catalog:
    """Return a language's catalogue; an empty one if it has none yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, project="Playout", fuzzy=False)
    return read_po(BytesIO(path.read_bytes()), locale=language)


def update(language: str, template: Catalog) -> None:
    """Bring a language's catalogue up to date."""
    catalogue = read(language)
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    write(catalogue, path_of(language))


def write(catalogue: Catalog, path: Path) -> None:
    name = catalogue.locale.english_name if catalogue.locale else PSEUDO
    catalogue.header_comment = f"# Playout in {name}; docs/translating.md tells how to go on."
    target = BytesIO()
    write_po(target, catalogue, width=100, include_lineno=False, sort_by_file=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(NEEDLESS.sub(b"", target.getvalue()))


def problems(language: str, template: Catalog) -> Iterator[str]:
    """Yield what is wrong with a catalogue, each in a sentence."""
    catalogue = read(language)
    for wanted in template:
        if not wanted.id:
            continue
        has = catalogue.get(wanted.id, context=wanted.context)
        name = f"{language}: {_first(wanted.id)!r}"
        if has is None:
            yield f"{name} is missing"
            continue
        if has.fuzzy:
            yield f"{name} is fuzzy"
        yield from (f"{name} {what}" for what in _wrong(has, catalogue))
    for has in catalogue:
        if has.id and template.get(has.id, context=has.context) is None:
            yield f"{language}: {_first(has.id)!r} is no phrase of the program any more"


def _wrong(message: Message, catalogue: Catalog) -> Iterator[str]:
    ids = message.id if isinstance(message.id, (list, tuple)) else (message.id,)
    texts = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
    if len(ids) > 1 and len(texts) != catalogue.num_plurals:
        yield f"has {len(texts)} plural forms instead of {catalogue.num_plurals}"
    places = set.union(*(_places(each) for each in ids))
    for text in texts:
        if not text:
            yield "is empty"
            continue
        try:
            used = _places(text)
        except ValueError as error:
            yield f"has a placeholder that cannot be read: {error}"
            continue
        # A form for one thing may do without the number.
        if used - places or (places - used) - {"count"} or (len(ids) == 1 and places != used):
            yield f"has the placeholders {sorted(used)} instead of {sorted(places)}"
        if text.count("**") % 2 or _bold(text) != _bold(ids[-1]):
            yield "has other bold runs"
        if ids[-1].strip(" ,") and _edges(text) != _edges(ids[-1]):
            yield "begins or ends with other spaces"


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _bold(text: str) -> int:
    return text.count("**")


def _edges(text: str) -> tuple[bool, bool]:
    return text[:1].isspace() and text.strip() != "", text[-1:].isspace() and text.strip() != ""


def _first(ids: str | tuple[str, ...]) -> str:
    return ids if isinstance(ids, str) else ids[0]


def pseudo(folder: Path, template: Catalog) -> None:
    """Write a language in which every phrase has accents, brackets and is 40 % longer."""
    catalogue = Catalog(locale="en", project="Playout", fuzzy=False)
    for each in template:
        if each.id:
            ids = each.id if isinstance(each.id, tuple) else (each.id,)
            made = tuple(map(_pseudo, ids))
            catalogue.add(each.id, made if len(made) > 1 else made[0], context=each.context)
    write(catalogue, path_of(PSEUDO, folder))


def _pseudo(text: str) -> str:
    if not re.search(r"[^\W\d_]", re.sub(r"\{[^}]*\}", "", text)):
        return text
    parts = re.split(r"(\{[^}]*\})", text)
    changed = "".join(part if part[:1] == "{" else part.translate(ACCENTED) for part in parts)
    return f"[{changed}{'·' * round(0.4 * len(text) - 2)}]"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", nargs="*", default=languages())
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    template = phrases()
    for language in options.language:
        try:
            Locale.parse(language)
        except (ValueError, UnknownLocaleError):
            parser.error(f"'{language}' is no language such as de or pt_BR")
    if options.check:
        wrong = [each for language in options.language for each in problems(language, template)]
        print(*wrong, sep="\n", end="\n" if wrong else "")
        return 1 if wrong else 0
    for language in options.language:
        update(language, template)
    return 0


if __name__ == "__main__":
    sys.exit(main())
