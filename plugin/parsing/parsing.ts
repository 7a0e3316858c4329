import { createSemaphore } from '../concurrency/semaphore.ts'
import { createWaitingLimit } from '../concurrency/waiting-limit.ts'
import type { RoundcubeContact, RoundcubeData } from '../../store/index.ts'
import {
  FilterFault,
  type FilterScript,
  type OpenFilter,
  readFilterScript,
  type ScriptChange,
  type TrialSource,
} from '../../proxy/mail/index.ts'
import {
  readingHere,
  type CardContent,
  type CardDavReading,
} from '../contacts/carddav/server/card-content.ts'
import type {
  DavResponse,
  DavResponses,
  DavBody,
} from '../contacts/carddav/server/dav-responses.ts'
import { AddressBookUnavailable } from '../contacts/carddav/server/unavailable.ts'
import { NoContactColumns } from '../contacts/format/csv/csv-rows.ts'
import type { ImportedContact } from '../contacts/format/imported.ts'
import { TooComplex } from '../contacts/format/too-complex.ts'
import { readContactFile, TooManyEntries, type ImportedFile } from '../contacts/format/read-file.ts'
import { Refusal } from '../http/refusal.ts'
import type { ErrorLog } from '../log/error-log.ts'
import { memoryExhausted } from '../log/lines.ts'
import { readImportRequest, type ImportRequest } from '../migration/data-schema.ts'
import { readRow, type ReadRow } from '../migration/read-row.ts'
import { batchesOf, charsOf } from './batches.ts'
import { asBuffer, type Piece, type RefusedReason, type Task } from './tasks.ts'
import { openThread } from './thread.ts'

/** What is smaller is read at once: each reader is linear, and takes milliseconds for as much. */
const SMALL_BYTES = 64 * 1024
/** Threads at one time; of one user there is one. */
const MAX_THREADS = 2
const MAX_WAITING = 1_000
/** Rows wait no longer for a thread and its work. */
const WAIT_MS = 120_000

/** To copy as much into a thread takes some milliseconds. */
const BATCH_CHARS = 4 * 1024 * 1024

/** Whose an import is, stands within it: one is read at a time. */
const IMPORT = 'import from Roundcube'

/** What one piece of work may take. */
export interface ParsingLimits {
  /** From the start of its thread to its end. */
  readonly threadMs: number
  /** To make a filter ready, and to decide about messages of one turn: milliseconds, but for a busy machine and hostile input. */
  readonly filterMs: number
  /** Heap of the thread. */
  readonly heapMiB: number
}

/** What a full heap of V8 was asked for last: it grows by regular pages of this size. */
const HEAP_PAGE_BYTES = 256 * 1024

const RETRY_SECONDS = 2

function busy(): Refusal {
  return new Refusal('mail_busy', { retryAfterSeconds: RETRY_SECONDS })
}

/** A file of 30 MiB with 10,000 contacts takes half of it. */
const LIMITS: ParsingLimits = { threadMs: 60_000, filterMs: 20_000, heapMiB: 384 }

/** Reads what users, or servers of theirs, can make large: in a thread of its own, with caps of memory and time. */
export interface Parsing {
  /** A file of contacts. Throws TooManyEntries, NoContactColumns, TooComplex, and the reason of the signal. */
  readFile(file: Buffer, by: FileReading): Promise<ImportedFile>
  /** Rows of Roundcube's contacts, in their order. Throws TooComplex. */
  readRows(user: string, rows: readonly RoundcubeContact[]): AsyncGenerator<ReadRow>
  /** The body of an import from Roundcube; undefined where it is none. Throws TooComplex, and the reason of the signal. */
  readImport(body: Buffer, signal: AbortSignal): Promise<ImportRequest | undefined>
  /**
   * A filter in a thread of its own, which waits for messages until it is closed. Both throw FilterFault, and the reason of the
   * signal.
   */
  openFilter(filter: WantedFilter, by: Waiting): Promise<OpenFilter>
  /** Filters of a user with a change made. Throws FilterFault, and the reason of the signal. */
  readScript(source: string, change: ScriptChange, by: Waiting): Promise<FilterScript>
  /** What the address book of a user says; `responses` throws AddressBookUnavailable, both TooComplex. */
  cardDavOf(user: string): CardDavReading
}

