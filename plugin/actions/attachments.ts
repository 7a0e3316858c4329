import type { PartContent } from '../../proxy/mail/account.ts'
import { Refusal } from '../refusal.ts'
import { zipArchive, type ZipEntry } from '../wire/zip-archive.ts'
import type { Action } from './action.ts'
import { listedParts } from './listed-parts.ts'
import { namedMessage, uidOptions, type NamedMessage } from './named-messages.ts'

/** mail/attachments: all attachments of a message as one ZIP archive, read while it is sent. */
export const attachments: Action<NamedMessage> = {
  task: 'mail',
  name: 'attachments',
  method: 'GET',
  parse: (parameters) => namedMessage(parameters),
  async run(named, context) {
    const { mailbox, uid } = named
    const message = await context.account.message(mailbox, uid, uidOptions(named, context))
    const parts = await listedParts(message, context)
    if (parts.length === 0) throw new Refusal('not_found')
    const { uidValidity, row } = message
    const options = { signal: context.signal, uidValidity }
    const ids = parts.map(({ id }) => id)
    const contents = await context.account.parts(mailbox, row.summary.uid, ids, options)
    return {
      kind: 'stream',
      stream: zipArchive(entriesOf(contents)),
      type: 'application/zip',
      filename: `${fileName(row.summary.subject) || 'attachments'}.zip`,
      disposition: 'attachment',
    }
  },
}

function entriesOf(contents: readonly PartContent[]): readonly ZipEntry[] {
  const taken = new Set<string>()
  return contents.map(({ part: { id, filename }, stream }) => {
    const name = freeName(fileName(filename) || `part-${id}`, taken)
    taken.add(name)
    return { name, open: () => Promise.resolve(stream) }
  })
}

/** A name from a stranger names a file in the folder it is unpacked to, and nothing outside of it. */
function fileName(text: string): string {
  return text
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^[.\s]+/, '')
    .slice(0, 150)
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 2; ; number += 1) {
    const next = `${stem} (${number})${extension}`
    if (!taken.has(next)) return next
  }
}
