"""Texts of others, in the encodings in which they come."""

import codecs
from typing import BinaryIO


def read_stream(stream: BinaryIO, most: int) -> str:
    """Return a stream's text, in UTF-8, or in UTF-16 as Windows writes it.

    Raises:
        UnicodeError: It is no text.
        ValueError: It is larger than `most` bytes; some streams have no end.
    """
    content = stream.read(most + 1)
    if len(content) > most:
        raise ValueError(f"it is larger than {most:,} bytes")
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if is_utf_16 else "utf-8-sig")