/** Who waits for a thread, and for how long. */
interface Waiting {
  readonly user: string
  readonly signal: AbortSignal
}

interface WantedFilter {
  readonly source: TrialSource
  /** Names of the mailboxes that there are. */
  readonly mailboxes: readonly string[]
}

interface FileReading extends Waiting {
  readonly maxEntries: number
}

interface ParsingOptions extends Partial<ParsingLimits> {
  /** For the line about a memory limit (spec 7). */
  readonly errorLog?: Pick<ErrorLog, 'formB'>
}

/** Threads are started when they are needed, one for each piece of work, and end with it. */
export function createParsing({ errorLog, ...limits }: ParsingOptions = {}): Parsing {
  const { threadMs, filterMs, heapMiB } = { ...LIMITS, ...limits }
  const semaphore = createSemaphore({
    max: MAX_THREADS,
    maxPerKey: 1,
    waitingLimit: createWaitingLimit({ maxWaiting: MAX_WAITING, full: busy }),
  })

  async function takeThread({ user, signal }: Waiting) {
    const release = await semaphore.take(signal, user)
    const thread = openThread({
      heapMiB,
      memoryExhausted: () =>
        errorLog?.formB(memoryExhausted(heapMiB * 1024 * 1024, HEAP_PAGE_BYTES)),
    })
    return {
      async *run(task: Task, limitMs: number): AsyncGenerator<Piece> {
        const limit = AbortSignal.timeout(limitMs)
        try {
          yield* thread.run(task, AbortSignal.any([signal, limit]))
        } catch (cause) {
          if (!limit.aborted) throw cause
          throw new TooComplex(`not read in ${limitMs} ms`, { cause })
        }
      },
      async close() {
        await thread.close()
        release()
      },
    }
  }

  async function* inThread(task: Task, by: Waiting): AsyncGenerator<Piece> {
    const thread = await takeThread(by)
    try {
      yield* thread.run(task, threadMs)
    } finally {
      await thread.close()
    }
  }

  const waitingFor = (user: string) => ({ user, signal: AbortSignal.timeout(WAIT_MS) })

  return {
    async readFile(file, by) {
      const { maxEntries, signal } = by
      if (file.length <= SMALL_BYTES) return readContactFile(file, { maxEntries, signal })
      const contacts: ImportedContact[] = []
      for await (const piece of inThread({ name: 'file', file, maxEntries }, by)) {
        if (piece.kind === 'contacts') contacts.push(...piece.contacts.map(withBuffer))
        else if (piece.kind === 'file') return { contacts, ...piece.file }
        else if (piece.kind === 'refused') throw refusalOf(piece)
      }
      throw new TooComplex('The thread ended before the file did')
    },
    async *readRows(user, rows) {
      for (const batch of batchesOf(rows, BATCH_CHARS)) {
        if (charsOf(batch) <= SMALL_BYTES) {
          yield* batch.map(readRow)
          continue
        }
        for await (const piece of inThread({ name: 'rows', rows: batch }, waitingFor(user))) {
          if (piece.kind === 'rows') yield* piece.rows.map(rowWithBuffer)
        }
      }
    },
    async readImport(body, signal) {
      if (body.length <= SMALL_BYTES) return readImportRequest(body)
      const contacts: RoundcubeContact[] = []
      const collected: RoundcubeData['collected'][number][] = []
      for await (const piece of inThread({ name: 'import', body }, { user: IMPORT, signal })) {
        if (piece.kind === 'import-rows') {
          contacts.push(...piece.rows.contacts)
          collected.push(...piece.rows.collected)
        } else if (piece.kind === 'import') {
          const { request } = piece
          return request && { ...request, data: { ...request.data, contacts, collected } }
        }
      }
      throw new TooComplex('The thread ended before the import did')
    },
    async openFilter({ source, mailboxes }, by) {
      const thread = await takeThread(by)
      const only = (task: Task) => onlyPiece(thread.run(task, filterMs))
      try {
        const piece = await only({ name: 'filter', source, mailboxes })
        return {
          hasBodies: piece.kind === 'filter' && piece.hasBodies,
          decide: async (messages) => {
            const decided = await only({ name: 'filter-messages', messages })
            return decided.kind === 'verdicts' ? decided.verdicts : []
          },
          close: () => thread.close(),
        }
      } catch (error) {
        await thread.close()
        throw error
      }
    },
    async readScript(source, change, by) {
      if (source.length + sizeOf(change) <= SMALL_BYTES) return readFilterScript(source, change)
      const piece = await onlyPiece(inThread({ name: 'script', source, change }, by))
      if (piece.kind !== 'script') throw new TooComplex('The thread read no script')
      return piece.script
    },
    cardDavOf: (user) => ({
      async responses(body) {
        if (body.bytes.length <= SMALL_BYTES) return readingHere.responses(body)
        return orTooLarge(responsesInThread(body, waitingFor(user)))
      },
      async cards(texts) {
        const chars = texts.reduce((sum, { length }) => sum + length, 0)
        if (chars <= SMALL_BYTES) return readingHere.cards(texts)
        return orTooLarge(cardsInThread(texts, waitingFor(user)))
      },
      async changed(text, change) {
        if (text.length <= SMALL_BYTES) return readingHere.changed(text, change)
        return orTooLarge(changedInThread({ name: 'change', text, change }, waitingFor(user)))
      },
      async groupChanged(text, change) {
        if (text.length <= SMALL_BYTES) return readingHere.groupChanged(text, change)
        const task = { name: 'group-change', text, change } as const
        return orTooLarge(changedInThread(task, waitingFor(user)))
      },
    }),
  }

  async function responsesInThread(body: DavBody, by: Waiting): Promise<DavResponses> {
    const responses: DavResponse[] = []
    let last: DavResponses | undefined
    for await (const piece of inThread({ name: 'answers', body }, by)) {
      if (piece.kind === 'refused') throw refusalOf(piece)
      if (piece.kind !== 'answers') continue
      responses.push(...piece.responses.responses)
      last = piece.responses
    }
    if (last === undefined) throw new TooComplex('The thread ended before the answer did')
    return { ...last, responses }
  }

  async function cardsInThread(texts: readonly string[], by: Waiting): Promise<CardContent[]> {
    const cards: CardContent[] = []
    for await (const piece of inThread({ name: 'cards', texts }, by)) {
      if (piece.kind === 'cards') cards.push(...piece.cards.map(cardWithBuffer))
    }
    return cards
  }

  async function changedInThread(task: Task, by: Waiting): Promise<string> {
    for await (const piece of inThread(task, by)) if (piece.kind === 'changed') return piece.text
    throw new TooComplex('The thread ended before the card did')
  }
}

