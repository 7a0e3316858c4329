import test from 'ava'
import { openEngine, patient } from '../engine.ts'
import { startScriptedImap } from '../../../support/imap/scripted-imap.ts'

// What a server offers to prove a password with, and what must never be sent.

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

test('a server that requests no password proves none', async (t) => {
  const server = await startScriptedImap(t, { greeting: '* PREAUTH [CAPABILITY IMAP4rev1] hi\r\n' })
  const { accounts } = openEngine(t, server)

  await t.throwsAsync(accounts.signIn(someone, '192.0.2.1', patient), { code: 'unavailable' })
})

test('where the server takes no passwords none is sent', async (t) => {
  const server = await startScriptedImap(t, { capabilities: 'IMAP4rev1 STARTTLS LOGINDISABLED' })
  const { accounts } = openEngine(t, server)

  await t.throwsAsync(accounts.signIn(someone, '192.0.2.1', patient), { code: 'unavailable' })
  t.deepEqual(server.commands(), [])
})

test('anyone who signs in for someone else never gets their own mailbox by LOGIN', async (t) => {
  const server = await startScriptedImap(t, { capabilities: 'IMAP4rev1' })
  const { accounts } = openEngine(t, server)
  const master = { ...someone, authorizationId: 'owner@example.test' }

  await t.throwsAsync(accounts.signIn(master, '192.0.2.1', patient), { code: 'unavailable' })
  t.deepEqual(server.commands(), [])
})

for (const field of ['user', 'password'] as const) {
  test(`a NUL in the ${field} is refused before anything is sent`, async (t) => {
    const server = await startScriptedImap(t)
    const { accounts } = openEngine(t, server)
    const credential = { ...someone, [field]: 'other@example.test\0x' }

    await t.throwsAsync(accounts.signIn(credential, '192.0.2.1', patient), {
      code: 'authentication_refused',
    })
    t.deepEqual(server.commands(), [])
  })
}

test('by LOGIN a password beyond ASCII goes as a literal, and a quote is escaped', async (t) => {
  const lines: string[] = []
  const server = await startScriptedImap(t, {
    capabilities: 'IMAP4rev1 LITERAL+',
    reply: ({ line }) => {
      lines.push(line)
      return undefined
    },
  })
  const { accounts } = openEngine(t, server)
  const user = 'a"b@example.test'

  await accounts
    .signIn({ ...someone, user, password: 'pä\\"' }, '192.0.2.1', patient)
    .catch(() => 0)

  const sent = lines.join('\n')
  t.true(sent.includes(String.raw`LOGIN "a\"b@example.test" {5+}`), sent)
})

test('a server that refuses a synchronizing literal is told as refusing the password', async (t) => {
  const server = await startScriptedImap(t, {
    capabilities: 'IMAP4rev1',
    reply: ({ name, tag }) => (name === 'LOGIN' ? `${tag} NO Login failed.\r\n` : undefined),
  })
  const { accounts } = openEngine(t, server)

  await t.throwsAsync(accounts.signIn({ ...someone, password: 'pä' }, '192.0.2.1', patient), {
    code: 'authentication_refused',
  })
})

test('a namespace that the server refuses does not end the sign-in, unless the mailbox is not to be had', async (t) => {
  const responses = ['NO So', 'BAD User is authenticated but not connected.']
  const server = await startScriptedImap(t, {
    signedInCapabilities: 'IMAP4rev1 NAMESPACE',
    reply: ({ name, tag }, connection) =>
      name === 'NAMESPACE' ? `${tag} ${responses[connection - 1]}\r\n` : undefined,
  })
  const { accounts } = openEngine(t, server)

  const facts = await accounts.signIn(someone, '192.0.2.1', patient)
  const refused = accounts.signIn(someone, '192.0.2.1', patient)

  t.deepEqual(facts.namespace, { personal: null, other: null, shared: null })
  await t.throwsAsync(refused, { code: 'unavailable' })
})
