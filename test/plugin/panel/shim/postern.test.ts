import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { startPanelSimulator } from '../../../support/panel/simulator.ts'
import { eventually } from '../../../support/database/rows.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { makeDirectory, removeDirectory } from '../../../support/process/temporary-directory.ts'
import { createWebmailClient, type WebmailClient } from '../../../support/http/webmail-client.ts'
import { hosting, startShimGateway } from './gateway.ts'
import { signIn } from '../../../support/panel/start-simulator.ts'

// From the panel's sign-in to the mail list: simulated panel, real PHP, the built Postern, real Dovecot.

interface Stand {
  readonly dovecot: Dovecot
  readonly webmailUrl: string
  readonly cpanelUrl: string
  readonly directory: string
  readonly gatewayOutput: () => string
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

  const gateway = await startShimGateway({ directory, dovecot })
  opened.push(() => gateway.stop())

  const simulator = await startPanelSimulator({
    mailboxes: [1, 2, 3].map((n) => ({
      address: dovecot.userName(n),
      password: n === 3 ? 'the panel knows another' : dovecot.password,
      account: hosting.user,
    })),
    accounts: [hosting],
    apps: [{ id: 'postern', displayName: 'Webmail', script: gateway.script }],
    directory,
  })
  opened.push(() => simulator.stop())
  stands.push({
    dovecot,
    webmailUrl: simulator.webmailUrl,
    cpanelUrl: simulator.cpanelUrl,
    directory,
    gatewayOutput: gateway.output,
    admit: async (user, password) => {
      const secret = Buffer.from(password).toString('base64')
      await writeFile(temporaryUsers, `${user}:{PLAIN.b64}${secret}::::::\n`, { flag: 'a' })
      const isIn = await eventually(
        () => dovecot.doveadm.admits(user, password),
        (admits) => admits,
      )
      if (!isIn) throw new Error(`Dovecot does not admit ${user}`)
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

/** A browser with the panel's cookie, at the webmail below the segment of that session. */
function clientOf(cookieHeader: string, segmentDigits: string): WebmailClient {
  const { webmailUrl } = stand()
  const client = createWebmailClient(
    `${webmailUrl}/cpsess${segmentDigits}/3rdparty/postern/index.php`,
  )
  const [name = '', ...value] = cookieHeader.split('=')
  client.cookies.set(name, value.join('='))
  return client
}

async function signedInClient(
  n: number,
  password = stand().dovecot.password,
): Promise<WebmailClient> {
  const { dovecot, webmailUrl } = stand()
  const fields = { user: dovecot.userName(n), pass: password }
  const { cookieHeader, segmentDigits } = await signIn(webmailUrl, fields)
  return clientOf(cookieHeader, segmentDigits)
}

test.serial(
  'an account whose key Postern does not know is told so, and why is one line',
  async (t) => {
    const { directory, dovecot, gatewayOutput } = stand()
    const registry = join(directory, 'accounts.json')
    const known = await readFile(registry, 'utf8')
    const strange = known.replace(/"key": "[^"]+"/, `"key": "${'A'.repeat(43)}"`)
    await writeFile(registry, strange)
    const client = await signedInClient(1)

    const page = await eventually(
      () => client.get(''),
      ({ status }) => status === 403,
    )
    await writeFile(registry, known)
    const later = await eventually(
      () => client.get(''),
      ({ status }) => status === 200,
    )

    t.regex(page.text, /This webmail is not set up for your control panel\./)
    t.regex(page.headers.get('content-type') ?? '', /^text\/html/)
    t.regex(later.text, /"task":"mail"/)
    const lines = gatewayOutput().split('\n')
    const reported = lines.filter((line) => line.includes('signed with another key'))
    t.regex(
      reported[0] ?? '',
      new RegExp(`"account":"${hosting.user}".*run scripts/update-accounts`),
    )
    t.false(gatewayOutput().includes(dovecot.password))
  },
)

test('the first list comes along with the page of anyone who signed in to the panel', async (t) => {
  const client = await signedInClient(1)

  // A page does not wait long for a mail server that is slow.
  const page = await eventually(
    () => client.get('', { accept: 'text/html' }),
    ({ text }) => !text.includes('id="postern-first">{}'),
  )

  t.regex(
    page.text,
    /id="postern-first">.*_action=list&_input=%7B%22mailbox%22%3A%22INBOX%22.*"kind":"list"/s,
  )
})

test('anyone who signed in to the panel reads mail without a second password', async (t) => {
  const client = await signedInClient(1)

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
  const client = clientOf(cookie, segmentDigits)

  const page = await client.get('')
  const inbox = await client.list('INBOX')

  t.true(page.text.includes(`"user":"${mailbox}"`), 'the page names the mailbox, not the login')
  t.is(inbox.uids.length, 3)
})

test('a password that only the panel knows leads to the sign-in form', async (t) => {
  const client = await signedInClient(3, 'the panel knows another')

  const page = await client.get('')

  t.regex(page.text, /name="_pass"/)
})

test('a form typed by a user passes the shim', async (t) => {
  const client = await signedInClient(3, 'the panel knows another')
  const { dovecot } = stand()

  const response = await client.signIn(dovecot.userName(3), dovecot.password)

  t.is(response.status, 302)
  t.is(response.headers.get('location')?.startsWith('./index.php?_task=mail'), true)
})

test('another segment than that of the session is stopped by the panel', async (t) => {
  const { dovecot, webmailUrl } = stand()
  const fields = { user: dovecot.userName(1), pass: dovecot.password }
  const { cookieHeader } = await signIn(webmailUrl, fields)

  const response = await clientOf(cookieHeader, '0000000000').get('')

  t.is(response.status, 401)
})
