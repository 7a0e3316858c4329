import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { queryProcess } from '../../../plugin/admin/client.ts'
import { createWebmailClient, type WebmailClient } from '../../support/http/webmail-client.ts'
import { eventually } from '../../support/database/rows.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { accept, run, codeOf, enter, reachesNothing } from '../../support/second-factor/codes.ts'
import { sharedMeteredPostern } from '../metrics/metered-postern.ts'

const shared = sharedMeteredPostern({
  audit: { file: 'audit.log' },
  signIn: { secondFactor: 'required' },
  tuning: { signIn: { delaysMs: [0] } },
})

/** A browser that has shown a right password and is asked to set codes up. */
async function ledToSetUp(t: ExecutionContext, n: number, headers = {}) {
  const { dovecot, postern } = shared()
  const client = createWebmailClient(postern.base())
  const user = dovecot.userName(n)
  const { status, text } = await client.submitSignIn(user, dovecot.password, { headers })
  t.is(status, 200)
  return { client, user, text, ...fieldsOf(t, text) }
}

function fieldsOf(t: ExecutionContext, text: string) {
  t.regex(text, /src="data:image\/svg\+xml;base64,/)
  const ticket = /name="_ticket" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const secret = /secret=([A-Z2-7]+)/.exec(text)?.[1] ?? ''
  return { ticket, secret }
}

const confirm = (client: WebmailClient, ticket: string, code: string) =>
  client.post('?_task=login', {
    ...{ _ticket: ticket, _code: code, _token: client.token(), _url: '_mbox=Sent' },
  })

test('who has no second factor sets one up after the password, and is told the recovery codes', async (t) => {
  const { client, user, text, ticket, secret } = await ledToSetUp(t, 1, {
    'accept-language': 'de',
  })
  t.regex(text, /<html lang="de"/)

  const wrong = await confirm(client, ticket, '000000')
  const done = await confirm(client, fieldsOf(t, wrong.text).ticket, codeOf(secret, 0))

  t.is(wrong.status, 422)
  t.is(fieldsOf(t, wrong.text).secret, secret)
  t.is(done.status, 200)
  const recoveryCodes = [...done.text.matchAll(/<code dir="ltr">([\w-]{19})</g)]
  t.is(recoveryCodes.length, 10)
  t.regex(done.text, /href="\.\/index\.php\?_task=mail&amp;_mbox=Sent"/)
  t.regex((await client.get('?_task=mail&_mbox=Sent')).text, /"task":"mail"/)
  const again = createWebmailClient(shared().postern.base())
  const requested = await again.submitSignIn(user, shared().dovecot.password)
  t.notRegex(requested.text, /_ticket/)
  t.is((await enter(again, codeOf(secret, 1))).status, 302)
  const audit = join(shared().postern.directory, 'audit.log')
  const lines = await eventually(
    () => readFile(audit, 'utf8'),
    (found) => found.includes('"audit":"second-factor-on","result":"done"'),
  )
  t.regex(lines, new RegExp(`"result":"second_factor_required","user":"${user}`))
})

test('nothing of the mailbox is reached before it is set up', async (t) => {
  const { client } = await ledToSetUp(t, 2)

  await reachesNothing(t, client)

  t.regex((await client.get('')).text, /name="_ticket"/)
})

test('a ticket of another session sets up nothing', async (t) => {
  const one = await ledToSetUp(t, 3)
  const other = await ledToSetUp(t, 4)

  const stolen = await confirm(other.client, one.ticket, codeOf(one.secret, 1))

  t.is(stolen.status, 422)
  t.not(fieldsOf(t, stolen.text).secret, one.secret)
  await reachesNothing(t, other.client)
})

test('a program that signs in is told by a code what is missing', async (t) => {
  const { dovecot, postern } = shared()
  const signInAs = async (n: number) => {
    const client = createWebmailClient(postern.base())
    const response = await client.submitSignIn(dovecot.userName(n), dovecot.password, {
      headers: accept,
    })
    t.is((await client.get('?_task=mail&_action=list&_mbox=INBOX', accept)).status, 401)
    return response
  }
  const { client, ticket, secret } = await ledToSetUp(t, 6)
  await confirm(client, ticket, codeOf(secret, 1))

  const without = await signInAs(5)
  const withIt = await signInAs(6)

  t.is(without.status, 403)
  t.like(JSON.parse(without.text), { code: 'second_factor_required' })
  t.is(withIt.status, 401)
  t.like(JSON.parse(withIt.text), { code: 'second_factor_needed' })
})

test('who turns it off is signed out and sets another one up', async (t) => {
  const { client, ticket, secret } = await ledToSetUp(t, 7)
  await confirm(client, ticket, codeOf(secret, 0))
  await client.get('')

  const proof = { present: shared().dovecot.password, code: codeOf(secret, 1) }
  const ended = await run(client, 'end-second-factor', proof)

  t.like(ended, { kind: 'second-factor-off' })
  t.is((await client.get('?_task=mail&_action=list&_mbox=INBOX', accept)).status, 401)
  t.not((await ledToSetUp(t, 7)).secret, secret)
})

test('who lost it sets another one up, once an administrator took it away', async (t) => {
  const { client, user, ticket, secret } = await ledToSetUp(t, 8)
  await confirm(client, ticket, codeOf(secret, 0))

  const question = { method: 'POST', path: '/second-factor/remove', body: { user } } as const
  await queryProcess(shared().endpoint, question)

  t.not((await ledToSetUp(t, 8)).secret, secret)
})

test('a session that began before it was required opens nothing', async (t) => {
  const { dovecot } = shared()
  const config = { signIn: { secondFactor: 'off' } }
  const before = await startPostern({ t, mail: dovecot, config })
  const client = createWebmailClient(before.base())
  await client.signIn(dovecot.userName(9), dovecot.password)
  t.regex((await client.get('')).text, /"task":"mail"/)
  await before.end()
  const file = join(before.directory, 'postern.json')
  const stored = (await readFile(file, 'utf8')).replace(
    '"secondFactor": "off"',
    '"secondFactor": "required"',
  )
  await writeFile(file, stored)

  const after = await before.restart()
  const returned = createWebmailClient(after.base())
  for (const [name, value] of client.cookies) returned.cookies.set(name, value)

  t.is((await returned.get('?_task=mail&_action=list&_mbox=INBOX', accept)).status, 401)
  t.regex((await returned.get('')).text, /name="_pass"/)
})

test('where the panel signs users in the panel is what asks', async (t) => {
  const { dovecot } = shared()
  const segment = '1234567890'
  const cookie = 'panel-session-of-the-test'
  const credential = { user: dovecot.userName(10), password: dovecot.password }
  const sessions = [{ segment, cookie, subject: credential.user, credential }]
  const config = {
    signIn: { secondFactor: 'required' },
    panel: { adapter: 'static', segmentLetters: 'cpsess', static: { open: false, sessions } },
  }
  const postern = await startPostern({ t, mail: dovecot, config })
  const client = createWebmailClient(postern.base(segment))
  client.cookies.set('cpsession', cookie)

  t.regex((await client.get('')).text, /"task":"mail"/)
})
