import { isUtf8 } from 'node:buffer'
import chardet from 'chardet'
import { decodeCharset } from '../../../proxy/mail/mime/charset.ts'

/** Bytes that are looked at: as many of lines beyond ASCII as there are. */
const MAX_SAMPLE_BYTES = 16 * 1024

/** What address books of the world are written in, the more usual first where nothing else decides; UTF-8 with a damaged byte is one. */
const CANDIDATES = [
  ...['utf-8', 'windows-1252', 'windows-1251', 'windows-1250', 'shift_jis', 'gb18030', 'big5'],
  ...['euc-kr'],
  ...['windows-1254', 'windows-1253', 'windows-1257', 'windows-1255', 'windows-1256', 'koi8-r'],
  ...['iso-8859-2', 'euc-jp', 'ibm866', 'macintosh', 'windows-1258', 'windows-874'],
]

/** Names of a detector, and the candidate of ours that has all of its letters. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['iso-8859-1', 'windows-1252'],
  ['iso-8859-5', 'windows-1251'],
  ['iso-8859-7', 'windows-1253'],
  ['iso-8859-8', 'windows-1255'],
  ['iso-8859-6', 'windows-1256'],
  ['iso-8859-9', 'windows-1254'],
])

/**
 * The charset of bytes that are no UTF-8. A detector alone is wrong for a few letters: of the candidates that one is taken in which
 * `isKnown` knows most words of the first line, else in which letters stand where letters stand, else the detector's.
 */
export function guessCharset(
  bytes: Buffer,
  knownWords: (line: string) => number = () => 0,
): string {
  const sample = sampleOf(bytes, () => true)
  const header = bytes.subarray(0, MAX_SAMPLE_BYTES)
  const end = header.findIndex((byte) => byte === 0x0a || byte === 0x0d)
  const firstLine = end === -1 ? header : header.subarray(0, end)
  const detected = new Map(
    chardet
      .analyse(sample)
      .map(({ name, confidence }) => [
        SAME.get(name.toLowerCase()) ?? name.toLowerCase(),
        confidence,
      ]),
  )
  const isTold = firstLine.some((byte) => byte >= 0x80)
  const ranked = CANDIDATES.map((charset, order) => ({
    charset,
    known: isTold ? knownWords(decode(firstLine, charset)) : 0,
    faults: faultsIn(decode(sample, charset)) + rareCharacters(sample, charset),
    confidence: detected.get(charset) ?? 0,
    order,
  }))
  ranked.sort(
    (one, other) =>
      other.known - one.known ||
      one.faults - other.faults ||
      other.confidence - one.confidence ||
      one.order - other.order,
  )
  return ranked[0]?.charset ?? 'windows-1252'
}

/** The charset of those lines of a file that are no UTF-8; looked for when it is first asked for. */
export function charsetOfRest(file: Buffer): () => string {
  let charset: string | undefined
  return () => (charset ??= guessCharset(sampleOf(file, (line) => !isUtf8(line))))
}

/** Lines beyond ASCII, joined, each no longer than all of them may be. */
function sampleOf(bytes: Buffer, isWanted: (line: Buffer) => boolean): Buffer {
  const lines: Buffer[] = []
  let size = 0
  let begun = 0
  let isBeyond = false
  for (const [at, byte] of bytes.entries()) {
    if (byte >= 0x80) isBeyond = true
    const isLast = at === bytes.length - 1
    if (byte !== 0x0a && byte !== 0x0d && !isLast && at - begun < MAX_SAMPLE_BYTES) continue
    const line = bytes.subarray(begun, at + 1)
    if (isBeyond && isWanted(line)) {
      lines.push(line)
      size += line.length
    }
    if (size >= MAX_SAMPLE_BYTES) break
    begun = at + 1
    isBeyond = false
  }
  return Buffer.concat(lines)
}

function decode(bytes: Buffer, charset: string): string {
  return charset === 'utf-8' ? bytes.toString() : decodeCharset(bytes, charset)
}

const BETWEEN_WORDS = /[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f\s]+/
const UNDECODED = /[\ufffd\u0080-\u009f\ue000-\uf8ff]/g
/** A sign beside a letter, which no word has. */
const SIGN_IN_WORD = /(?<=\p{L})[^\x00-\x7f\p{L}\p{M}\p{P}]|[^\x00-\x7f\p{L}\p{M}\p{P}](?=\p{L})/gu
/** Words of the West have one or two letters with marks on end, seldom more. */
const MARKED_RUN = /[\u00c0-\u024f]{4,}/g
const CAPITAL_WITHIN = /\p{Ll}\p{Lu}/gu
/** Letters of Japanese telegrams, and of rare languages, that other charsets have for usual ones. */
const RARE = /[\uff61-\uff9fýþðÝÞÐ]/g
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]
const OTHER_SCRIPTS =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u

/** How much of the text cannot be words of any language. */
function faultsIn(text: string): number {
  let faults = 0
  for (const word of text.split(BETWEEN_WORDS)) {
    if (!/[^\x00-\x7f]/.test(word)) continue
    const scripts = SCRIPTS.filter((script) => script.test(word)).length
    const isMixed = scripts + (OTHER_SCRIPTS.test(word) ? 1 : 0) > 1
    faults += 10 * countOf(word, UNDECODED)
    faults += 3 * (countOf(word, SIGN_IN_WORD) + countOf(word, MARKED_RUN) + (isMixed ? 1 : 0))
    faults += 2 * countOf(word, CAPITAL_WITHIN) + countOf(word, RARE)
  }
  return faults
}

/** First bytes of the characters that are in daily use, by charsets of two bytes; the others are four fifths of them. */
const COMMON: ReadonlyMap<string, readonly (readonly [number, number])[]> = new Map([
  ['shift_jis', [[0x81, 0x83] as const, [0x88, 0x98] as const]],
  ['gb18030', [[0xa1, 0xa3] as const, [0xb0, 0xd7] as const]],
  ['big5', [[0xa1, 0xa1] as const, [0xa4, 0xc6] as const]],
  ['euc-kr', [[0xa1, 0xa3] as const, [0xb0, 0xc8] as const]],
  ['euc-jp', [[0xa1, 0xa5] as const, [0xb0, 0xcf] as const]],
])

/** Any two bytes are some Chinese character: of a text of another charset most are such as nobody writes. */
function rareCharacters(bytes: Buffer, charset: string): number {
  const common = COMMON.get(charset)
  if (common === undefined) return 0
  const minTrail = charset === 'shift_jis' || charset === 'big5' ? 0x40 : 0xa1
  let rare = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    at += 1
    const isCommon = common.some(([from, to]) => lead >= from && lead <= to)
    if (!isCommon || (bytes[at] ?? 0) < minTrail) rare += 1
  }
  return rare
}

function countOf(text: string, form: RegExp): number {
  return text.match(form)?.length ?? 0
}
