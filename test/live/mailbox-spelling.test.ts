import test, { type ExecutionContext } from 'ava'
import type { NativeDone, NativeList } from '../../plugin/wire/native/types.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { callAction } from '../support/http/native-actions.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'
import { startPostern } from '../support/postern/postern.ts'

// A server knows no case in INBOX (RFC 9051 5.1): anyone who spells it otherwise means the same mailbox.

test('inbox is INBOX: what is deleted in one is deleted from the other, and counted', async (t) => {
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

async function signedIn(
  t: ExecutionContext,
  settings = '',
): Promise<{
  readonly dovecot: Dovecot
  readonly create: (name: string) => Promise<unknown>
  readonly list: (mailbox: string) => Promise<NativeList>
  readonly remove: (mailbox: string, list: NativeList) => Promise<NativeDone>
}> {
  const dovecot = await startDovecot({ users: 1, settings })
  t.teardown(() => dovecot.stop())
  const postern = await startPostern({
    config: { imap: { host: dovecot.host, port: dovecot.port } },
  })
  t.teardown(() => postern.stop())
  const client = createWebmailClient(postern.base())
  await client.signIn(dovecot.userName(1), dovecot.password)
  return {
    dovecot,
    create: (name) => callAction(client, 'create-folder', { name, parent: null }),
    list: (mailbox) => callAction(client, 'list', { mailbox }),
    /** Deletes the first message of the list. */
    remove: (mailbox, { rows, uidValidity }) => {
      const uids = rows.slice(0, 1).map(({ uid }) => uid)
      return callAction(client, 'delete', { mailbox, uidValidity, uids, isPermanent: false })
    },
  }
}

function countsOf({ counts }: NativeDone): readonly (readonly [string, number])[] {
  return counts.map(({ mailbox, messages }) => [mailbox, messages])
}
