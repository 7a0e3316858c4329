import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { variableValues } from '../../../../store/index.ts'
import { lockDatabase } from '../../../support/database/lock.ts'
import { changeRows, databaseRows, eventually } from '../../../support/database/rows.ts'
import type { ClientResponse, WebmailClient } from '../../../support/http/webmail-client.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { connectToEndpoint } from '../../../support/session-endpoint/endpoint-client.ts'
import { startRoundcubeOnPostern } from '../../../support/session-endpoint/roundcube-on-postern.ts'

const ANSWERED_BY = 'x-postern-answered-by'
const by = ({ headers }: ClientResponse) => headers.get(ANSWERED_BY)

/** Roundcube behind a Postern that signs in, with one mailbox. */
async function start(
  t: ExecutionContext,
  accelerate: { readonly signIn?: true } = { signIn: true },
) {
  const auditFile = join(await temporaryDirectory(t), 'audit.log')
  const pair = await startRoundcubeOnPostern(t, {
    mail: { users: 1 },
    accelerate,
    auditFile,
  })
  const { dovecot, acceleratedBrowser } = pair
  const endpoint = connectToEndpoint(t, { port: pair.port, password: pair.password })
  const user = dovecot.userName(1)
  return {
    ...pair,
    user,
    signIn: async (browser: WebmailClient, password = dovecot.password) =>
      browser.submitSignIn(user, password),
    /** Of a user whom Postern signs in: Roundcube has done so before. */
    signedIn: async () => {
      await acceleratedBrowser().submitSignIn(user, dovecot.password)
      const browser = acceleratedBrowser()
      const response = await browser.submitSignIn(user, dovecot.password)
      t.is(by(response), 'postern')
      return browser
    },
    /** What the store has of a browser's session, variable by variable. */
    variables: async (browser: WebmailClient) => {
      const value = await endpoint.get(browser.cookies.get('roundcube_sessid') ?? '')
      const [, vars = ''] = /"vars";s:\d+:"(.*)";\}$/s.exec(value ?? '') ?? []
      return [...variableValues(Buffer.from(vars))].map(([name, text]) => [name, String(text)])
    },
    /** Results of the sign-ins, once this many are written: a response may be here before its line. */
    audit: (count: number) =>
      eventually(
        async () =>
          (await readFile(auditFile, 'utf8'))
            .trim()
            .split('\n')
            .map((line) => /"result":"(\w+)"/.exec(line)?.[1]),
        (results) => results.length >= count,
      ),
  }
}

/** Without what every sign-in makes again. */
function lasting(variables: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const fresh = new Set(['password', 'login_time', 'auth_secret', 'request_token'])
  return variables.map(([name = '', value = '']) => [
    name,
    fresh.has(name) ? value.replace(/"[^"]*"|\d{10}/, '') : value,
  ])
}

/** The parts of a response that a browser acts on, without what is random. */
function shape({ status, headers }: ClientResponse) {
  const plain = (text: string | null) =>
    text?.replace(/\b[0-9a-f]{32}\b|\b\w{32}\b/g, 'random').replace(/\d\d:\d\d:\d\d/, 'time')
  return {
    status,
    location: plain(headers.get('location')),
    cookies: headers.getSetCookie().map(plain),
    ...Object.fromEntries(
      ['cache-control', 'pragma', 'x-frame-options', 'content-type'].map((name) => [
        name,
        headers.get(name),
      ]),
    ),
  }
}

test('whom Roundcube has signed in Postern signs in, with the same session, and PHP continues with it', async (t) => {
  const { dovecot, user, signIn, variables, acceleratedBrowser } = await start(t)
  await dovecot.seed(user, 3)
  const [one, other, again] = [acceleratedBrowser(), acceleratedBrowser(), acceleratedBrowser()]

  const first = await signIn(one)
  const second = await signIn(other)
  const started = await variables(other)

  t.is(by(first), 'roundcube; reason=not_learned')
  t.is(by(second), 'postern')
  t.deepEqual(shape(second), shape(first))
  t.deepEqual(lasting(started), lasting(await variables(one)))
  const page = await other.get('')
  t.true(page.text.includes('"task":"mail"'))
  t.deepEqual((await other.list('INBOX')).uids, [3, 2, 1])
  t.true((await other.get('?_task=settings')).text.includes('"task":"settings"'))
  t.is((await other.get('?_task=mail&_action=compose')).status, 302)
  const left = await other.get(`?_task=logout&_token=${other.token()}`)
  t.true(left.text.includes('"task":"login"'))
  const form = { _token: other.token(), _task: 'login', _action: 'login', _timezone: '_default_' }
  const back = await other.post('?_task=login', {
    ...{ ...form, _url: '', _user: user, _pass: dovecot.password },
  })
  t.is(by(back), 'postern')
  t.false((await variables(other)).some(([name]) => name === 'timezone'))
  t.is(by(await signIn(again)), 'postern')
})

