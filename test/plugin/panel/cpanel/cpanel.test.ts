import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { CPANEL_HELPER_URL } from '../../../../plugin/panel/examine-panel.ts'
import { createHttpPanel } from '../../../../plugin/panel/http/http.ts'
import type { SessionRules } from '../../../../plugin/panel/cpanel/judge-session.ts'
import type { PanelRefusalCode } from '../../../../plugin/panel/adapter/panel.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { evidence, neverAborted, testCookiePanelContract } from '../adapter/contract.ts'
import { requested, cookies, sessionWith, liveSession, openCpanel, sound } from './servers.ts'
import { hosting, robin, signIn, startSimulator } from '../../../support/panel/start-simulator.ts'

testCookiePanelContract(test, 'cpanel', async (t) => {
  const simulator = await startSimulator(t)
  return {
    panel: await openCpanel(t, simulator),
    signedIn: await signIn(simulator.webmailUrl),
    strangerCookie: 'webmailsession=robin%40example.test%3aAbCdEfGhIjKlMnOp',
    subject: robin.address,
  }
})

interface VerdictRow {
  readonly fact: string
  readonly fields?: Readonly<Record<string, string>>
  readonly rules?: Partial<SessionRules>
  readonly clientIp?: string
  readonly code?: PanelRefusalCode
}

const failed = 'address=127.0.0.1,app=webmaild,method=badpass'
const hourAgo = String(Math.floor(Date.now() / 1000) - 3_600)

const verdicts: readonly VerdictRow[] = [
  { fact: 'a session without a user', fields: { user: '' }, code: 'session_preauth' },
  {
    fact: 'a session that still needs to sign in',
    fields: { needs_auth: '1' },
    code: 'session_preauth',
  },
  {
    fact: 'a user in a session that began with a wrong password',
    fields: { origin_as_string: failed },
    code: 'inconsistent',
  },
  { fact: 'a token that is none', fields: { cp_security_token: '/x' }, code: 'inconsistent' },
  { fact: 'a hosting account', fields: { user: 'hosting' }, code: 'not_a_mailbox' },
  { fact: 'a session with the power of root', fields: { hasroot: '1' }, code: 'not_a_mailbox' },
  {
    fact: 'a session older than a session may be',
    fields: { successful_internal_auth_with_timestamp: hourAgo },
    rules: { absoluteMs: 3_600_000 },
    code: 'session_expired',
  },
  { fact: 'another address', clientIp: '127.0.0.2', code: 'ip_changed' },
  {
    fact: 'a neighbouring address where that is enough',
    clientIp: '127.0.0.2',
    rules: { addressCheck: 'loose' },
  },
  {
    fact: 'a far address where only near ones are let in',
    clientIp: '127.0.1.1',
    rules: { addressCheck: 'loose' },
    code: 'ip_changed',
  },
  {
    fact: 'an address of the same IPv6 /64 where that is enough',
    fields: { ip_address: '2001:db8::1' },
    clientIp: '2001:db8:0:0:ffff::2',
    rules: { addressCheck: 'loose' },
  },
  {
    fact: 'an address of another IPv6 /64',
    fields: { ip_address: '2001:db8::1' },
    clientIp: '2001:db8:0:1::1',
    rules: { addressCheck: 'loose' },
    code: 'ip_changed',
  },
  {
    fact: 'any address where none is checked',
    clientIp: '198.51.100.7',
    rules: { addressCheck: 'disabled' },
  },
  {
    fact: 'a session without a second factor where one is demanded',
    rules: { requireSecondFactor: true },
    code: 'tfa_required',
  },
  {
    fact: 'a session with its second factor',
    fields: { tfa_verified: '1' },
    rules: { requireSecondFactor: true },
  },
]

for (const { fact, fields = {}, rules = {}, clientIp = '127.0.0.1', code } of verdicts) {
  test(`${fact} is ${code ?? 'let in'}`, async (t) => {
    const { panel } = await sessionWith(t, { ...sound, ...fields }, { rules })

    const verdict = await panel.verify(evidence({ ...requested, clientIp }), neverAborted)

    t.is(verdict.kind === 'refused' ? verdict.code : undefined, code)
  })
}

