import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { addKey } from '../../store/seal/keys.ts'
import { postern as run } from '../plugin/cli/command-line.ts'
import { eventually } from '../support/database/rows.ts'
import { openEventStream } from '../support/http/event-stream.ts'
import { startMariadb } from '../support/database/mariadb.ts'
import { unlessBusy } from '../support/postern/postern.ts'
import { errorLines, literal, loggedScript } from '../support/postern/error-lines.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'
import { openStage, type Stage } from './stage.ts'

const LOCK_AFTER = 6
const LIST = '?_task=mail&_action=list&_mbox=INBOX&_remote=1&_unlock=loading1&_=1'

let stage: Stage
test.before(async () => {
  stage = await openStage({
    startSql: startMariadb,
    users: 20,
    config: { signIn: { lockAfter: LOCK_AFTER }, tuning: { signIn: { delaysMs: [0] } } },
  })
})
test.after.always(() => stage.stop())

/** A browser whose requests all go to one instance. */
function browserAt(which: 0 | 1, cookies: WebmailClient['cookies'] = new Map()): WebmailClient {
  const client = createWebmailClient(stage.instance(which).base())
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return client
}

async function signedInAt(which: 0 | 1, n: number): Promise<WebmailClient> {
  const { dovecot } = stage
  const client = browserAt(which)
  const { status } = await client.signIn(dovecot.userName(n), dovecot.password)
  if (status !== 302) throw new Error(`sign-in answered ${status}`)
  return client
}

async function isSignedIn(client: WebmailClient): Promise<boolean> {
  return (await unlessBusy(() => client.get(''))).text.includes('"task":"mail"')
}

/** Soon: an instance may have the session in memory for a moment. A page that is shown brings a new cookie. */
function isSignedOut(client: WebmailClient): Promise<boolean> {
  const [session = ''] = client.cookies.values()
  return eventually(
    async () => {
      client.cookies.set('postern_session', session)
      return (await client.get('')).text.includes('"task":"login"')
    },
    (isOut) => isOut,
  )
}

test.serial('a sign-in started at one instance is finished at the other', async (t) => {
  const { dovecot, base } = stage
  const client = createWebmailClient(base)

  const { status } = await client.signIn(dovecot.userName(1), dovecot.password)

  t.is(status, 302)
  t.true(await isSignedIn(browserAt(0, client.cookies)))
  t.true(await isSignedIn(browserAt(1, client.cookies)))
})

test.serial('a sign-out at one instance is a sign-out at the other', async (t) => {
  const here = await signedInAt(0, 2)
  const there = browserAt(1, here.cookies)
  t.true(await isSignedIn(there))

  await here.post('?_task=logout', { _token: here.token() })

  t.true(await isSignedOut(there))
})

