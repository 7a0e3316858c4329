import test from 'ava'
import { startDovecot, type Dovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern, type Postern } from '../../support/postern/postern.ts'
import {
  cookieHeader,
  createWebmailClient,
  type WebmailClient,
} from '../../support/http/webmail-client.ts'

const ADA = { segment: '0228251236', cookie: 'ada-cookie-0123456789' }
const BEA = { segment: '0228251236', cookie: 'bea-cookie-0123456789' }
const EVE = { segment: '7777777777', cookie: 'eve-cookie-0123456789' }

let dovecot: Dovecot
let postern: Postern

/** A panel that hands over Ada's and Bea's mailbox passwords, and knows Eve without one. */
test.before(async () => {
  dovecot = await startDovecot({ users: 3 })
  const session = (of: typeof ADA, n: number, credential?: object) => ({
    ...of,
    subject: dovecot.userName(n),
    ...(credential === undefined ? {} : { credential }),
  })
  const credential = (n: number) => ({ user: dovecot.userName(n), password: dovecot.password })
  const sessions = [session(ADA, 1, credential(1)), session(BEA, 2, credential(2)), session(EVE, 3)]
  postern = await startPostern({
    mail: dovecot,
    config: { panel: { static: { open: false, sessions } } },
  })
})
test.after.always(async () => {
  await postern.stop()
  await dovecot.stop()
})

/** A browser of its own with a panel session, and no session of ours yet. */
function clientOf(panel: { readonly segment: string; readonly cookie: string }): WebmailClient {
  const client = createWebmailClient(postern.base(panel.segment))
  client.cookies.set('cpsession', panel.cookie)
  return client
}

test('a panel that hands over the password signs in by one GET', async (t) => {
  const page = await clientOf(ADA).get('?login=1&post_login=38056176108366')
  t.is(page.status, 200)
  t.regex(page.text, /"task":"mail".*"user":"user0001@example\.test"/)
})

test('HEAD is answered as GET, without the body', async (t) => {
  const client = clientOf(ADA)
  await client.get('')
  const address = postern.base(ADA.segment).replace(/index\.php$/, '')
  const headers = { cookie: cookieHeader(client.cookies) }
  const of = (method: string, path: string) =>
    fetch(`${address}${path}`, { method, headers, redirect: 'manual' })

  for (const path of [
    '',
    'index.php',
    'index.php?_task=mail&_action=list&_remote=1',
    'postern/x',
  ]) {
    const [get, head] = [await of('GET', path), await of('HEAD', path)]
    t.is(head.status, get.status, path)
    t.is(head.headers.get('content-type'), get.headers.get('content-type'), path)
    t.is(await head.text(), '')
  }
})

test('the mount without its slash leads to the mount, and nothing like it does', async (t) => {
  const mount = postern.base(ADA.segment).replace(/\/(index\.php)?$/, '')
  const of = (address: string, method = 'GET') => fetch(address, { method, redirect: 'manual' })

  const plain = await of(mount)
  const requested = await of(`${mount}?_task=mail`, 'HEAD')

  t.is(plain.status, 302)
  t.is(new URL(plain.headers.get('location') ?? '', mount).href, `${mount}/`)
  t.is(new URL(requested.headers.get('location') ?? '', mount).href, `${mount}/?_task=mail`)
  t.is((await of(mount.toUpperCase().replace('HTTP', 'http'))).status, 401)
  t.is((await of(mount, 'POST')).status, 401)
})

test('a panel sign-in that arrives as a POST, its own body and all, leads to the mail', async (t) => {
  const client = clientOf(ADA)
  const response = await client.post('?login=1&post_login=3837540636687', {
    user: 'user0001@example.test',
    pass: 'of the panel',
    goto_uri: '/3rdparty/roundcube/index.php',
  })
  t.is(response.status, 302)
  t.regex(response.headers.get('location') ?? '', /^\.\/index\.php\?_task=mail&_token=\w{32}$/)
  t.regex((await client.get('')).text, /"task":"mail"/)
})

test("a neighbour's POST on the sign-in address is sent on as a GET, and what it holds has no effect", async (t) => {
  const client = clientOf(ADA)
  await client.get('')
  const session = client.cookies.get('postern_session')

  const response = await client.post(
    '?login=1&post_login=3837540636687',
    { _task: 'logout', _token: client.token() },
    { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:2096' },
  )

  t.is(response.status, 302)
  t.is(response.headers.get('location'), './index.php')
  t.deepEqual(response.headers.getSetCookie(), [])
  t.regex((await client.get('')).text, /"task":"mail"/)
  t.is(client.cookies.get('postern_session'), session)
})

test('after a sign-out neither a POST of the panel nor a look of another tab signs in again', async (t) => {
  const client = clientOf(ADA)
  await client.get('')
  const left = await client.post('?_task=logout', { _token: client.token() })
  t.is(left.headers.get('location'), './index.php?_task=login')

  const entry = await client.post('?login=1&post_login=3837540636687', { user: 'of the panel' })
  t.is(entry.headers.get('location'), './index.php')
  t.regex((await client.get('?_task=mail&_look=1')).text, /"step":"signed-out"/)
  t.is((await client.get('?_task=mail&_action=folders')).status, 401)

  const again = await client.post('?_task=login', { _again: '1', _url: '_task=mail&_mbox=Sent' })
  t.is(again.headers.get('location'), './index.php?_task=mail&_mbox=Sent')
  t.regex((await client.get('')).text, /"task":"mail"/)
})

test('a POST that hides its origin is refused', async (t) => {
  const client = clientOf(ADA)
  await client.get('')

  const response = await client.post(
    '?_task=logout',
    { _token: client.token() },
    { origin: 'null' },
  )

  t.is(response.status, 403)
  t.regex((await client.get('')).text, /"task":"mail"/)
})

test('another identity never meets the session of the one before', async (t) => {
  const ada = clientOf(ADA)
  await ada.get('')
  const session = ada.cookies.get('postern_session') ?? ''

  const bea = clientOf(BEA)
  bea.cookies.set('postern_session', session)
  t.regex((await bea.get('')).text, /"user":"user0002@example\.test"/)
  t.not(bea.cookies.get('postern_session'), session)

  // Ada's own session was ended when Bea came in its place: it is made again for her, not revived.
  await ada.get('')
  t.not(ada.cookies.get('postern_session'), session)
})

test('without a password of the panel the form is shown, and signs in', async (t) => {
  const eve = clientOf(EVE)
  t.regex((await eve.get('')).text, /"task":"login"/)
  t.is((await eve.signIn(dovecot.userName(3), dovecot.password)).status, 302)
})

for (const [what, segment, cookie, status] of [
  ['no cookie of the panel', ADA.segment, undefined, 401],
  ['the cookie of another segment', ADA.segment, EVE.cookie, 401],
  ['an unknown segment', '5555555555', ADA.cookie, 401],
] as const) {
  test(`a request with ${what} gets neither page nor form`, async (t) => {
    const client = clientOf({ segment, cookie: cookie ?? '' })
    if (cookie === undefined) client.cookies.clear()
    const response = await client.get('')
    t.is(response.status, status)
    t.false(/_pass|request_token/.test(response.text))
  })
}
