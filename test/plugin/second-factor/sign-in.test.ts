import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { actions } from '../../../plugin/actions/index.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/types.ts'
import { askProcess } from '../../../plugin/admin/client.ts'
import { eventually } from '../../support/database/rows.ts'
import { createWebmailClient, type WebmailClient } from '../../support/http/webmail-client.ts'
import { sharedMeteredPostern, signedIn } from '../metrics/metered-postern.ts'

const directory = mkdtempSync(join(tmpdir(), 'postern-second-factor-'))
const file = join(directory, 'audit.log')
const shared = sharedMeteredPostern({
  audit: { file },
  signIn: { secondFactor: 'optional', delaysMs: [0], codeFailuresPerHour: 5 },
})
test.after.always(() => rm(directory, { recursive: true }))

const accept = { accept: NATIVE_TYPE }

async function act(
  client: WebmailClient,
  action: string,
  form: Readonly<Record<string, string>>,
): Promise<unknown> {
  const headers = { ...accept, 'x-roundcube-request': client.token() }
  const { text } = await client.post(`?_task=mail&_action=${action}`, form, headers)
  return JSON.parse(text)
}

const invitation = z.looseObject({ ticket: z.string(), secret: z.string(), address: z.string() })
const on = z.looseObject({ recoveryCodes: z.array(z.string()).length(10) })

const PERIOD_MS = 30_000

/** The code that an app shows so many steps from now; each can be used once, and those beside the present one count. */
function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + steps * PERIOD_MS })
}

async function withFactor(n: number) {
  const metered = shared()
  const client = await signedIn(metered, n)
  const { password } = metered.dovecot
  const { ticket, secret } = invitation.parse(
    await act(client, 'begin-second-factor', { _present: password }),
  )
  const proof = { _ticket: ticket, _code: codeOf(secret, -1) }
  const { recoveryCodes } = on.parse(await act(client, 'confirm-second-factor', proof))
  return { client, secret, recoveryCodes, user: metered.dovecot.userName(n), password }
}

async function halfSignedIn(t: ExecutionContext, user: string, password: string) {
  const client = createWebmailClient(shared().postern.base())
  const { status, text } = await client.submitSignIn(user, password)
  t.is(status, 200)
  t.regex(text, /name="_code"/)
  t.false(text.includes(user))
  return client
}

const enter = (client: WebmailClient, code: string) =>
  client.post('?_task=login', { _code: code, _token: client.token(), _url: '_mbox=Sent' })

test('a sign-in asks for the code after the password, and takes each once', async (t) => {
  const { secret, user, password } = await withFactor(1)
  const [one, other] = [
    await halfSignedIn(t, user, password),
    await halfSignedIn(t, user, password),
  ]
  const code = codeOf(secret)

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
  const headers = { ...accept, 'x-roundcube-request': client.token() }

  for (const [name, { method }] of Object.entries(actions)) {
    const query = `?_task=mail&_action=${name}&_mbox=INBOX&_uid=1`
    const form = { _token: client.token(), _mbox: 'INBOX', _uid: '1' }
    for (const sent of [headers, {}]) {
      const answer =
        method === 'GET' ? await client.get(query, sent) : await client.post(query, form, sent)
      t.is(answer.status, 401, `${name} answered ${answer.status}`)
    }
  }
  t.is((await client.get('?_task=mail&_action=events', accept)).status, 401)
  const page = await client.get('?_task=mail&_mbox=INBOX')
  t.regex(page.text, /name="_code"/)
  t.notRegex(page.text, /"task":"mail"/)
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
  const locked = await enter(await halfSignedIn(t, user, password), codeOf(secret))

  t.is(locked.status, 429)
  t.regex(locked.text, /name="_code"/)
})

test('a code without the token of its form is refused, and the way back ends the session', async (t) => {
  const { secret, user, password } = await withFactor(5)
  const client = await halfSignedIn(t, user, password)

  const forged = await client.post('?_task=login', { _code: codeOf(secret), _token: 'x' })
  const left = await client.post('?_task=logout', { _token: client.token() })

  t.is(forged.status, 403)
  t.is(left.status, 302)
  t.regex((await client.get('')).text, /name="_pass"/)
})

test('it is set up and turned off by who knows the password, and its ticket is of no use to another session', async (t) => {
  const { client, secret, user, password } = await withFactor(6)
  const other = await signedIn(shared(), 7)
  const { ticket, secret: wanted } = invitation.parse(
    await act(other, 'begin-second-factor', { _present: password }),
  )
  const stranger = await signedIn(shared(), 8)

  const wrong = await act(stranger, 'begin-second-factor', { _present: 'guess' })
  const stolen = await act(stranger, 'confirm-second-factor', {
    _ticket: ticket,
    _code: codeOf(wanted),
  })
  const kept = await act(client, 'end-second-factor', { _present: password, _code: '000000' })
  const ended = await act(client, 'end-second-factor', {
    _present: password,
    _code: codeOf(secret),
  })

  t.like(wrong, { code: 'password_wrong' })
  t.like(stolen, { code: 'second_factor_expired' })
  t.like(kept, { code: 'second_factor_wrong' })
  t.like(ended, { kind: 'second-factor-off' })
  t.is((await createWebmailClient(shared().postern.base()).signIn(user, password)).status, 302)
})

test('an administrator takes a lost one away', async (t) => {
  const { user, password } = await withFactor(9)
  const question = { method: 'POST', path: '/second-factor/remove', body: { user } } as const

  const first = await askProcess(shared().endpoint, question)
  const second = await askProcess(shared().endpoint, question)

  t.deepEqual([first.body, second.body], [{ isRemoved: true }, { isRemoved: false }])
  t.is((await createWebmailClient(shared().postern.base()).signIn(user, password)).status, 302)
  t.regex(
    await readFile(file, 'utf8'),
    /"audit":"second-factor-off","result":"done","user":"user0009[^\n]*"how":"command"/,
  )
})
