import test from 'ava'
import type { Account } from '../../../../proxy/mail/model/account.ts'
import type { ListedMessages } from '../../../../proxy/mail/model/message-list.ts'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import type { UidRange } from '../../../../proxy/mail/model/uid-range.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { quotaSettings } from '../../../support/dovecot/quota.ts'
import { openAccount, openEngine, patient, request } from '../engine.ts'
import { startScriptedImap } from '../../../support/imap/scripted-imap.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

let dovecot: Dovecot

test.before(async () => {
  dovecot = await startDovecot({
    users: 12,
    settings: quotaSettings('10M'),
  })
})
test.after.always(() => dovecot.stop())

async function names(account: Account): Promise<readonly string[]> {
  const mailboxes = await account.mailboxes(patient)
  return mailboxes.filter(({ isSubscribed }) => isSubscribed).map(({ path }) => path)
}

test('a new mailbox is subscribed and listed at once, with a name of any script', async (t) => {
  const account = openAccount(t, dovecot, 1)
  await account.mailboxes(patient)

  const parent = await account.createMailbox(
    { parent: undefined, name: 'Entwürfe & Pläne' },
    patient,
  )
  const child = await account.createMailbox({ parent, name: 'Реґата' }, patient)

  t.is(child, mailboxName('Entwürfe & Pläne.Реґата'))
  t.true((await names(account)).includes(child))
})

test('a new mailbox is listed although the server continues showing the connection the names of before', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ tag, name }, connection) =>
      name === 'LIST' && connection > 1
        ? `* LIST () "/" INBOX\r\n* LIST () "/" Work\r\n${tag} OK\r\n`
        : undefined,
  })
  const { accounts } = openEngine(t, server)
  const account = accounts.account(
    { user: 'somebody', password: 'any', authorizationId: undefined },
    '192.0.2.1',
  )

  await account.createMailbox({ parent: undefined, name: 'Work' }, patient)

  const listed = await account.mailboxes({ ...patient, isConfirmed: true })
  t.deepEqual(
    listed.map(({ path }) => path),
    ['INBOX', 'Work'],
  )
  t.is(server.heard('CREATE'), 1)
})

test('a mailbox is known by its last name, also where a delimiter stands behind it', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ tag, name }) =>
      name === 'LIST'
        ? `* LIST () "/" INBOX\r\n* LIST (\\NoSelect) "/" Lists/\r\n* LIST () "/" Lists/Ada\r\n${tag} OK\r\n`
        : undefined,
  })
  const { accounts } = openEngine(t, server)
  const account = accounts.account(
    { user: 'somebody', password: 'any', authorizationId: undefined },
    '192.0.2.1',
  )

  const listed = await account.mailboxes({ ...patient, isConfirmed: true })

  t.deepEqual(new Set(listed.map(({ name }) => name)), new Set(['INBOX', 'Lists', 'Ada']))
})

test('a mailbox that exists is not made again', async (t) => {
  const account = openAccount(t, dovecot, 2)
  await account.createMailbox({ parent: undefined, name: 'Work' }, patient)

  await t.throwsAsync(account.createMailbox({ parent: undefined, name: 'Work' }, patient), {
    name: 'MailFault',
    code: 'mailbox_exists',
  })
})

test('a renamed mailbox keeps its messages, its children and their subscriptions, also while it is open', async (t) => {
  const account = openAccount(t, dovecot, 3)
  const work = await account.createMailbox({ parent: undefined, name: 'Work' }, patient)
  await account.createMailbox({ parent: work, name: 'Old' }, patient)
  await dovecot.seed(dovecot.userName(3), 2, 'Work.Old')
  await account.page(request({ mailbox: mailboxName('Work.Old') }), patient)

  const renamed = await account.renameMailbox(
    work,
    { parent: mailboxName('Trash'), name: 'Job' },
    patient,
  )

  t.is(renamed, mailboxName('Trash.Job'))
  const listed = await names(account)
  t.true(listed.includes('Trash.Job') && listed.includes('Trash.Job.Old'))
  t.false(listed.some((path) => path.startsWith('Work')))
  t.is((await account.page(request({ mailbox: mailboxName('Trash.Job.Old') }), patient)).total, 2)
})

test('a deleted mailbox is deleted with all below it, and no other', async (t) => {
  const account = openAccount(t, dovecot, 4)
  const work = await account.createMailbox({ parent: undefined, name: 'Work' }, patient)
  await account.createMailbox({ parent: work, name: 'Old' }, patient)
  await account.createMailbox({ parent: undefined, name: 'Workshop' }, patient)
  await account.page(request({ mailbox: work }), patient)

  await account.deleteMailbox(work, patient)

  const listed = await account.mailboxes(patient)
  t.deepEqual(
    listed.map(({ path }) => path).filter((path) => path.startsWith('Work')),
    ['Workshop'],
  )
})

