import { Gauge, type Registry } from 'prom-client'
import { shareRuns } from '../concurrency/single-flight.ts'
import type { MailEngineState } from '../../proxy/mail/index.ts'
import type { OutboxCounts } from '../outbox/due-index.ts'
import type { StagingCounts } from '../uploads/staging.ts'
import { StoreUnavailable, type StoreHealth } from '../../store/index.ts'

/** Where the gauges read what is true at the moment of a scrape. */
export interface StateSources {
  readonly mailEngine: () => MailEngineState
  /** What waits to be sent, of all owners and instances. */
  readonly outbox: () => OutboxCounts
  /** Files that are attached and lie on this instance's disk. */
  readonly uploads: () => StagingCounts
  /** Throws StoreUnavailable when even the spool does not answer. */
  readonly storeHealth: () => Promise<StoreHealth>
  /** What answers over the network, as it was last asked. */
  readonly backends: () => Promise<readonly AnsweringBackend[]>
  /** Of the error log and the audit's file, lost since the start. */
  readonly lostLogLines: () => number
  /** Of the same, not yet taken by the disk. */
  readonly waitingLogBytes: () => number
  readonly version: string
}

interface AnsweringBackend {
  readonly id: string
  readonly state: 'up' | 'down'
}

/** The others are known from the store itself, without asking. */
const REQUESTED: ReadonlySet<string> = new Set(['imap', 'smtp', 'sieve', 'panel'])

/** Registers the gauges. A store that cannot answer shows as down, and its depth is not a number. */
export function observeState(registry: Registry, sources: StateSources): void {
  const gauge = gaugesIn(registry)
  const build = gauge('postern_build', 'Always 1; the version is the label', ['version'])
  build.set({ version: sources.version }, 1)
  observeMailEngine(gauge, sources.mailEngine)
  observeOutbox(gauge, sources.outbox)
  observeUploads(gauge, sources.uploads)
  observeStore(gauge, sources)
  observeLogs(gauge, sources)
}

type MakeGauge = ReturnType<typeof gaugesIn>

function gaugesIn(registry: Registry) {
  return <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
    collect?: (set: Gauge<Label>) => Promise<void> | void,
  ): Gauge<Label> =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      ...(collect === undefined
        ? {}
        : {
            collect(this: Gauge<Label>) {
              return collect(this)
            },
          }),
    })
}

function observeMailEngine(gauge: MakeGauge, read: () => MailEngineState): void {
  gauge('postern_imap_accounts', 'Mailbox owners with live state', [], (set) =>
    set.set(read().accounts),
  )
  gauge('postern_imap_connections', 'Connections to the mail server by use', ['use'], (set) => {
    const { connections, idleConnections } = read()
    set.set({ use: 'idle' }, idleConnections)
    set.set({ use: 'working' }, connections - idleConnections)
  })
  gauge('postern_imap_connections_max', 'The cap, imap.connections', [], (set) =>
    set.set(read().maxConnections),
  )
  gauge('postern_imap_waiting', 'Requests waiting for a turn or a connection', [], (set) =>
    set.set(read().waiting),
  )
  gauge('postern_imap_waiting_max', 'The cap of requests that wait for a connection', [], (set) =>
    set.set(read().maxWaiting),
  )
}

function observeOutbox(gauge: MakeGauge, read: () => OutboxCounts): void {
  const help = 'Messages of the outbox, of all instances; undecided: for their owners to decide'
  gauge('postern_outbox_messages', help, ['state'], (set) => {
    const { waiting, retrying, undecided } = read()
    set.set({ state: 'waiting' }, waiting)
    set.set({ state: 'retrying' }, retrying)
    set.set({ state: 'undecided' }, undecided)
  })
}

function observeUploads(gauge: MakeGauge, read: () => StagingCounts): void {
  gauge('postern_uploads', 'Attached files on the disk of this instance', [], (set) =>
    set.set(read().files),
  )
  gauge('postern_upload_bytes', 'Bytes of them that have come', [], (set) => set.set(read().bytes))
}

function observeStore(
  gauge: MakeGauge,
  { storeHealth: read, backends }: Pick<StateSources, 'storeHealth' | 'backends'>,
): void {
  // The gauges of one scrape are asked together: they share one look at the store.
  const look = shareRuns(() => unlessUnavailable(read))

  const help = '1 while imap, smtp, panel, cache (Redis or memory), database or spool answers'
  gauge('postern_backend_up', help, ['backend'], async (up) => {
    const [health, requested] = await Promise.all([look(), backends()])
    for (const { id, state } of requested) {
      if (REQUESTED.has(id)) up.set({ backend: id }, state === 'up' ? 1 : 0)
    }
    up.set(
      { backend: 'spool' },
      health !== undefined && health.spool.writeError === undefined ? 1 : 0,
    )
    if (health === undefined) return
    up.set({ backend: 'cache' }, health.cache === 'up' ? 1 : 0)
    up.set({ backend: 'database' }, health.databaseError === undefined ? 1 : 0)
  })
  gauge('postern_spool_depth', 'Rows the shared database has not got yet', [], async (depth) => {
    depth.set((await look())?.backlog ?? NaN)
  })
  gauge('postern_spool_bytes', 'Space the spool uses', [], async (bytes) => {
    bytes.set((await look())?.spool.usedBytes ?? NaN)
  })
  gauge('postern_spool_bytes_max', 'The cap, limits.spoolBytes', [], async (bytes) => {
    bytes.set((await look())?.spool.maxBytes ?? NaN)
  })
  gauge(
    'postern_spool_set_aside',
    'Rows the shared database refused for good, kept in the spool',
    [],
    async (rows) => {
      rows.set((await look())?.setAside ?? NaN)
    },
  )
  gauge(
    'postern_spool_oldest_seconds',
    'Age of the oldest row not yet drained',
    [],
    async (age) => {
      age.set(((await look())?.backlogMs ?? NaN) / 1000)
    },
  )
}

function observeLogs(
  gauge: MakeGauge,
  { lostLogLines, waitingLogBytes }: Pick<StateSources, 'lostLogLines' | 'waitingLogBytes'>,
): void {
  const lost = 'Lines of the error log and the audit that were lost since the start'
  gauge('postern_log_lines_lost', lost, [], (lines) => lines.set(lostLogLines()))
  const waiting = 'Bytes of the error log and the audit that their disk has not taken yet'
  gauge('postern_log_waiting_bytes', waiting, [], (bytes) => bytes.set(waitingLogBytes()))
}

/** A scrape must tell of an outage, not fail by it. */
async function unlessUnavailable(
  read: () => Promise<StoreHealth>,
): Promise<StoreHealth | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}
