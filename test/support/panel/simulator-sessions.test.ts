import { readFile, stat } from 'node:fs/promises'
import test from 'ava'
import { request } from 'undici'
import { z } from 'zod'
import { spoilFiles, type FileFault } from './state/faults.ts'
import { seededRandom } from '../random.ts'
import { cookieHeaderOf, robin, signIn, startSimulator } from './start-simulator.ts'

test('the cookie is the escaped session name and its secret', async (t) => {
  const { webmailUrl } = await startSimulator(t)

  const { cookieHeader } = await signIn(webmailUrl)

  t.regex(cookieHeader, /^webmailsession=robin%40example\.test%3a[A-Za-z0-9_]{16}%2c[0-9a-f]{32}$/)
})

test('the cookie says what the real one says', async (t) => {
  const { webmailUrl } = await startSimulator(t, { publicWebmailPort: 2096, secureCookie: true })

  const { headers } = await request(webmailUrl)

  t.regex(String(headers['set-cookie']), /; HttpOnly; path=\/; port=2096; secure$/)
})

test('a session before the sign-in has no user in its name', async (t) => {
  const { webmailUrl } = await startSimulator(t)

  const { headers } = await request(webmailUrl)

  t.regex(
    cookieHeaderOf(headers['set-cookie']),
    /^webmailsession=%3a[A-Za-z0-9_]{16}%2c[0-9a-f]{32}$/,
  )
})

test('every sign-in has a segment of its own', async (t) => {
  const { webmailUrl } = await startSimulator(t)

  const first = await signIn(webmailUrl)
  const second = await signIn(webmailUrl)

  t.regex(first.segmentDigits, /^[0-9]{10}$/)
  t.not(first.segmentDigits, second.segmentDigits)
})

test('a small random number keeps its leading zeros as a segment', async (t) => {
  const { webmailUrl } = await startSimulator(t, { random: () => 7 })

  t.is((await signIn(webmailUrl)).segmentDigits, '0000000007')
})

test('a seed gives the same session again', async (t) => {
  const one = await startSimulator(t, { random: seededRandom(42) })
  const two = await startSimulator(t, { random: seededRandom(42) })

  t.deepEqual(await signIn(one.webmailUrl), await signIn(two.webmailUrl))
})

test('post_login is a plain number of at most 14 digits', async (t) => {
  const { webmailUrl } = await startSimulator(t)

  t.regex((await signIn(webmailUrl)).location, /[?&]login=1&post_login=(0|[1-9][0-9]{0,13})$/)
})

test('post_login can have 13 digits, or be forced to 14', async (t) => {
  const below = 3837540636687
  const natural = await startSimulator(t, { random: (limit) => Math.min(limit - 1, below) })
  const forced = await startSimulator(t, { random: () => 0, postLoginDigits: 14 })

  t.regex((await signIn(natural.webmailUrl)).location, /post_login=3837540636687$/)
  t.regex((await signIn(forced.webmailUrl)).location, /post_login=10000000000000$/)
})

test('a session is in private raw and cache files that agree', async (t) => {
  const { webmailUrl, sessions, files } = await startSimulator(t)
  const { segmentDigits } = await signIn(webmailUrl)
  const session = sessions.all().find(({ user }) => user === robin.address)
  const name = session?.name ?? ''

  const raw = await readFile(files.pathOf('raw', name), 'utf8')
  const cache = await readFile(files.pathOf('cache', name), 'utf8')

  const fields = z.record(z.string(), z.string()).parse(JSON.parse(cache))
  const lines = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  t.is(raw, `${lines.join('\n')}\n`)
  t.true(raw.includes(`cp_security_token=/cpsess${segmentDigits}\n`))
  t.false(raw.includes(robin.password))
  t.is((await stat(files.pathOf('raw', name))).mode & 0o777, 0o600)
})

test('a session before the sign-in has a preauth file', async (t) => {
  const { webmailUrl, sessions, files } = await startSimulator(t)
  await request(webmailUrl).then(({ body }) => body.dump())
  const [session] = sessions.all()

  const preauth = await readFile(files.pathOf('preauth', session?.name ?? ''), 'utf8')

  t.regex(preauth, /^[0-9]+$/)
})

test('logging out removes the session, its files and the cookie', async (t) => {
  const { webmailUrl, sessions, files } = await startSimulator(t)
  const { cookieHeader } = await signIn(webmailUrl)
  const [session] = sessions.all()

  const response = await request(`${webmailUrl}/logout/`, { headers: { cookie: cookieHeader } })

  t.regex(String(response.headers['set-cookie']), /^webmailsession=;.*expires=Thu, 01 Jan 1970/)
  t.deepEqual(sessions.all(), [])
  await t.throwsAsync(stat(files.pathOf('raw', session?.name ?? '')), { code: 'ENOENT' })
})

const fileFaults: readonly FileFault[] = [
  'cache_disagrees',
  'duplicate_key',
  'carriage_return',
  'symlink',
  'half_written',
  'needs_auth_with_user',
  'token_changed',
]

for (const fault of fileFaults) {
  test(`the files of a session can be spoiled: ${fault}`, async (t) => {
    const { webmailUrl, sessions, files } = await startSimulator(t)
    await signIn(webmailUrl)
    const name = sessions.all()[0]?.name ?? ''
    const read = async () => [
      await readFile(files.pathOf('raw', name), 'utf8'),
      await readFile(files.pathOf('cache', name), 'utf8'),
      (await stat(files.pathOf('raw', `${name}.target`)).catch(() => undefined))?.isFile(),
    ]
    const before = await read()

    await spoilFiles(files, name, fault)

    t.notDeepEqual(await read(), before)
  })
}
