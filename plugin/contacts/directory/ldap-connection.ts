import { isIP } from 'node:net'
import {
  BusyError,
  Client,
  InappropriateAuthError,
  InsufficientAccessError,
  InvalidCredentialsError,
  ResultCodeError,
  StrongAuthRequiredError,
  UnavailableError,
} from 'ldapts'

import { withDeadline } from '../../concurrency/deadline.ts'
import type { DirectoryEntry } from './directory-contact.ts'
import { DirectoryUnavailable } from './unavailable.ts'

/** Where a directory is, and as whom it is asked. */
export interface LdapServer {
  /** `ldap:` or `ldaps:`, a host, and a port where it is not the default one. */
  readonly url: string
  readonly startTls: boolean
  readonly rejectUnauthorized: boolean
  /** null: it is asked without a name. */
  readonly bindDn: string | null
  readonly password?: string | undefined
  /** Of one question, the opening of the connection included. */
  readonly timeoutMs: number
}

/** Which entries below a place, and what of them. */
export interface LdapQuestion {
  readonly baseDn: string
  /** RFC 4515. */
  readonly filter: string
  readonly attributes: readonly string[]
  readonly max: number
}

/** A connection to a directory (RFC 4511) for one question at a time. */
export interface LdapConnection {
  /** Opens the connection with the first question. Throws DirectoryUnavailable, and the connection is of no more use. */
  search(question: LdapQuestion): Promise<readonly DirectoryEntry[]>
  isOpen(): boolean
  close(): void
}

/**
 * Creates a connection; nothing is asked yet. This is the one place that speaks LDAP. Referrals to other servers are not
 * followed, since the password is for this one.
 */
export function createLdapConnection(server: LdapServer): LdapConnection {
  const { url, startTls, rejectUnauthorized, bindDn, password, timeoutMs } = server
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  // RFC 6066 3: an address is no server name.
  const tls = { rejectUnauthorized, host, ...(isIP(host) === 0 && { servername: host }) }
  const limits = { timeout: timeoutMs, connectTimeout: timeoutMs }
  const client = new Client({ url, ...limits, ...(protocol === 'ldaps:' && { tlsOptions: tls }) })
  let isReady = false

  async function open(): Promise<void> {
    if (startTls) await client.startTLS(tls)
    // RFC 4513 5.1.2: a name without a password would be taken for no one, and be told that all is well.
    if (bindDn !== null) await client.bind(bindDn, password ?? '')
    isReady = true
  }

  async function query({ baseDn, filter, attributes, max }: LdapQuestion) {
    if (!isReady) await open()
    const { searchEntries } = await client.search(baseDn, {
      scope: 'sub',
      filter,
      attributes: [...attributes],
      sizeLimit: max,
      timeLimit: Math.ceil(timeoutMs / 1_000),
    })
    return searchEntries.slice(0, max).map(entryOf)
  }

  function close(): void {
    // It ends the connection whatever becomes of the farewell.
    void client.unbind().catch(() => undefined)
  }

  return {
    async search(question) {
      try {
        // What the library waits for has no limit in each of its steps.
        return await withDeadline(query(question), timeoutMs, notInTime)
      } catch (cause) {
        throw faultOf(cause)
      }
    },
    // Its library would open it again automatically, and ask as no one.
    isOpen: () => client.isConnected,
    close,
  }
}

function notInTime(): never {
  throw new DirectoryUnavailable('unreachable', 'no answer in time')
}

function entryOf({ dn, ...attributes }: { readonly dn: string }): DirectoryEntry {
  const values = Object.entries<unknown>(attributes).map(([name, value]) => {
    const texts = Array.isArray(value) ? value : [value]
    return [name.toLowerCase(), texts.filter((text) => typeof text === 'string')] as const
  })
  return { dn, values: new Map(values) }
}

function faultOf(cause: unknown): DirectoryUnavailable {
  if (cause instanceof DirectoryUnavailable) return cause
  const about = cause instanceof Error ? cause.message : String(cause)
  return new DirectoryUnavailable(codeOf(cause), about, { cause })
}

function codeOf(cause: unknown): DirectoryUnavailable['code'] {
  const isRefused =
    cause instanceof InvalidCredentialsError ||
    cause instanceof InappropriateAuthError ||
    cause instanceof InsufficientAccessError ||
    cause instanceof StrongAuthRequiredError
  if (isRefused) return 'refused'
  // RFC 4511 A.2: these two are about the server, all others about what was asked.
  if (cause instanceof BusyError || cause instanceof UnavailableError) return 'unreachable'
  if (cause instanceof ResultCodeError) return 'unexpected'
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^(ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)
    ? 'not_secure'
    : 'unreachable'
}
