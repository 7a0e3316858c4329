"""Reads the messages named as arguments with Python's email package, a line of JSON for each."""

import hashlib
import json
import sys
from email import policy
from email.parser import BytesParser


def text_of(part):
    payload = part.get_payload(decode=True) or b""
    charset = part.get_content_charset() or "us-ascii"
    try:
        return payload.decode(charset, "replace")
    except LookupError:
        return payload.decode("latin-1")


def leaves(part):
    if part.is_multipart() and part.get_content_maintype() == "multipart":
        for child in part.iter_parts():
            yield from leaves(child)
    else:
        yield part


def digests(parts):
    return [hashlib.sha256(plain(p.get_payload(decode=True) or b"")).hexdigest() for p in parts]


def plain(content):
    """Where lines end, and whether the last one does, is not compared."""
    return content.replace(b"\r\n", b"\n").rstrip(b"\n")


def read(path):
    with open(path, "rb") as file:
        message = BytesParser(policy=policy.default).parse(file)
    body = message.get_body(("plain",))
    html = message.get_body(("html",))
    others = [p for p in leaves(message) if p is not body and p is not html]
    date = message["date"].datetime if message["date"] is not None else None
    sender = message["from"]
    return {
        "subject": str(message["subject"] or ""),
        "from": [a.addr_spec for a in sender.addresses] if sender is not None else [],
        "date": None if date is None else round(date.timestamp() * 1000),
        "text": "" if body is None else text_of(body),
        "files": digests(p for p in others if p.get_content_maintype() not in ("text", "message")),
        "texts": digests(p for p in leaves(message) if p.get_content_maintype() == "text"),
    }


for path in sys.argv[1:]:
    try:
        print(json.dumps(read(path)))
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"[:200]}))
