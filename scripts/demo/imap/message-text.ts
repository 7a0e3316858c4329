import type { StoredMessage } from 'hoodiecrow-imap'
import parseMime, { type MimeNode } from 'hoodiecrow-imap/lib/mimeparser.js'

/** What SEARCH looks at: header fields and text bodies, decoded and in lower case. */
export interface MessageText {
  field(name: string): string
  readonly header: string
  readonly body: string
}

const cached = new WeakMap<StoredMessage, MessageText>()

/** Decodes a message once; later searches reuse it as long as the message lives. */
export function messageText(message: StoredMessage): MessageText {
  const before = cached.get(message)
  if (before !== undefined) return before
  const text = decode(message)
  cached.set(message, text)
  return text
}

function decode(message: StoredMessage): MessageText {
  const root = parseMime(message.raw)
  if (root === false) return { field: () => '', header: '', body: message.raw.toLowerCase() }
  const fields = root.header.map((line) => {
    const colon = line.indexOf(':')
    return {
      name: line.slice(0, colon).trim().toLowerCase(),
      value: decodeWords(line.slice(colon + 1)).toLowerCase(),
    }
  })
  return {
    field: (name) =>
      fields
        .filter((field) => field.name === name.toLowerCase())
        .map(({ value }) => value)
        .join('\n'),
    header: fields.map(({ value }) => value).join('\n'),
    body: decodeBodies(root).toLowerCase(),
  }
}

function decodeBodies(node: MimeNode): string {
  if (node.childNodes !== undefined) return node.childNodes.map(decodeBodies).join('\n')
  const type = rawField(node, 'content-type') ?? 'text/plain'
  if (!type.startsWith('text/')) return ''
  return decodeTransfer(node.body ?? '', rawField(node, 'content-transfer-encoding'))
}

function rawField(node: MimeNode, name: string): string | undefined {
  const line = node.header.find((field) => field.toLowerCase().startsWith(`${name}:`))
  return line
    ?.slice(name.length + 1)
    .trim()
    .toLowerCase()
}

function decodeTransfer(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8')
  return unquote(body.replace(/=\r?\n/g, ''))
}

/** RFC 2047; the demo writes UTF-8 only. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : unquote(text.replaceAll('_', ' ')),
    )
}

function unquote(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_escape, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
