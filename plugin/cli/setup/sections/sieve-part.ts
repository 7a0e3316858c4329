import { isIPv6 } from 'node:net'
import { examineSieve } from '../../../../proxy/mail/index.ts'
import { mailServerAddress } from '../../../admin/status/backends.ts'
import { isLoopback } from '../../../config/loopback.ts'
import type { Config } from '../../../config/schema.ts'
import { hostAndPort, hostAndPortOf } from '../../../config/sections/addresses.ts'
import { checkSieve } from '../../doctor/checks/sieve.ts'
import type { Part } from './part.ts'

/** RFC 5804 1.8. */
const MANAGE_SIEVE_PORT = 4190
const PROBE_MS = 2_000

/** The server of filters: one question, whoever answers where. */
export const sievePart: Part = {
  title: 'Filters (ManageSieve)',
  async prompt(prompt, present, written) {
    const typed = await prompt.prompt('Address, host:port (or none)', {
      initial: await initialAddress(present, written),
      fault: addressFault,
    })
    if (typed === 'none') return { settings: { sieve: null } }
    const { host, port } = hostAndPortOf(typed)
    const { tls, rejectUnauthorized } = transportTo(host, present)
    return { settings: { sieve: { host, port, tls, rejectUnauthorized } } }
  },
  checks: [checkSieve],
}

/** Where nothing was decided, one beside the IMAP server that answers. */
async function initialAddress(
  { imap, sieve }: Config,
  written: Readonly<Record<string, unknown>>,
): Promise<string> {
  if (sieve !== null) return addressOf(sieve.host, sieve.port)
  if ('sieve' in written) return 'none'
  const beside = { ...imap, port: MANAGE_SIEVE_PORT, tls: false, proxyProtocol: false } as const
  const found = await examineSieve(mailServerAddress(beside), PROBE_MS).catch(() => undefined)
  return found === undefined ? 'none' : addressOf(imap.host, MANAGE_SIEVE_PORT)
}

/** As it was; passwords go to another machine by TLS only. */
function transportTo(host: string, { imap, sieve }: Config) {
  if (sieve?.host === host) return sieve
  const { rejectUnauthorized } = imap
  return { tls: isLoopback(host) ? false : ('starttls' as const), rejectUnauthorized }
}

function addressFault(typed: string): string | undefined {
  if (typed === 'none' || hostAndPort.safeParse(typed).success) return undefined
  return 'a host and a port, e.g. 127.0.0.1:4190'
}

function addressOf(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`
}
