import test from 'ava'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { credentialOf, openAccount, openEngine, otherClient, patient, request } from '../engine.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

let dovecot: Dovecot

test.before(async () => {
  dovecot = await startDovecot({ users: 20 })
})
test.after.always(() => dovecot.stop())

test('flags are added and removed, and the next page shows them', async (t) => {
  await dovecot.seed(dovecot.userName(1), 3)
  const account = openAccount(t, dovecot, 1)
  await account.page(request(), patient)

  await account.setFlags(
    'INBOX',
    [2],
    { add: ['\\Flagged', '$Label'], remove: ['\\Seen'] },
    patient,
  )
  const page = await account.page(request(), patient)

  const row = page.rows.find(({ summary }) => summary.uid === 2)
  t.deepEqual(row?.flags.filter((flag) => flag !== '\\Recent').toSorted(), ['$Label', '\\Flagged'])
  t.is(page.state.unseen, 2)
})

test('what is no flag is refused before anything is sent', async (t) => {
  await dovecot.seed(dovecot.userName(2), 1)
  const account = openAccount(t, dovecot, 2)

  for (const flag of ['', 'two words', '\\Seen) +FLAGS (\\Deleted', 'é', 'a\r\nb']) {
    const change = { add: [flag], remove: [] }
    await t.throwsAsync(account.setFlags('INBOX', [1], change, patient), {
      name: 'MailFault',
      code: 'server_refused',
    })
  }
})

test('moved messages are told with their new UIDs and slide the page up', async (t) => {
  await dovecot.seed(dovecot.userName(3), 6)
  const account = openAccount(t, dovecot, 3)
  await account.page(request({ pageSize: 3 }), patient)

  const outcome = await account.move('INBOX', [6, 4], mailboxName('Trash'), patient)
  const inbox = await account.page(request({ pageSize: 3 }), patient)
  const trash = await account.page(request({ mailbox: mailboxName('Trash') }), patient)

  t.is(outcome.count, 2)
  t.deepEqual(
    [...(outcome.uidMap ?? [])].sort(([one], [two]) => one - two),
    [
      [4, trash.rows[1]?.summary.uid ?? 0],
      [6, trash.rows[0]?.summary.uid ?? 0],
    ].sort(([one = 0], [two = 0]) => one - two),
  )
  t.deepEqual(
    inbox.rows.map(({ summary }) => summary.uid),
    [5, 3, 2],
  )
})

test('a copy leaves the original where it is', async (t) => {
  await dovecot.seed(dovecot.userName(4), 2)
  const account = openAccount(t, dovecot, 4)

  const outcome = await account.copy('INBOX', [1], mailboxName('Drafts'), patient)

  t.is(outcome.count, 1)
  t.is((await account.page(request(), patient)).total, 2)
  t.is((await account.page(request({ mailbox: mailboxName('Drafts') }), patient)).total, 1)
})

test('a move to a mailbox that does not exist says so and moves nothing', async (t) => {
  await dovecot.seed(dovecot.userName(5), 2)
  const account = openAccount(t, dovecot, 5)

  await t.throwsAsync(account.move('INBOX', [1], mailboxName('Nowhere'), patient), {
    code: 'mailbox_not_found',
  })

  t.is((await account.page(request(), patient)).total, 2)
})

test('removing takes exactly the named messages, not those another client has marked', async (t) => {
  await dovecot.seed(dovecot.userName(6), 4)
  const account = openAccount(t, dovecot, 6)
  const other = await otherClient(t, dovecot, 6)
  await other.mailboxOpen('INBOX')
  await other.messageFlagsAdd('3', ['\\Deleted'], { uid: true })

  await account.remove('INBOX', [1, 2], patient)

  const page = await account.page(request(), patient)
  t.deepEqual(
    page.rows.map(({ summary }) => summary.uid),
    [4, 3],
  )
  t.true(page.rows[1]?.flags.includes('\\Deleted'))
})

test('emptying a mailbox leaves none of its messages', async (t) => {
  await dovecot.seed(dovecot.userName(7), 12, 'Trash')
  const account = openAccount(t, dovecot, 7)

  await account.empty(mailboxName('Trash'), patient)

  const page = await account.page(request({ mailbox: mailboxName('Trash') }), patient)
  t.is(page.total, 0)
  t.deepEqual(page.rows, [])
})

test('an appended message is in the list under the UID that was told', async (t) => {
  const account = openAccount(t, dovecot, 8)
  await account.page(request({ mailbox: mailboxName('Sent') }), patient)
  const source = Buffer.from('Subject: filed\r\n\r\nnaïve\r\n', 'utf8')

  const filed = await account.append(mailboxName('Sent'), source, ['\\Seen'], patient)

  const page = await account.page(request({ mailbox: mailboxName('Sent') }), patient)
  t.is(page.rows[0]?.summary.uid, filed?.uid)
  t.deepEqual(filed, { mailbox: 'Sent', uidValidity: page.state.uidValidity, uid: 1 })
  t.is(page.rows[0]?.summary.subject, 'filed')
})

test('a message another client expunged between list and act is left out of the action', async (t) => {
  await dovecot.seed(dovecot.userName(9), 3)
  const account = openAccount(t, dovecot, 9)
  await account.page(request(), patient)
  const other = await otherClient(t, dovecot, 9)
  await other.mailboxOpen('INBOX')
  await other.messageDelete('2', { uid: true })

  const outcome = await account.move('INBOX', [2, 3], mailboxName('Trash'), patient)

  t.is(outcome.count, 1)
  t.deepEqual(
    (await account.page(request(), patient)).rows.map(({ summary }) => summary.uid),
    [1],
  )
})

test('a full mailbox refuses a message as over quota', async (t) => {
  const full = await startDovecot({
    users: 1,
    settings: [
      'mail_plugins = quota',
      'protocol imap {\n  mail_plugins = quota\n}',
      'plugin {\n  quota = count:User quota\n  quota_vsizes = yes\n  quota_rule = *:storage=1K\n}',
    ].join('\n'),
  })
  t.teardown(() => full.stop())
  const account = openEngine(t, full).accounts.account(credentialOf(full, 1), '192.0.2.1')

  const large = Buffer.from(`Subject: large\r\n\r\n${'x'.repeat(4_096)}\r\n`)
  await t.throwsAsync(account.append(mailboxName('Sent'), large, [], patient), {
    code: 'over_quota',
  })
})
