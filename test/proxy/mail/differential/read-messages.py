"""Reads the messages named as arguments with Python's email package, a line of JSON for each."""

import hashlib
import json
import re
import sys
from email import policy
from email.parser import BytesParser


# What the names mean in browsers and in mail (https://encoding.spec.whatwg.org/#names-and-labels).
AS_BROWSERS = {"iso-8859-1": "cp1252", "iso-8859-9": "cp1254", "gb2312": "gb18030"}


def text_of(part):
    payload = part.get_payload(decode=True) or b""
    charset = part.get_content_charset() or "us-ascii"
    try:
        return payload.decode(AS_BROWSERS.get(charset, charset), "replace")
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


def addresses(message, name):
    return [
        [" ".join((a.display_name or "").split()), a.addr_spec]
        for field in message.get_all(name) or []
        for a in field.addresses
    ]


def read(path):
    with open(path, "rb") as file:
        message = BytesParser(policy=policy.default).parse(file)
    body = message.get_body(("plain",))
    html = message.get_body(("html",))
    others = [p for p in leaves(message) if p is not body and p is not html]
    date = message["date"].datetime if message["date"] is not None else None
    return {
        "subject": str(message["subject"] or ""),
        "from": addresses(message, "from"),
        "to": addresses(message, "to"),
        "cc": addresses(message, "cc"),
        "date": None if date is None else round(date.timestamp() * 1000),
        "text": "" if body is None else text_of(body),
        "files": digests(p for p in others if p.get_content_maintype() not in ("text", "message")),
        "texts": digests(p for p in leaves(message) if p.get_content_maintype() == "text"),
    }


for path in sys.argv[1:]:
    try:
        # Bytes of a header that has no charset.
        print(re.sub(r"\\udc[89a-f][0-9a-f]", r"\\ufffd", json.dumps(read(path))))
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"[:200]}))
