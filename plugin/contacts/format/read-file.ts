import { decodeCharset } from '../../../proxy/mail/index.ts'
import { readCsv } from './csv/read-csv.ts'
import { CONTACT_LIMITS } from '../contact-limits.ts'
import type { ImportedContact, ImportedGroup, ReadingStep } from './imported.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportProblem } from './problem.ts'
import { plainUid } from './vcard/member-uid.ts'
import { readCardsByStep } from './vcard/read-card.ts'

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

/** How much a file may bring, and until when it is read. */
interface ReadingLimits {
  readonly maxEntries: number
  readonly signal?: AbortSignal
}

/** Problems that a report names. */
const MAX_PROBLEMS = 200

/**
 * Reads a file of contacts: vCard of any version, or comma-separated values. Throws TooManyEntries and
 * NoContactColumns; what is wrong with single entries is told, and the others are there. Throws the reason of the
 * signal, too: a file may be lines without end that hold nobody.
 */
export async function readContactFile(
  file: Buffer,
  { maxEntries, signal }: ReadingLimits,
): Promise<ImportedFile> {
  const contacts: ImportedContact[] = []
  const groups: ImportedGroup[] = []
  const problems: ImportProblem[] = []
  let problemCount = 0
  let turns = 0
  for await (const entry of entriesOf(withoutUtf16(file))) {
    if (entry?.kind === 'contact') contacts.push(entry.entry)
    if (entry?.kind === 'group') groups.push(entry)
    if (entry?.kind === 'problem') {
      problemCount += 1
      if (problems.length < MAX_PROBLEMS) problems.push(entry.problem)
    }
    if (contacts.length + groups.length > maxEntries) throw new TooManyEntries()
    turns += 1
    if (entry !== undefined && turns % ENTRIES_AT_ONCE > 0) continue
    await nextTurn()
    signal?.throwIfAborted()
  }
  return { contacts: inGroups(contacts, groups), problems, problemCount }
}

/** The contacts with the groups that name them, which may stand before or behind them. */
function inGroups(
  contacts: readonly ImportedContact[],
  groups: readonly ImportedGroup[],
): readonly ImportedContact[] {
  if (groups.length === 0) return contacts
  const names = new Map<string, string[]>()
  for (const { name, members } of groups) {
    for (const uid of members) {
      const known = names.get(uid)
      if (known === undefined) names.set(uid, [name])
      // More than a contact may be in are not told apart.
      else if (known.length < CONTACT_LIMITS.groups) known.push(name)
    }
  }
  return contacts.map((entry) => {
    const { contact } = entry
    const more = contact.uid === '' ? undefined : names.get(plainUid(contact.uid))
    if (more === undefined) return entry
    const all = [...new Set([...contact.groups, ...more])].slice(0, CONTACT_LIMITS.groups)
    return { ...entry, contact: { ...contact, groups: all } }
  })
}

function entriesOf(file: Buffer): Iterable<ReadingStep> | AsyncIterable<ReadingStep> {
  const start = file.toString('latin1', 0, 1_000).replace(/^\xef\xbb\xbf/, '')
  if (/^\s*BEGIN\s*:\s*VCARD/i.test(start)) return readCardsByStep(file)
  return readCsv(decodeCharset(file, undefined))
}

/** Outlook and Excel write UTF-16 with a mark; both readers take bytes that hold ASCII. */
function withoutUtf16(file: Buffer): Buffer {
  const mark = file.toString('latin1', 0, 2)
  if (mark === '\xff\xfe') return Buffer.from(decodeCharset(file, 'utf-16le'))
  if (mark === '\xfe\xff') return Buffer.from(decodeCharset(file, 'utf-16be'))
  return file.toString('latin1', 0, 3) === '\xef\xbb\xbf' ? file.subarray(3) : file
}
