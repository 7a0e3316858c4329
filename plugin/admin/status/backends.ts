import {
  examineImap,
  examineSieve,
  examineSmtp,
  MailFault,
  type MailServerAddress,
} from '../../../proxy/mail/index.ts'
import type { StoreHealth } from '../../../store/index.ts'
import type { Config } from '../../config/schema.ts'
import type { BackendId } from '../../config/sections/health.ts'
import { countShimAccounts, examinePanel, panelAddress } from '../../panel/examine-panel.ts'

/** Something Postern depends on, as it answers just now. */
export interface Backend {
  /** As `health.required`, `/readyz` and metrics call it. */
  readonly id: BackendId
  /** As the status page calls it. */
  readonly name: string
  /** Where it is, without any secret. */
  readonly address: string
  readonly state: 'up' | 'down'
  readonly detail: string
}

/** Asks every backend once, all at the same time; none takes longer than the limit. */
export async function examineBackends(
  config: Config,
  storeHealth: () => Promise<StoreHealth>,
  { timeoutMs, now }: { readonly timeoutMs: number; readonly now: () => number },
): Promise<readonly Backend[]> {
  const { imap, smtp, sieve, panel } = config
  const groups = await Promise.all([
    query({ id: 'imap', name: 'IMAP' }, addressOf(imap), async () => {
      const { greeting } = await examineImap(mailServerAddress(imap), timeoutMs)
      return greeting.replace(/^\* OK (\[.*?\] )?/, '')
    }),
    query({ id: 'smtp', name: 'SMTP' }, addressOf(smtp), async () => {
      const { greeting } = await examineSmtp(mailServerAddress(smtp), timeoutMs)
      return greeting
    }),
    sieve === null
      ? []
      : query({ id: 'sieve', name: 'ManageSieve' }, addressOf(sieve), async () => {
          const { greeting } = await examineSieve(mailServerAddress(sieve), timeoutMs)
          return greeting
        }),
    panelBackend(panel, { timeoutMs, now }),
    storeBackends(config, storeHealth),
  ])
  return groups.flat()
}

const PANEL = { id: 'panel', name: 'Panel' } as const

async function panelBackend(
  panel: Config['panel'],
  limits: Parameters<typeof examinePanel>[1],
): Promise<readonly Backend[]> {
  const address = panelAddress(panel)
  if (address !== undefined) {
    return query(PANEL, address.place, async () => {
      const { status } = await examinePanel(address, limits)
      return `answers ${status} to a stranger`
    })
  }
  if (panel.adapter === 'shim') {
    return query(PANEL, panel.shim.accountsFile, async () => {
      return `accounts with a key: ${await countShimAccounts(panel)}`
    })
  }
  const detail = 'is not asked over the network'
  return [{ ...PANEL, address: panel.adapter, state: 'up', detail }]
}

/** A mail server of the configuration as its connection wants it. */
export function mailServerAddress(
  server: Config['imap'] | Config['smtp'] | NonNullable<Config['sieve']>,
): MailServerAddress {
  const { host, port, tls, rejectUnauthorized } = server
  const proxyProtocol = 'proxyProtocol' in server && server.proxyProtocol
  const mode = tls === 'starttls' ? tls : tls ? 'tls' : 'none'
  return { host, port, tls: mode, rejectUnauthorized, proxyProtocol }
}

async function query(
  backend: Pick<Backend, 'id' | 'name'>,
  address: string,
  question: () => Promise<string>,
): Promise<readonly Backend[]> {
  try {
    return [{ ...backend, address, state: 'up', detail: await question() }]
  } catch (error) {
    const message = error instanceof MailFault ? error.serverText : String(error)
    const detail = `does not answer: ${message}`
    return [{ ...backend, address, state: 'down', detail }]
  }
}

async function storeBackends(
  { redis, database, dataDir }: Config,
  storeHealth: () => Promise<StoreHealth>,
): Promise<readonly Backend[]> {
  const spool = { id: 'spool', name: 'Spool', address: dataDir } as const
  try {
    const health = await storeHealth()
    return [
      {
        id: 'redis',
        name: redis === null ? 'Cache (memory)' : 'Redis',
        address: redis === null ? 'this process' : redisAddress(redis),
        state: health.cache,
        detail: health.cache === 'up' ? 'answers' : 'sessions come from the spool and the database',
      },
      {
        id: 'database',
        name: 'Database',
        address: withoutSecrets(database.url),
        state: health.databaseError === undefined ? 'up' : 'down',
        detail: databaseDetail(health),
      },
      { ...spool, ...spoolState(health) },
    ]
  } catch {
    return [{ ...spool, state: 'down', detail: 'cannot be read or written: check the disk' }]
  }
}

function spoolState({ spool, backlog }: StoreHealth): Pick<Backend, 'state' | 'detail'> {
  const { usedBytes, maxBytes, writeError } = spool
  if (writeError !== undefined) {
    return { state: 'down', detail: `cannot be written (code ${writeError}): check the disk` }
  }
  if (usedBytes >= maxBytes) {
    return { state: 'down', detail: 'is full (limits.spoolBytes): new sessions are refused' }
  }
  return { state: 'up', detail: `${backlog} rows wait for the database` }
}

function databaseDetail({
  databaseError,
  setAside: deadLetters,
  setAsideCode: deadLetterCode,
}: StoreHealth): string {
  if (databaseError !== undefined) {
    return `refuses rows (code ${databaseError}); they wait in the spool`
  }
  if (deadLetters === 0) return 'takes rows'
  return `takes rows, but refused ${deadLetters} for good (code ${deadLetterCode ?? 'unknown'}); they are in the spool`
}

function addressOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host}:${port}`
}

/** Where Redis, its Sentinels or its nodes are, without any password. */
export function redisAddress(redis: NonNullable<Config['redis']>): string {
  if ('url' in redis) return withoutSecrets(redis.url)
  const nodes = 'sentinels' in redis ? redis.sentinels : redis.cluster
  return nodes.map(addressOf).join(', ')
}

/** A connection URL without user name and password. */
export function withoutSecrets(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//')
}
