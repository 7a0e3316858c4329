import test from 'ava'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, otherClient, patient, request } from '../engine.ts'
import { rawImap } from '../raw-imap.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

test('a mailbox that is deleted and made anew while it is open shows no message of before', async (t) => {
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

test('counts of a mailbox that is made anew while it is open are those of the new one', async (t) => {
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
