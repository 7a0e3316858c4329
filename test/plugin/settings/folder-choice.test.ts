import test from 'ava'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { callAction } from '../../support/http/native-actions.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'

test('a folder that one session chose as the trash is the trash of the other at once', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const postern = await startPostern({ t, mail: dovecot })
  const [one, other] = [createWebmailClient(postern.base()), createWebmailClient(postern.base())]
  for (const client of [one, other]) await client.signIn(dovecot.userName(1), dovecot.password)
  await callAction(one, 'create-folder', { name: 'Bin', parent: null })
  await callAction(other, 'folders', {})

  await callAction(one, 'use-folder', { path: 'Bin', use: 'trash' })

  const { mailboxes } = await callAction(other, 'folders', {})
  t.is(mailboxes.find(({ path }) => path === 'Bin')?.specialUse, 'trash')
})
