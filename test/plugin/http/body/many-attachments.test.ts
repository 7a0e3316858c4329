import test from 'ava'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { startImapRelay } from '../../../support/dovecot/imap-relay.ts'
import { startPostern } from '../../../support/postern/postern.ts'
import { sendAction } from '../../../support/http/native-actions.ts'
import { createWebmailClient } from '../../../support/http/webmail-client.ts'

const FILES = 300

test('an archive of many attachments is read from the mail server in few pieces', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.deliver(dovecot.userName(1), { raw: messageWith(FILES) })
  let fetched = 0
  const relay = await startImapRelay(t, {
    ...dovecot,
    rewrite(line) {
      if (line.startsWith('* 1 FETCH ')) fetched += 1
      return line
    },
  })
  const postern = await startPostern({ t, mail: relay })
  const client = createWebmailClient(postern.base())
  await client.signIn(dovecot.userName(1), dovecot.password)

  const archive = await sendAction(client, 'attachments', { mailbox: 'INBOX', uid: 1 })

  t.is(archive.status, 200)
  t.is(archive.text.match(/PK\u0001\u0002/g)?.length, FILES)
  t.true(fetched < 20, `${fetched} answers to FETCH`)
})

function messageWith(files: number): string {
  const parts = Array.from({ length: files }, (_, n) => [
    '--m',
    `Content-Type: application/octet-stream; name="${n}.bin"`,
    'Content-Disposition: attachment',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(`file ${n}`).toString('base64'),
  ])
  const headers = ['Subject: many', 'Content-Type: multipart/mixed; boundary=m', '']
  return [...headers, ...parts.flat(), '--m--', ''].join('\r\n')
}
