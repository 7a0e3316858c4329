import test from 'ava'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, patient, request } from '../engine.ts'
import { rawImap } from '../raw-imap.ts'

test('Dovecot tells keywords and mailboxes with brackets, and they are read', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.seed(dovecot.userName(1), 2)
  const raw = await rawImap(t, dovecot, dovecot.userName(1))
  await raw.run('CREATE "a[b"')
  await raw.run('CREATE "c]d"')
  await raw.run('SELECT INBOX')
  await raw.run('STORE 1 +FLAGS ([css3-page BODY[x NIL)')
  const account = openAccount(t, dovecot, 1)

  const page = await account.page(request(), patient)
  const inside = await account.page(request({ mailbox: mailboxName('a[b') }), patient)
  const mailboxes = await account.mailboxes(patient)

  const flags = page.rows.find(({ summary }) => summary.uid === 1)?.flags ?? []
  for (const keyword of ['[css3-page', 'BODY[x', 'NIL']) {
    t.true(flags.includes(keyword), `${keyword} in ${flags.join(' ')}`)
  }
  t.is(page.rows.length, 2)
  t.is(inside.total, 0)
  t.true(['a[b', 'c]d'].every((name) => mailboxes.some(({ path }) => path === name)))
})
