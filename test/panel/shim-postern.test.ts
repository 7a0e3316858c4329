import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { startPanelSimulator } from '../../scripts/panel/simulator.ts'
import { syncAccounts } from '../../scripts/shim-accounts/sync-accounts.ts'
import { startDovecot, type Dovecot } from '../support/dovecot.ts'
import { startServerProcess } from '../support/server-process.ts'
import { makeDirectory, removeDirectory } from '../support/temporary-directory.ts'
import { createWebmailClient, type WebmailClient } from '../support/webmail-client.ts'
import { signIn } from './simulated.ts'

// From the panel's sign-in to the mail list: simulated panel, real PHP, the built Postern, real Dovecot.

/** The hosting account's scripts run as this user, who can read nothing but the account's own key. */
const nobody = { uid: 65_534, gid: 65_534 } as const
const hosting = { user: 'hosting', password: 'account-password', home: '/home/hosting', ...nobody }

interface Stand {
  readonly dovecot: Dovecot
  readonly webmailUrl: string
  readonly cpanelUrl: string
  /** Lets a temporary mail user of the panel into Dovecot. */
  admit(user: string, password: string): Promise<void>
  temporaryUserOf(mailbox: string): { readonly user: string; readonly password: string }
}

const opened: (() => Promise<unknown>)[] = []
const stands: Stand[] = []

test.before(async () => {
  const directory = await makeDirectory('shim')
  opened.push(() => removeDirectory(directory))
  const temporaryUsers = join(directory, 'temporary-users')
  await writeFile(temporaryUsers, '')
  const dovecot = await startDovecot({
    users: 5,
    settings: `
auth_username_chars =
auth_username_format = %u
passdb {
  driver = passwd-file
  args = username_format=%u ${temporaryUsers}
}`,
  })
  opened.push(() => dovecot.stop())
  for (const n of [1, 2]) await dovecot.seed(dovecot.userName(n), 3)

  await mkdir(join(directory, 'panel'))
  await mkdir(join(directory, 'data'))
  const socket = join(directory, 'postern.sock')
  const keyDirectory = join(directory, 'keys')
  const bookFile = join(directory, 'accounts.json')
  await placeShim(join(directory, 'panel'), keyDirectory)
  const account = {
    ...nobody,
    account: hosting.user,
    home: hosting.home,
    domains: ['example.test'],
  }
  await syncAccounts({ accounts: [account], bookFile, gid: 0, keyDirectory, socket })
  await startPosternBehindShim(directory, { socket, bookFile, dovecot })

  const simulator = await startPanelSimulator({
    mailboxes: [1, 2, 3].map((n) => ({
      address: dovecot.userName(n),
      password: n === 3 ? 'the panel knows another' : dovecot.password,
      account: hosting.user,
    })),
    accounts: [hosting],
    apps: [
      { id: 'roundcube', displayName: 'Webmail', script: join(directory, 'panel', 'index.php') },
    ],
    directory,
  })
  opened.push(() => simulator.stop())
  stands.push({
    dovecot,
    webmailUrl: simulator.webmailUrl,
    cpanelUrl: simulator.cpanelUrl,
    admit: (user, password) => {
      const secret = Buffer.from(password).toString('base64')
      return writeFile(temporaryUsers, `${user}:{PLAIN.b64}${secret}::::::\n`, { flag: 'a' })
    },
    temporaryUserOf(mailbox) {
      const session = simulator.sessions
        .all()
        .find(({ user, temporary }) => user === mailbox && temporary !== undefined)
      if (session?.temporary === undefined) throw new Error('the panel made no temporary user')
      return session.temporary
    },
  })
})

test.after.always(async () => {
  for (const close of opened.reverse()) await close()
})

function stand(): Stand {
  const [running] = stands
  if (running === undefined) throw new Error('the servers did not start')
  return running
}

async function placeShim(panel: string, keyDirectory: string): Promise<void> {
  for (const name of ['index.php', 'upload.php', '.user.ini']) {
    const source = fileURLToPath(new URL(`../../plugin/panel/shim/${name}`, import.meta.url))
    await copyFile(source, join(panel, name))
  }
  const settings = `<?php return ['keyDirectory' => '${keyDirectory}'];\n`
  await writeFile(join(panel, 'settings.php'), settings)
}

