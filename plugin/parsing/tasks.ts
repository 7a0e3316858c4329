import { NoContactColumns } from '../contacts/format/csv/csv-rows.ts'
import type { ImportedContact } from '../contacts/format/imported.ts'
import { readContactFile, TooManyEntries, type ImportedFile } from '../contacts/format/read-file.ts'
import { readRow, type ReadRow } from '../migration/read-row.ts'
import type { RoundcubeContact } from '../../store/index.ts'

/** What a thread reads. */
export type Task =
  | { readonly name: 'file'; readonly file: Uint8Array; readonly maxEntries: number }
  | { readonly name: 'rows'; readonly rows: readonly RoundcubeContact[] }

/** A piece of what was found: who takes it has other things to do before the next one. */
export type Piece =
  | { readonly kind: 'contacts'; readonly contacts: readonly ImportedContact[] }
  | { readonly kind: 'file'; readonly file: Omit<ImportedFile, 'contacts'> }
  | { readonly kind: 'rows'; readonly rows: readonly ReadRow[] }
  | { readonly kind: 'refused'; readonly reason: 'too-many-entries' | 'no-contact-columns' }

/** Contacts, or rows, of one piece: to copy them takes a millisecond or two. */
const ENTRIES_AT_ONCE = 100

/** Does the work of a task. */
export async function* runTask(task: Task): AsyncGenerator<Piece> {
  if (task.name === 'file') yield* readFile(task)
  else {
    for (const rows of slices(task.rows)) yield { kind: 'rows', rows: rows.map(readRow) }
  }
}

async function* readFile({
  file,
  maxEntries,
}: Extract<Task, { readonly name: 'file' }>): AsyncGenerator<Piece> {
  try {
    const { contacts, ...rest } = await readContactFile(asBuffer(file), { maxEntries })
    for (const some of slices(contacts)) yield { kind: 'contacts', contacts: some }
    yield { kind: 'file', file: rest }
  } catch (error) {
    if (error instanceof TooManyEntries) yield { kind: 'refused', reason: 'too-many-entries' }
    else if (error instanceof NoContactColumns)
      yield { kind: 'refused', reason: 'no-contact-columns' }
    else throw error
  }
}

function* slices<Entry>(entries: readonly Entry[]): Generator<readonly Entry[]> {
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
    yield entries.slice(at, at + ENTRIES_AT_ONCE)
  }
}

/** What was copied from another thread is no Buffer any more. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
