import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createMessageCodec } from '../../../plugin/outbox/outbox-message.ts'
import { createSeal } from '../../../store/index.ts'
import { createKey, loadKeys } from '../../../store/seal/keys.ts'
import { loadSecret } from '../../../store/seal/secret-file.ts'
import { databaseRows, eventually } from '../../support/database/rows.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { callAction } from '../../support/http/native-actions.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { startSmtpSink } from '../../support/smtp/sink.ts'

const COOKIE = 'robin%40example.test%3aAbCdEfGhIjKlMnOp'

test('with a master user no password is stored with a message, and it goes out all the same', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const sink = await startSmtpSink({ t })
  const { masterUser, masterPassword, host, port } = dovecot
  const mailbox = dovecot.userName(1)
  const credentialsDir = join(await temporaryDirectory(t), 'credentials')
  await mkdir(credentialsDir, { mode: 0o700 })
  await createKey(credentialsDir, Date.now)
  await loadSecret(join(credentialsDir, 'panel-binding.secret'), { create: true })
  await writeFile(join(credentialsDir, 'imap-master.secret'), masterPassword, { mode: 0o600 })
  const session = { segment: '0228251236', cookie: COOKIE, subject: mailbox }
  const postern = await startPostern({
    t,
    submission: sink,
    config: {
      credentialsDir,
      panel: {
        static: { open: false, sessions: [session] },
        master: { user: masterUser, separator: '*' },
      },
      imap: { host, port },
      tuning: { outbox: { pollMs: 50 } },
    },
  })
  const client = createWebmailClient(postern.base('0228251236'))
  client.cookies.set('webmailsession', COOKIE)
  await client.get('')

  const letter = { composeId: 'of-master', to: 'bea@example.org', subject: 'of-master', text: '' }
  await callAction(client, 'send-later', { ...letter, dueAt: Date.now() + 5_000 })
  const [row] = await eventually(
    () =>
      databaseRows(
        join(postern.directory, 'postern.db'),
        "SELECT body FROM postern_personal WHERE kind = 'outbox'",
      ),
    (rows) => rows.length === 1,
  )
  await client.post('?_task=logout', { _token: client.token() })

  const keys = await loadKeys(credentialsDir, { create: false, now: Date.now })
  const codec = createMessageCodec(createSeal(keys))
  const { content } = codec.read({ username: mailbox, mailHost: host }, String(row?.['body']))
  t.is(content.unopened, undefined)
  t.is(content.credential?.user, `${mailbox}*${masterUser}`)
  t.is(content.credential?.password, undefined)
  t.false(JSON.stringify(content).includes(masterPassword))
  await eventually(
    () => Promise.resolve(sink.messages),
    (messages) => messages.length === 1,
  )
})
