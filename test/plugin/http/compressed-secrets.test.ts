import test from 'ava'
import { actions, type ActionName } from '../../../plugin/actions/index.ts'
import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'
import { startDovecot, type Dovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern, type Postern } from '../../support/postern/postern.ts'
import { actionInputs } from '../../support/http/action-inputs.ts'
import { fileTeardown } from '../../support/process/file-teardown.ts'
import {
  createWebmailClient,
  requestTokenOf,
  type ClientResponse,
  type WebmailClient,
} from '../../support/http/webmail-client.ts'

// Anyone who can put guesses into a response and see its length reads a secret beside them when it is
// compressed (BREACH). Here everything is compressed that may be, however small it is.

/** As Roundcube's front end says it: what an action does not know of these it ignores. */
const FIELDS = {
  _task: 'mail',
  _mbox: 'INBOX',
  _target_mbox: 'Archive',
  _uid: '3',
  _part: '1',
  _flag: 'read',
  _q: 'report',
  _unlock: 'loading1',
  _remote: '1',
}

/** Their answers are downloads: a message or parts of it, as they lie on the server, or contacts. */
const STREAMS = new Set<ActionName>(['attachments', 'export-contacts', 'get', 'viewsource'])

const actionNames = [...actions.values()].map(({ name }) => name)
const isPost = (name: ActionName) => actions.get(name)?.method === 'POST'

const shared = fileTeardown(test)
let servers: { readonly dovecot: Dovecot; readonly postern: Postern } | undefined
let users = 0
test.before(async () => {
  const dovecot = await startDovecot({ t: shared, users: 10 })
  const config = { tuning: { compression: { fromBytes: 1 } } }
  servers = { dovecot, postern: await startPostern({ t: shared, mail: dovecot, config }) }
})

type Request = (
  client: WebmailClient,
  name: ActionName,
  headers: Readonly<Record<string, string>>,
) => Promise<ClientResponse>

const inputs = actionInputs()
const dialects: Readonly<Record<string, Request>> = {
  'the native shape': (client, name, coding) => {
    const headers = { ...coding, accept: NATIVE_TYPE }
    return isPost(name)
      ? client.postJson(actionAddress(name, {}), inputs[name], headers)
      : client.get(actionAddress(name, inputs[name]), headers)
  },
  "Roundcube's shape": (client, name, headers) => {
    const query = new URLSearchParams({ ...FIELDS, _action: name }).toString()
    return isPost(name)
      ? client.post(`?_task=mail&_action=${name}`, FIELDS, headers)
      : client.get(`?${query}`, headers)
  },
}

for (const [dialect, request] of Object.entries(dialects)) {
  test(`no compressed answer in ${dialect} holds the request token`, async (t) => {
    const client = await signIn()
    const token = client.token()
    const headers = { 'accept-encoding': 'br', 'x-roundcube-request': token }

    for (const name of actionNames.filter((one) => !STREAMS.has(one))) {
      const response = await request(client, name, headers)

      t.is(codingOf(response), 'br', name)
      t.false(response.text.includes(token), name)
    }
  })

  test(`no compressed refusal in ${dialect} holds a request token`, async (t) => {
    const client = await signIn()
    const token = client.token()
    const headers = { 'accept-encoding': 'br', 'x-roundcube-request': token }
    client.cookies.clear()

    for (const name of actionNames) {
      const response = await request(client, name, headers)

      t.is(codingOf(response), 'br', name)
      t.false(response.text.includes(token), name)
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

/** Each time someone else: what one does to a mailbox is not seen by another. */
async function signIn() {
  if (servers === undefined) throw new Error('not started yet')
  const { dovecot, postern } = servers
  const user = dovecot.userName((users += 1))
  await dovecot.seed(user, 10)
  const base = postern.base()
  const client = createWebmailClient(base)
  await client.signIn(user, dovecot.password)
  return { ...client, base }
}
