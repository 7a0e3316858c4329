import test from 'ava'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { runAction } from '../../../support/actions/run-action.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, otherClient } from '../../../proxy/mail/engine.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'

let dovecot: Dovecot
test.before(async () => {
  dovecot = await startDovecot({ users: 4 })
})
test.after.always(() => dovecot.stop())

const query = (text: string) => ({ text, fields: ['subject' as const], filter: 'all' as const })

/** One message in each mailbox, the first one the newest: all have UID 1. */
async function deliverOne(owner: string, mailboxes: readonly string[]): Promise<void> {
  for (const [at, mailbox] of mailboxes.entries()) {
    const raw = `Subject: needle ${at}\r\nDate: Fri, 20 Nov 2026 09:0${9 - at}:00 +0000\r\n\r\ntext\r\n`
    await dovecot.deliver(owner, { mailbox, raw, flags: [] })
  }
}

function contextOf(t: Teardown, n: number, maxConnectionsPerAccount = 2) {
  const account = openAccount(t, dovecot, n, { maxConnectionsPerAccount })
  return fakeContext({ account }).context
}

test('messages of the same UID in folders of messy names are each told with their folder', async (t) => {
  const client = await otherClient(t, dovecot, 1)
  const names = ['Müller & Söhne', 'a "quoted" \\ name', '日本語', 'percent % star *']
  for (const name of names) {
    const { path } = await client.mailboxCreate(name)
    await client.append(path, 'Subject: needle\r\n\r\ntext\r\n')
  }
  await client.append('INBOX', 'Subject: needle\r\n\r\ntext\r\n')
  await client.append('INBOX', 'Subject: hay\r\n\r\ntext\r\n')

  const result = await runAction('find', { query: query('needle') }, contextOf(t, 1))

  t.like(result, { count: 5, refused: [], after: null })
  t.deepEqual(result.rows.map(({ mailbox }) => mailbox).sort(), ['INBOX', ...names].sort())
  t.true(result.rows.every(({ row, uidValidity }) => row.uid === 1 && uidValidity !== '0'))
})

test('Junk and Trash are searched only where they are named, and the newest is the first', async (t) => {
  await deliverOne(dovecot.userName(2), ['Junk', 'Sent', 'Trash', 'INBOX'])
  const context = contextOf(t, 2)
  const foundIn = async (text: string) => {
    const { rows } = await runAction('find', { query: query(text) }, context)
    return rows.map(({ mailbox }) => mailbox)
  }

  t.deepEqual(await foundIn('needle'), ['Sent', 'INBOX'])
  t.deepEqual(await foundIn('needle in:anywhere'), ['Junk', 'Sent', 'Trash', 'INBOX'])
  t.deepEqual(await foundIn('in:spam needle'), ['Junk'])
  t.deepEqual(await foundIn('in:spam'), ['Junk'])
  t.deepEqual(await foundIn('in:"no such folder" needle'), [])
})

test('an account of one connection is searched folder by folder, others in between', async (t) => {
  await deliverOne(dovecot.userName(3), ['Sent', 'INBOX'])
  const context = contextOf(t, 3, 1)
  const found: string[] = []
  let after: string | undefined
  let requests = 0
  do {
    const result = await runAction('find', { query: query('needle'), after }, context)
    requests += 1
    t.is(result.searched, requests)
    found.push(...result.rows.map(({ mailbox }) => mailbox))
    after = result.after ?? undefined
    t.is(after === undefined, result.searched === result.folders)
  } while (after !== undefined)

  t.deepEqual(found, ['INBOX', 'Sent'])
  t.true(requests > 2)
})

test('a folder that is deleted since it was listed costs itself only', async (t) => {
  const client = await otherClient(t, dovecot, 4)
  await client.mailboxCreate('Doomed')
  await client.append('Sent', 'Subject: needle\r\n\r\ntext\r\n')
  const context = contextOf(t, 4)
  await context.account.mailboxes({ signal: context.signal })
  await client.mailboxDelete('Doomed')

  const result = await runAction('find', { query: query('needle') }, context)

  t.deepEqual(result.refused, ['Doomed'])
  t.deepEqual(
    result.rows.map(({ mailbox }) => mailbox),
    ['Sent'],
  )
})