/** The piece of a filter; what is wrong with it is thrown. */
async function onlyPiece(pieces: AsyncGenerator<Piece>): Promise<Piece> {
  try {
    for await (const piece of pieces) {
      if (piece.kind === 'filter-fault') throw new FilterFault(piece.fault)
      return piece
    }
  } catch (cause) {
    if (!(cause instanceof TooComplex)) throw cause
    throw new FilterFault({ code: 'too_complex', subject: '', position: undefined }, { cause })
  }
  throw new TooComplex('The thread ended before the filter did')
}

/** What is too heavy for a thread is too large for an address book. */
async function orTooLarge<Read>(reading: Promise<Read>): Promise<Read> {
  try {
    return await reading
  } catch (cause) {
    if (!(cause instanceof TooComplex)) throw cause
    throw new AddressBookUnavailable('too_large', cause.message, { cause })
  }
}

function refusalOf({ reason }: { readonly reason: RefusedReason }): Error {
  switch (reason) {
    case 'too-many-entries':
      return new TooManyEntries()
    case 'no-contact-columns':
      return new NoContactColumns()
    case 'xml-too-large':
      return new AddressBookUnavailable('too_large', 'an answer of nested or endless XML')
  }
}

function cardWithBuffer({ group, entry }: CardContent): CardContent {
  return { group, entry: entry && withBuffer(entry) }
}

function withBuffer(entry: ImportedContact): ImportedContact {
  const { photo } = entry
  if (photo === undefined) return entry
  return { ...entry, photo: { ...photo, content: asBuffer(photo.content) } }
}

function rowWithBuffer({ entry, problems }: ReadRow): ReadRow {
  return { entry: entry && withBuffer(entry), problems }
}

/** Characters that a change brings. */
function sizeOf(change: ScriptChange): number {
  if (change.kind === 'text') return change.text.length
  return change.kind === 'none' ? 0 : JSON.stringify(change.entries).length
}
