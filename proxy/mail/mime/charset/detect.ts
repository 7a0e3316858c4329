import iconv from 'iconv-lite'
import jschardet from 'jschardet'

/** Read of a body: more changes no guess, and costs milliseconds. */
const SAMPLE_BYTES = 4_096

/** What users write mail in, by the detector's names, and what reads it. */
const CANDIDATES: ReadonlyMap<string, string> = new Map([
  ['Windows-1252', 'windows-1252'],
  ['ISO-8859-1', 'windows-1252'],
  ['ISO-8859-2', 'iso-8859-2'],
  ['Windows-1250', 'windows-1250'],
  ['Windows-1251', 'windows-1251'],
  ['KOI8-R', 'koi8-r'],
  ['koi8-u', 'koi8-u'],
  ['IBM866', 'cp866'],
  ['ISO-8859-5', 'iso-8859-5'],
  ['ISO-8859-7', 'iso-8859-7'],
  ['Windows-1253', 'windows-1253'],
  ['Windows-1254', 'windows-1254'],
  ['ISO-8859-9', 'windows-1254'],
  ['Windows-1255', 'windows-1255'],
  ['Windows-1256', 'windows-1256'],
  ['Windows-1257', 'windows-1257'],
  ['CP874', 'windows-874'],
  ['TIS-620', 'windows-874'],
  ['SHIFT_JIS', 'shift_jis'],
  ['CP932', 'shift_jis'],
  ['EUC-JP', 'euc-jp'],
  ['GB18030', 'gb18030'],
  ['GB2312', 'gb18030'],
  ['Big5', 'big5-hkscs'],
  ['EUC-KR', 'cp949'],
  ['CP949', 'cp949'],
])

/** Below it the detector knows nothing: a name of a few letters. */
const LEAST_CONFIDENCE = 0.02

/**
 * The charset of 8-bit text that is not UTF-8 and that no one named, as charsetName names it: the most likely one, Windows-1252 where
 * nothing is.
 */
export function detectCharset(bytes: Uint8Array): string {
  const sample = sampleOf(bytes)
  for (const { encoding, confidence } of jschardet.detectAll(sample)) {
    const name = CANDIDATES.get(encoding ?? '')
    const isKnown = name !== undefined && confidence >= LEAST_CONFIDENCE
    if (isKnown && !mixesScripts(iconv.decode(sample, name))) return name
  }
  return isCyrillic(bytes) ? 'windows-1251' : 'windows-1252'
}

/** Whether most letters of another script stand within words of Latin ones, which no one writes. */
function mixesScripts(text: string): boolean {
  const others = text.match(OTHER_LETTER)?.length ?? 0
  const within = text.match(OTHER_LETTER_BESIDE_LATIN)?.length ?? 0
  return within * 2 > others
}

const OTHERS = String.raw`[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Thai}]`
const OTHER_LETTER = new RegExp(OTHERS, 'gu')
const OTHER_LETTER_BESIDE_LATIN = new RegExp(`(?<=[A-Za-z])${OTHERS}|${OTHERS}(?=[A-Za-z])`, 'gu')

/** From the first byte on that says anything, and of the same alignment as what is before it. */
function sampleOf(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const startOffset = Math.max(0, first - SAMPLE_BYTES / 4)
  return Buffer.from(bytes.subarray(startOffset, startOffset + SAMPLE_BYTES))
}

/** Whether all that is 8-bit makes Cyrillic words, in lower case or with a capital at the beginning. */
function isCyrillic(bytes: Uint8Array): boolean {
  const text = new TextDecoder('windows-1251').decode(bytes)
  const words = text.match(/[^\x00-\x7f]+/g) ?? []
  return words.every((word) => /^[А-ЯЁ]?[а-яё]{2,}$/.test(word))
}
