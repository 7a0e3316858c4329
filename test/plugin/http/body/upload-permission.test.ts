import { once } from 'node:events'
import { connect } from 'node:net'
import test from 'ava'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { startPostern } from '../../../support/postern/postern.ts'
import { createWebmailClient } from '../../../support/http/webmail-client.ts'

async function openGateway() {
  const dovecot = await startDovecot({ users: 1 })
  const postern = await startPostern({ mail: dovecot })
  const client = createWebmailClient(postern.base())
  await client.signIn(dovecot.userName(1), dovecot.password)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { dovecot, postern, cookie, token: client.token() }
}

let gateway: ReturnType<typeof openGateway> | undefined
test.beforeEach(async () => {
  await (gateway ??= openGateway())
})
test.after.always(async () => {
  const { dovecot, postern } = (await gateway) ?? {}
  await postern?.stop()
  await dovecot?.stop()
})

const SEND = '?_task=mail&_action=send'

interface Row {
  readonly fact: string
  readonly query: string
  readonly isSignedIn: boolean
  /** Presented as a header. */
  readonly token?: 'own' | 'wrong'
  readonly inForm?: boolean
  readonly expected: readonly [number, string]
}

const rows: readonly Row[] = [
  {
    fact: 'at the sign-in',
    query: '?_task=login&_action=login',
    isSignedIn: false,
    expected: [400, 'body_malformed'],
  },
  {
    fact: "at the panel's sign-in",
    query: '?login=1&post_login=1',
    isSignedIn: false,
    expected: [400, 'body_malformed'],
  },
  {
    fact: 'for an action that takes no files',
    query: '?_task=mail&_action=mark',
    isSignedIn: true,
    token: 'own',
    expected: [400, 'body_malformed'],
  },
  { fact: 'of nobody', query: SEND, isSignedIn: false, expected: [401, 'not_signed_in'] },
  {
    fact: 'without a token',
    query: SEND,
    isSignedIn: true,
    expected: [403, 'token_mismatch'],
  },
  {
    fact: 'with the token in the form only',
    query: SEND,
    isSignedIn: true,
    inForm: true,
    expected: [403, 'token_mismatch'],
  },
  {
    fact: 'with a wrong token',
    query: SEND,
    isSignedIn: true,
    token: 'wrong',
    expected: [403, 'token_mismatch'],
  },
  {
    fact: 'of somebody who is signed in, with the token,',
    query: SEND,
    isSignedIn: true,
    token: 'own',
    // It was read: what is refused is what it says.
    expected: [400, 'input_invalid'],
  },
]

for (const { fact, query, isSignedIn, token, inForm, expected } of rows) {
  test(`a form with files ${fact} is answered ${expected.join(' ')}`, async (t) => {
    const { postern, cookie, token: own } = await (gateway ??= openGateway())
    const form = new FormData()
    form.set('file', new File(['x'], 'x'))
    if (inForm === true) form.set('_token', own)

    const response = await fetch(postern.base() + query, {
      method: 'POST',
      body: form,
      headers: {
        accept: 'application/vnd.postern+json',
        ...(isSignedIn ? { cookie } : {}),
        ...(token === undefined ? {} : { 'x-roundcube-request': token === 'own' ? own : 'x' }),
      },
    })

    const [status, code] = expected
    t.is(response.status, status)
    t.true((await response.text()).includes(`"code":"${code}"`))
  })
}

test('a stop does not wait for an upload that was refused and then given up', async (t) => {
  const postern = await startPostern({ t })
  const { host, hostname, port } = new URL(postern.url)
  const client = connect(Number(port), hostname)
  const response = once(client, 'data')
  const head = [
    `POST ${new URL(postern.base()).pathname}${SEND} HTTP/1.1`,
    ...[`Host: ${host}`, 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 1000'],
  ]
  client.write(`${head.join('\r\n')}\r\n\r\n--b`)

  const first = String(await response)
  client.destroy()

  t.regex(first, /^HTTP\/1\.1 401 /)
  t.is(await postern.end(), 0)
})
