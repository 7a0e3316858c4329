import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { eventually } from '../../../support/database/rows.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { sendAction } from '../../../support/http/native-actions.ts'
import { createWebmailClient } from '../../../support/http/webmail-client.ts'
import { createThrowAwayRoot } from '../../../support/install/throw-away-root.ts'
import { writePosternConfig } from '../../../support/postern/postern.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

const main = fileURLToPath(new URL('../../../../dist/main.js', import.meta.url))

test('under systemd a failed and a refused request are found in the journal by their ids', async (t) => {
  t.timeout(300_000)
  const dovecot = await startDovecot({ t, users: 1 })
  const [port, directory] = [await freePort(), await temporaryDirectory(t)]
  const { configFile } = await writePosternConfig(directory, {
    listen: { host: '127.0.0.1', port },
    imap: { host: dovecot.host, port: dovecot.port },
    smtp: { host: '127.0.0.1', port: 1 },
  })
  const root = await createThrowAwayRoot(t, { hasSystemd: true })
  const postern = [process.execPath, main]
  // Of a time without systemd, which must not hide the journal.
  await root.write(join(directory, 'output.log'), 'listening on http://127.0.0.1:1\n')
  const unit = `[Service]\nExecStart=${[...postern, '--config', configFile].join(' ')}\n`
  await root.write('/etc/systemd/system/postern.service', unit)
  await root.run('systemctl', 'daemon-reload')
  await root.run('systemctl', 'start', 'postern')
  const client = createWebmailClient(
    `http://127.0.0.1:${port}/cpsess1234567890/3rdparty/roundcube/index.php`,
  )
  await eventually(
    () => client.get('').catch(() => undefined),
    (page) => page !== undefined,
  )
  await client.signIn(dovecot.userName(1), dovecot.password)
  const letter = { to: 'somebody@example.test', subject: 'Hello', text: 'Hello' }
  const failed = await sendAction(client, 'send', { composeId: '0123456789abcdef', ...letter })
  const refused = await sendAction(client, 'list', { mailbox: 'gone' })
  t.is(failed.status, 503)
  t.is(refused.status, 404)

  const explain = (requestId: string | null) =>
    eventually(
      () =>
        root
          .run(...postern, 'explain', requestId ?? '', '--config', configFile)
          // Not in the journal yet.
          .catch((error: unknown) => String(error)),
      (said) => /^outcome +request /m.test(said),
    )
  const ofFailed = await explain(failed.headers.get('x-request-id'))
  const ofRefused = await explain(refused.headers.get('x-request-id'))

  t.regex(ofFailed, /^outcome +request failed \(\w+\) after \d+ ms$/m)
  t.regex(ofFailed, /^cause +the submission server refuses connections/m)
  t.regex(ofRefused, /^outcome +request refused \(\w+\) after \d+ ms$/m)
  t.regex(ofRefused, new RegExp(`^who +${dovecot.userName(1)} from 127.0.0.1$`, 'm'))
  t.regex(ofRefused, /^cause +the mailbox is gone$/m)
})
