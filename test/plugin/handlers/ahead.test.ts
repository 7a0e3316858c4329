import test from 'ava'
import { readAdminEndpoint } from '../../../plugin/admin/endpoint-file.ts'
import { eventually } from '../../support/database/rows.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { sendAction } from '../../support/http/native-actions.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'

test('what no caller waits for is refused without an error while others wait for the mail server', async (t) => {
  const dovecot = await startDovecot({ users: 1 })
  t.teardown(() => dovecot.stop())
  const owner = dovecot.userName(1)
  await dovecot.seed(owner, 2)
  const postern = await startPostern({
    config: { imap: { host: dovecot.host, port: dovecot.port } },
  })
  t.teardown(() => postern.stop())
  const client = createWebmailClient(postern.base('0228251236'))
  await client.signIn(owner, dovecot.password)
  const show = () =>
    sendAction(client, 'show', { mailbox: 'INBOX', uid: 1, isUnrendered: true, isAhead: true })
  t.is((await show()).status, 200)

  dovecot.pause()
  const list = (page: number) => sendAction(client, 'list', { mailbox: 'INBOX', page })
  const waiting = [1, 2, 3].map(list)
  const endpoint = await readAdminEndpoint(postern.directory)
  const metrics = async () => (await fetch(`${endpoint?.address}/metrics`)).text()
  await eventually(metrics, (text) => /^postern_imap_waiting [1-9]/m.test(text))
  let ahead = await show()
  const previews = await sendAction(client, 'previews', { mailbox: 'INBOX', uids: [1, 2] })
  // An action has no such word: without its token it is refused as ever.
  const run = await client.postJson('?_task=mail&_action=mark', {
    ...{ mailbox: 'INBOX', uids: [1], flag: 'read', isAhead: true },
  })
  dovecot.resume()
  await Promise.all(waiting)

  t.deepEqual([ahead.status, ahead.text], [204, ''])
  t.is(previews.status, 204)
  t.is(run.status, 403)
  ahead = await show()
  t.is(ahead.status, 200)
})
