import iconv from 'iconv-lite'
import test from 'ava'
import { decodeCharset } from '../../../../../proxy/mail/mime/charset/decode.ts'

/** How mail spells charsets (IANA's registry, its misspellings, code pages), and words whose bytes differ from those of others. */
const spellings: readonly (readonly [string, string, string])[] = [
  [
    'windows-1251',
    'Привет, мир',
    'windows-1251 Windows1251 WIN-1251 win1251 cp1251 CP-1251 x-cp1251 ms1251 cs-windows-1251 ansi-1251',
  ],
  [
    'iso-8859-2',
    'Łódź',
    'iso-8859-2 ISO8859-2 iso_8859-2 ISO_8859-2:1987 iso88592 latin2 Latin-2 csISOLatin2 l2 iso-ir-101 8859-2',
  ],
  ['iso-8859-15', '€ œ', 'iso-8859-15 ISO8859_15 latin-9 latin9 iso_8859-15:1998'],
  ['koi8-r', 'Привет', 'koi8-r KOI8R koi-8-r cskoi8r koi8'],
  ['koi8-ru', 'Привіт, їжак', 'koi8-ru'],
  ['maciceland', 'Þórður', 'x-mac-icelandic'],
  ['macromania', 'faţă', 'x-mac-romanian'],
  ['windows-1252', 'Größe', 'dec-mcs'],
  ['cp850', 'Größe Ø', 'cp850 ibm850 IBM-850 dos850 cp0850 oem850 850'],
  ['cp852', 'Łódź', 'cp852 IBM852 pc852'],
  ['cp437', 'naïve', 'cp437 ibm437 437'],
  ['cp866', 'Привет', 'cp866 ibm866 dos-866'],
  [
    'shift_jis',
    '会議の案内',
    'shift_jis Shift-JIS sjis x-sjis MS_Kanji windows-31j csWindows31J cp932 ms932',
  ],
  ['euc-jp', '会議の案内', 'euc-jp EUCJP x-euc-jp eucJP-ms ujis cp51932'],
  [
    'gb18030',
    '你好，世界',
    'gb2312 GB2312_CHARSET gb_2312-80 x-gbk gbk cp936 chinesesimplified gb18030 EUC-CN',
  ],
  ['big5', '繁體中文', 'big5 Big-5 big5-eten x-x-big5 cp950 cn-big5 big5-hkscs'],
  ['cp949', '똠방각하', 'ks_c_5601-1987 KSC5601 ks_c_5601 euc-kr uhc cp949 windows-949 korean'],
  ['windows-874', 'สวัสดี', 'tis-620 TIS620 tis_620 iso-8859-11 windows-874 x-windows-874 cp874'],
  ['maccenteuro', 'Žluťoučký', 'x-mac-ce mac-latin2 maclatin2'],
  ['viscii', 'Việt Nam', 'viscii VISCII1.1 csVISCII'],
  ['iso-8859-16', 'țară', 'iso-8859-16 latin10 iso_8859-16:2001'],
  [
    'utf-8',
    'Grüße',
    'utf-8 UTF8 utf_8 utf8mb4 unicode-1-1-utf-8 "utf-8" utf-8; utf-8;format=flowed',
  ],
]

for (const [charset, words, labels] of spellings) {
  test(`${charset} is read by all its names`, (t) => {
    const bytes = iconv.encode(words, charset)
    for (const label of labels.split(' ')) {
      t.is(decodeCharset(bytes, label), words, label)
    }
  })
}

test('a name that says nothing, or that no one knows, leaves the bytes to be judged', (t) => {
  const reported = [
    '',
    'unknown-8bit',
    'x-unknown',
    'us-ascii',
    'ANSI_X3.4-1968',
    'ANSI_X3.110-1983',
    '8bit',
    'base64',
    'hex',
    'no-such-charset',
  ]
  const bytes = Buffer.from('Grüße aus Köln')
  for (const label of reported) t.is(decodeCharset(bytes, label), 'Grüße aus Köln', label)
})

const unnamed: readonly (readonly [string, string])[] = [
  ['windows-1252', 'Très cordialement, à bientôt. Élève français'],
  ['windows-1252', 'Smörgåsbord på svenska är gott'],
  ['windows-1250', 'Cześć, co słychać u ciebie? Dziękuję za wiadomość'],
  ['windows-1251', 'Привет, как дела? Высылаю счёт за ноябрь.'],
  ['windows-1251', 'Счёт'],
  ['koi8-r', 'Привет, как дела? Высылаю счёт за ноябрь.'],
  ['windows-1253', 'Καλημέρα κόσμε, ευχαριστώ πολύ'],
  ['windows-1255', 'שלום עולם, תודה רבה על ההודעה'],
  ['windows-1256', 'مرحبا بالعالم'],
  ['gb18030', '我们明天开会，请准时参加，谢谢大家的支持'],
  ['big5', '我們明天開會，請準時參加，謝謝大家的支持'],
  ['shift_jis', '明日の会議についてご連絡いたします。'],
  ['euc-jp', '明日の会議についてご連絡いたします。'],
  ['cp949', '내일 회의가 있습니다. 참석 부탁드립니다'],
]

for (const [charset, words] of unnamed) {
  test(`what no one named is found to be ${charset}: ${words.slice(0, 12)}`, (t) => {
    t.is(decodeCharset(iconv.encode(words, charset), undefined), words)
  })
}

test('a header without a name is read in the charset of its body', (t) => {
  t.is(decodeCharset(iconv.encode('Łódź', 'iso-8859-2'), undefined, 'iso-8859-2'), 'Łódź')
  t.is(decodeCharset(Buffer.from('Łódź'), undefined, 'iso-8859-2'), 'Łódź', 'which UTF-8 cannot be')
})

test('UTF-16 goes by its mark, else by its zeros, else big-endian', (t) => {
  const big = iconv.encode('Grüße €', 'utf-16be')
  const little = iconv.encode('Grüße €', 'utf-16le')
  t.is(decodeCharset(Buffer.concat([Buffer.from([0xfe, 0xff]), big]), 'utf-16'), 'Grüße €')
  t.is(decodeCharset(Buffer.concat([Buffer.from([0xff, 0xfe]), little]), 'UTF-16BE'), 'Grüße €')
  t.is(decodeCharset(big, 'utf-16'), 'Grüße €')
  t.is(decodeCharset(little, 'unicode'), 'Grüße €')
  t.is(decodeCharset(iconv.encode('你好，世界', 'utf-16be'), 'utf-16'), '你好，世界')
})

test('ISO 2022 is read by its escapes, also in Chinese and Korean', (t) => {
  const korean = Buffer.from('\x1b$)C\x0e>H3g\x0f', 'latin1')
  t.is(decodeCharset(korean, 'iso-2022-kr'), '안녕')
  t.is(decodeCharset(Buffer.from('\x1b$)A\x0eDc:C\x0f', 'latin1'), 'iso-2022-cn'), '你好')
  t.is(decodeCharset(Buffer.from('\x1b$B2q5D\x1b(B', 'latin1'), undefined), '会議')
})
