import type { Folder } from '../cache/folder.ts'
import type { PreviewCache } from '../cache/previews.ts'
import type { MailConnection } from '../connection/connection.ts'
import { sectionPiece } from '../imap/parser/value.ts'
import { parseBodyStructure, type BodyNode } from '../mime/structure/body-structure.ts'
import { bodyText } from '../mime/body/body-text.ts'
import { arrangeMessage } from '../mime/structure/message-parts.ts'
import { previewOfHtml, previewOfText } from './preview-text.ts'
import { sectionOf } from './read-structure.ts'

/** Encoded bytes that are read of a text; HTML starts with styles. */
const TEXT_BYTES = 1_024
const HTML_BYTES = 8_192

/**
 * The first text of messages, by UID; those that are deleted are left out. Two round trips however many they are, and none
 * for those that are known: the structures of all, then the beginning of one text of each. Never \Seen automatically.
 */
export async function readPreviews(
  connection: MailConnection,
  folder: Folder,
  cache: PreviewCache,
  uids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const unknown = uids.filter((uid) => cache.find(folder, uid) === undefined)
  const bodies = await bodiesOf(connection, unknown)
  for (const [uid, node] of bodies) if (node === undefined) cache.keep(folder, uid, '')
  await Promise.all(
    [...bySection(bodies)].map(([item, nodes]) =>
      connection.fetch([...nodes.keys()], `(UID BODY.PEEK[${item})`, (uid, items) => {
        const node = nodes.get(uid)
        const piece = { offset: 0, bytes: HTML_BYTES }
        const bytes = node && sectionPiece(items, sectionOf(node), piece)
        if (bytes !== undefined) cache.keep(folder, uid, previewOf(bytes, node))
      }),
    ),
  )
  return new Map(
    uids.flatMap((uid) => {
      const preview = cache.find(folder, uid)
      return preview === undefined ? [] : [[uid, preview]]
    }),
  )
}

/** The text to begin with of each message that is there; undefined for one without a text. */
async function bodiesOf(
  connection: MailConnection,
  uids: readonly number[],
): Promise<ReadonlyMap<number, BodyNode | undefined>> {
  const bodies = new Map<number, BodyNode | undefined>()
  await connection.fetch(uids, '(UID BODYSTRUCTURE)', (uid, items) => {
    // A change of flags meanwhile comes in a FETCH of its own.
    const structure = items.get('BODYSTRUCTURE')
    if (structure === undefined) return
    const { introduction, texts, html } = arrangeMessage(parseBodyStructure(structure))
    bodies.set(uid, introduction[0] ?? texts[0] ?? html)
  })
  return bodies
}

/** Messages whose text is in the same place are requested together, e.g. `1.1]<0.1024>`. */
function bySection(
  bodies: ReadonlyMap<number, BodyNode | undefined>,
): ReadonlyMap<string, ReadonlyMap<number, BodyNode>> {
  const groups = new Map<string, Map<number, BodyNode>>()
  for (const [uid, node] of bodies) {
    if (node === undefined) continue
    const item = `${sectionOf(node)}]<0.${isHtml(node) ? HTML_BYTES : TEXT_BYTES}>`
    groups.set(item, (groups.get(item) ?? new Map<number, BodyNode>()).set(uid, node))
  }
  return groups
}

function isHtml({ type }: BodyNode): boolean {
  return type === 'text/html'
}

function previewOf(bytes: Buffer, node: BodyNode | undefined): string {
  if (node === undefined) return ''
  const text = bodyText(bytes, node)
  return isHtml(node) ? previewOfHtml(text) : previewOfText(text)
}
