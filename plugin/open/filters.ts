import { createFilterServer, type FilterServer } from '../../proxy/mail/index.ts'
import { mailServerAddress } from '../admin/status/backends.ts'
import type { Config } from '../config/schema.ts'

/** How the ManageSieve server is used. */
const SIEVE_LIMITS = {
  /** Connections at a time, each for one reading or one save. */
  maxConnections: 50,
  maxPerOwner: 2,
  maxWaiting: 500,
  /** Longest wait for the connection, and for each response. */
  timeoutMs: 9_000,
}

/** The server of filters; undefined where none is configured. */
export function openFilters({ sieve }: Config): FilterServer | undefined {
  if (sieve === null) return undefined
  const { timeoutMs, ...limits } = SIEVE_LIMITS
  const { rejectUnauthorized, ...address } = mailServerAddress(sieve)
  const tlsOptions = { rejectUnauthorized }
  return createFilterServer({ server: { ...address, tlsOptions, timeoutMs }, ...limits })
}
