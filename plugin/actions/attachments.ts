import type { PartContent } from '../../proxy/mail/account.ts'
import { Refusal } from '../refusal.ts'
import { archiveName, archiveNames } from '../wire/archive-names.ts'
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
      filename: `${archiveName(row.summary.subject) || 'attachments'}.zip`,
      disposition: 'attachment',
    }
  },
}

function entriesOf(contents: readonly PartContent[]): readonly ZipEntry[] {
  const names = archiveNames(
    contents.map(({ part: { id, filename } }) => ({ filename, fallback: `part-${id}` })),
  )
  return contents.map(({ part: { id }, stream }, at) => ({
    name: names[at] ?? `part-${id}`,
    open: () => Promise.resolve(stream),
  }))
}
