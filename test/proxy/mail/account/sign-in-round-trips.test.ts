import test from 'ava'
import { startTcpRelay } from '../../../support/http/tcp-relay.ts'
import { openEngine, patient, request } from '../engine.ts'
import { startScriptedImap, type Script } from '../../../support/imap/scripted-imap.ts'

// At a mail server far away each round trip is time that a user waits: the greeting, the password, the rest.

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

const SIGNED_IN = 'IMAP4rev1 NAMESPACE ID LIST-EXTENDED SPECIAL-USE LIST-STATUS LITERAL+ ESEARCH'

for (const { name, script, trips } of [
  {
    name: 'takes the password along with the command',
    script: {
      capabilities: 'IMAP4rev1 SASL-IR ID LITERAL+ AUTH=PLAIN',
      signedInCapabilities: SIGNED_IN,
    },
    trips: [
      ['ID', 'PASSWORD'],
      ['ID', 'NAMESPACE'],
    ],
  },
  {
    name: 'asks for the password',
    script: { capabilities: 'IMAP4rev1 ID AUTH=PLAIN', signedInCapabilities: SIGNED_IN },
    trips: [['ID', 'AUTHENTICATE'], ['PASSWORD'], ['ID', 'NAMESPACE']],
  },
  {
    name: 'tells nothing with its greeting',
    script: {
      greeting: '* OK ready\r\n',
      capabilities: 'IMAP4rev1 SASL-IR AUTH=PLAIN',
      signedInCapabilities: SIGNED_IN,
    },
    trips: [['CAPABILITY'], ['PASSWORD'], ['ID', 'NAMESPACE']],
  },
  {
    name: 'tells nothing with its OK',
    script: { capabilities: 'IMAP4rev1 NAMESPACE SASL-IR AUTH=PLAIN' },
    trips: [['PASSWORD'], ['CAPABILITY', 'NAMESPACE']],
  },
  {
    name: 'has no namespaces',
    script: {
      capabilities: 'IMAP4rev1 SASL-IR AUTH=PLAIN',
      signedInCapabilities: 'IMAP4rev1',
    },
    trips: [['PASSWORD'], ['LIST']],
  },
  {
    name: 'knows LOGIN only',
    script: { capabilities: 'IMAP4rev1', signedInCapabilities: 'IMAP4rev1 NAMESPACE' },
    trips: [['LOGIN'], ['NAMESPACE']],
  },
] satisfies { name: string; script: Script; trips: string[][] }[]) {
  test(`a sign-in takes ${trips.length + 1} round trips where the server ${name}`, async (t) => {
    const server = await startScriptedImap(t, script)
    const { accounts } = openEngine(t, server)

    await accounts.signIn(someone, '192.0.2.1', patient)

    t.deepEqual(server.trips(), trips)
  })
}

test('a sign-in and a first list are waited for as long as a far server gives signs of life', async (t) => {
  const server = await startScriptedImap(t)
  const far = await startTcpRelay(t, {
    host: '127.0.0.1',
    port: server.port,
    responseDelayMs: 1_500,
  })
  const { accounts } = openEngine(t, far, { connectTimeoutMs: 4_000, responseMs: 4_000 })

  const facts = await accounts.signIn(someone, '192.0.2.1', patient)
  const other = accounts.account({ ...someone, user: 'other@example.test' }, '192.0.2.1')
  const page = await other.page(request(), patient)

  t.is(facts.delimiter, '/')
  t.is(page.total, 1)
})
