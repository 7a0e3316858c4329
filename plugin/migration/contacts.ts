import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RoundcubeContact } from '../../store/index.ts'
import { CONTACT_LIMITS } from '../contacts/contact-limits.ts'
import type { ImportedContact } from '../contacts/format/imported.ts'
import type { ReadRow } from './read-row.ts'
import { entryName, migrationProblem, type MigrationProblem } from './run/report.ts'
import { documentId, oneLine } from './run/source-entry.ts'

/** Others get their turn between: these take some milliseconds. */
const CONTACTS_AT_ONCE = 100
const CHARS_AT_ONCE = 256 * 1024

/** Reads rows, in their order; elsewhere than here where they are large. */
export type ReadRows = (rows: readonly RoundcubeContact[]) => AsyncIterable<ReadRow>

interface ReadContacts {
  readonly contacts: readonly ImportedContact[]
  readonly problems: readonly MigrationProblem[]
  /** Numbers of rows that are no contact. */
  readonly leftOut: ReadonlySet<number>
}

/** The contacts as an import takes them, and what of them is left out. `shared`: UIDs that are not one contact's alone. */
export async function contactsOf(
  rows: readonly RoundcubeContact[],
  shared: ReadonlySet<string>,
  readRows: ReadRows,
): Promise<ReadContacts> {
  const problems: MigrationProblem[] = []
  const contacts: ImportedContact[] = []
  const leftOut = new Set<number>()
  let index = 0
  for await (const read of readRows(rows)) {
    const row = rows[index]
    if (row === undefined) break
    if (index % CONTACTS_AT_ONCE === 0) await nextTurn()
    index += 1
    const entry = entryName(row.id, row.name)
    const report = (code: string, about = ''): void => {
      problems.push(migrationProblem('contact', entry, code, about))
    }
    for (const { code, about } of read.problems) report(code, about)
    if (read.entry === undefined) {
      leftOut.add(row.id)
      continue
    }
    const { contact } = read.entry
    const uid = shared.has(contact.uid) ? '' : contact.uid
    const groups = groupsOf(row, contact.groups, report)
    const id = documentId('contact', row.id)
    contacts.push({ ...read.entry, id, contact: { ...contact, uid, groups } })
  }
  return { contacts, problems, leftOut }
}

/**
 * UIDs that several cards have: Roundcube keeps it when a user copies a contact. Such contacts are different users, whom their
 * UID does not name.
 */
export async function sharedUids(rows: readonly RoundcubeContact[]): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  let chars = 0
  for (const { vcard } of rows) {
    chars += vcard.length
    if (chars > CHARS_AT_ONCE) {
      await nextTurn()
      chars = 0
    }
    const uid = /^(?:[\w-]+\.)?UID(?:;[^:\n]*)?:(.*)$/im.exec(vcard)?.[1]?.trim()
    if (uid === undefined) continue
    if (seen.has(uid)) shared.add(uid)
    seen.add(uid)
  }
  return shared
}

type Report = (code: string, about?: string) => void

function groupsOf(
  { groups }: RoundcubeContact,
  inCard: readonly string[],
  report: Report,
): readonly string[] {
  const names = new Set([...groups.map(oneLine), ...inCard])
  const fit = [...names].filter((name) => name !== '' && name.length <= CONTACT_LIMITS.lineChars)
  const { groups: max } = CONTACT_LIMITS
  if (fit.length < names.size) report('group_left_out')
  for (const name of fit.slice(max)) report('group_left_out', name)
  return fit.slice(0, max)
}
