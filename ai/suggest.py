"""What somebody may have meant who mistyped a name."""

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `` (did you mean 'NAME'?)`` if a known name is close to a word, else nothing."""
    import difflib  # which a start without a slip does without

    close = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.65)
    return f" (did you mean '{close[0]}'?)" if close else ""


def unknown(what: str, word: str, known: Iterable[str], of: str = "") -> str:
    """Return the sentence for a name that is not among the known ones.

    Args:
        what: What it would be the name of, such as ``game``.
        of: What these belong to, such as `` for hex``.
    """
    names = list(known)
    return (
        f"unknown {what} {word!r}{of}{did_you_mean(word, names)}; known {what}s: {', '.join(names)}"
    )
