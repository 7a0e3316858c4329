import { createHash } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { parseOwnFile } from '../../../plugin/config/corrupt-file.ts'
import { readOwnFile, unfinishedPath } from '../machine/own-file.ts'
import { takeBack } from './take-back.ts'
import { undoSchema, type UndoStep } from './undo.ts'

const entrySchema = z.strictObject({ step: z.string(), undo: undoSchema })

/** A step that was started, and how to take it back. */
export type JournalEntry = z.output<typeof entrySchema>

/** What an installation has started so far. An entry is on disk before its step is carried out. */
export interface Journal {
  readonly entries: readonly JournalEntry[]
  add(entry: JournalEntry): Promise<void>
  close(): Promise<void>
}

/** Starts a journal with what was done before there was a place for it. Only root may read and write it. */
export async function openJournal(path: string, before: readonly JournalEntry[]): Promise<Journal> {
  const fresh = unfinishedPath(path)
  const file = await open(fresh, 'w', 0o600)
  const entries: JournalEntry[] = []
  const add = async (entry: JournalEntry): Promise<void> => {
    await append(file, entry)
    entries.push(entry)
  }
  try {
    for (const entry of before) await add(entry)
    // Under its name it is never without them: who is killed here leaves no journal that forgot something.
    await rename(fresh, path)
  } catch (error) {
    await file.close()
    await rm(fresh, { force: true })
    throw error
  }
  return { entries, add, close: () => file.close() }
}

const REMEDY = 'run uninstall, which keeps the data, and install again'

/** Names a journal by what is in it, for the record of an installation that came about; undefined when there is none. */
export async function journalDigest(path: string): Promise<string | undefined> {
  const text = await readOwnFile(path, REMEDY)
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex')
}

/**
 * The journal an interrupted installation left; undefined when there is none. A half-written last line never
 * began. Throws CorruptFile.
 */
export async function readJournal(path: string): Promise<readonly JournalEntry[] | undefined> {
  const text = await readOwnFile(path, REMEDY)
  const lines = text?.split('\n').slice(0, -1)
  return lines?.map((line) => parseOwnFile(entrySchema, { path, text: line, remedy: REMEDY }))
}

/**
 * Takes back everything, the latest first, continues after a failure, and reports what failed. `record` is the
 * file the entries came from: it goes last, and only when nothing failed, so that a second try is possible.
 */
export async function takeBackAll(
  undos: readonly UndoStep[],
  record: string,
): Promise<readonly string[]> {
  const problems = await takeBackEach(undos)
  if (problems.length > 0) return problems
  await rm(record, { force: true })
  // The folders above the record could not go while it was there.
  return takeBackEach(undos.filter(({ kind }) => kind === 'remove-directory'))
}

/** The same without a record. */
export async function takeBackEach(undos: readonly UndoStep[]): Promise<readonly string[]> {
  const problems: string[] = []
  for (const undo of [...undos].reverse()) {
    try {
      await takeBack(undo)
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  return problems
}

async function append(file: FileHandle, entry: JournalEntry): Promise<void> {
  await file.appendFile(`${JSON.stringify(entry)}\n`)
  await file.sync()
}
