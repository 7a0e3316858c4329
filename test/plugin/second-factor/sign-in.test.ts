import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { queryProcess } from '../../../plugin/admin/client.ts'
import { eventually } from '../../support/database/rows.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { callAction } from '../../support/http/native-actions.ts'
import {
  accept,
  run,
  codeOf,
  enter,
  reachesNothing,
  setUpCodes,
} from '../../support/second-factor/codes.ts'
import { sharedMeteredPostern, signedIn } from '../metrics/metered-postern.ts'

const directory = mkdtempSync(join(tmpdir(), 'postern-second-factor-'))
const file = join(directory, 'audit.log')
const shared = sharedMeteredPostern({
  audit: { file },
  signIn: { secondFactor: 'optional' },
  tuning: { signIn: { delaysMs: [0], codeFailuresPerHour: 5 } },
})
test.after.always(() => rm(directory, { recursive: true }))

async function withFactor(n: number) {
  const metered = shared()
  const client = await signedIn(metered, n)
  const { password } = metered.dovecot
  const codes = await setUpCodes(client, password)
  return { client, ...codes, user: metered.dovecot.userName(n), password }
}

async function halfSignedIn(t: ExecutionContext, user: string, password: string) {
  const client = createWebmailClient(shared().postern.base())
  const { status, text } = await client.submitSignIn(user, password)
  t.is(status, 200)
  t.regex(text, /name="_code"/)
  t.false(text.includes(user))
  return client
}

test('a sign-in requests the code after the password, and takes each once', async (t) => {
  const { secret, user, password } = await withFactor(1)
  const [one, other] = [
    await halfSignedIn(t, user, password),
    await halfSignedIn(t, user, password),
  ]
  const code = codeOf(secret, 1)

  const entered = await enter(one, code)
  const again = await enter(other, code)

  t.is(entered.status, 302)
  t.regex(entered.headers.get('location') ?? '', /_task=mail&_mbox=Sent&_token=/)
  t.regex((await one.get('')).text, /"task":"mail"/)
  t.is(again.status, 422)
  t.regex(again.text, /was used already/)
  t.is((await other.get('?_task=mail&_action=list', accept)).status, 401)
  const lines = await eventually(
    () => readFile(file, 'utf8'),
    (text) => text.includes('"result":"second_factor_wrong","user":"user0001'),
  )
  t.regex(lines, /"audit":"second-factor-on","result":"done","user":"user0001/)
  t.regex(lines, /"result":"second_factor_asked","user":"user0001/)
  t.false(`${lines}${shared().postern.output.text()}`.includes(secret))
})

test('a password alone reaches no action, no page of mail and no event', async (t) => {
  const { user, password } = await withFactor(2)
  const client = await halfSignedIn(t, user, password)

  await reachesNothing(t, client)
})

test('a recovery code signs in once, also when it is shown twice at one time', async (t) => {
  const { recoveryCodes, user, password } = await withFactor(3)
  const [code = ''] = recoveryCodes
  const clients = [
    await halfSignedIn(t, user, password),
    await halfSignedIn(t, user, password),
    await halfSignedIn(t, user, password),
  ]

  const statuses = await Promise.all(
    clients.map(async (client) => (await enter(client, code.toUpperCase())).status),
  )

  t.deepEqual(statuses.toSorted(), [302, 422, 422])
})

test('guesses are counted over all sessions, and a right password between them forgives none', async (t) => {
  const { secret, user, password } = await withFactor(4)

  for (let guess = 0; guess < 5; guess += 1) {
    const client = await halfSignedIn(t, user, password)
    t.is((await enter(client, '000000')).status, 422)
  }
  const locked = await enter(await halfSignedIn(t, user, password), codeOf(secret, 1))

  t.is(locked.status, 429)
  t.regex(locked.text, /name="_code"/)
})

test('a code without the token of its form is refused, and the way back ends the session', async (t) => {
  const { secret, user, password } = await withFactor(5)
  const client = await halfSignedIn(t, user, password)

  const forged = await client.post('?_task=login', { _code: codeOf(secret, 1), _token: 'x' })
  const left = await client.post('?_task=logout', { _token: client.token() })

  t.is(forged.status, 403)
  t.is(left.status, 302)
  t.regex((await client.get('')).text, /name="_pass"/)
})

test('it is set up and turned off by who knows the password, and its ticket is of no use to another session', async (t) => {
  const { client, secret, user, password } = await withFactor(6)
  const other = await signedIn(shared(), 7)
  const invitation = await callAction(other, 'begin-second-factor', { present: password })
  const stranger = await signedIn(shared(), 8)

  const wrong = await run(stranger, 'begin-second-factor', { present: 'guess' })
  const stolen = await run(stranger, 'confirm-second-factor', {
    ticket: invitation.ticket,
    code: codeOf(invitation.secret, 1),
  })
  const stored = await run(client, 'end-second-factor', { present: password, code: '000000' })
  const ended = await run(client, 'end-second-factor', {
    present: password,
    code: codeOf(secret, 1),
  })

  t.like(wrong, { code: 'password_wrong' })
  t.like(stolen, { code: 'second_factor_expired' })
  t.like(stored, { code: 'second_factor_wrong' })
  t.like(ended, { kind: 'second-factor-off' })
  t.is((await createWebmailClient(shared().postern.base()).signIn(user, password)).status, 302)
})

test('an administrator takes a lost one away', async (t) => {
  const { user, password } = await withFactor(9)
  const question = { method: 'POST', path: '/second-factor/remove', body: { user } } as const

  const first = await queryProcess(shared().endpoint, question)
  const second = await queryProcess(shared().endpoint, question)

  t.deepEqual([first.body, second.body], [{ isRemoved: true }, { isRemoved: false }])
  t.is((await createWebmailClient(shared().postern.base()).signIn(user, password)).status, 302)
  t.regex(
    await readFile(file, 'utf8'),
    /"audit":"second-factor-off","result":"done","user":"user0009[^\n]*"how":"command"/,
  )
})
