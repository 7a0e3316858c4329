import { appendFile, cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'
import { eventually } from '../../support/database/rows.ts'
import { startDovecot, type Dovecot } from '../../support/dovecot/dovecot.ts'
import { openEventStream } from '../../support/http/event-stream.ts'
import { apache, nginx } from '../../support/http/web-servers.ts'
import {
  cookieHeader,
  createWebmailClient,
  type WebmailClient,
} from '../../support/http/webmail-client.ts'
import { codeBlocks } from '../../support/install/document-commands.ts'
import { linesOnce } from '../../support/postern/error-lines.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { freePort } from '../../support/process/free-port.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { startRoundcubeWithMail } from '../../support/session-endpoint/roundcube-on-postern.ts'

const GUIDE = 'plugin/docs/admin-guide.md'
const AROUND = '### The web servers around it'

/** Another address of this machine than that of the web server: only it reports whether the client's arrives. */
const CLIENT = '127.0.0.2'
const FORGED = '198.51.100.7'

/** `limits.messageBytes`, which the guide says a form may have, with room for the form around the file. */
const UPLOAD_BYTES = 33_554_432 - 4_096

for (const server of [nginx, apache]) {
  test(`${server.name} with the lines of the guide passes on all that the mail page does`, async (t) => {
    const dovecot = await startDovecot({ t, users: 1 })
    const postern = await startPostern({
      t,
      mail: dovecot,
      config: { webmail: { app: 'postern' }, panel: { trustedProxies: ['127.0.0.1'] } },
    })
    const heading = server === nginx ? '### Plain nginx' : '### Apache'
    const blocks = await codeBlocks(GUIDE, heading, server.language)
    const [outside = '', inside = ''] = blocks.map((block) => withAddresses(block, { postern }))
    const port = await server.start(t, inside === '' ? { inside: outside } : { outside, inside })
    const script = `http://127.0.0.1:${port}/cpsess0123456789/3rdparty/postern/index.php`
    const user = createWebmailClient(script)

    t.is((await user.signIn(dovecot.userName(1), dovecot.password)).status, 302)
    const changes = await openEventStream(`${script}?_task=mail&_action=events`, {
      cookie: cookieHeader(user.cookies),
    })
    t.teardown(() => changes.close())
    await deliverAttachment(dovecot)
    t.not(await changes.next(), undefined)
    t.is((await user.list('INBOX')).uids.length, 1)
    t.is((await downloadOf(1, script, user)).length, ATTACHMENT_BYTES)
    t.is(await saveDraftOf(UPLOAD_BYTES, script, user), 200)

    await refuseSignIn(t, createWebmailClient(script), script)
    const lines = (await linesOnce(postern, /Login failed for .* from /)).join('\n')
    t.regex(lines, /Login failed for .* from 127\.0\.0\.2/)
    t.false(lines.includes(FORGED))
  })

  test(`${server.name} with the lines of the guide is before and behind Postern with a Roundcube`, async (t) => {
    const dovecot = await startDovecot({ t, users: 1 })
    const roundcubePort = await freePort()
    const { roundcube, postern } = await startRoundcubeWithMail(t, dovecot, {
      accelerate: {},
      panel: { trustedProxies: ['127.0.0.1'] },
      upstream: `http://127.0.0.1:${roundcubePort}`,
    })
    const [pool = ''] = await codeBlocks(GUIDE, AROUND, 'ini')
    await appendFile(join(roundcube.directory, 'fpm.conf'), pool)
    await roundcube.restartPhp()
    // Debian's Roundcube behind the one, a panel's behind the other.
    const served =
      server === nginx ? '/var/lib/roundcube/public_html' : await likeThatOfPanel(t, roundcube)
    const blocks = await codeBlocks(GUIDE, AROUND, server.language)
    const addresses = {
      ...{ postern: postern(), roundcubePort, served },
      socket: join(roundcube.directory, 'fpm.sock'),
    }
    const [outside = '', inside = ''] = blocks.map((block) => withAddresses(block, addresses))
    const port = await server.start(t, { outside, inside })
    const path = '/cpsess1234567890/3rdparty/roundcube/'
    const script = `http://127.0.0.1:${port}${path}index.php`
    await dovecot.seed(dovecot.userName(1), 5)
    const user = createWebmailClient(script)

    t.is((await user.signIn(dovecot.userName(1), dovecot.password)).status, 302)
    const list = '?_task=mail&_action=list&_mbox=INBOX&_remote=1&_unlock=0'
    const response = await eventually(
      () => user.get(list),
      ({ headers }) => headers.get('x-postern-answered-by') === 'postern',
    )
    t.regex(response.text, /this\.add_message_row\(1,/)
    await deliverAttachment(dovecot)
    const [uid = 0] = (await user.list('INBOX')).uids
    t.is((await downloadOf(uid, script, user)).length, ATTACHMENT_BYTES)
    t.regex(await uploadToRoundcube(30_000_000, script, user), /add2attachment_list/)
    const page = await user.get('')
    const [, style = 'none'] = /href="(skins\/[^"]+\.css\?s=\d+)"/.exec(page.text) ?? []
    t.is((await fetch(`http://127.0.0.1:${port}${path}${style}`)).status, 200)

    await refuseSignIn(t, createWebmailClient(script), script)
    const log = await eventually(
      () => readFile(join(roundcube.directory, 'logs/errors.log'), 'utf8').catch(() => ''),
      (lines) => lines.includes('Login failed'),
    )
    t.regex(log, /Login failed for .* from 127\.0\.0\.2\b/)
    t.false(log.includes(FORGED))
    const behind = `http://127.0.0.1:${roundcubePort}${path}`
    const overTls = await fetch(behind, { headers: { 'x-forwarded-proto': 'https' } })
    t.regex(overTls.headers.getSetCookie().join('\n'), /secure/i)
    for (const hidden of ['config/config.inc.php', 'plugins/jqueryui/jqueryui.php', 'SQL/']) {
      const { status } = await fetch(`${behind}${hidden}`)
      t.true(status === 403 || status === 404, `${hidden}: ${status}`)
    }
  })
}

