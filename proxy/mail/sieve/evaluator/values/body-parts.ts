import { parseContentHeader } from '../../../mime/structure/content-header.ts'
import { decodeTransfer } from '../../../mime/transfer/transfer-decoder.ts'
import { fieldValues } from '../../../mime/header/header-field.ts'
import { asUtf8Bytes, parseHeaderFields, type HeaderField } from './header-fields.ts'
import { htmlAsText } from './html-text.ts'

/** A part of a message as the `body` test sees it (RFC 5173 5). */
export interface BodyPart {
  /** Its own; undefined for what stands behind the parts of a multipart, which has told it before. */
  readonly header: string | undefined
  /** `text/plain` where the header names none. */
  readonly type: string
  /** Without its transfer encoding, in UTF-8, one character per byte; undefined where it ends with its header. */
  readonly content: string | undefined
}

const MAX_DEPTH = 50
const MAX_PARTS = 1_000

/** The parts of a message, multiparts themselves with what stands before their first part included. */
export function bodyPartsOf(header: string, body: Buffer): readonly BodyPart[] {
  const parts: BodyPart[] = []
  collect({ header, body }, 0, parts)
  return parts
}

interface Entity {
  readonly header: string
  readonly body: Buffer | undefined
}

function collect({ header, body }: Entity, depth: number, parts: BodyPart[]) {
  if (parts.length >= MAX_PARTS) return
  const { fields } = parseContentHeader(header)
  const type = typeIn(header)
  if (body === undefined) {
    parts.push({ header, type, content: undefined })
    return
  }
  const boundary = boundaryIn(header)
  if (type.startsWith('multipart/') && boundary !== undefined && depth < MAX_DEPTH) {
    const { prologue, children, epilogue } = divide(body, boundary)
    parts.push({ header, type, content: asUtf8Bytes(prologue, undefined) })
    for (const child of children) collect(withoutLastLineEnd(divideEntity(child)), depth + 1, parts)
    if (epilogue.length > 0)
      parts.push({ header: undefined, type, content: asUtf8Bytes(epilogue, undefined) })
    return
  }
  if (type === 'message/rfc822' && depth < MAX_DEPTH) {
    const inner = divideEntity(body)
    parts.push({ header, type, content: inner.header })
    collect(inner, depth + 1, parts)
    return
  }
  const decoded = decodeAsServers(body, fields.encoding)
  const content = type.startsWith('text/')
    ? asUtf8Bytes(decoded, fields.charset)
    : decoded.toString('latin1')
  parts.push({ header, type, content })
}

/**
 * The fields of the parts within a message, which are none of its own, in their order (RFC 5703 4). Pigeonhole 0.5.19 looks no
 * further than a part without any.
 */
export function fieldsWithin(parts: readonly BodyPart[]): readonly HeaderField[] {
  const headers = parts.slice(1).flatMap(({ header }) => header ?? [])
  const end = headers.indexOf('')
  return headers.slice(0, end === -1 ? undefined : end).flatMap(parseHeaderFields)
}

/** The line end before a boundary belongs to it (RFC 2046 5.1.1), and may end the header as well. */
function withoutLastLineEnd({ header, body }: Entity): Entity {
  if (body?.at(-1) !== LF) return { header, body }
  return { header, body: body.subarray(0, withoutLineEnd(body, body.length)) }
}

/** At its first empty line; without one there is a header and no body, which is no empty body. */
function divideEntity(bytes: Buffer): Entity {
  const [, lineEnd] = /^(\r?\n)/.exec(bytes.toString('latin1', 0, 2)) ?? []
  if (lineEnd !== undefined) return { header: '', body: bytes.subarray(lineEnd.length) }
  const crlf = bytes.indexOf('\r\n\r\n')
  if (crlf === -1) return { header: bytes.toString('latin1'), body: undefined }
  return { header: bytes.toString('latin1', 0, crlf), body: bytes.subarray(crlf + 4) }
}

/** The media type, `text/plain` where none is named, and empty where it is none. */
function typeIn(header: string): string {
  const [value] = fieldValues(header, 'Content-Type')
  if (value === undefined) return 'text/plain'
  const [, type = ''] =
    /^([^\s()<>@,;:\\"/[\]?=]+\/[^\s()<>@,;:\\"/[\]?=]+)\s*(?:;|$)/.exec(value) ?? []
  return type.toLowerCase()
}

/** The parameter as servers read it: in one piece. */
function boundaryIn(header: string): string | undefined {
  const [type = ''] = fieldValues(header, 'Content-Type')
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(type) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? bare
}

/** What servers decode: of an encoding they do not know there is no content, and base64 ends where it is none. */
function decodeAsServers(body: Buffer, encoding: string): Buffer {
  switch (encoding) {
    case '7bit':
    case '8bit':
    case 'binary':
      return body
    case 'quoted-printable':
      return decodeTransfer(body, encoding)
    case 'base64': {
      const text = body.toString('latin1').replace(/\s+/g, '')
      const end = text.search(/[^A-Za-z0-9+/]/)
      return Buffer.from(end === -1 ? text : text.slice(0, end), 'base64')
    }
    default:
      return Buffer.alloc(0)
  }
}

interface DividedBody {
  readonly prologue: Buffer
  readonly children: readonly Buffer[]
  readonly epilogue: Buffer
}

function divide(body: Buffer, boundary: string): DividedBody {
  const children: Buffer[] = []
  let prologue = body
  let start = -1
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  for (
    let at = body.indexOf(delimiter);
    at !== -1;
    at = body.indexOf(delimiter, at + delimiter.length)
  ) {
    if (at > 0 && body[at - 1] !== LF) continue
    if (start === -1) prologue = body.subarray(0, withoutLineEnd(body, at))
    else children.push(body.subarray(start, Math.max(start, at)))
    const behind = at + delimiter.length
    const lineEnd = body.indexOf(LF, behind)
    const next = lineEnd === -1 ? body.length : lineEnd + 1
    if (body[behind] === DASH && body[behind + 1] === DASH)
      return { prologue, children, epilogue: body.subarray(next) }
    start = next
  }
  if (start !== -1) children.push(body.subarray(start))
  return { prologue, children, epilogue: Buffer.alloc(0) }
}

const LF = 0x0a
const CR = 0x0d
const DASH = 0x2d

function withoutLineEnd(body: Buffer, at: number): number {
  if (at === 0) return 0
  return body[at - 2] === CR ? at - 2 : at - 1
}

/** Contents of the parts of these types (RFC 5173 5.2): all, a main type, or one type. */
export function contentsOf(
  parts: readonly BodyPart[],
  types: readonly string[],
): readonly string[] {
  return parts
    .filter(({ type }) => types.some((wanted) => isOfType(type, wanted.toLowerCase())))
    .flatMap(({ content }) => content ?? [])
}

/** The readable texts of a message (RFC 5173 5.3). */
export function textsOf(parts: readonly BodyPart[]): readonly string[] {
  return parts
    .filter(({ type }) => isOfType(type, 'text') || type === 'application/xhtml+xml')
    .flatMap(({ type, content }) => {
      if (content === undefined) return []
      return type === 'text/html' || type === 'application/xhtml+xml'
        ? htmlAsText(content)
        : content
    })
}

function isOfType(type: string, wanted: string): boolean {
  if (wanted === '' || type === wanted) return true
  return !wanted.includes('/') && type.startsWith(`${wanted}/`)
}
