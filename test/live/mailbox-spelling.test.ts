import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import { NATIVE_TYPE } from '../../plugin/wire/native/types.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'
import { startPostern } from '../support/postern/postern.ts'

// A server knows no case in INBOX (RFC 9051 5.1): whoever spells it otherwise means the same mailbox.

test('inbox is INBOX: what is deleted in one is gone from the other, and counted', async (t) => {
  const { dovecot, list, remove } = await signedIn(t)
  await dovecot.seed(dovecot.userName(1), 3)
  const before = await list('INBOX')

  const lower = await list('inbox')
  t.is(lower.mailbox, 'INBOX')
  t.deepEqual(lower.rows, before.rows)

  const done = await remove('inbox', lower)
  t.is(done.mailbox, 'INBOX')
  t.deepEqual(countsOf(done), [
    ['INBOX', 2],
    ['Trash', 1],
  ])
  const after = await list('INBOX')
  t.is(after.total, 2)
  t.deepEqual(await list('Inbox'), after)
})

test('what is below INBOX has one spelling where everything of the owner is below it', async (t) => {
  const { dovecot, create, list, remove } = await signedIn(
    t,
    'namespace inbox {\n  prefix = INBOX.\n}',
  )
  await create('Work')
  await dovecot.seed(dovecot.userName(1), 3, 'Work')

  const lower = await list('inbox.Work')
  t.is(lower.mailbox, 'INBOX.Work')
  t.is(lower.total, 3)

  const done = await remove('inbox.Work', lower)
  t.deepEqual(countsOf(done), [
    ['INBOX.Trash', 1],
    ['INBOX.Work', 2],
  ])
  t.deepEqual(await list('inbox.Work'), await list('INBOX.Work'))
})

const listSchema = z.object({
  mailbox: z.string(),
  uidValidity: z.string(),
  total: z.int(),
  rows: z.array(z.looseObject({ uid: z.int() })),
})
const doneSchema = z.object({
  mailbox: z.string(),
  counts: z.array(z.object({ mailbox: z.string(), messages: z.int() })),
})
type List = z.infer<typeof listSchema>
type Done = z.infer<typeof doneSchema>

async function signedIn(
  t: ExecutionContext,
  settings = '',
): Promise<{
  readonly dovecot: Dovecot
  readonly create: (name: string) => Promise<unknown>
  readonly list: (mailbox: string) => Promise<List>
  readonly remove: (mailbox: string, list: List) => Promise<Done>
}> {
  const dovecot = await startDovecot({ users: 1, settings })
  t.teardown(() => dovecot.stop())
  const postern = await startPostern({
    config: { imap: { host: dovecot.host, port: dovecot.port } },
  })
  t.teardown(() => postern.stop())
  const client = createWebmailClient(postern.base())
  await client.signIn(dovecot.userName(1), dovecot.password)
  const accept = { accept: NATIVE_TYPE }
  const post = (action: string, fields: Readonly<Record<string, string>>) =>
    client.post(`?_task=mail&_action=${action}`, fields, {
      ...accept,
      'x-roundcube-request': client.token(),
    })
  return {
    dovecot,
    create: (name) => post('create-folder', { _name: name }),
    list: async (mailbox) => {
      const { text } = await client.get(`?_task=mail&_action=list&_mbox=${mailbox}`, accept)
      return listSchema.parse(JSON.parse(text))
    },
    /** Deletes the first message of the list. */
    remove: async (mailbox, { rows, uidValidity }) => {
      const named = { _mbox: mailbox, _uid: String(rows[0]?.uid), _uidvalidity: uidValidity }
      const { text } = await post('delete', named)
      return doneSchema.parse(JSON.parse(text))
    },
  }
}

function countsOf({ counts }: Done): readonly (readonly [string, number])[] {
  return counts.map(({ mailbox, messages }) => [mailbox, messages])
}