/** Where the things are that the guide names by their addresses on a server. */
interface Addresses {
  readonly postern: { readonly url: string }
  readonly roundcubePort?: number
  readonly socket?: string
  readonly served?: string
}

function withAddresses(
  lines: string,
  { postern, roundcubePort = 8080, socket, served }: Addresses,
): string {
  return lines
    .replaceAll('127.0.0.1:8090', new URL(postern.url).host)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${roundcubePort}`)
    .replaceAll('/run/php/php8.2-fpm.sock', socket ?? '/none')
    .replaceAll('/var/lib/roundcube/public_html', served ?? '/none')
}

/** All of a Roundcube in one directory, as cPanel has it, with its configuration and its SQL beside its page. */
async function likeThatOfPanel(
  t: ExecutionContext,
  { directory }: { readonly directory: string },
): Promise<string> {
  const panel = await temporaryDirectory(t)
  for (const name of ['SQL', 'bin', 'program', 'plugins', 'skins']) {
    await symlink(join('/usr/share/roundcube', name), join(panel, name))
  }
  await cp('/usr/share/roundcube/index.php', join(panel, 'index.php'))
  await mkdir(join(panel, 'config'))
  await cp(join(directory, 'config.inc.php'), join(panel, 'config/config.inc.php'))
  return panel
}

/** More than the buffers of a web server hold. */
const ATTACHMENT_BYTES = 3_000_000

async function deliverAttachment(dovecot: Dovecot): Promise<void> {
  const file = Buffer.alloc(ATTACHMENT_BYTES, 7).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  const raw = [
    ...['From: a@example.test', 'To: b@example.test', 'Subject: a file', 'MIME-Version: 1.0'],
    ...['Date: Mon, 23 Nov 2026 02:00:00 +0000'],
    ...['Content-Type: multipart/mixed; boundary=m', '', '--m', '', 'text', '--m'],
    ...['Content-Type: application/octet-stream; name=a.bin'],
    ...['Content-Disposition: attachment; filename=a.bin', 'Content-Transfer-Encoding: base64'],
    ...['', file, '--m--', ''],
  ].join('\r\n')
  await dovecot.deliver(dovecot.userName(1), { raw })
}

async function downloadOf(uid: number, script: string, user: WebmailClient): Promise<Buffer> {
  const query = `?_task=mail&_action=get&_mbox=INBOX&_uid=${uid}&_part=2&_download=1`
  const response = await fetch(`${script}${query}&_token=${user.token()}`, {
    headers: { cookie: cookieHeader(user.cookies) },
  })
  return Buffer.from(await response.arrayBuffer())
}

/** Saves a draft with a file of so many bytes. Resolves to the status. */
async function saveDraftOf(bytes: number, script: string, user: WebmailClient): Promise<number> {
  const form = new FormData()
  const input = { isDraft: true, composeId: 'a'.repeat(32), subject: 'large' }
  form.set('_input', JSON.stringify(input))
  form.set('_files[]', new Blob([Buffer.alloc(bytes)]), 'large.bin')
  const response = await fetch(script + actionAddress('send', {}), {
    method: 'POST',
    body: form,
    headers: {
      cookie: cookieHeader(user.cookies),
      accept: NATIVE_TYPE,
      'x-roundcube-request': user.token(),
    },
  })
  await response.text()
  return response.status
}

/** Attaches a file to a message of Roundcube's page. Resolves to what it answers. */
async function uploadToRoundcube(
  bytes: number,
  script: string,
  user: WebmailClient,
): Promise<string> {
  const opened = await user.get('?_task=mail&_action=compose')
  const page = await user.get(`?${opened.headers.get('location')?.split('?')[1] ?? ''}`)
  const [, id = ''] = /"compose_id":"(\w+)"/.exec(page.text) ?? []
  const form = new FormData()
  form.set('_token', user.token())
  form.set('_attachments[]', new Blob([Buffer.alloc(bytes)]), 'large.bin')
  const query = `?_task=mail&_action=upload&_remote=1&_id=${id}&_uploadid=upload1&_unlock=0`
  const response = await fetch(script + query, {
    method: 'POST',
    body: form,
    headers: { cookie: cookieHeader(user.cookies), 'x-roundcube-request': user.token() },
  })
  return response.text()
}

/** A wrong password from another address, with another one forged. */
async function refuseSignIn(
  t: ExecutionContext,
  client: WebmailClient,
  script: string,
): Promise<void> {
  await client.get('?_task=login')
  const form = new URLSearchParams({
    ...{ _task: 'login', _action: 'login', _timezone: 'UTC', _url: '' },
    ...{ _token: client.token(), _user: 'nobody@example.test', _pass: 'wrong' },
  }).toString()
  const attempt = request(`${script}?_task=login`, {
    method: 'POST',
    localAddress: CLIENT,
    headers: {
      cookie: cookieHeader(client.cookies),
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': form.length,
      'x-forwarded-for': FORGED,
    },
  })
  const status = await new Promise((resolve, reject) => {
    attempt.on('error', reject)
    attempt.on('response', (response) => {
      void text(response).then(() => resolve(response.statusCode), reject)
    })
    attempt.end(form)
  })
  t.is(status, 401)
}
