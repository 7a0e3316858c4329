import test, { type ExecutionContext } from 'ava'
import {
  openManageSieve,
  type SieveClient,
  type SieveServer,
} from '../../../../../proxy/mail/sieve/client/manage-sieve.ts'
import { createFilterServer } from '../../../../../proxy/mail/sieve/owner/filter-server.ts'
import { startImapRelay } from '../../../../support/dovecot/imap-relay.ts'
import { startServer } from './sieve-server.ts'

const { signal } = new AbortController()
const BEFORE = '# before\r\nkeep;\r\n'
const AFTER = '# after\r\nkeep;\r\n'

type RelayOptions = Omit<Parameters<typeof startImapRelay>[1], 'host' | 'port'>

/** A server with one script, and the same behind a relay that breaks what is sent. */
async function startBroken(t: ExecutionContext, faults: RelayOptions) {
  const { server, client } = await startServer(t)
  const sieve = await openManageSieve(server, client, signal)
  await sieve.putScript('rules', BEFORE)
  await sieve.setActive('rules')
  await sieve.logout()
  const { host, port } = await startImapRelay(t, {
    host: server.host,
    port: server.port,
    ...faults,
  })
  return { server, broken: { ...server, host, port }, client }
}

async function storedScript(server: SieveServer, client: SieveClient): Promise<string> {
  const sieve = await openManageSieve(server, client, signal)
  const script = await sieve.getScript('rules')
  await sieve.logout()
  return script
}

const isPut = (text: string) => text.startsWith('PUTSCRIPT')

test('a connection that ends in PUTSCRIPT is told, and nothing has changed', async (t) => {
  const { server, broken, client } = await startBroken(t, { cuts: isPut })
  const sieve = await openManageSieve(broken, client, signal)

  await t.throwsAsync(sieve.putScript('rules', AFTER), { code: 'closed' })

  await t.throwsAsync(sieve.listScripts(), { code: 'closed' }, 'and it stays closed')
  t.is(await storedScript(server, client), BEFORE)
})

test('where the response to a save is lost, the next reading shows what became of it', async (t) => {
  let hasPut = false
  const { broken, client } = await startBroken(t, {
    cuts: (piece) => {
      hasPut ||= isPut(piece)
      return false
    },
    loses: () => {
      const isLost = hasPut
      hasPut = false
      return isLost
    },
  })
  const limits = { maxConnections: 2, maxPerOwner: 2, maxWaiting: 2 }
  const filters = createFilterServer({ server: broken, ...limits }).of(client, signal)
  const { etag } = await filters.read()
  const save = () => filters.save(etag, async () => ({ text: AFTER }))

  await t.throwsAsync(save(), { code: 'closed' })

  await t.throwsAsync(save(), { code: 'script_changed' }, 'it is not overwritten')
  t.is((await filters.read()).source, AFTER)
})

test('a server that becomes silent in PUTSCRIPT is timed out, and its connection ends', async (t) => {
  let hasPut = false
  let ended: Promise<unknown> | undefined
  const { broken, client } = await startBroken(t, {
    cuts: (piece) => {
      hasPut ||= isPut(piece)
      return false
    },
    hold: (_line, closed) => {
      if (!hasPut) return undefined
      ended = closed
      return closed
    },
  })
  const sieve = await openManageSieve({ ...broken, timeoutMs: 2_000 }, client, signal)

  await t.throwsAsync(sieve.putScript('rules', AFTER), { code: 'timed_out' })

  await ended
  t.pass()
})

test('a referral in the response to the sign-in is followed nowhere, and is no wrong password', async (t) => {
  let isSigningIn = false
  const { broken, client } = await startBroken(t, {
    cuts: (piece) => {
      isSigningIn = piece.startsWith('AUTHENTICATE')
      return false
    },
    rewrite: (line) =>
      isSigningIn ? 'NO (REFERRAL "sieve://other.example") "Ask the other one."' : line,
  })

  const opening = openManageSieve(broken, client, signal)

  await t.throwsAsync(opening, { code: 'unavailable', message: /Ask the other one/ })
})
