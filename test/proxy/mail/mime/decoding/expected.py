"""Writes expected.json: encoded headers and bodies, and what Python's email package reads in them.

Run by hand after a change of the samples: python3 test/proxy/mail/mime/decoding/expected.py
The encoded forms are made here as well, by several ways of cutting, so that no mail of anybody is needed.
"""

import base64
import json
import pathlib
import quopri
import sys
from email import message_from_bytes, policy
from email.header import Header, decode_header, make_header

TEXTS = {
    "iso-2022-jp": ["日本語のメールのテスト", "会議の件について（至急）", "ABC漢字abcかなカナ", "Re: 御見積書の送付につきまして、よろしくお願いいたします"],
    "shift_jis": ["日本語のメールのテスト", "表示ソ能"],
    "euc-jp": ["日本語のメールのテスト"],
    "iso-2022-kr": ["한국어 메일 시험", "안녕하세요 world"],
    "euc-kr": ["한국어 메일 시험"],
    "gb2312": ["中文邮件测试", "关于会议的通知"],
    "gbk": ["中文郵件測試"],
    "gb18030": ["中文郵件測試 😀"],
    "hz": ["中文邮件测试", "a~b 会议"],
    "big5": ["中文郵件測試"],
    "utf-7": ["Grüße aus Köln", "日本語のメール", "1 + 1 = 2 €", "Hi Mom -☺-!", "😀 emoji"],
    "utf-8": ["Grüße aus Köln", "日本語のメールのテスト", "Привет, мир", "😀👍🏽 emoji", "שלום עולם", "مرحبا بالعالم", "naïve café"],
    "utf-16": ["Grüße", "日本語"],
    "utf-16be": ["Grüße", "日本語"],
    "iso-8859-1": ["Grüße aus Köln", "déjà vu"],
    "iso-8859-2": ["Příliš žluťoučký kůň"],
    "iso-8859-5": ["Привет, мир"],
    "iso-8859-7": ["Καλημέρα κόσμε"],
    "iso-8859-8": ["שלום עולם"],
    "iso-8859-9": ["İstanbul'da güneş"],
    "iso-8859-13": ["Ąžuolas žydi"],
    "iso-8859-15": ["10 € für Œuvre"],
    "windows-1250": ["Příliš žluťoučký kůň"],
    "windows-1251": ["Привет, мир"],
    "windows-1252": ["“Grüße” – 10 €"],
    "windows-1253": ["Καλημέρα κόσμε"],
    "windows-1254": ["İstanbul'da güneş"],
    "windows-1255": ["שלום עולם"],
    "windows-1256": ["مرحبا"],
    "windows-1257": ["Ąžuolas žydi"],
    "windows-1258": ["Xin chào"],
    "koi8-r": ["Привет, мир"],
    "koi8-u": ["Привіт, світе"],
    "mac-roman": ["Grüße aus Köln"],
    "cp866": ["Привет, мир"],
    "cp874": ["สวัสดีชาวโลก"],
    "tis-620": ["สวัสดีชาวโลก"],
    "cp932": ["日本語のメール"],
    "cp949": ["한국어 메일 시험"],
    "us-ascii": ["plain words", "1 + 1 = 2"],
}

# What mail calls the codec, where Python's name is another.
MAIL_NAMES = {"hz": "hz-gb-2312", "mac-roman": "macintosh"}