test('what the server does not allow is told as a matter of the mailbox', async (t) => {
  const account = openAccount(t, dovecot, 5)

  await t.throwsAsync(account.deleteMailbox('INBOX', patient), {
    name: 'MailFault',
    code: 'mailbox_refused',
  })
})

test('an unsubscribed mailbox stays, out of the list', async (t) => {
  const account = openAccount(t, dovecot, 6)
  await account.createMailbox({ parent: undefined, name: 'Work' }, patient)

  await account.setSubscribed(mailboxName('Work'), false, patient)

  const work = (await account.mailboxes(patient)).find(({ path }) => path === 'Work')
  t.is(work?.isSubscribed, false)
})

test('the UIDs of all messages are one set, and of a search those that match', async (t) => {
  await dovecot.seed(dovecot.userName(7), 25)
  const account = openAccount(t, dovecot, 7)
  await account.remove('INBOX', [7], patient)

  const all = await account.matchingUids('INBOX', { search: undefined, flags: undefined }, patient)
  const unseen = await account.matchingUids(
    'INBOX',
    { search: undefined, flags: 'UNSEEN' },
    patient,
  )
  const none = await account.matchingUids(
    'INBOX',
    { search: { text: 'no such words', fields: ['subject'], filter: 'all' }, flags: 'SEEN' },
    patient,
  )

  const first = request({ pageSize: 1 })
  const { uidValidity } = (await account.page(first, patient)).state
  t.deepEqual(all, { uidValidity, set: '1:6,8:25', count: 24 })
  t.deepEqual(unseen, { uidValidity, set: '1,11,21', count: 3 })
  t.deepEqual(none, { uidValidity, set: '', count: 0 })
})

test('the UIDs between two messages are those of the list they are shown in', async (t) => {
  await dovecot.seed(dovecot.userName(9), 25)
  const account = openAccount(t, dovecot, 9)
  await account.remove('INBOX', [7], patient)
  const first = request({ pageSize: 1 })
  const { uidValidity } = (await account.page(first, patient)).state
  const between = (ends: readonly [number, number], list: Partial<ListedMessages> = {}) =>
    account.uidsBetween(
      'INBOX',
      { sort: undefined, search: undefined, ...list, ends },
      { ...patient, uidValidity },
    )
  const bySubject = { by: 'subject', isDescending: false } as const
  const sorted = await account.page({ ...first, pageSize: 50, sort: bySubject }, patient)
  const [one = 0, two = 0, three = 0] = sorted.rows.map(({ summary }) => summary.uid)

  t.deepEqual(await between([10, 5]), { uidValidity, set: '5:6,8:10', count: 5 })
  t.deepEqual(await between([5, 5]), { uidValidity, set: '5', count: 1 })
  t.is((await between([three, one], { sort: bySubject })).count, 3)
  t.true((await between([one, three], { sort: bySubject })).set.includes(String(two)))
  t.is((await between([21, 1], { search: { text: '', fields: [], filter: 'unseen' } })).count, 3)
  t.true((await between([3, 12], { isThreaded: true })).count >= 2)
  await t.throwsAsync(between([5, 7]), { instanceOf: MailFault, message: /message_not_found/ })
})

test('of selected UIDs those that left the mailbox are told, as ranges', async (t) => {
  await dovecot.seed(dovecot.userName(10), 25)
  const account = openAccount(t, dovecot, 10)
  await account.remove('INBOX', [7, 8, 20], patient)
  const missing = (ranges: readonly UidRange[]) =>
    account.missingUids('INBOX', ranges, { ...patient, uidValidity: undefined })

  t.deepEqual(await missing([[1, 6]]), [])
  t.deepEqual(
    await missing([
      [1, 10],
      [19, 30],
    ]),
    [
      [7, 8],
      [20, 20],
      [26, 30],
    ],
  )
  t.deepEqual(await missing([[100, 4_294_967_295]]), [[100, 4_294_967_295]])
})

test('the quota is told in bytes', async (t) => {
  await dovecot.seed(dovecot.userName(8), 3)

  const account = openAccount(t, dovecot, 8)
  const { quota } = await account.overview(patient)

  t.is(quota?.limitBytes, 10 * 1024 * 1024)
  t.true((quota?.usedBytes ?? 0) > 0)
  t.deepEqual(await account.quotas(mailboxName('Sent'), patient), [quota])
})
