import { setMaxListeners } from 'node:events'
import type { ExecutionContext } from 'ava'
import { ImapFlow } from 'imapflow'
import type { Account, Accounts, Credential } from '../../../proxy/mail/model/account.ts'
import type { PageRequest } from '../../../proxy/mail/model/message-list.ts'
import type { AccountsOptions } from '../../../proxy/mail/account/options.ts'
import { createAccounts } from '../../../proxy/mail/account/accounts.ts'
import type { Dovecot } from '../../support/dovecot/dovecot.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'
import { WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'

/** A request that no one gives up; shared by all tests of a file, which run side by side. */
export const patient = { signal: new AbortController().signal, uidValidity: undefined } as const
setMaxListeners(0, patient.signal)

/** A mail engine with small limits, and what it reported. */
export interface Engine {
  readonly accounts: Accounts
  /** Form B lines requested. */
  readonly closedReports: () => number
}

/** Opens an engine that is closed after the test. */
export function openEngine(
  t: Teardown,
  server: { readonly host?: string; readonly port: number },
  changes: Partial<AccountsOptions> = {},
): Engine {
  let reports = 0
  const accounts = createAccounts({
    host: server.host ?? '127.0.0.1',
    port: server.port,
    tls: 'none',
    maxConnectionsPerAccount: 2,
    maxConnections: 50,
    maxWaiting: 100,
    idleCloseMs: 60_000,
    responseMs: WAIT_LIMIT_MS,
    silenceMs: WAIT_LIMIT_MS,
    connectTimeoutMs: WAIT_LIMIT_MS,
    commandTimeoutMs: WAIT_LIMIT_MS,
    summaryCacheEntries: 5_000,
    maxTextBytes: 64 * 1024,
    maxHtmlBytes: 128 * 1024,
    now: Date.now,
    log: { warn: () => undefined },
    reportClosed: () => {
      reports += 1
    },
    ...changes,
  })
  t.teardown(() => accounts.close())
  return { accounts, closedReports: () => reports }
}

/** The credential of the n-th mailbox of a private Dovecot. */
export function credentialOf(dovecot: Dovecot, n: number): Credential {
  return { user: dovecot.userName(n), password: dovecot.password, authorizationId: undefined }
}

/** An engine and the account of the n-th mailbox. */
export function openAccount(
  t: Teardown,
  dovecot: Dovecot,
  n: number,
  changes: Partial<AccountsOptions> = {},
): Account {
  return openEngine(t, dovecot, changes).accounts.account(credentialOf(dovecot, n), '192.0.2.1')
}

/** The first page of INBOX, newest first, or what is wanted otherwise. */
export function request(changes: Partial<PageRequest> = {}): PageRequest {
  return {
    mailbox: 'INBOX',
    page: 1,
    pageSize: 20,
    sort: undefined,
    search: undefined,
    ...changes,
  }
}

/** Another mail client of the same owner, which knows nothing of ours. */
export async function otherClient(
  t: ExecutionContext,
  dovecot: Dovecot,
  n: number,
): Promise<ImapFlow> {
  const { user, password } = credentialOf(dovecot, n)
  const client = new ImapFlow({
    host: dovecot.host,
    port: dovecot.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
  })
  // Tests kill connections on purpose.
  client.on('error', () => undefined)
  await client.connect()
  t.teardown(() => {
    client.close()
  })
  return client
}
