import test from 'ava'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { WAIT_LIMIT_MS } from '../../../support/process/wait-limit.ts'
import { credentialOf, openEngine, patient, request } from '../engine.ts'
import { hang, type Script, startScriptedImap } from '../../../support/imap/scripted-imap.ts'

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

test('a right password reports the namespace and keeps the connection warm', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const { accounts } = openEngine(t, dovecot)

  const facts = await accounts.signIn(credentialOf(dovecot, 1), '192.0.2.1', patient)
  await accounts.account(credentialOf(dovecot, 1), '192.0.2.1').page(request(), patient)

  t.deepEqual(facts, {
    namespace: { personal: [['', '.']], other: null, shared: null },
    delimiter: '.',
    hasSpecialUse: true,
  })
  t.is(await dovecot.logins(), 1)
})

test('every sign-in is proven to the server, also when the account is live', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const { accounts } = openEngine(t, dovecot)
  const credential = credentialOf(dovecot, 1)
  await accounts.signIn(credential, '192.0.2.1', patient)

  await accounts.signIn(credential, '192.0.2.1', patient)
  const wrong = accounts.signIn({ ...credential, password: 'wrong' }, '192.0.2.1', patient)

  await t.throwsAsync(wrong, { code: 'authentication_refused' })
  t.is(await dovecot.logins(), 2)
})

test('a wrong password is refused in the words of the server', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const { accounts } = openEngine(t, dovecot)
  const credential = { ...credentialOf(dovecot, 1), password: 'wrong' }

  const fault = await t.throwsAsync(accounts.signIn(credential, '192.0.2.1', patient), {
    instanceOf: MailFault,
  })

  t.is(fault.code, 'authentication_refused')
  t.is(fault.serverText, 'Authentication failed.')
})

test('a wrong password of someone else does not disturb the account of the owner', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const { accounts } = openEngine(t, dovecot)
  const credential = credentialOf(dovecot, 1)
  await accounts.signIn(credential, '192.0.2.1', patient)
  const wrong = { ...credential, password: 'wrong' }
  await t.throwsAsync(accounts.signIn(wrong, '198.51.100.9', patient))
  await dovecot.restart()

  const page = await accounts.account(credential, '192.0.2.1').page(request(), patient)

  t.is(page.total, 0)
})

test('a master user signs in for the owner by SASL authorization identity', async (t) => {
  const dovecot = await startDovecot({ t, users: 2 })
  await dovecot.seed(dovecot.userName(2), 3)
  const { accounts } = openEngine(t, dovecot)
  const master = {
    user: dovecot.masterUser,
    password: dovecot.masterPassword,
    authorizationId: dovecot.userName(2),
  }

  await accounts.signIn(master, '192.0.2.1', patient)
  const page = await accounts.account(master, '192.0.2.1').page(request(), patient)

  t.is(page.total, 3)
})

test('a password with characters beyond ASCII reaches the server as UTF-8', async (t) => {
  const dovecot = await startDovecot({
    users: 1,
    settings: 'passdb {\n  driver = static\n  args = password=pässwörd\n}',
  })
  t.teardown(() => dovecot.stop())
  const { accounts } = openEngine(t, dovecot)
  const credential = { ...credentialOf(dovecot, 1), password: 'pässwörd' }

  const facts = await accounts.signIn(credential, '192.0.2.1', patient)

  t.is(facts.delimiter, '.')
})

test('the limit of connections is distinguished from a wrong password', async (t) => {
  const dovecot = await startDovecot({ t, users: 1, maxConnectionsPerUser: 1 })
  const first = openEngine(t, dovecot)
  const second = openEngine(t, dovecot)
  await first.accounts.signIn(credentialOf(dovecot, 1), '192.0.2.1', patient)

  const fault = second.accounts.signIn(credentialOf(dovecot, 1), '192.0.2.1', patient)

  await t.throwsAsync(fault, { code: 'limit_reached' })
})

test('many sign-ins of one owner at a time stay within the budget of connections', async (t) => {
  const dovecot = await startDovecot({ t, users: 1, maxConnectionsPerUser: 4 })
  const { accounts } = openEngine(t, dovecot, { limitWaitMs: WAIT_LIMIT_MS })
  const credential = credentialOf(dovecot, 1)

  const all = Array.from({ length: 20 }, () => accounts.signIn(credential, '192.0.2.1', patient))

  t.is((await Promise.all(all)).length, 20)
})

