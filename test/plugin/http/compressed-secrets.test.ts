import test from 'ava'
import { actions } from '../../../plugin/actions/index.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/types.ts'
import { startDovecot, type Dovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern, type Postern } from '../../support/postern/postern.ts'
import { fileTeardown } from '../../support/process/file-teardown.ts'
import {
  createWebmailClient,
  requestTokenOf,
  type ClientResponse,
} from '../../support/http/webmail-client.ts'

// Whoever can put guesses into an answer and see its length reads a secret beside them when it is
// compressed (BREACH). Here everything is compressed that may be, however small it is.

/** A request every action makes something of: what one does not know it ignores. */
const FIELDS = {
  _task: 'mail',
  _mbox: 'INBOX',
  _target_mbox: 'Archive',
  _uid: '3',
  _part: '1',
  _flag: 'read',
  _q: 'report',
  _mode: 'reply',
  _compose_id: 'abcdefgh',
  _name: 'Letters',
  _use: 'trash',
  _unlock: 'loading1',
}

/** Their answers are no JSON: a message or parts of it, as they lie on the server. */
const STREAMS = new Set(['attachments', 'get', 'viewsource'])

const shared = fileTeardown(test)
let servers: { readonly dovecot: Dovecot; readonly postern: Postern } | undefined
let people = 0
test.before(async () => {
  const dovecot = await startDovecot({ t: shared, users: 10 })
  const config = { tuning: { compression: { fromBytes: 1 } } }
  servers = { dovecot, postern: await startPostern({ t: shared, mail: dovecot, config }) }
})

for (const [dialect, accept, fields] of [
  ['the native shape', NATIVE_TYPE, FIELDS],
  ["Roundcube's shape", '*/*', { ...FIELDS, _remote: '1' }],
] as const) {
  test(`no compressed answer in ${dialect} holds the request token`, async (t) => {
    const client = await signIn()
    const token = client.token()
    const headers = { accept, 'accept-encoding': 'br', 'x-roundcube-request': token }

    for (const [name, { method }] of Object.entries(actions).filter(
      ([name]) => !STREAMS.has(name),
    )) {
      const query = new URLSearchParams({ ...fields, _action: name }).toString()

      const answer = await (method === 'POST'
        ? client.post(`?_task=mail&_action=${name}`, fields, headers)
        : client.get(`?${query}`, headers))

      t.is(codingOf(answer), 'br', name)
      t.false(answer.text.includes(token), name)
    }
  })

  test(`no compressed refusal in ${dialect} holds a request token`, async (t) => {
    const client = await signIn()
    const token = client.token()
    const headers = { accept, 'accept-encoding': 'br', 'x-roundcube-request': token }
    client.cookies.clear()

    for (const [name, { method }] of Object.entries(actions)) {
      const query = new URLSearchParams({ ...fields, _action: name, _token: token }).toString()

      const answer = await (method === 'POST'
        ? client.post(`?${query}`, fields, headers)
        : client.get(`?${query}`, headers))

      t.is(codingOf(answer), 'br', name)
      t.false(answer.text.includes(token), name)
    }
  })
}

test('a page with the request token goes out as it is', async (t) => {
  const client = await signIn()
  const headers = { accept: 'text/html', 'accept-encoding': 'br' }

  const pages = [
    await client.get('?_task=mail&_action=compose&_subject=guess', headers),
    await client.get('?_task=login', headers),
    await createWebmailClient(client.base).get('?_task=mail&_subject=guess', headers),
  ]

  for (const page of pages) {
    t.not(requestTokenOf(page.text), undefined)
    t.is(codingOf(page), null)
  }
})

test('the sign-in page that says what was wrong goes out as it is', async (t) => {
  const { base } = await signIn()
  const guest = createWebmailClient(base)
  await guest.get('?_task=login')

  const refused = await guest.post(
    '?_task=login',
    { _task: 'login', _action: 'login', _user: 'guess', _pass: 'wrong', _token: guest.token() },
    { 'accept-encoding': 'br' },
  )

  t.is(refused.status, 401)
  t.not(requestTokenOf(refused.text), undefined)
  t.is(codingOf(refused), null)
})

function codingOf({ headers }: ClientResponse): string | null {
  return headers.get('content-encoding')
}

/** Each time somebody else: what one does to a mailbox is not seen by another. */
async function signIn() {
  if (servers === undefined) throw new Error('not started yet')
  const { dovecot, postern } = servers
  const user = dovecot.userName((people += 1))
  await dovecot.seed(user, 10)
  const base = postern.base()
  const client = createWebmailClient(base)
  await client.signIn(user, dovecot.password)
  return { ...client, base }
}
