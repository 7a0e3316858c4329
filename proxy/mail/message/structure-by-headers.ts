import type { FetchedItems, MailConnection } from '../connection/connection.ts'
import type { ImapValue } from '../imap/parser/response.ts'
import { bytesOf } from '../imap/parser/value.ts'
import { NO_PART, type BodyNode } from '../mime/structure/body-structure.ts'
import { parseContentHeader, type ContentHeader } from '../mime/structure/content-header.ts'

/** Parts of one multipart that are requested, and multiparts within each other. */
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
  const section =
    'HEADER.FIELDS (CONTENT-TYPE CONTENT-DISPOSITION CONTENT-TRANSFER-ENCODING CONTENT-ID)'
  const [header = ''] = await headersOf(connection, uid, [section])
  return structureOf(connection, uid, { header, id: '', depth: 0 })
}

interface PartHeader {
  readonly header: string
  readonly id: string
  readonly depth: number
}

async function structureOf(
  connection: MailConnection,
  uid: number,
  { header, id, depth }: PartHeader,
): Promise<BodyNode> {
  const { fields } = parseContentHeader(header)
  if (!fields.type.startsWith('multipart/') || depth >= MAX_DEPTH) return leafOf(fields, id)
  const ids = Array.from({ length: MAX_PARTS }, (_, n) =>
    id === '' ? `${n + 1}` : `${id}.${n + 1}`,
  )
  const headers = await headersOf(
    connection,
    uid,
    ids.map((one) => `${one}.MIME`),
  )
  const children: BodyNode[] = []
  for (const [n, childId] of ids.entries()) {
    const childHeader = headers[n] ?? ''
    if (childHeader === '') break
    children.push(
      await structureOf(connection, uid, { header: childHeader, id: childId, depth: depth + 1 }),
    )
  }
  return children.length === 0
    ? leafOf(fields, id)
    : { ...NO_PART, id, type: fields.type, children }
}

function leafOf(fields: ContentHeader['fields'], id: string): BodyNode {
  return { ...NO_PART, ...fields, id: id === '' ? '1' : id }
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
  const prefix = section.startsWith('HEADER') ? 'BODY[HEADER.FIELDS' : `BODY[${section}]`
  return [...items].find(([name]) => name.startsWith(prefix))?.[1]
}
