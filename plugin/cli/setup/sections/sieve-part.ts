import { isIPv6 } from 'node:net'
import { examineSieve, type MailServerAddress } from '../../../../proxy/mail/index.ts'
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
    const server = hostAndPortOf(typed)
    return { settings: { sieve: { ...server, ...(await transportTo(server, present)) } } }
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

/** As it was; else TLS from the first byte where that is spoken, and passwords go to another machine by TLS only. */
async function transportTo(
  { host, port }: Pick<MailServerAddress, 'host' | 'port'>,
  { imap, sieve }: Config,
) {
  const { rejectUnauthorized } = sieve?.host === host ? sieve : imap
  if (sieve?.host === host && sieve.port === port) return { tls: sieve.tls, rejectUnauthorized }
  // As for IMAP: no certificate is for the address of this machine.
  const isJudged = rejectUnauthorized && !isLoopback(host)
  if (await speaksTls({ host, port })) return { tls: true, rejectUnauthorized: isJudged }
  return { tls: isLoopback(host) ? false : ('starttls' as const), rejectUnauthorized }
}

/** Nothing secret is sent: the certificate is judged by the check that follows. */
async function speaksTls(server: Pick<MailServerAddress, 'host' | 'port'>): Promise<boolean> {
  const address = {
    ...server,
    tls: 'tls',
    rejectUnauthorized: false,
    proxyProtocol: false,
  } as const
  try {
    await examineSieve(address, PROBE_MS)
    return true
  } catch {
    // Whatever is wrong with it otherwise, the check says.
    return false
  }
}

function addressFault(typed: string): string | undefined {
  if (typed === 'none' || hostAndPort.safeParse(typed).success) return undefined
  return 'a host and a port, e.g. 127.0.0.1:4190'
}

function addressOf(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`
}
