import { withDeadline } from '../../concurrency/deadline.ts'
import { createSemaphore } from '../../concurrency/semaphore.ts'
import { createWaitingLimit } from '../../concurrency/waiting-limit.ts'
import { foldText } from '../book/fold.ts'
import {
  directoryContact,
  type DirectoryAttributes,
  type DirectoryEntry,
  type DirectoryContact,
} from './directory-contact.ts'
import type { LdapConnection, LdapQuestion } from './ldap-connection.ts'
import { searchFilter } from './search-filter.ts'
import { DirectoryUnavailable } from './unavailable.ts'

/** Who was found, by name. */
export interface DirectoryResponse {
  readonly people: readonly DirectoryContact[]
  /** There are more. */
  readonly isCut: boolean
}

/** The directory of a company, which everybody may search and no one changes. */
export interface Directory {
  /** Users whose name or address has all words that were typed; any contacts for none. Throws DirectoryUnavailable. */
  search(typed: string): Promise<DirectoryResponse>
  /** The same for a user who types an address and waits for little: `max` contacts at most. Throws DirectoryUnavailable. */
  complete(typed: string, max: number): Promise<DirectoryResponse>
  close(): void
}

/** Requests to a directory. */
export const DIRECTORY_LIMITS = {
  /** Entries of one response: more than a list shows. */
  entries: 100,
  /** One request, with its connection. */
  timeoutMs: 5_000,
  /** The same while an address is typed, where a late suggestion is none. */
  completionMs: 1_000,
  /** Each for one request at a time. */
  connections: 4,
  /** Requests that may wait for one of them. */
  waiting: 100,
  /** An unused connection is closed after it, before a server or a firewall does. */
  idleMs: 30_000,
  /** A server that did not respond is left alone for so long. */
  restMs: 5_000,
}

interface DirectoryOptions {
  /** A new connection, which opens with its first question. */
  readonly open: () => LdapConnection
  readonly baseDn: string
  readonly filter: string
  readonly attributes: DirectoryAttributes
  readonly entries: number
  readonly timeoutMs: number
  readonly completionMs: number
  readonly connections: number
  readonly waiting: number
  readonly idleMs: number
  readonly restMs: number
  readonly log: { warn(about: object, message: string): void }
  readonly now: () => number
}

/** Over a bounded number of connections, opened on demand, each for one question at a time. */
export function createDirectory(options: DirectoryOptions): Directory {
  const { open, attributes, timeoutMs, completionMs, restMs, log, now } = options
  const semaphore = createSemaphore({
    max: options.connections,
    waitingLimit: createWaitingLimit({ maxWaiting: options.waiting, full: busy, stopped: busy }),
  })
  const idle: { readonly connection: LdapConnection; readonly timer: NodeJS.Timeout }[] = []
  const wanted = [...new Set(Object.values(attributes).flat())]
  let restUntil = Number.NEGATIVE_INFINITY
  let isClosed = false

  /** One that the server has not ended meanwhile. */
  function takeIdle(): LdapConnection | undefined {
    for (
      let idleConnection = idle.pop();
      idleConnection !== undefined;
      idleConnection = idle.pop()
    ) {
      clearTimeout(idleConnection.timer)
      if (idleConnection.connection.isOpen()) return idleConnection.connection
      idleConnection.connection.close()
    }
    return undefined
  }

  function keepIdle(connection: LdapConnection): void {
    if (isClosed) {
      connection.close()
      return
    }
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((idleConnection) => idleConnection.connection === connection),
        1,
      )
      connection.close()
    }, options.idleMs)
    idle.push({ connection, timer: timer.unref() })
  }

  async function query(typed: string, max: number): Promise<DirectoryResponse> {
    const { email, name, given, family } = attributes
    const names = [...new Set([...name, ...given, ...family])]
    const filter = searchFilter(typed, { filter: options.filter, names, addresses: email })
    // One more than wanted reports that there are more.
    const question = { baseDn: options.baseDn, filter, attributes: wanted, max: max + 1 }
    const entries = await readEntries(question)
    const contacts = entries.flatMap((entry) => directoryContact(entry, attributes) ?? [])
    const sorted = contacts
      .map((contact) => ({ person: contact, key: foldText(contact.contact.name) }))
      .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
      .map(({ person: contact }) => contact)
    return { people: sorted.slice(0, max), isCut: entries.length > max }
  }

  async function readEntries(question: LdapQuestion): Promise<readonly DirectoryEntry[]> {
    const connection = takeIdle() ?? open()
    try {
      const entries = await connection.search(question)
      keepIdle(connection)
      return entries
    } catch (error) {
      connection.close()
      throw error
    }
  }

  async function search(typed: string, max: number): Promise<DirectoryResponse> {
    if (now() < restUntil) throw new DirectoryUnavailable('unreachable', 'did not answer before')
    const release = await semaphore.take(AbortSignal.timeout(timeoutMs))
    try {
      return await query(typed, max)
    } catch (err) {
      if (isOutage(err)) restUntil = now() + restMs
      log.warn({ err }, 'directory not searched')
      throw err
    } finally {
      release()
    }
  }

  return {
    search: (typed) => search(typed, options.entries),
    complete: (typed, max) => withDeadline(search(typed, max), completionMs, notInTime),
    close() {
      isClosed = true
      for (
        let idleConnection = takeIdle();
        idleConnection !== undefined;
        idleConnection = takeIdle()
      )
        idleConnection.close()
    },
  }
}

function busy(): DirectoryUnavailable {
  return new DirectoryUnavailable('busy', 'too many questions wait for it')
}

function notInTime(): never {
  throw new DirectoryUnavailable('unreachable', 'no answer while it was waited for')
}

/** What meets everybody's questions; a response that this one question was given says nothing of the next. */
function isOutage(error: unknown): boolean {
  return !(error instanceof DirectoryUnavailable && error.code === 'unexpected')
}
