import { createHash } from 'node:crypto'
import { createSemaphore } from '../../../../plugin/concurrency/semaphore.ts'
import { createWaitingLimit } from '../../../../plugin/concurrency/waiting-limit.ts'
import {
  openManageSieve,
  type SieveClient,
  type SieveConnection,
  type SieveServer,
} from '../client/manage-sieve.ts'
import { SieveFault } from '../client/sieve-fault.ts'

/** The script that decides about the mail of an owner. */
export interface StoredFilters {
  /** Empty where there is none yet. */
  readonly source: string
  /** Names this text of this script: another program may change it. */
  readonly etag: string
  /** False: the server does nothing of it. */
  readonly isActive: boolean
  /** What the server has beyond the base of the language (RFC 5228 6). */
  readonly extensions: ReadonlySet<string>
}

/** The filters of one owner. Each call opens a connection of its own and ends it. All throw SieveFault. */
export interface OwnFilters {
  /** The active script; where none is, the one that `save` would write. */
  read(): Promise<StoredFilters>
  /**
   * Writes the script that is made of it, makes it the active one, and answers both. Throws what making it throws, SieveFault
   * `script_changed` when it is not the version that was read any more, `script_refused` with the server's words when the server
   * does not compile it: then nothing has changed.
   */
  save<Made extends { readonly text: string }>(
    etag: string,
    make: (source: string) => Promise<Made>,
  ): Promise<{ readonly stored: StoredFilters; readonly made: Made }>
}

/** The server that keeps the filters of all owners (RFC 5804). */
export interface FilterServer {
  of(client: SieveClient, signal: AbortSignal): OwnFilters
}

interface FilterServerOptions {
  readonly server: SieveServer
  /** Connections of this process at a time, of one owner, and calls that wait for one. */
  readonly maxConnections: number
  readonly maxPerOwner: number
  readonly maxWaiting: number
}

/** The name that Roundcube gives the first script: it goes on with ours, and we with its own. */
const FIRST_SCRIPT = 'roundcube'

/** Knows the filters of every owner by their password, and keeps nothing. */
export function createFilterServer(options: FilterServerOptions): FilterServer {
  const { server, maxConnections, maxPerOwner, maxWaiting } = options
  const semaphore = createSemaphore({
    max: maxConnections,
    maxPerKey: maxPerOwner,
    waitingLimit: createWaitingLimit({
      maxWaiting,
      full: () => new SieveFault('unavailable', `${maxWaiting} wait already`),
    }),
  })

  async function connected<Result>(
    client: SieveClient,
    signal: AbortSignal,
    work: (connection: SieveConnection) => Promise<Result>,
  ): Promise<Result> {
    const { user, authorizationId: owner = user } = client.credential
    const release = await semaphore.take(signal, owner)
    try {
      const connection = await openManageSieve(server, client, signal)
      const stop = () => connection.close()
      signal.addEventListener('abort', stop, { once: true })
      try {
        const result = await work(connection)
        // What was done is done, whatever becomes of the goodbye.
        await connection.logout().catch(stop)
        return result
      } finally {
        signal.removeEventListener('abort', stop)
        connection.close()
      }
    } finally {
      release()
    }
  }

  return {
    of: (client, signal) => ({
      read: () =>
        connected(client, signal, async (connection) => (await scriptOf(connection)).filters),
      save: (etag, make) =>
        connected(client, signal, async (connection) => {
          const { name, filters } = await scriptOf(connection)
          if (filters.etag !== etag) throw new SieveFault('script_changed', name)
          const made = await make(filters.source)
          const { text: source } = made
          await connection.putScript(name, source)
          if (!filters.isActive) await connection.setActive(name)
          const stored = { ...filters, source, etag: etagOf(name, source), isActive: true }
          return { stored, made }
        }),
    }),
  }
}

async function scriptOf(
  connection: SieveConnection,
): Promise<{ readonly name: string; readonly filters: StoredFilters }> {
  const scripts = await connection.listScripts()
  const active = scripts.find(({ isActive }) => isActive)
  const resting = scripts.find(({ name }) => name === FIRST_SCRIPT)
  const name = active?.name ?? resting?.name ?? FIRST_SCRIPT
  const isStored = active !== undefined || resting !== undefined
  const source = isStored ? await connection.getScript(name) : ''
  const { extensions } = connection.capabilities
  const isActive = active !== undefined
  return { name, filters: { source, etag: etagOf(name, source), isActive, extensions } }
}

function etagOf(name: string, source: string): string {
  return createHash('sha256').update(`${name}\0${source}`).digest('base64url')
}
