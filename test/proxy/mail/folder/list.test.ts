import test from 'ava'
import type { MessagePage } from '../../../../proxy/mail/model/message-list.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, otherClient, patient, request } from '../engine.ts'
import { recordWire } from '../submission/wire-recorder.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

let dovecot: Dovecot

test.before(async () => {
  dovecot = await startDovecot({ users: 20 })
  await dovecot.seed(dovecot.userName(1), 45)
})
test.after.always(() => dovecot.stop())

function uidsOf(page: MessagePage): readonly number[] {
  return page.rows.map(({ summary }) => summary.uid)
}

test('the newest arrivals come first, and the last page holds the rest', async (t) => {
  const account = openAccount(t, dovecot, 1)

  const first = await account.page(request(), patient)
  const last = await account.page(request({ page: 3 }), patient)

  t.like(first, { page: 1, pageCount: 3, total: 45 })
  t.deepEqual(uidsOf(first).slice(0, 3), [45, 44, 43])
  t.deepEqual(uidsOf(last), [5, 4, 3, 2, 1])
})

test('lists of one folder asked in turn are both remembered until something changes', async (t) => {
  const account = openAccount(t, dovecot, 1)
  const [wide, narrow] = [request(), request({ pageSize: 1 })]

  const first = await account.page(wide, patient)
  const other = await account.page(narrow, patient)

  t.is(await account.page(wide, patient), first)
  t.is(await account.page(narrow, patient), other)
})

test('a page past the end is the last one', async (t) => {
  const page = await openAccount(t, dovecot, 1).page(request({ page: 99 }), patient)

  t.is(page.page, 3)
  t.is(page.rows.length, 5)
})

test('a sender without brackets is listed with name and address', async (t) => {
  const account = openAccount(t, dovecot, 18)
  const senders = [
    ['Ada <ada@example.org>', { name: 'Ada', address: 'ada@example.org' }],
    ['ada@example.org (Ada)', { name: 'Ada', address: 'ada@example.org' }],
    ['Ada King ada@example.org', { name: 'Ada King', address: 'ada@example.org' }],
    ['"ada@example.org"', { name: '', address: 'ada@example.org' }],
    ['<Ada ada@example.org>', { name: 'Ada', address: 'ada@example.org' }],
    ['Ada <ada@example.org', { name: 'Ada', address: 'ada@example.org' }],
    ['Ada <<ada@example.org>>', { name: 'Ada', address: 'ada@example.org' }],
    ['Ada [ada@example.org]', { name: 'Ada', address: 'ada@example.org' }],
    ["'ada@example.org'", { name: '', address: 'ada@example.org' }],
    ['Ada King', { name: 'Ada King', address: '' }],
  ] as const
  for (const [field] of senders) {
    const source = `From: ${field}\r\nDate: Mon, 5 Jan 2026 10:00:00 +0000\r\n\r\n`
    await account.append('INBOX', Buffer.from(source), [], patient)
  }

  const { rows } = await account.page(request(), patient)

  t.deepEqual(
    rows.toReversed().map(({ summary }) => summary.from),
    senders.map(([, address]) => [address]),
  )
})

test('a row reports what a list shows', async (t) => {
  const page = await openAccount(t, dovecot, 1).page(request({ page: 3 }), patient)

  t.like(page.rows[1], {
    summary: {
      uid: 4,
      subject: 'Grüße aus Köln 3',
      from: [{ name: 'Dmitri Volkov', address: 'dmitri@example.org' }],
      date: Date.UTC(2026, 0, 5, 8, 30),
      contentType: 'text/plain',
      hasAttachment: false,
      priority: undefined,
      messageId: '<sample-3@example.org>',
    },
  })
})

test('the priority and an attachment are seen', async (t) => {
  const raw = [
    'Subject: urgent',
    'X-Priority: 1 (Highest)',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b\r\n\r\ntext\r\n--b',
    'Content-Disposition: attachment; filename=a.bin\r\n\r\nx\r\n--b--',
  ].join('\r\n')
  await dovecot.deliver(dovecot.userName(2), { raw })

  const page = await openAccount(t, dovecot, 2).page(request(), patient)

  t.like(page.rows[0]?.summary, { priority: 1, hasAttachment: true })
})

test('every sort key gives the order of the server in both directions', async (t) => {
  const account = openAccount(t, dovecot, 1)
  const other = await otherClient(t, dovecot, 1)
  await other.mailboxOpen('INBOX')

  for (const by of ['arrival', 'date', 'from', 'to', 'cc', 'subject', 'size'] as const) {
    const wanted = { pageSize: 100, sort: { by, isDescending: false } }
    const ascending = await account.page(request(wanted), patient)
    const descending = await account.page(
      request({ ...wanted, sort: { by, isDescending: true } }),
      patient,
    )
    t.deepEqual(uidsOf(ascending), uidsOf(descending).toReversed(), by)
  }
  const bySize = await account.page(
    request({ pageSize: 100, sort: { by: 'size', isDescending: false } }),
    patient,
  )
  const sizes = bySize.rows.map(({ summary }) => summary.size)
  t.deepEqual(
    sizes,
    sizes.toSorted((one, two) => one - two),
  )
})

