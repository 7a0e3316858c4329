import test from 'ava'
import { evidence, neverAborted, testCookiePanelContract } from '../adapter/contract.ts'
import {
  openHttpPanel,
  robin,
  signIn,
  startSimulator,
} from '../../../support/panel/start-simulator.ts'

testCookiePanelContract(test, 'http', async (t) => {
  const simulator = await startSimulator(t)
  return {
    panel: openHttpPanel(t, simulator.authUrl),
    signedIn: await signIn(simulator.webmailUrl),
    strangerCookie: 'webmailsession=robin%40example.test%3aAbCdEfGhIjKlMnOp',
    subject: robin.address,
  }
})

test('a session that is not signed in yet is refused as such', async (t) => {
  const simulator = await startSimulator(t)
  const failed = await signIn(simulator.webmailUrl, { user: robin.address, pass: 'wrong' })
  const panel = openHttpPanel(t, simulator.authUrl)

  const verdict = await panel.verify(
    evidence({ cookieHeader: failed.cookieHeader, segmentDigits: '1234567890' }),
    neverAborted,
  )

  t.deepEqual(verdict, { kind: 'refused', code: 'session_preauth' })
})

test('a session that was idle for too long is refused as such', async (t) => {
  const simulator = await startSimulator(t)
  const signedIn = await signIn(simulator.webmailUrl)
  const panel = openHttpPanel(t, simulator.authUrl)
  simulator.clock.advance(900_000)

  const verdict = await panel.verify(evidence(signedIn), neverAborted)

  t.deepEqual(verdict, { kind: 'refused', code: 'session_expired' })
})

test('a session from another address is refused as such', async (t) => {
  const simulator = await startSimulator(t)
  const signedIn = await signIn(simulator.webmailUrl)
  const panel = openHttpPanel(t, simulator.authUrl)

  const verdict = await panel.verify(
    evidence({ ...signedIn, clientIp: '198.51.100.7' }),
    neverAborted,
  )

  t.deepEqual(verdict, { kind: 'refused', code: 'ip_changed' })
})

test('a hosting account that is no mailbox is refused as such', async (t) => {
  const simulator = await startSimulator(t)
  const signedIn = await signIn(simulator.cpanelUrl, { user: 'hosting', pass: 'account-password' })
  const panel = openHttpPanel(t, simulator.authUrl)

  const verdict = await panel.verify(evidence(signedIn), neverAborted)

  t.deepEqual(verdict, { kind: 'refused', code: 'not_a_mailbox' })
})

test('after a second sign-in the first segment is refused', async (t) => {
  const simulator = await startSimulator(t)
  const first = await signIn(simulator.webmailUrl)
  const second = await signIn(simulator.webmailUrl)
  const panel = openHttpPanel(t, simulator.authUrl)

  const old = await panel.verify(
    evidence({ cookieHeader: second.cookieHeader, segmentDigits: first.segmentDigits }),
    neverAborted,
  )
  const current = await panel.verify(evidence(second), neverAborted)

  t.deepEqual(old, { kind: 'refused', code: 'segment_mismatch' })
  t.is(current.kind, 'principal')
})

test('guessed segments cannot make the panel end the session', async (t) => {
  const simulator = await startSimulator(t)
  const signedIn = await signIn(simulator.webmailUrl)
  const panel = openHttpPanel(t, simulator.authUrl)
  await panel.verify(evidence(signedIn), neverAborted)

  for (let guess = 0; guess < 10; guess += 1) {
    const segmentDigits = String(guess).padStart(10, '0')
    await panel.verify(evidence({ ...signedIn, segmentDigits }), neverAborted)
  }

  t.is(simulator.sessions.all().find(({ user }) => user === robin.address)?.tokenDenied, 0)
})

test('segments that links of other sites name stay below the limit of the panel', async (t) => {
  const simulator = await startSimulator(t)
  const signedIn = await signIn(simulator.webmailUrl)
  const panel = openHttpPanel(t, simulator.authUrl)

  for (let guess = 0; guess < 10; guess += 1) {
    const segmentDigits = String(guess).padStart(10, '0')
    await panel.verify(evidence({ ...signedIn, segmentDigits, isCrossSite: true }), neverAborted)
  }

  t.is(simulator.sessions.all().find(({ user }) => user === robin.address)?.tokenDenied, 2)
  t.is((await panel.verify(evidence(signedIn), neverAborted)).kind, 'principal')
})

test('two wrong segments of a fresh cookie do not shut out the right one', async (t) => {
  const simulator = await startSimulator(t)
  const signedIn = await signIn(simulator.webmailUrl)
  const panel = openHttpPanel(t, simulator.authUrl)
  for (const segmentDigits of ['0000000001', '0000000002']) {
    await panel.verify(evidence({ ...signedIn, segmentDigits }), neverAborted)
  }

  const verdict = await panel.verify(evidence(signedIn), neverAborted)

  t.is(verdict.kind, 'principal')
})

test('a stale tab does not shut out the right segment', async (t) => {
  const simulator = await startSimulator(t)
  const signedIn = await signIn(simulator.webmailUrl)
  const panel = openHttpPanel(t, simulator.authUrl, { negativeCacheMs: 0 })
  for (let poll = 0; poll < 10; poll += 1) {
    await panel.verify(evidence({ ...signedIn, segmentDigits: '0000000000' }), neverAborted)
  }

  const verdict = await panel.verify(evidence(signedIn), neverAborted)

  t.is(verdict.kind, 'principal')
})

test('the mailbox password is handed over for the shared secret', async (t) => {
  const handOverSecret = 'between panel and gateway'
  const simulator = await startSimulator(t, { handOverSecret })
  const signedIn = await signIn(simulator.webmailUrl)
  const panel = openHttpPanel(t, simulator.authUrl, { handOverSecret })
  const verdict = await panel.verify(evidence(signedIn), neverAborted)
  if (verdict.kind !== 'principal') return t.fail(verdict.code)

  const credential = await panel.credential(verdict.principal, neverAborted)

  t.deepEqual(credential, { kind: 'panel', user: robin.address, password: robin.password })
})

test('with a wrong secret the user is asked for the password', async (t) => {
  const simulator = await startSimulator(t, { handOverSecret: 'one' })
  const signedIn = await signIn(simulator.webmailUrl)
  const panel = openHttpPanel(t, simulator.authUrl, { handOverSecret: 'another' })
  const verdict = await panel.verify(evidence(signedIn), neverAborted)
  if (verdict.kind !== 'principal') return t.fail(verdict.code)

  t.deepEqual(await panel.credential(verdict.principal, neverAborted), { kind: 'prompt' })
})
