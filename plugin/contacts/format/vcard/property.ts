import { isUtf8 } from 'node:buffer'
import { decodeCharset } from '../../../../proxy/mail/mime/charset/decode.ts'
import type { LogicalLine } from './logical-lines.ts'

/** One property of a card, decoded: `item1.TEL;TYPE=work:+49 1`. */
export interface Property {
  readonly line: number
  /** Ties properties together; lower case, empty for none. */
  readonly group: string
  /** Upper case. */
  readonly name: string
  /** Names in upper case; a value without a name, as 2.1 has them, is a TYPE or an ENCODING. */
  readonly parameters: ReadonlyMap<string, readonly string[]>
  /** Still with its escapes; of base64 the letters. */
  readonly value: string
  readonly isQuotedPrintable: boolean
}

/** Length of the part before the value: names, parameters, and nothing that could be a photo. */
const MAX_HEAD_CHARS = 2_000
/** Parameters of one property; programs write up to five. */
const MAX_PARAMETERS = 50
const HEAD = /^(?:([A-Za-z0-9-]+)\.)?([A-Za-z0-9-]+)\s*$/
const NO_PARAMETERS: Property['parameters'] = new Map()
const BARE_ENCODINGS: ReadonlySet<string> = new Set(['QUOTED-PRINTABLE', 'BASE64', '7BIT', '8BIT'])

/**
 * Takes a line apart (RFC 6350 3.3, and vCard 2.1); undefined when it is no property. `charset` is that of values that are no UTF-8 and
 * say none of their own.
 */
export function parseProperty(
  { line, bytes }: LogicalLine,
  charset?: () => string,
): Property | undefined {
  const colon = outsideQuotes(bytes, ':', 0, MAX_HEAD_CHARS)
  if (colon === -1) return undefined
  const [nameText = '', ...parameterTexts] = splitHead(bytes.slice(0, colon))
  const [, group = '', name = ''] = HEAD.exec(nameText) ?? []
  if (name === '' || parameterTexts.length > MAX_PARAMETERS) return undefined
  const parameters = parametersOf(parameterTexts)
  const isQuotedPrintable = isEncodedAs(parameters, 'QUOTED-PRINTABLE')
  const raw = bytes.slice(colon + 1)
  return {
    line,
    group: group.toLowerCase(),
    name: name.toUpperCase(),
    parameters,
    isQuotedPrintable,
    value: decode(isQuotedPrintable ? bytesOf(raw) : raw, parameters.get('CHARSET')?.[0], charset),
  }
}

/** True for the values of a parameter, whatever their case. */
export function isEncodedAs(
  parameters: Property['parameters'],
  ...encodings: readonly string[]
): boolean {
  return (parameters.get('ENCODING') ?? []).some((value) => encodings.includes(value.toUpperCase()))
}

function splitHead(head: string): readonly string[] {
  if (!head.includes('"')) return head.split(';')
  const texts: string[] = []
  let at = 0
  for (;;) {
    const next = outsideQuotes(head, ';', at, head.length)
    texts.push(head.slice(at, next === -1 ? undefined : next))
    if (next === -1) return texts
    at = next + 1
  }
}

function outsideQuotes(text: string, wanted: string, from: number, maxAt: number): number {
  let isQuoted = false
  const end = Math.min(text.length, maxAt)
  for (let at = from; at < end; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (!isQuoted && text[at] === wanted) return at
  }
  return -1
}

function parametersOf(texts: readonly string[]): Property['parameters'] {
  if (texts.length === 0) return NO_PARAMETERS
  const parameters = new Map<string, string[]>()
  for (const text of texts) {
    const equals = text.indexOf('=')
    const bare = BARE_ENCODINGS.has(text.trim().toUpperCase()) ? 'ENCODING' : 'TYPE'
    const name = equals === -1 ? bare : text.slice(0, equals).trim().toUpperCase()
    // Some programs quote a whole list, which the grammar takes for one value.
    const values = text
      .slice(equals + 1)
      .replaceAll('"', '')
      .split(',')
      .map((value) => value.trim())
    const known = parameters.get(name)
    if (known === undefined) parameters.set(name, values)
    else known.push(...values)
  }
  return parameters
}

function decode(bytes: string, charset: string | undefined, charsetOfFile?: () => string): string {
  if (charset === undefined && /^[\0-\x7f]*$/.test(bytes)) return bytes
  const content = Buffer.from(bytes, 'latin1')
  if (charset !== undefined || isUtf8(content)) return decodeCharset(content, charset)
  return decodeCharset(content, charsetOfFile?.())
}

/** RFC 2045 6.7; what is no escape stays as it is. */
function bytesOf(quotedPrintable: string): string {
  return quotedPrintable.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
