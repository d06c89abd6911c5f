"""Texts of others, in the encodings in which they come."""

import codecs


def decoded(content: bytes) -> str:
    """Return a text in UTF-8, or in UTF-16 as Windows writes it; raise `UnicodeError` for none."""
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if is_utf_16 else "utf-8-sig")