test('a search finds by field, by text beyond ASCII and by filter', async (t) => {
  const account = openAccount(t, dovecot, 1)
  const search = async (text: string, filter: 'all' | 'unseen' = 'all') =>
    account.page(
      request({ pageSize: 100, search: { text, fields: ['subject', 'from'], filter } }),
      patient,
    )

  t.is((await search('Grüße')).total, 6)
  t.is((await search('ada lindqvist')).total, 9)
  t.is((await search('', 'unseen')).total, 5)
  t.is((await search('ada lindqvist', 'unseen')).total, 5)
  t.is((await search('"quoted\\')).total, 0)
})

test('a search shows mail that arrives after it was first asked', async (t) => {
  const account = openAccount(t, dovecot, 3)
  await dovecot.seed(dovecot.userName(3), 5)
  const wanted = request({ search: { text: 'needle', fields: ['subject'], filter: 'all' } })
  t.is((await account.page(wanted, patient)).total, 0)

  await dovecot.deliver(dovecot.userName(3), { raw: 'Subject: a needle\r\n\r\nx\r\n' })

  t.deepEqual(uidsOf(await account.page(wanted, patient)), [6])
})

test('a message is deleted from a search as soon as another client has read it', async (t) => {
  const account = openAccount(t, dovecot, 4)
  await dovecot.seed(dovecot.userName(4), 1)
  const wanted = request({ search: { text: '', fields: [], filter: 'unseen' } })
  t.is((await account.page(wanted, patient)).total, 1)
  const other = await otherClient(t, dovecot, 4)
  await other.mailboxOpen('INBOX')

  await other.messageFlagsAdd('1', ['\\Seen'], { uid: true })

  t.is((await account.page(wanted, patient)).total, 0)
})

test('a mailbox that does not exist is distinguished from an empty one', async (t) => {
  const account = openAccount(t, dovecot, 5)

  await t.throwsAsync(account.page(request({ mailbox: mailboxName('Nope') }), patient), {
    name: 'MailFault',
    code: 'mailbox_not_found',
  })
  t.is((await account.page(request({ mailbox: mailboxName('Junk') }), patient)).total, 0)
})

test('a mailbox name beyond ASCII and with quotes is listed, counted and opened', async (t) => {
  const name = mailboxName('Entwürfe & "台北" \\ x')
  const other = await otherClient(t, dovecot, 6)
  await other.mailboxCreate(name)
  await other.mailboxSubscribe(name)
  await other.append(name, 'Subject: inside\r\n\r\nx\r\n')
  const account = openAccount(t, dovecot, 6)

  const mailboxes = await account.mailboxes(patient)
  const counts = await account.counts(patient)
  const page = await account.page(request({ mailbox: name }), patient)

  t.true(mailboxes.some(({ path }) => path === name))
  t.is(counts.find(({ path }) => path === name)?.messages, 1)
  t.is(page.rows[0]?.summary.subject, 'inside')
})

test('INBOX comes first, then the special mailboxes, then the others by name', async (t) => {
  const other = await otherClient(t, dovecot, 7)
  await other.mailboxCreate('Archive')
  await other.mailboxCreate('Zebra')
  await other.mailboxCreate('Apple')

  const mailboxes = await openAccount(t, dovecot, 7).mailboxes(patient)

  t.deepEqual(
    mailboxes.map(({ path, specialUse }) => [path, specialUse]),
    [
      ['INBOX', 'inbox'],
      ['Drafts', 'drafts'],
      ['Sent', 'sent'],
      ['Junk', 'junk'],
      ['Trash', 'trash'],
      ['Archive', 'archive'],
      ['Apple', undefined],
      ['Zebra', undefined],
    ],
  )
})

test('counts change nothing: unseen mail stays unseen', async (t) => {
  const account = openAccount(t, dovecot, 8)
  await dovecot.deliver(dovecot.userName(8), { raw: 'Subject: new\r\n\r\nx\r\n' })

  const first = await account.counts(patient)
  const second = await account.counts(patient)

  t.like(first[0], { path: 'INBOX', messages: 1, unseen: 1 })
  t.deepEqual(second, first)
})

test('mail that is delivered behind the server shows in the next list', async (t) => {
  const account = openAccount(t, dovecot, 9)
  t.is((await account.page(request(), patient)).total, 0)

  for (let n = 1; n <= 5; n += 1) {
    await dovecot.deliver(dovecot.userName(9), { raw: `Subject: number ${n}\r\n\r\nx\r\n` })
    const page = await account.page(request(), patient)
    t.is(page.rows[0]?.summary.subject, `number ${n}`)
    t.is(page.state.unseen, n)
  }
})

