import iconv from 'iconv-lite'

/**
 * The one name of a charset for all that mail calls it (IANA's registry, its misspellings, the names of code pages): `utf-8`,
 * `utf-16`, or a name of iconv-lite. undefined for one that says nothing, or that no one knows.
 */
export function charsetName(label: string | undefined): string | undefined {
  const letters = lettersOf(label ?? '')
  if (letters.length > MAX_LETTERS || SAYS_NOTHING.test(letters)) return undefined
  const known = NAMES.get(letters)
  if (known !== undefined) return known
  for (const [pattern, name] of PATTERNS) {
    const match = pattern.exec(letters)
    if (match !== null) return name(match[1] ?? '')
  }
  return /^(?:base64|hex|internal)/.test(letters) || !iconv.encodingExists(letters)
    ? undefined
    : letters
}

/** Longer ones are no names. */
const MAX_LETTERS = 60

/** What is before a blank, semicolon or closing quote, without punctuation: `'ISO_8859-2'; format=flowed` is `iso88592`. */
export function lettersOf(label: string): string {
  const [name = ''] = label
    .trim()
    .toLowerCase()
    .replace(/^charset\s*=\s*/, '')
    .replace(/^["'`\s]+/, '')
    .split(/["'`;,\s]/)
  return name.replace(/[^a-z0-9]/g, '').replace(/^(?:x(?=[a-z])|cs(?=[a-z]))+/, '')
}

/** 7 bits that come with 8, or a word for "I do not know". */
const SAYS_NOTHING =
  /^(?:|us|ascii|usascii(?:\d.*)?|ansix34\d*|iso646us|iso646irv.*|isoir6|646|cp367|ibm367|[78]bits?|binary|none|null|nil|default|undefined|unknown.*|any|text|plain|textplain|ansi|system|local|auto)$/

const NAMES: ReadonlyMap<string, string> = new Map(
  (
    [
      [
        'utf-8',
        'utf8 utf8mb3 utf8mb4 utf8bom utf8n utf unicode11utf8 unicode20utf8 cesu8 iso10646utf8 cp65001 65001',
      ],
      [
        'utf-16',
        'utf16 ucs2 unicode iso10646ucs2 iso10646 utf16be utf16le unicodefffe ucs2be ucs2le cp1200 cp1201',
      ],
      ['utf-32', 'utf32 ucs4 iso10646ucs4 utf32be utf32le'],
      [
        'shift_jis',
        'shiftjis shiftjisx0213 shiftjis2004 sjis sjiswin pck mskanji windows31j windows932 cp932 ms932 cp943 ibm943',
      ],
      [
        'euc-jp',
        'eucjp eucjpms eucjpwin ujis cp51932 eucjisx0213 eucjis2004 extendedunixcodepackedformatforjapanese',
      ],
      [
        'gb18030',
        'gb18030 gbk gb gb2312 gb231280 gb2312charset gb231280charset euccn eucch cp936 ms936 windows936 isoir58 chinese chinesesimplified simplifiedchinese gbk2k',
      ],
      [
        'big5-hkscs',
        'big5 big5eten big5hkscs big5hkscs2004 big5tw big5ext big5uao cnbig5 xbig5 big5charset cp950 ms950 windows950 chinesetraditional traditionalchinese cp951',
      ],
      [
        'cp949',
        'euckr cp949 ms949 windows949 uhc ksc56011987 ksc56011989 ksc56011992 ksc5601 ksc5601x ksx1001 kc56011987 korean isoir149 extwansung',
      ],
      [
        'windows-874',
        'tis620 tis6200 tis62025330 tis62025331 iso885911 thai windows874 cp874 ms874 isoir166',
      ],
      ['koi8-r', 'koi8 koi koi8r koi8r1'],
      ['koi8-u', 'koi8u'],
      ['macintosh', 'mac macintosh macroman applemac macosroman'],
      ['maciceland', 'macicelandic'],
      ['macromania', 'macromanian'],
      ['maccyrillic', 'maccyrillic macukraine macukrainian'],
      ['maccenteuro', 'macce maclatin2 maccentraleurope maccentraleuropean maccenteuro'],
      ['viscii', 'viscii viscii11 viscii111'],
      ['tcvn', 'tcvn tcvn3 tcvn5712 tcvn57121 tcvn571211993'],
      ['iso-8859-1', 'latin1 l1 isolatin1 isoir100 iso8859 decmcs'],
      ['iso-8859-2', 'latin2 l2 isolatin2 isoir101'],
      ['iso-8859-3', 'latin3 l3 isolatin3'],
      ['iso-8859-4', 'latin4 l4 isolatin4'],
      ['iso-8859-5', 'cyrillic isolatincyrillic isoir144'],
      ['iso-8859-6', 'arabic isolatinarabic ecma114 asmo708 isoir127'],
      ['iso-8859-7', 'greek isolatingreek greek8 ecma118 elot928 isoir126'],
      ['iso-8859-8', 'hebrew isolatinhebrew logical visual isoir138'],
      ['iso-8859-9', 'latin5 isolatin5 l5 turkish isoir148'],
      ['iso-8859-10', 'latin6 isolatin6 l6 isoir157'],
      ['iso-8859-13', 'latin7 l7 baltic'],
      ['iso-8859-14', 'latin8 l8 celtic isoceltic isoir199'],
      ['iso-8859-15', 'latin9 latin0 l9 isoir203'],
      ['iso-8859-16', 'latin10 l10 isoir226'],
    ] as const
  ).flatMap(([name, all]) => all.split(' ').map((letters) => [letters, name] as const)),
)

const PATTERNS: readonly (readonly [RegExp, (number: string) => string])[] = [
  // With the year of the standard or the order of writing behind it: `iso_8859-1:1987`, `iso-8859-8-i`.
  [/^(?:iso|is0|is|iec)?8859(1[0-6]|[1-9])(?:(?:19|20)\d\d)?[ei]?$/, (part) => `iso-8859-${part}`],
  [
    /^(?:windows|window|windws|win|wincp|windowscp|microsoftcp|microsoft|ms|mscp|cp|ansi|ansicp)?(125\d)$/,
    (page) => `windows-${page}`,
  ],
  [
    /^(?:cp|ibm|ibmcp|dos|doscp|oem|oemcp|pc|msdos|codepage)?0*(437|720|737|775|808|85[0-8]|86[0-9]|1125|1129|1133|1161)$/,
    (page) => `cp${page}`,
  ],
]
