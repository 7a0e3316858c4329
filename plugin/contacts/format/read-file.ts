import { isAddressList, readAddressList } from './address-list.ts'
import { readCsv } from './csv/read-csv.ts'
import { CONTACT_LIMITS } from '../contact-limits.ts'
import { columnsText, plainBytes } from './file-text.ts'
import type { ImportedContact, ImportedGroup, ReadingStep } from './imported.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readLdif } from './ldif/read-ldif.ts'
import type { ImportProblem } from './problem.ts'
import { plainUid } from './vcard/member-uid.ts'
import { readCardsByStep } from './vcard/read-card.ts'

/** What a file holds. */
export interface ImportedFile {
  readonly contacts: readonly ImportedContact[]
  /** What was left out, in the order of the file; no more than a user reads. */
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
 * Reads a file of contacts: vCard of any version, LDIF, a table of comma-separated values, or a list of addresses. Throws TooManyEntries
 * and NoContactColumns; what is wrong with single entries is told, and the others are there. Throws the reason of the
 * signal, too: a file may be lines without end that hold no one.
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
  for await (const entry of entriesOf(plainBytes(file))) {
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
      // More than a contact may be in are not distinguished.
      else if (known.length < CONTACT_LIMITS.groups) known.push(name)
    }
  }
  return contacts.map((entry) => {
    const { contact, memberName = plainUid(contact.uid) } = entry
    const more = memberName === '' ? undefined : names.get(memberName)
    if (more === undefined) return entry
    const all = [...new Set([...contact.groups, ...more])].slice(0, CONTACT_LIMITS.groups)
    return { ...entry, contact: { ...contact, groups: all } }
  })
}

function entriesOf(file: Buffer): Iterable<ReadingStep> | AsyncIterable<ReadingStep> {
  const start = file.toString('latin1', 0, 1_000)
  if (/^\s*BEGIN\s*:\s*VCARD/i.test(start)) return readCardsByStep(file)
  if (isLdif(start)) return readLdif(file)
  const text = columnsText(file)
  return isAddressList(text) ? readAddressList(text) : readCsv(text)
}

/** Starts with the version or the name of the first entry, perhaps behind comments (RFC 2849). */
function isLdif(start: string): boolean {
  const first = start.split(/[\r\n]+/).find((line) => !/^(?:$|[ #])/.test(line))
  return first !== undefined && /^(?:version: *[0-9]+ *$|dn::? )/i.test(first)
}
