import type { Message, MessagePart } from '../../proxy/mail/account.ts'
import { Refusal } from '../refusal.ts'
import { zipArchive, type ZipEntry } from '../wire/zip-archive.ts'
import type { Action, ActionContext } from './action.ts'
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
    const entries = entriesOf({ mailbox, message, parts }, context)
    return {
      kind: 'stream',
      stream: zipArchive(entries),
      type: 'application/zip',
      filename: `${fileName(message.row.summary.subject) || 'attachments'}.zip`,
      disposition: 'attachment',
    }
  },
}

interface Listed {
  readonly mailbox: string
  readonly message: Message
  readonly parts: readonly MessagePart[]
}

function entriesOf(
  { mailbox, message, parts }: Listed,
  { account, signal }: ActionContext,
): readonly ZipEntry[] {
  const { uidValidity, row } = message
  const options = { signal, uidValidity }
  const taken = new Set<string>()
  return parts.map(({ id, filename }) => {
    const name = freeName(fileName(filename) || `part-${id}`, taken)
    taken.add(name)
    return {
      name,
      open: async () => (await account.part(mailbox, row.summary.uid, id, options)).stream,
    }
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