test('a mailbox another client has just made is among those that are confirmed', async (t) => {
  const account = openAccount(t, dovecot, 10)
  const other = await otherClient(t, dovecot, 10)
  await account.mailboxes(patient)

  await other.mailboxCreate('Just made')
  const mailboxes = await account.mailboxes({ ...patient, isConfirmed: true })

  t.true(mailboxes.some(({ path }) => path === 'Just made'))
})

test('mail that came before an action and mail that went after it show in the next list', async (t) => {
  const user = dovecot.userName(11)
  await dovecot.seed(user, 5)
  const account = openAccount(t, dovecot, 11)
  const other = await otherClient(t, dovecot, 11)
  await account.page(request(), patient)
  await account.page(request({ mailbox: mailboxName('Sent') }), patient)

  await dovecot.seed(user, 2)
  // Selects INBOX and lists nothing.
  await account.setFlags('INBOX', [5], { add: ['\\Flagged'], remove: [] }, patient)
  await account.page(request({ mailbox: mailboxName('Sent') }), patient)
  await other.mailboxOpen('INBOX')
  await other.messageDelete('1,2', { uid: true })

  t.deepEqual(uidsOf(await account.page(request(), patient)), [7, 6, 5, 4, 3])
})

test('a search by text takes in what arrives and loses what goes, whatever flags change', async (t) => {
  const user = dovecot.userName(12)
  const letter = (subject: string) => ({ raw: `Subject: ${subject}\r\n\r\nx\r\n` })
  for (const subject of ['needle 1', 'hay', 'needle 3'])
    await dovecot.deliver(user, letter(subject))
  const account = openAccount(t, dovecot, 12)
  const other = await otherClient(t, dovecot, 12)
  await other.mailboxOpen('INBOX')
  const found = async () =>
    uidsOf(
      await account.page(
        request({ search: { text: 'needle', fields: ['subject'], filter: 'all' } }),
        patient,
      ),
    )
  t.deepEqual(await found(), [3, 1])

  await other.messageFlagsAdd('1:3', ['\\Seen'], { uid: true })
  t.deepEqual(await found(), [3, 1])
  await dovecot.deliver(user, letter('hay'))
  await dovecot.deliver(user, letter('needle 5'))
  t.deepEqual(await found(), [5, 3, 1])
  // Lets it see what came straight into the Maildir.
  await other.noop()
  await other.messageDelete('3,5', { uid: true })
  t.deepEqual(await found(), [1])
})

/** Messages 1 to 150, of which each came a minute after the one before it. */
async function seedMinutes(n: number): Promise<void> {
  for (let minute = 1; minute <= 150; minute += 1) await deliverAt(n, minute)
}

async function deliverAt(n: number, minute: number): Promise<void> {
  const raw = `Subject: ${minute}\r\n\r\ntext`
  const receivedAt = Date.UTC(2026, 0, 1) + minute * 60_000
  await dovecot.deliver(dovecot.userName(n), { raw, receivedAt })
}

function subjectsOf(page: MessagePage): readonly string[] {
  return page.rows.map(({ summary }) => summary.subject)
}

const byArrival = { sort: { by: 'received', isDescending: true } } as const

test('a message that is moved back stands by its date of arrival, and the mailbox is sorted once', async (t) => {
  await seedMinutes(14)
  const relay = await recordWire(t, dovecot)
  const account = openAccount(t, { ...dovecot, port: relay.port }, 14)
  const newest = request({ ...byArrival, pageSize: 3 })
  const last = request({ ...byArrival, pageSize: 3, page: 51 })
  t.deepEqual(subjectsOf(await account.page(newest, patient)), ['150', '149', '148'])

  await deliverAt(14, 148.5)
  await deliverAt(14, 151)
  await deliverAt(14, 0.5)
  await deliverAt(14, 60)

  t.deepEqual(subjectsOf(await account.page(newest, patient)), ['151', '150', '149'])
  t.deepEqual(
    subjectsOf(await account.page(request({ ...byArrival, pageSize: 3, page: 2 }), patient)),
    ['148.5', '148', '147'],
  )
  t.deepEqual(subjectsOf(await account.page({ ...last, page: 52 }, patient)), ['0.5'])
  const all = await account.page(request({ ...byArrival, pageSize: 500 }), patient)
  const numbers = subjectsOf(all).map(Number)
  t.deepEqual(
    numbers,
    [...numbers].sort((one, other) => other - one),
  )
  t.is(relay.sent().split('UID SORT').length, 2)
})

test('what a search finds stands by its date of arrival', async (t) => {
  for (const minute of [3, 1, 2]) await deliverAt(15, minute)
  const account = openAccount(t, dovecot, 15)
  const search = { text: 'text', fields: ['text'], filter: 'all' } as const
  const found = request({ ...byArrival, search })
  t.deepEqual(subjectsOf(await account.page(found, patient)), ['3', '2', '1'])

  await deliverAt(15, 1.5)

  t.deepEqual(subjectsOf(await account.page(found, patient)), ['3', '2', '1.5', '1'])
})
