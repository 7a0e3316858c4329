import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { openEventStream } from '../../support/http/event-stream.ts'
import { cookieHeader, createWebmailClient } from '../../support/http/webmail-client.ts'
import { linesOnce } from '../../support/postern/error-lines.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { freePort } from '../../support/process/free-port.ts'
import { portAnswers, startServerProcess } from '../../support/process/server-process.ts'
import { temporaryDirectory, type Teardown } from '../../support/process/temporary-directory.ts'

test('the lines of the guide make Apache pass mail and its news on, and the address of the client', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const postern = await startPostern({
    t,
    mail: dovecot,
    config: { webmail: { app: 'postern' }, panel: { trustedProxies: ['127.0.0.1'] } },
  })
  const port = await startApache(t, new URL(postern.url).port)
  const path = '/cpsess0123456789/3rdparty/postern/index.php'
  const user = createWebmailClient(`http://127.0.0.1:${port}${path}`)

  t.is((await user.signIn(dovecot.userName(1), dovecot.password)).status, 302)
  const news = await openEventStream(`http://127.0.0.1:${port}${path}?_task=mail&_action=events`, {
    cookie: cookieHeader(user.cookies),
  })
  t.teardown(() => news.close())
  await dovecot.seed(dovecot.userName(1), 1)
  t.not(await news.next(), undefined)
  t.is((await user.list('INBOX')).uids.length, 1)

  const other = createWebmailClient(`http://127.0.0.1:${port}${path}`)
  const forged = { headers: { 'x-forwarded-for': '198.51.100.7' } }
  t.is((await other.submitSignIn(dovecot.userName(1), 'wrong', forged)).status, 401)
  const lines = await linesOnce(postern, /Login failed for .* from 127\.0\.0\.1/)
  t.regex(lines.join('\n'), /Login failed for .* from 127\.0\.0\.1/)
  t.false(lines.join('\n').includes('198.51.100.7'))
})

/** Debian's Apache with the modules that the guide names, as it ships them. Resolves to its port. */
async function startApache(t: Teardown, posternPort: string): Promise<number> {
  const guide = await readFile('plugin/docs/admin-guide.md', 'utf8')
  const lines = /^```apache\n([^]*?)^```$/m.exec(guide)?.[1] ?? ''
  const directory = await temporaryDirectory(t)
  const port = await freePort()
  const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'headers']
  const config = `ServerRoot ${directory}
ServerName localhost
DefaultRuntimeDir ${directory}
PidFile ${directory}/apache.pid
ErrorLog ${directory}/apache.log
User nobody
Group nogroup
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
Listen 127.0.0.1:${port}
<VirtualHost 127.0.0.1:${port}>
${lines.replace('127.0.0.1:8090', `127.0.0.1:${posternPort}`)}
</VirtualHost>
`
  const file = join(directory, 'apache.conf')
  await writeFile(file, config)
  const apache = await startServerProcess({
    command: '/usr/sbin/apache2',
    args: ['-f', file, '-DFOREGROUND'],
    ready: (_output, signal) => portAnswers(port, 'connection', signal),
  })
  t.teardown(() => apache.kill())
  return port
}
