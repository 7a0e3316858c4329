import test from 'ava'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { startImapRelay } from '../../../support/dovecot/imap-relay.ts'
import { openAccount, otherClient, patient, request } from '../engine.ts'
import { rawImap } from '../raw-imap.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

test('a mailbox that is deleted and made again while it is open shows no message of before', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const raw = await rawImap(t, dovecot, dovecot.userName(1))
  await raw.run('CREATE Work')
  await dovecot.seed(dovecot.userName(1), 5, 'Work')
  const account = openAccount(t, dovecot, 1)
  const before = await account.page(request({ mailbox: mailboxName('Work') }), patient)

  await raw.run('DELETE Work')
  await raw.run('CREATE Work')
  const after = await account.page(request({ mailbox: mailboxName('Work') }), patient)

  t.is(before.total, 5)
  t.is(after.total, 0)
})

test('a mailbox renamed away while it is open is not shown under its old name', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const other = await otherClient(t, dovecot, 1)
  await other.mailboxCreate('Work')
  await dovecot.seed(dovecot.userName(1), 5, 'Work')
  const account = openAccount(t, dovecot, 1)
  await account.page(request({ mailbox: mailboxName('Work') }), patient)

  await other.mailboxRename('Work', 'Elsewhere')

  await t.throwsAsync(account.page(request({ mailbox: mailboxName('Work') }), patient), {
    message: /mailbox_not_found/,
  })
  const moved = await account.page(request({ mailbox: mailboxName('Elsewhere') }), patient)
  t.is(moved.total, 5)
})

test('a mailbox renamed away and made again under the same UIDVALIDITY shows its own messages and flags', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const raw = await rawImap(t, dovecot, dovecot.userName(1))
  await raw.run('CREATE Work')
  await dovecot.seed(dovecot.userName(1), 3, 'Work')
  // Servers that take it from the clock give the same one to mailboxes made within a second.
  const rewrite = (line: string) => line.replace(/UIDVALIDITY \d+/, 'UIDVALIDITY 7')
  const relay = await startImapRelay(t, { host: dovecot.host, port: dovecot.port, rewrite })
  const account = openAccount(t, { ...dovecot, ...relay }, 1)
  const inWork = request({ mailbox: mailboxName('Work') })
  await account.setFlags(inWork.mailbox, [1, 2], { add: ['\\Flagged'], remove: [] }, patient)
  await account.page(inWork, patient)

  await raw.run('RENAME Work Elsewhere')
  await raw.run('CREATE Work')
  await dovecot.deliver(dovecot.userName(1), { mailbox: 'Work', raw: 'Subject: new\r\n\r\nx\r\n' })
  const { rows } = await account.page(inWork, patient)

  t.deepEqual(
    rows.map(({ summary, flags }) => [summary.uid, summary.subject, flags.includes('\\Flagged')]),
    [[1, 'new', false]],
  )
})

test('counts of a mailbox that is made again while it is open are those of the new one', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const raw = await rawImap(t, dovecot, dovecot.userName(1))
  await raw.run('CREATE Work')
  await raw.run('SUBSCRIBE Work')
  await dovecot.seed(dovecot.userName(1), 5, 'Work')
  const account = openAccount(t, dovecot, 1)
  await account.page(request({ mailbox: mailboxName('Work') }), patient)

  await raw.run('DELETE Work')
  await raw.run('CREATE Work')
  const counts = await account.counts(patient)

  t.is(counts.find(({ path }) => path === 'Work')?.messages, 0)
})
