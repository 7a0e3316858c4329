import { examineSieve } from '../../../../proxy/mail/index.ts'
import { mailServerAddress } from '../../../admin/status/backends.ts'
import { isLoopback } from '../../../config/loopback.ts'
import { checkSieve } from '../../doctor/checks/sieve.ts'
import type { Part } from './part.ts'

/** RFC 5804 1.8. */
const MANAGE_SIEVE_PORT = 4190
const PROBE_MS = 2_000

/** The server of filters: asked about where one answers beside the IMAP server. */
export const sievePart: Part = {
  title: 'Filters (ManageSieve)',
  async prompt(prompt, { imap, sieve }) {
    const plain = { ...imap, port: MANAGE_SIEVE_PORT, tls: false } as const
    const found = await examineSieve(mailServerAddress(plain), PROBE_MS).catch(() => undefined)
    if (sieve !== null || found === undefined) {
      prompt.say(sieve === null ? 'None answers at port 4190 of the mail server.' : 'As before.')
      return { settings: {} }
    }
    const isWanted = await prompt.confirm('One answers at port 4190. May users have filters?', true)
    const isEncrypted = found.capabilities.has('STARTTLS') && !isLoopback(imap.host)
    const { host, rejectUnauthorized } = imap
    const server = { host, port: MANAGE_SIEVE_PORT, rejectUnauthorized }
    const tls = isEncrypted ? 'starttls' : false
    return { settings: isWanted ? { sieve: { ...server, tls } } : {} }
  },
  checks: [checkSieve],
}
