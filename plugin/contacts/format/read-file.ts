import { decodeCharset } from '../../../proxy/mail/index.ts'
import { readCsv } from './csv/read-csv.ts'
import type { ImportedContact, ImportedEntry } from './imported.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportProblem } from './problem.ts'
import { readCards } from './vcard/read-card.ts'

/** What a file holds. */
export interface ImportedFile {
  readonly contacts: readonly ImportedContact[]
  /** What was left out, in the order of the file; no more than a person reads. */
  readonly problems: readonly ImportProblem[]
  /** All of it. */
  readonly problemCount: number
}

/** The file has more entries than one import may bring: nothing of it is taken. */
export class TooManyEntries extends Error {
  override readonly name = 'TooManyEntries'
}

/** Others get their turn between: these take some milliseconds. */
const ENTRIES_AT_ONCE = 100

/** Problems that a report names. */
const MAX_PROBLEMS = 200

/**
 * Reads a file of contacts: vCard of any version, or comma-separated values. Throws TooManyEntries and
 * NoContactColumns; what is wrong with single entries is told, and the others are there.
 */
export async function readContactFile(file: Buffer, maxEntries: number): Promise<ImportedFile> {
  const contacts: ImportedContact[] = []
  const problems: ImportProblem[] = []
  let problemCount = 0
  let turns = 0
  for (const entry of entriesOf(withoutUtf16(file))) {
    if (entry.kind === 'contact') contacts.push(entry.entry)
    else {
      problemCount += 1
      if (problems.length < MAX_PROBLEMS) problems.push(entry.problem)
    }
    if (contacts.length > maxEntries) throw new TooManyEntries()
    turns += 1
    if (turns % ENTRIES_AT_ONCE === 0) await nextTurn()
  }
  return { contacts, problems, problemCount }
}

function entriesOf(file: Buffer): Iterable<ImportedEntry> {
  const start = file.toString('latin1', 0, 1_000).replace(/^\xef\xbb\xbf/, '')
  if (/^\s*BEGIN\s*:\s*VCARD/i.test(start)) return readCards(file)
  return readCsv(decodeCharset(file, undefined))
}

/** Outlook and Excel write UTF-16 with a mark; both readers take bytes that hold ASCII. */
function withoutUtf16(file: Buffer): Buffer {
  const mark = file.toString('latin1', 0, 2)
  if (mark === '\xff\xfe') return Buffer.from(decodeCharset(file, 'utf-16le'))
  if (mark === '\xfe\xff') return Buffer.from(decodeCharset(file, 'utf-16be'))
  return file.toString('latin1', 0, 3) === '\xef\xbb\xbf' ? file.subarray(3) : file
}
