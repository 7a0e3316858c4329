import test, { type ExecutionContext } from 'ava'
import { openEngine, patient } from '../engine.ts'
import { startScriptedImap } from '../../../support/imap/scripted-imap.ts'

// A process of Dovecot that lost track of a mailbox which was deleted and made again says of it "Internal
// error" to its end, and tells no STATUS of it (RFC 5819 2 allows that); a new one finds it.

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

for (const capability of ['LIST-STATUS', 'X-NONE'] as const) {
  const kind = capability === 'LIST-STATUS' ? 'with' : 'without'

  test(`a mailbox that a connection cannot count any more is counted by another one, ${kind} LIST-STATUS`, async (t) => {
    const lost = new Set<number>()
    const { paths, server, closedReports } = await openCounting(t, capability, lost)
    const before = await paths()

    lost.add(1)
    const after = await paths()

    t.deepEqual(before, ['INBOX', 'Work'])
    t.deepEqual(after, ['INBOX', 'Work'])
    t.is(server.connections(), 2)
    t.is(closedReports(), 0, 'nobody lost a connection under a request')
  })

  test(`a mailbox that no connection can count is left out and costs one connection, ${kind} LIST-STATUS`, async (t) => {
    const lost = new Set<number>()
    const { paths, server } = await openCounting(t, capability, lost)
    await paths()

    for (let connection = 1; connection < 10; connection += 1) lost.add(connection)

    for (let time = 0; time < 3; time += 1) t.deepEqual(await paths(), ['INBOX'])
    t.is(server.connections(), 2)
  })
}

/** INBOX and Work; the connections that `lost` names have lost track of Work. */
async function openCounting(t: ExecutionContext, capability: string, lost: ReadonlySet<number>) {
  const capabilities = `IMAP4rev1 AUTH=PLAIN LITERAL+ ${capability}`
  const statusOf = (path: string) =>
    `* STATUS "${path}" (MESSAGES 1 UNSEEN 1 UIDNEXT 8 UIDVALIDITY 1)\r\n`
  const listed = (name: string) =>
    ['INBOX', 'Work'].map((path) => `* ${name} () "/" "${path}"\r\n`).join('')
  const server = await startScriptedImap(t, {
    greeting: `* OK [CAPABILITY ${capabilities}] ready\r\n`,
    reply: ({ name, tag, line }, connection) => {
      const counted = lost.has(connection) ? ['INBOX'] : ['INBOX', 'Work']
      if (name === 'CAPABILITY') return `* CAPABILITY ${capabilities}\r\n${tag} OK\r\n`
      if (line.includes('RETURN (STATUS')) {
        return `${listed('LIST')}${counted.map(statusOf).join('')}${tag} OK\r\n`
      }
      if (name === 'LIST' || name === 'LSUB') return `${listed(name)}${tag} OK\r\n`
      const requested = /STATUS "?([^" ]+)"? /.exec(line)?.[1]
      if (name !== 'STATUS' || requested === undefined) return undefined
      return counted.includes(requested)
        ? `${statusOf(requested)}${tag} OK\r\n`
        : `${tag} NO [SERVERBUG] Internal error occurred.\r\n`
    },
  })
  const { accounts, closedReports } = openEngine(t, server)
  const account = accounts.account(someone, '192.0.2.1')
  return {
    server,
    closedReports,
    paths: async () => (await account.counts(patient)).map(({ path }) => path),
  }
}
