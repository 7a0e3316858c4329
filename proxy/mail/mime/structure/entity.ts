import { attachedHeadingOf } from '../header/attached-heading.ts'
import { NO_PART, type BodyNode } from './body-structure.ts'
import { parseContentHeader, type ContentHeader } from './content-header.ts'
import { decodeTransfer } from '../transfer/transfer-decoder.ts'

/** As for the structure from a server (body-structure.ts). */
const MAX_DEPTH = 50
const MAX_PARTS = 2_000

/** An entity (RFC 2045 2.4) whose bytes are available, because no server could tell its structure. */
export interface Entity {
  readonly header: string
  readonly body: Buffer
}

/** Divides an entity at its first empty line; without one all of it is the header. */
export function divideEntity(bytes: Buffer): Entity {
  const crlf = bytes.indexOf('\r\n\r\n')
  const lf = bytes.indexOf('\n\n')
  const isCrlf = crlf !== -1 && (lf === -1 || crlf < lf)
  const end = isCrlf ? crlf : lf
  if (end === -1) return { header: bytes.toString('latin1'), body: Buffer.alloc(0) }
  const header = bytes.subarray(0, end).toString('latin1')
  return { header, body: bytes.subarray(end + (isCrlf ? 4 : 2)) }
}

/**
 * The parts of an entity as a server would tell them, with their content. Ids are `PREFIX:1`, `PREFIX:1.2`: the prefix is the
 * part of the message that it was found in.
 */
export function parseEntity(entity: Entity, prefix: string): BodyNode {
  return parse(entity, `${prefix}:`, 0, { parts: MAX_PARTS })
}

/** What is shown of a message whose bytes are available. */
export function parseMessage(
  bytes: Buffer,
  prefix: string,
): Pick<BodyNode, 'message' | 'subject' | 'heading'> {
  const entity = divideEntity(bytes)
  return { message: parseEntity(entity, prefix), ...attachedHeadingOf(entity.header) }
}

function parse(
  { header, body }: Entity,
  id: string,
  depth: number,
  budget: { parts: number },
): BodyNode {
  const { fields, boundary } = parseContentHeader(header)
  if (fields.type.startsWith('multipart/') && depth < MAX_DEPTH) {
    const parts = partsOf(body, boundary)
    if (parts.length > 0) {
      const within = id.endsWith(':') ? id : `${id}.`
      const children = parts.flatMap((part, index) => {
        budget.parts -= 1
        return budget.parts < 0
          ? []
          : [parse(divideEntity(part), `${within}${index + 1}`, depth + 1, budget)]
      })
      return { ...NO_PART, id, type: fields.type, disposition: fields.disposition, children }
    }
  }
  return leafOf({ fields, body }, id.endsWith(':') ? `${id}1` : id, depth, budget)
}

function leafOf(
  { fields, body }: { readonly fields: ContentHeader['fields']; readonly body: Buffer },
  id: string,
  depth: number,
  budget: { parts: number },
): BodyNode {
  const isMessage = /^message\/(?:rfc822|global)$/.test(fields.type)
  const inner =
    isMessage && depth < MAX_DEPTH ? divideEntity(decodeTransfer(body, fields.encoding)) : undefined
  return {
    ...NO_PART,
    ...fields,
    id,
    message: inner && parse(inner, id, depth + 1, budget),
    ...(inner === undefined ? {} : attachedHeadingOf(inner.header)),
    size: body.length,
    content: body,
  }
}

/** Divided as the header says, or as the body does where nothing of that is in it. */
function partsOf(body: Buffer, named: string | undefined): readonly Buffer[] {
  const parts = named === undefined ? [] : divideParts(body, named)
  if (parts.length > 0) return parts
  const found = FIRST_PART.exec(body.toString('latin1', 0, MAX_PREAMBLE_BYTES))?.[1]
  return found === undefined ? [] : divideParts(body, found)
}

/** A boundary (RFC 2046 5.1.1) with a header of MIME below it. */
const FIRST_PART = /(?:^|\n)--([^\r\n]{0,69}[^\s])[ \t]*\r?\ncontent-[a-z-]{1,40}[ \t]*:/i
const MAX_PREAMBLE_BYTES = 64 * 1024

/** What is between the delimiter lines (RFC 2046 5.1.1), the last one with or without its end. */
function divideParts(body: Buffer, boundary: string): readonly Buffer[] {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  const parts: Buffer[] = []
  let startOffset: number | undefined
  for (
    let at = body.indexOf(delimiter);
    at !== -1;
    at = body.indexOf(delimiter, at + delimiter.length)
  ) {
    if (at > 0 && body[at - 1] !== LF) continue
    if (startOffset !== undefined) parts.push(body.subarray(startOffset, endBefore(body, at)))
    // The others would be left out.
    if (parts.length === MAX_PARTS) return parts
    const behind = at + delimiter.length
    if (body[behind] === DASH && body[behind + 1] === DASH) return parts
    const lineEnd = body.indexOf(LF, behind)
    if (lineEnd === -1) return parts
    startOffset = lineEnd + 1
  }
  if (startOffset !== undefined) parts.push(body.subarray(startOffset))
  return parts
}

const LF = 0x0a
const CR = 0x0d
const DASH = 0x2d

/** The line end before a delimiter belongs to it. */
function endBefore(body: Buffer, delimiter: number): number {
  return body[delimiter - 2] === CR ? delimiter - 2 : delimiter - 1
}