test('a server that is not there is unavailable', async (t) => {
  const { accounts } = openEngine(t, { port: await freePort() })

  await t.throwsAsync(accounts.signIn(someone, '192.0.2.1', patient), { code: 'unavailable' })
})

const failures: readonly {
  readonly name: string
  readonly script: Script
  readonly code: string
  readonly serverText: string | RegExp
}[] = [
  {
    name: 'an internal error in the words of old servers',
    script: passwordResponse(
      'NO Internal error occurred. Refer to server log for more information.',
    ),
    code: 'unavailable',
    serverText: 'Internal error occurred. Refer to server log for more information.',
  },
  {
    name: 'an internal error with its response code',
    script: passwordResponse(
      'NO [UNAVAILABLE] Internal error occurred. Refer to server log for more information.',
    ),
    code: 'unavailable',
    serverText: 'Internal error occurred. Refer to server log for more information.',
  },
  {
    name: 'a mailbox in use',
    script: passwordResponse('NO [INUSE] Mailbox is in use'),
    code: 'unavailable',
    serverText: 'Mailbox is in use',
  },
  {
    name: 'too many connections',
    script: passwordResponse('NO [LIMIT] Maximum number of connections from user+IP exceeded'),
    code: 'limit_reached',
    serverText: 'Maximum number of connections from user+IP exceeded',
  },
  ...(
    [
      ['Too many simultaneous connections. (Failure)', 'limit_reached'],
      ['Too many concurrent sessions for this user', 'limit_reached'],
      ['Maximum connection limit reached for this IP address', 'limit_reached'],
      ['Too many failed login attempts', 'unavailable'],
      ['Login rate limit exceeded', 'unavailable'],
    ] as const
  ).map(([words, code]) => ({
    name: `"${words}"`,
    script: passwordResponse(`NO ${words}`),
    code,
    serverText: words,
  })),
  {
    name: 'a password that the server takes over TLS only',
    script: passwordResponse('NO [PRIVACYREQUIRED] Plaintext authentication disallowed'),
    code: 'unavailable',
    serverText: 'Plaintext authentication disallowed',
  },
  {
    name: 'a plain NO',
    script: passwordResponse('NO Login incorrect'),
    code: 'authentication_refused',
    serverText: 'Login incorrect',
  },
  {
    name: 'a BYE instead of a greeting',
    script: { greeting: '* BYE Disconnected: Shutting down\r\n' },
    code: 'unavailable',
    serverText: 'BYE Disconnected: Shutting down',
  },
  {
    name: 'a BYE instead of an answer to the password',
    script: {
      reply: ({ name }) =>
        name === 'PASSWORD' ? { cutAfter: '* BYE Disconnected: Shutting down\r\n' } : undefined,
    },
    code: 'unavailable',
    serverText: 'BYE Disconnected: Shutting down',
  },
  {
    name: 'a connection closed without a greeting',
    script: { greeting: null },
    code: 'unavailable',
    serverText: /./,
  },
  {
    name: 'a greeting that is no IMAP',
    script: { greeting: 'SSH-2.0-OpenSSH_9.2\r\n' },
    code: 'timed_out',
    serverText: /./,
  },
  {
    name: 'a server that never answers the password',
    script: { reply: ({ name }) => (name === 'PASSWORD' ? hang : undefined) },
    code: 'password_unanswered',
    serverText: /./,
  },
]

for (const { name, script, code, serverText } of failures) {
  test(`${name} at the sign-in is ${code}`, async (t) => {
    const server = await startScriptedImap(t, script)
    const isSilent = code === 'timed_out' || code === 'password_unanswered'
    const limits = isSilent ? { connectTimeoutMs: 600, signInMs: 600 } : {}
    const { accounts } = openEngine(t, server, limits)

    const fault = await t.throwsAsync(accounts.signIn(someone, '192.0.2.1', patient), {
      instanceOf: MailFault,
      code,
    })

    if (typeof serverText === 'string') t.is(fault.serverText, serverText)
    else t.regex(fault.serverText, serverText)
  })
}

function passwordResponse(words: string): Script {
  return {
    reply: ({ name, tag }) => (name === 'PASSWORD' ? `${tag} ${words}\r\n` : undefined),
  }
}

test('a request that is given up stops waiting for the sign-in', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name }) => (name === 'PASSWORD' ? hang : undefined),
  })
  const { accounts } = openEngine(t, server)
  const abort = new AbortController()

  const signIn = accounts.signIn(someone, '192.0.2.1', { signal: abort.signal })
  setImmediate(() => {
    abort.abort()
  })

  await t.throwsAsync(signIn, { code: 'timed_out' })
})