async function startPosternBehindShim(
  directory: string,
  {
    socket,
    bookFile,
    dovecot,
  }: { readonly socket: string; readonly bookFile: string; readonly dovecot: Dovecot },
): Promise<void> {
  const configFile = join(directory, 'postern.json')
  const config = {
    listen: { unix: socket, everyUser: true },
    private: null,
    panel: { adapter: 'shim', shim: { accountsFile: bookFile } },
    // As on a real panel, whose ports speak TLS.
    session: { secureCookie: true },
    imap: { host: dovecot.host, port: dovecot.port },
    database: { url: `sqlite:${join(directory, 'data', 'postern.db')}` },
    dataDir: join(directory, 'data'),
    errorLog: join(directory, 'data', 'error.log'),
  }
  await writeFile(configFile, JSON.stringify(config))
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
  const postern = await startServerProcess({
    command: process.execPath,
    args: [main, '--config', configFile],
    cwd: directory,
    env: { NODE_ENV: 'production' },
    ready: async (output) => {
      await output.waitFor(/listening on unix:/)
    },
  })
  opened.push(() => postern.stop())
}

/** A browser with the panel's cookie, at the webmail below the segment of that session. */
function visitorOf(cookieHeader: string, segmentDigits: string): WebmailClient {
  const { webmailUrl } = stand()
  const client = createWebmailClient(
    `${webmailUrl}/cpsess${segmentDigits}/3rdparty/roundcube/index.php`,
  )
  const [name = '', ...value] = cookieHeader.split('=')
  client.cookies.set(name, value.join('='))
  return client
}

async function visitor(n: number, password = stand().dovecot.password): Promise<WebmailClient> {
  const { dovecot, webmailUrl } = stand()
  const fields = { user: dovecot.userName(n), pass: password }
  const { cookieHeader, segmentDigits } = await signIn(webmailUrl, fields)
  return visitorOf(cookieHeader, segmentDigits)
}

test('whoever signed in to the panel reads mail without a second password', async (t) => {
  const client = await visitor(1)

  const page = await client.get('?login=1&post_login=38056176108366')
  const inbox = await client.list('INBOX')

  t.is(page.status, 200)
  t.regex(page.text, /"task":"mail"/)
  t.is(inbox.uids.length, 3)
})

test('a mailbox that its account opens is read by a temporary user', async (t) => {
  const { dovecot, cpanelUrl, webmailUrl } = stand()
  const mailbox = dovecot.userName(2)
  const owner = await signIn(cpanelUrl, { user: hosting.user, pass: hosting.password })
  const form = await fetch(
    `${cpanelUrl}/cpsess${owner.segmentDigits}/frontend/jupiter/mail/webmailform.html?user=${mailbox}`,
    { headers: { cookie: owner.cookieHeader } },
  )
  const html = await form.text()
  const session = /name="session" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const segmentDigits = /\/cpsess([0-9]{10})\/login/.exec(html)?.[1] ?? ''
  const { user, password } = stand().temporaryUserOf(mailbox)
  await stand().admit(`${mailbox}/${user}`, password)
  const entered = await fetch(`${webmailUrl}/cpsess${segmentDigits}/login`, {
    method: 'POST',
    body: new URLSearchParams({ session }),
    redirect: 'manual',
  })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const client = visitorOf(cookie, segmentDigits)

  const page = await client.get('')
  const inbox = await client.list('INBOX')

  t.true(page.text.includes(`"user":"${mailbox}"`), 'the page names the mailbox, not the login')
  t.is(inbox.uids.length, 3)
})

test('a password that only the panel knows leads to the sign-in form', async (t) => {
  const client = await visitor(3, 'the panel knows another')

  const page = await client.get('')

  t.regex(page.text, /name="_pass"/)
})

test('a form typed by a person passes the shim', async (t) => {
  const client = await visitor(3, 'the panel knows another')
  const { dovecot } = stand()

  const answer = await client.signIn(dovecot.userName(3), dovecot.password)

  t.is(answer.status, 302)
  t.is(answer.headers.get('location')?.startsWith('./?_task=mail'), true)
})

test('another segment than that of the session is stopped by the panel', async (t) => {
  const { dovecot, webmailUrl } = stand()
  const fields = { user: dovecot.userName(1), pass: dovecot.password }
  const { cookieHeader } = await signIn(webmailUrl, fields)

  const answer = await visitorOf(cookieHeader, '0000000000').get('')

  t.is(answer.status, 401)
})