test('a session ends with its files', async (t) => {
  const { simulator, signedIn, session, panel } = await liveSession(t)
  await simulator.sessions.remove(session)

  const verdict = await panel.verify(evidence(signedIn), neverAborted)

  t.deepEqual(verdict, { kind: 'refused', code: 'session_unknown' })
})

test('an existing preauth mark refuses a session that looks signed in', async (t) => {
  const { simulator, signedIn, session, panel } = await liveSession(t)
  await writeFile(simulator.files.pathOf('preauth', session.name), '1', { mode: 0o600 })

  const verdict = await panel.verify(evidence(signedIn), neverAborted)

  t.deepEqual(verdict, { kind: 'refused', code: 'session_preauth' })
})

test('guessed segments are never noted anywhere', async (t) => {
  const { simulator, signedIn, panel } = await liveSession(t)

  for (let guess = 0; guess < 10; guess += 1) {
    const segmentDigits = String(guess).padStart(10, '0')
    await panel.verify(evidence({ ...signedIn, segmentDigits }), neverAborted)
  }

  t.is(simulator.sessions.all().find(({ user }) => user === robin.address)?.tokenDenied, 0)
})

test('the session key is the same with and without the secret behind the comma', async (t) => {
  const { panel } = await sessionWith(t, sound)
  const bare = requested.cookieHeader.replace(/%2c.*$/, '')

  const one = await panel.verify(evidence(requested), neverAborted)
  const two = await panel.verify(evidence({ ...requested, cookieHeader: bare }), neverAborted)

  t.is(one.kind, 'principal')
  t.deepEqual(one, two)
})

test('with two sessions in the browser the one of this segment counts', async (t) => {
  const simulator = await startSimulator(t)
  const account = await signIn(simulator.cpanelUrl, { user: hosting.user, pass: hosting.password })
  const mailbox = await signIn(simulator.webmailUrl)
  const panel = await openCpanel(t, simulator)
  const cookieHeader = `${account.cookieHeader}; ${mailbox.cookieHeader}`

  const verdict = await panel.verify(evidence({ ...mailbox, cookieHeader }), neverAborted)

  t.is(verdict.kind, 'principal')
})

const hostileNames = [
  '../../etc/passwd%3aAbCdEfGhIjKlMnOp',
  '%2e%2e%2fraw%2frobin%3aAbCdEfGhIjKlMnOp',
  'robin%00%3aAbCdEfGhIjKlMnOp',
  'robin%0a%3aAbCdEfGhIjKlMnOp',
  'robin%3ashort',
  'robin',
  '%3aAbCdEfGhIjKlMnOp%2f..',
]

for (const name of hostileNames) {
  test(`a cookie that names ${name} opens no file`, async (t) => {
    const panel = await openCpanel(t, await startSimulator(t))

    const verdict = await panel.verify(
      evidence({ ...requested, cookieHeader: `webmailsession=${name}` }),
      neverAborted,
    )

    t.deepEqual(verdict, { kind: 'refused', code: 'cookie_malformed' })
  })
}

test('no password comes out of the helper', async (t) => {
  const { signedIn, panel } = await liveSession(t)
  const verdict = await panel.verify(evidence(signedIn), neverAborted)
  if (verdict.kind !== 'principal') return t.fail(verdict.code)

  t.deepEqual(await panel.credential(verdict.principal, neverAborted), { kind: 'prompt' })
})

test('without the helper no one is let in', async (t) => {
  const panel = createHttpPanel({
    name: 'cpanel',
    authUrl: CPANEL_HELPER_URL,
    socketPath: join(await temporaryDirectory(t), 'nobody.sock'),
    timeoutMs: 500,
    positiveCacheMs: 0,
    negativeCacheMs: 0,
    cacheEntries: 10,
    forwardedCookies: cookies,
    hmacKey: Buffer.alloc(32, 7),
    now: Date.now,
    log: { warn: () => undefined },
  })
  t.teardown(() => panel.close())

  const verdict = await panel.verify(evidence(requested), neverAborted)

  t.deepEqual(verdict, { kind: 'refused', code: 'panel_unavailable' })
})
