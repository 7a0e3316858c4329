import type { FetchedItems, MailConnection } from '../connection/connection.ts'
import type { ImapValue } from '../imap/parser/response.ts'
import { bytesOf } from '../imap/parser/value.ts'
import { parseBodyStructure, type BodyNode } from '../mime/body-structure.ts'
import { fieldValues } from '../mime/header-field.ts'

/** Parts of one multipart that are asked for, and multiparts within each other. */
const MAX_PARTS = 20
const MAX_DEPTH = 4
const MAX_HEADER_BYTES = 8_192

/**
 * The structure of a message whose BODYSTRUCTURE the server cannot tell, from the headers of its parts: one round trip
 * for each multipart. The sizes of the parts are not known.
 */
export async function readStructureByHeaders(
  connection: MailConnection,
  uid: number,
): Promise<BodyNode> {
  const section = 'HEADER.FIELDS (CONTENT-TYPE CONTENT-TRANSFER-ENCODING)'
  const [header = ''] = await headersOf(connection, uid, [section])
  return parseBodyStructure(await structureOf(connection, uid, { header, id: '', depth: 0 }))
}

interface PartHeader {
  readonly header: string
  readonly id: string
  readonly depth: number
}

/** As BODYSTRUCTURE would have it (RFC 9051 7.5.2). */
async function structureOf(
  connection: MailConnection,
  uid: number,
  { header, id, depth }: PartHeader,
): Promise<ImapValue> {
  const { value, parameters } = parseField(fieldValues(header, 'content-type')[0] ?? 'text/plain')
  const [major = 'text', minor = 'plain'] = value.split('/')
  if (major.toLowerCase() === 'multipart' && depth < MAX_DEPTH) {
    const ids = Array.from({ length: MAX_PARTS }, (_, n) =>
      id === '' ? `${n + 1}` : `${id}.${n + 1}`,
    )
    const headers = await headersOf(
      connection,
      uid,
      ids.map((one) => `${one}.MIME`),
    )
    const children: ImapValue[] = []
    for (const [n, childId] of ids.entries()) {
      const childHeader = headers[n] ?? ''
      if (childHeader === '') break
      children.push(
        await structureOf(connection, uid, { header: childHeader, id: childId, depth: depth + 1 }),
      )
    }
    if (children.length > 0) return [...children, minor, parameters, null, null, null]
  }
  const disposition = parseField(fieldValues(header, 'content-disposition')[0] ?? '')
  const encoding = fieldValues(header, 'content-transfer-encoding')[0] ?? '7bit'
  const contentId = fieldValues(header, 'content-id')[0] ?? null
  return [
    ...[major, minor, parameters, contentId, null, encoding.trim(), '0'],
    // The lines of a text, and the MD5.
    ...(major.toLowerCase() === 'text' ? ['0', null] : [null]),
    disposition.value === '' ? null : [disposition.value, disposition.parameters],
  ]
}

/** The headers of these sections in their order, empty where there is none. */
async function headersOf(
  connection: MailConnection,
  uid: number,
  sections: readonly string[],
): Promise<readonly string[]> {
  const headers: string[] = []
  const wanted = sections.map((section) => `BODY.PEEK[${section}]<0.${MAX_HEADER_BYTES}>`)
  await connection.fetch([uid], `(UID ${wanted.join(' ')})`, (_uid, items) => {
    for (const [n, section] of sections.entries()) {
      const value = headerIn(items, section)
      if (value !== undefined) headers[n] = bytesOf(value)
    }
  })
  return headers
}

/** Servers differ in how they spell a list of fields back. */
function headerIn(items: FetchedItems, section: string): ImapValue | undefined {
  const begin = section.startsWith('HEADER') ? 'BODY[HEADER.FIELDS' : `BODY[${section}]`
  return [...items].find(([name]) => name.startsWith(begin))?.[1]
}

const PARAMETER = /;\s*([\w*.-]{1,64})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g

function parseField(field: string): {
  readonly value: string
  readonly parameters: readonly string[]
} {
  const [value = ''] = field.split(';')
  const parameters = [...field.matchAll(PARAMETER)].flatMap(([, name = '', quoted, atom]) => [
    name,
    quoted?.replace(/\\(.)/gs, '$1') ?? atom ?? '',
  ])
  return { value: value.trim(), parameters }
}