test('a sign-in leads where Roundcube leads', async (t) => {
  const { dovecot, user, browser, acceleratedBrowser, signIn } = await start(t)
  await signIn(acceleratedBrowser())
  for (const pageQuery of [
    '',
    '_task=login',
    '_task=login&_err=session',
    'login=1&post_login=38056176108366',
    '_task=mail&_mbox=Sent',
  ]) {
    const more = { form: { _url: pageQuery } }

    const own = await acceleratedBrowser().submitSignIn(user, dovecot.password, more)
    const direct = await browser().submitSignIn(user, dovecot.password, more)

    t.is(by(own), 'postern', pageQuery)
    t.deepEqual(shape(own), shape(direct))
  }
})

test('a wrong password is answered by Roundcube, and so is the next sign-in', async (t) => {
  const { acceleratedBrowser, signIn, signedIn, audit } = await start(t)
  await signedIn()

  const wrong = await signIn(acceleratedBrowser(), 'wrong')
  const next = await signIn(acceleratedBrowser())
  const last = await signIn(acceleratedBrowser())

  t.is(wrong.status, 401)
  t.is(by(wrong), 'roundcube; reason=password_refused')
  t.is(by(next), 'roundcube; reason=not_learned')
  t.is(by(last), 'postern')
  const accepted = 'accepted'
  t.deepEqual(await audit(5), [accepted, accepted, 'sign_in_failed', accepted, accepted])
})

test('the audit reports sign-ins also where Roundcube judges all of them', async (t) => {
  const { acceleratedBrowser, signIn, audit } = await start(t, {})

  const wrong = await signIn(acceleratedBrowser(), 'wrong')
  const right = await signIn(acceleratedBrowser())

  t.is(by(wrong), 'roundcube; reason=switched_off')
  t.is(by(right), 'roundcube; reason=switched_off')
  t.deepEqual(await audit(2), ['sign_in_failed', 'accepted'])
})

test('a form that is not plain, is out of date or is not from here goes to Roundcube', async (t) => {
  const { dovecot, user, acceleratedBrowser, signedIn } = await start(t)
  const known = await signedIn()
  const submit = (browser: WebmailClient, form: Readonly<Record<string, string>>) =>
    browser.submitSignIn(user, dovecot.password, { form })
  const stale = acceleratedBrowser()
  stale.cookies.set('roundcube_sessauth', `${'x'.repeat(32)}-1795416600`)
  const forger = acceleratedBrowser()
  await forger.get('')

  const withField = await submit(acceleratedBrowser(), { _code: '123456' })
  const withProof = await submit(stale, {})
  const elsewhere = await submit(acceleratedBrowser(), { _url: '_task=mail&_action=compose' })
  const forged = await forger.post('?_task=login', {
    ...{ _token: 'x'.repeat(32), _task: 'login', _action: 'login', _timezone: 'UTC', _url: '' },
    ...{ _user: user, _pass: dovecot.password },
  })

  t.is(by(withField), 'roundcube; reason=not_understood')
  t.is(by(withProof), 'roundcube; reason=no_session')
  t.is(by(elsewhere), 'roundcube; reason=not_understood')
  t.is(by(forged), 'roundcube; reason=wrong_token')
  t.is(forged.status, 401)
  t.is((await known.get('')).status, 200)
})

test("settings that were saved make the next sign-in Roundcube's", async (t) => {
  const { acceleratedBrowser, signIn, signedIn, variables } = await start(t)
  const browser = await signedIn()
  await browser.get('')
  await browser.post('?_task=settings&_action=save-prefs', {
    ...{ _token: browser.token(), _section: 'general', _language: 'de_DE', _framed: '1' },
  })

  const next = await signIn(acceleratedBrowser())
  const own = acceleratedBrowser()
  const last = await signIn(own)

  t.is(by(next), 'roundcube; reason=not_learned')
  t.is(by(last), 'postern')
  t.deepEqual(
    (await variables(own)).find(([name]) => name === 'language'),
    ['language', 's:5:"de_DE";'],
  )
})

test('a user whom Roundcube no longer has is signed in by Roundcube the second time', async (t) => {
  const { acceleratedBrowser, signIn, signedIn, roundcube } = await start(t)
  await signedIn()
  await changeRows(roundcube.database, 'UPDATE users SET user_id = user_id + 100')

  const browser = acceleratedBrowser()
  t.is(by(await signIn(browser)), 'postern')
  const page = await browser.get('')

  t.true(page.text.includes('"task":"login"'))
  t.is(by(await signIn(acceleratedBrowser())), 'roundcube; reason=not_learned')
})

test("a sign-in is noted in Roundcube's table of users, and a locked table stops none", async (t) => {
  const { acceleratedBrowser, signIn, signedIn, roundcube } = await start(t)
  await signedIn()
  await changeRows(roundcube.database, "UPDATE users SET last_login = '2020-01-02 03:04:05'")
  const lock = await lockDatabase(roundcube.database)

  const response = await signIn(acceleratedBrowser())
  await lock.release()
  const [row] = await eventually(
    () => databaseRows(roundcube.database, 'SELECT last_login FROM users'),
    (rows) => rows.every((each) => each['last_login'] !== '2020-01-02 03:04:05'),
  )

  t.is(by(response), 'postern')
  t.is(response.status, 302)
  t.true(Math.abs(Date.parse(`${String(row?.['last_login'])}Z`) - Date.now()) < 600_000)
})