test.serial('a sign-out at one instance cuts the event streams at the other', async (t) => {
  const here = await signedInAt(0, 3)
  const cookie = [...here.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const stream = await openEventStream(`${stage.instance(1).base()}?_task=mail&_action=events`, {
    cookie,
  })
  t.teardown(() => {
    stream.close()
  })
  t.is(stream.status, 200)

  await here.post('?_task=logout', { _token: here.token() })

  t.like(await stream.until('end'), { event: { reason: 'signed-out' } })
})

test.serial('wrong passwords are counted over both', async (t) => {
  const user = stage.dovecot.userName(4)

  const statuses: number[] = []
  for (let attempt = 0; attempt <= LOCK_AFTER; attempt += 1) {
    const which = attempt % 2 === 0 ? 0 : 1
    statuses.push((await browserAt(which).signIn(user, 'wrong')).status)
  }
  const other = await browserAt(1).signIn(user, stage.dovecot.password)

  t.deepEqual(statuses, [...Array.from({ length: LOCK_AFTER }, () => 401), 429])
  t.is(other.status, 429)
})

test.serial('a key made for one instance is used by the other without a signal', async (t) => {
  const before = await signedInAt(1, 5)
  const { code, output } = await run([
    ...['keys', 'rotate', '--config', join(stage.instance(0).directory, 'postern.json')],
  ])
  const after = await signedInAt(0, 6)

  const listed = await browserAt(1, after.cookies).list('INBOX')

  t.is(code, 0)
  t.regex(output, /the running process seals under it/)
  t.is(listed.action, 'list')
  t.is((await browserAt(0, before.cookies).list('INBOX')).action, 'list')
  await t.notThrowsAsync(stage.instance(1).output.waitFor(/keys read again/))
})

test.serial('an instance without the key yet asks to come back and signs no one out', async (t) => {
  // Not for the other instance: it continues with the keys it has read.
  const made = await addKey(stage.secrets, () => Date.now() + 3_600_000)
  const file = join(stage.secrets, `${made.added}.key`)
  process.kill(stage.instance(0).pid, 'SIGHUP')
  await stage.instance(0).output.waitFor(new RegExp(`${made.added}.*keys read again`))
  await rename(file, `${file}.later`)
  const client = await signedInAt(0, 7)

  const early = await browserAt(1, client.cookies).get(LIST)
  await rename(`${file}.later`, file)
  const later = await browserAt(1, client.cookies).get(LIST)

  t.is(early.status, 503)
  t.truthy(early.headers.get('retry-after'))
  t.is(later.status, 200)
})

test.serial('without Redis users sign in, and what they do is known to both', async (t) => {
  const { redis, dovecot, base } = stage
  await redis.kill()
  t.teardown(() => redis.restart())

  const clients: WebmailClient[] = []
  for (let n = 8; n < 14; n += 1) {
    const client = createWebmailClient(base)
    t.is((await client.signIn(dovecot.userName(n), dovecot.password)).status, 302)
    clients.push(client)
  }
  const [first, ...others] = clients
  await first?.post('?_task=logout', { _token: first.token() })

  for (const which of [0, 1] as const) {
    for (const client of others) t.true(await isSignedIn(browserAt(which, client.cookies)))
    t.true(await isSignedOut(browserAt(which, first?.cookies)))
  }
})

test.serial(
  'with neither Redis nor the database no one is told to be signed in or out',
  async (t) => {
    const { redis, sql, base, dovecot } = stage
    const member = await signedInAt(0, 14)
    const panelUser = createWebmailClient(base)
    const at = '?login=1&post_login=38056176108366'
    await panelUser.get(at)
    await redis.kill()
    await sql.kill()

    const listed = await member.get(LIST)
    const page = await createWebmailClient(base).get(at)
    const signIn = await panelUser.post(at, {
      ...{ _task: 'login', _action: 'login', _token: panelUser.token() },
      ...{ _user: dovecot.userName(15), _pass: dovecot.password },
    })
    const signOut = await member.post('?_task=logout', { _token: member.token() })
    await sql.restart()
    await redis.restart()
    const later = await eventually(
      () => createWebmailClient(base).signIn(dovecot.userName(15), dovecot.password),
      ({ status }) => status === 302,
    )

    t.deepEqual([page.status, signIn.status, signOut.status], [503, 503, 503])
    t.truthy(page.headers.get('retry-after'))
    for (const request of [
      `GET ${at}`,
      `POST ${at}&_task=login&_action=login`,
      'POST ?_task=logout',
    ]) {
      t.is((await reportedText(request)).length, 1, request)
    }
    // From memory, or once that is over from nowhere.
    t.true(listed.status === 200 || listed.status === 503, `${listed.status}`)
    t.notRegex(listed.text, /session_error|"task":"login"/)
    t.is(later.status, 302)
  },
)

/** Ids of requests of which the error logs of both tell that no database answered: `GET ?query`, as they show it. */
function reportedText(request: string): Promise<readonly string[]> {
  const [method = '', query = ''] = request.split(' ')
  const line = new RegExp(
    String.raw`: ([0-9a-f]{8}) DB Error: \[\w+\] .*\(${method} ${literal(loggedScript() + query)}\)$`,
  )
  return eventually(
    async () => {
      const logs = await Promise.all(([0, 1] as const).map((n) => errorLines(stage.instance(n))))
      return [...new Set(logs.flat().flatMap((text) => line.exec(text)?.[1] ?? []))]
    },
    (ids) => ids.length > 0,
  )
}
