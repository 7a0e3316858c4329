"""Reads messages as Python's email package does. Arguments: files. Answers JSON, one object for each."""

import email
import email.policy
import json
import sys


def words(part):
    return part.get_content().replace("\r\n", "\n")


# The name of a file by RFC 2047 in a parameter, for programs that do not know RFC 2231, which is there as well.
NAME_FOR_OLD_PROGRAMS = (
    "encoded word inside quoted string",
    "missing trailing whitespace after encoded-word",
)


def is_defect(name, defect):
    return name.lower() != "content-type" or str(defect) not in NAME_FOR_OLD_PROGRAMS


def read(path):
    with open(path, "rb") as file:
        source = file.read()
    message = email.message_from_bytes(source, policy=email.policy.default)
    parts = list(message.walk())
    defects = [repr(defect) for part in parts for defect in part.defects]
    defects += [
        f"{name}: {defect!r}"
        for part in parts
        for name, value in part.items()
        for defect in value.defects
        if is_defect(name, defect)
    ]
    plain = message.get_body(("plain",))
    rich = message.get_body(("html",))
    return {
        "defects": defects,
        "fields": sorted({name.lower() for name in message.keys()}),
        "longestLine": max(len(line) for line in source.split(b"\r\n")),
        "hasBareBreak": b"\n" in source.replace(b"\r\n", b""),
        "subject": str(message["subject"]),
        "to": [[one.display_name, one.addr_spec] for one in message["to"].addresses],
        "text": words(plain),
        "html": None if rich is None else words(rich),
        "files": [
            [part.get_filename(), part.get_payload(decode=True).hex()]
            for part in message.iter_attachments()
            if part.get_content_disposition() == "attachment"
        ],
    }


print(json.dumps([read(path) for path in sys.argv[1:]]))
