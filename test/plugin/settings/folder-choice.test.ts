import test from 'ava'
import { NATIVE_TYPE } from '../../../plugin/wire/native/types.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'

test('a folder that one session chose as the trash is the trash of the other at once', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const postern = await startPostern({ t, mail: dovecot })
  const [one, other] = [createWebmailClient(postern.base()), createWebmailClient(postern.base())]
  for (const client of [one, other]) await client.signIn(dovecot.userName(1), dovecot.password)
  const headers = { accept: NATIVE_TYPE, 'x-roundcube-request': one.token() }
  await one.post('?_task=mail&_action=create-folder', { _name: 'Bin' }, headers)
  await other.get('?_task=mail&_action=folders', { accept: NATIVE_TYPE })

  const use = { _mbox: 'Bin', _use: 'trash' }
  t.is((await one.post('?_task=mail&_action=use-folder', use, headers)).status, 200)

  const { text } = await other.get('?_task=mail&_action=folders', { accept: NATIVE_TYPE })
  t.regex(text, /"path":"Bin"[^}]*"specialUse":"trash"/)
})