ODD = [
    "plain",
    "=?utf-8?Q?caf=C3=A9?=",
    "=?utf-8?q?one?= =?utf-8?q?_two?=",
    "=?utf-8?B?4oI=?= =?utf-8?B?rA==?=",
    "=?utf-8?Q?one?=\r\n =?iso-8859-15?Q?=A4?=",
    "=?utf-8*en?Q?tagged?=",
    "a =?utf-8?Q?b?= c",
    "a=?utf-8?Q?b?=c",
    "=?utf-8?Q?a?=b=?utf-8?Q?c?=",
    "=?utf-8?Q?=ZZ?=",
    "=?utf-8?B?!!!!?=",
    "=?utf-8?B?YQ?=",
    "=?utf-8?X?abc?=",
    "=?utf-8?Q??=",
    "=?utf-8?Q?a b?=",
    "=?utf-8?Q?unfinished",
    "=?no-such-charset?Q?abc?=",
    "=?us-ascii?Q?a?= =?iso-8859-1?Q?=E9?= =?utf-8?Q?=C3=A9?=",
    "=?iso-2022-jp?B?GyRCRnxLXBsoQg==?= =?iso-2022-jp?B?GyRCOGwbKEI=?=",
    "=?iso-2022-jp?B?GyRCRnw=?= =?iso-2022-jp?B?S1wbKEI=?=",
    "=?iso-2022-jp?B?GyRCRnxLXBsoQhskQjhsGyhC?=",
    "=?utf-7?Q?+AOk-?= =?utf-7?Q?+APY-?=",
    "=?utf-7?Q?+AOk?= =?utf-7?Q?+APY?=",
    "=?UTF-7?B?K0FPay0=?=",
    "=?unicode-1-1-utf-7?Q?+AOk-?=",
    '"=?utf-8?Q?quoted?=" <a@b.test>',
    "two\r\n lines",
    "tab\there",
]


def bytes_of(text, codec):
    return text.encode(codec)


def word(charset, raw, kind):
    if kind == "B":
        return "=?%s?B?%s?=" % (charset, base64.b64encode(raw).decode())
    quoted = "".join(chr(b) if chr(b).isalnum() and b < 128 else "=%02X" % b for b in raw)
    return "=?%s?Q?%s?=" % (charset, quoted)


def python_reads(raw):
    try:
        return str(make_header(decode_header(raw.replace("\r\n", ""))))
    except (LookupError, UnicodeError, ValueError) as error:
        return "!" + type(error).__name__


def headers():
    raws = list(ODD)
    for codec, texts in TEXTS.items():
        charset = MAIL_NAMES.get(codec, codec)
        for text in texts:
            for kind in "BQ":
                raws.append(word(charset, bytes_of(text, codec), kind))
                half = len(text) // 2
                pieces = [bytes_of(piece, codec) for piece in (text[:half], text[half:]) if piece]
                raws.append("\r\n ".join(word(charset, piece, kind) for piece in pieces))
                thirds = [bytes_of(text[n : n + 3], codec) for n in range(0, len(text), 3)]
                raws.append(" ".join(word(charset, piece, kind) for piece in thirds))
            raws.append("Re: " + word(charset, bytes_of(text, codec), "B") + " (end)")
    for text in TEXTS["utf-8"] + TEXTS["iso-2022-jp"]:
        raws.append(Header(text, "utf-8").encode(linesep="\r\n"))
    for text in TEXTS["iso-2022-jp"]:
        raws.append(Header(text * 3, "iso-2022-jp").encode(linesep="\r\n"))
    return [{"raw": raw, "python": python_reads(raw)} for raw in dict.fromkeys(raws)]


def transfer(raw, encoding):
    if encoding == "base64":
        return base64.encodebytes(raw).replace(b"\n", b"\r\n")
    if encoding == "quoted-printable":
        return quopri.encodestring(raw)
    return raw


def python_body(source):
    message = message_from_bytes(source, policy=policy.default)
    try:
        return message.get_content()
    except (LookupError, UnicodeError) as error:
        return "!" + type(error).__name__


def bodies():
    found = []
    for codec, texts in TEXTS.items():
        charset = MAIL_NAMES.get(codec, codec)
        raw = bytes_of("\r\n".join(texts), codec)
        for encoding in ("base64", "quoted-printable", "8bit"):
            if encoding == "8bit" and codec.startswith("utf-16"):
                continue
            encoded = transfer(raw, encoding)
            source = (
                'Content-Type: text/plain; charset="%s"\r\nContent-Transfer-Encoding: %s\r\n\r\n'
                % (charset, encoding)
            ).encode() + encoded
            found.append(
                {
                    "charset": charset,
                    "encoding": encoding,
                    "base64": base64.b64encode(encoded).decode(),
                    "python": python_body(source),
                }
            )
    return found


target = pathlib.Path(__file__).with_name("expected.json")
content = {"python": sys.version.split()[0], "headers": headers(), "bodies": bodies()}
target.write_text(json.dumps(content, ensure_ascii=True, indent=1) + "\n")
print(len(content["headers"]), "headers,", len(content["bodies"]), "bodies")
