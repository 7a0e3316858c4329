import { cutText, harmlessText } from '../mime/harmless-text.ts'

/** Longest preview in UTF-16 units: two lines of a wide list. */
const MAX_CHARACTERS = 200

/** The beginning of a plain text as one line: without quotations, their heading lines stay. */
export function previewOfText(text: string): string {
  const own = text.split(/\r\n|\n|\r/).filter((line) => !line.startsWith('>'))
  return oneLine(own.join(' '))
}

/**
 * The beginning of an HTML body as one line, where it may be cut anywhere: without what is in style, script and
 * title, without comments and tags. Text and never markup: it still has to be escaped where it is shown.
 */
export function previewOfHtml(html: string): string {
  const text = html
    .replace(/<(style|script|title)(?=[\s>])(?:(?!<\/\1).)*(?:<\/\1[^>]*(?:>|$)|$)/gis, ' ')
    .replace(/<!--(?:(?!-->).)*(?:-->|$)/gs, ' ')
    .replace(/<[^<>]*(?:>|$)/g, ' ')
  return oneLine(text.replace(/&(?:#(x?[0-9a-f]{1,6})|([a-z]{2,8}));?/gi, characterOf))
}

function oneLine(text: string): string {
  // What senders fill a preview with: characters that take room and show nothing.
  const shown = harmlessText(text).replace(
    /[\s\u034f\u115f\u1160\u17b4\u17b5\u3164\ufffd\u200c]+/g,
    ' ',
  )
  return cutText(shown.trim(), MAX_CHARACTERS).trim()
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['zwnj', ''],
  ['shy', ''],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
  ['auml', 'ä'],
  ['ouml', 'ö'],
  ['uuml', 'ü'],
  ['szlig', 'ß'],
  ['eacute', 'é'],
  ['egrave', 'è'],
  ['agrave', 'à'],
  ['copy', '©'],
])

/** What a reference stands for; one that is not known stays as it was written. */
function characterOf(
  written: string,
  number: string | undefined,
  name: string | undefined,
): string {
  if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? written
  const digits = number ?? ''
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits)
  return Number.isInteger(code) && code <= 0x10_ff_ff ? String.fromCodePoint(code) : written
}
