import { once } from 'node:events'
import test, { type ExecutionContext } from 'ava'
import type { Account } from '../../../../proxy/mail/model/account.ts'
import hoodiecrow from 'hoodiecrow-imap'
import { startDemoImap, type DemoImap } from '../../../../scripts/demo/imap/server.ts'
import { openEngine, patient, request } from '../engine.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const owner = { address: 'owner@example.test', password: 'secret' }

const credential = { user: owner.address, password: owner.password, authorizationId: undefined }

function storageOf(count: number) {
  const messages = Array.from({ length: count }, (_, n) => ({
    raw: `Subject: plain ${n}\r\nFrom: a@example.test\r\n\r\ntext ${n}\r\n`,
    flags: n % 3 === 0 ? [] : ['\\Seen'],
    internaldate: new Date(Date.UTC(2026, 0, 1, n)),
  }))
  return {
    INBOX: { messages },
    '': {
      separator: '/',
      folders: {
        Sent: { 'special-use': '\\Sent' },
        Trash: { 'special-use': '\\Trash' },
        Empty: {},
      },
    },
  }
}

/** A server without SORT, CONDSTORE, ESEARCH, LIST-EXTENDED and LIST-STATUS. */
async function openPlain(
  t: ExecutionContext,
): Promise<{ readonly server: DemoImap; readonly account: Account }> {
  const server = await startDemoImap({ ...owner, storage: storageOf(12) })
  t.teardown(() => server.stop())
  const { accounts } = openEngine(t, server)
  return { server, account: accounts.account(credential, '192.0.2.1') }
}

test('a plain server is listed, also when a sort is wanted that it does not know', async (t) => {
  const { account } = await openPlain(t)

  const page = await account.page(request({ pageSize: 5 }), patient)
  const byDate = await account.page(
    request({ pageSize: 5, sort: { by: 'date', isDescending: true } }),
    patient,
  )

  t.like(page, { total: 12, pageCount: 3 })
  t.is(page.rows[0]?.summary.subject, 'plain 11')
  t.is(page.state.unseen, 4)
  t.is(page.state.highestModseq, undefined)
  t.deepEqual(byDate.rows, page.rows)
})

test('mailboxes and counts of a plain server are found one by one', async (t) => {
  const { account } = await openPlain(t)

  const mailboxes = await account.mailboxes(patient)
  const counts = await account.counts(patient)

  t.deepEqual(
    mailboxes.map(({ path, specialUse }) => [path, specialUse]),
    [
      ['INBOX', 'inbox'],
      ['Sent', 'sent'],
      ['Trash', 'trash'],
      ['Empty', undefined],
    ],
  )
  t.like(counts[0], { path: 'INBOX', messages: 12, unseen: 4 })
})

test('flags, moves and removals show on a plain server', async (t) => {
  const { account } = await openPlain(t)
  const [newest, second] = (await account.page(request(), patient)).rows
  const [newestUid, secondUid] = [newest?.summary.uid ?? 0, second?.summary.uid ?? 0]

  await account.setFlags('INBOX', [newestUid], { add: ['\\Flagged'], remove: [] }, patient)
  t.true((await account.page(request(), patient)).rows[0]?.flags.includes('\\Flagged'))
  await account.move('INBOX', [newestUid], mailboxName('Trash'), patient)
  await account.remove('INBOX', [secondUid], patient)

  t.is((await account.page(request(), patient)).total, 10)
  t.is((await account.page(request({ mailbox: mailboxName('Trash') }), patient)).total, 1)
})

test('new mail on a plain server shows in the next list', async (t) => {
  const { server, account } = await openPlain(t)
  await account.page(request(), patient)

  server.file('INBOX', [], Buffer.from('Subject: just in\r\n\r\nx\r\n'))

  t.is((await account.page(request(), patient)).rows[0]?.summary.subject, 'just in')
  t.is((await account.counts(patient))[0]?.messages, 13)
})

test('a message of a plain server is read and searched', async (t) => {
  const { account } = await openPlain(t)
  const page = await account.page(
    request({ search: { text: 'plain 7', fields: ['subject'], filter: 'all' } }),
    patient,
  )

  t.is(page.total, 1)
  const message = await account.message('INBOX', page.rows[0]?.summary.uid ?? 0, patient)
  t.is(message.text?.trim(), 'text 7')
})

test('without UIDPLUS and MOVE exactly the named messages leave', async (t) => {
  const server = hoodiecrow({
    plugins: ['AUTH-PLAIN', 'SASL-IR', 'NAMESPACE'],
    users: { [owner.address]: { password: owner.password } },
    storage: storageOf(4),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.teardown(() => new Promise<void>((resolve) => server.close(resolve)))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on TCP')
  const { accounts } = openEngine(t, address)
  const account = accounts.account(credential, '192.0.2.1')
  await account.setFlags('INBOX', [1], { add: ['\\Deleted'], remove: [] }, patient)

  await account.move('INBOX', [2], mailboxName('Trash'), patient)
  await account.remove('INBOX', [3], patient)

  const page = await account.page(request(), patient)
  t.deepEqual(
    page.rows.map(({ summary }) => summary.uid),
    [4, 1],
  )
  t.true(page.rows[1]?.flags.includes('\\Deleted'))
  t.is((await account.page(request({ mailbox: mailboxName('Trash') }), patient)).total, 1)
})
