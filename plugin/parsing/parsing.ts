import { createSemaphore, createWaitingLimit } from '../../proxy/mail/index.ts'
import type { RoundcubeContact } from '../../store/index.ts'
import { NoContactColumns } from '../contacts/format/csv/csv-rows.ts'
import type { ImportedContact } from '../contacts/format/imported.ts'
import { TooHeavy } from '../contacts/format/too-heavy.ts'
import { readContactFile, TooManyEntries, type ImportedFile } from '../contacts/format/read-file.ts'
import { readRow, type ReadRow } from '../migration/read-row.ts'
import { asBuffer, type Piece, type Task } from './tasks.ts'
import { openThread } from './thread.ts'

/** What is smaller is read at once: each reader is linear, and takes milliseconds for as much. */
const SMALL_BYTES = 64 * 1024
/** Threads at one time; of one person there is one. */
const MAX_THREADS = 2
const MAX_WAITING = 1_000
/** Rows wait no longer for a thread and its work. */
const WAIT_MS = 120_000

/** What one piece of work may take. */
export interface ParsingLimits {
  /** From the start of its thread to its end. */
  readonly threadMs: number
  /** Heap of the thread. */
  readonly heapMiB: number
}

/** A file of 30 MiB with 10,000 contacts takes half of it. */
const LIMITS: ParsingLimits = { threadMs: 60_000, heapMiB: 384 }

/** Reads what people, or servers of theirs, can make large: in a thread of its own, with caps of memory and time. */
export interface Parsing {
  /** A file of contacts. Throws TooManyEntries, NoContactColumns, TooHeavy, and the reason of the signal. */
  readFile(file: Buffer, by: FileReading): Promise<ImportedFile>
  /** Rows of Roundcube's contacts, in their order. Throws TooHeavy. */
  readRows(person: string, rows: readonly RoundcubeContact[]): AsyncGenerator<ReadRow>
}

interface FileReading {
  readonly person: string
  readonly maxEntries: number
  readonly signal: AbortSignal
}

/** Threads are started when they are needed, one for each piece of work, and end with it. */
export function createParsing({ threadMs, heapMiB } = LIMITS): Parsing {
  const semaphore = createSemaphore({
    max: MAX_THREADS,
    maxPerKey: 1,
    waitingLimit: createWaitingLimit({ maxWaiting: MAX_WAITING }),
  })

  async function* inThread(
    task: Task,
    { person, signal }: Pick<FileReading, 'person' | 'signal'>,
  ): AsyncGenerator<Piece> {
    const release = await semaphore.take(signal, person)
    const limit = AbortSignal.timeout(threadMs)
    const thread = openThread({ heapMiB, signal: AbortSignal.any([signal, limit]) })
    try {
      yield* thread.run(task)
    } catch (cause) {
      if (!limit.aborted) throw cause
      throw new TooHeavy(`not read in ${threadMs} ms`, { cause })
    } finally {
      await thread.close()
      release()
    }
  }

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
      throw new TooHeavy('The thread ended before the file did')
    },
    async *readRows(person, rows) {
      for (const batch of batchesOf(rows)) {
        if (charsOf(batch) <= SMALL_BYTES) {
          yield* batch.map(readRow)
          continue
        }
        const by = { person, signal: AbortSignal.timeout(WAIT_MS) }
        for await (const piece of inThread({ name: 'rows', rows: batch }, by)) {
          if (piece.kind === 'rows') yield* piece.rows.map(rowWithBuffer)
        }
      }
    },
  }
}

function refusalOf({ reason }: Extract<Piece, { readonly kind: 'refused' }>): Error {
  return reason === 'too-many-entries' ? new TooManyEntries() : new NoContactColumns()
}

function withBuffer(entry: ImportedContact): ImportedContact {
  const { photo } = entry
  if (photo === undefined) return entry
  return { ...entry, photo: { ...photo, content: asBuffer(photo.content) } }
}

function rowWithBuffer({ entry, problems }: ReadRow): ReadRow {
  return { entry: entry && withBuffer(entry), problems }
}

/** To copy as much into a thread takes some milliseconds. */
const BATCH_CHARS = 4 * 1024 * 1024

function* batchesOf(rows: readonly RoundcubeContact[]): Generator<readonly RoundcubeContact[]> {
  let batch: RoundcubeContact[] = []
  let chars = 0
  for (const row of rows) {
    batch.push(row)
    chars += charsOf([row])
    if (chars < BATCH_CHARS) continue
    yield batch
    batch = []
    chars = 0
  }
  yield batch
}

function charsOf(rows: readonly RoundcubeContact[]): number {
  return rows.reduce(
    (sum, { vcard, email, name }) => sum + vcard.length + email.length + name.length,
    0,
  )
}
