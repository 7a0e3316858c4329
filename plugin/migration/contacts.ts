import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RoundcubeContact } from '../../store/index.ts'
import { parseMailAddress } from '../../proxy/address/mail-address.ts'
import { CONTACT_LIMITS } from '../contacts/contact-limits.ts'
import { emptyContact } from '../contacts/contact.ts'
import { checkedContact } from '../contacts/format/checked-contact.ts'
import type { ImportedContact, ImportedEntry } from '../contacts/format/imported.ts'
import { readCards } from '../contacts/format/vcard/read-card.ts'
import { entryName, migrationProblem, type MigrationProblem } from './run/report.ts'
import { documentId, oneLine } from './run/source-entry.ts'

/** Others get their turn between: these take some milliseconds. */
const CONTACTS_AT_ONCE = 100

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
): Promise<ReadContacts> {
  const problems: MigrationProblem[] = []
  const contacts: ImportedContact[] = []
  const leftOut = new Set<number>()
  for (const [index, row] of rows.entries()) {
    if (index % CONTACTS_AT_ONCE === 0) await nextTurn()
    const entry = entryName(row.id, row.name)
    const report = (code: string, about = ''): void => {
      problems.push(migrationProblem('contact', entry, code, about))
    }
    const read = readRow(row, report)
    if (read === undefined) {
      leftOut.add(row.id)
      continue
    }
    const uid = shared.has(read.contact.uid) ? '' : read.contact.uid
    const groups = groupsOf(row, read.contact.groups, report)
    const id = documentId('contact', row.id)
    contacts.push({ ...read, id, contact: { ...read.contact, uid, groups } })
  }
  return { contacts, problems, leftOut }
}

/**
 * UIDs that several cards have: Roundcube keeps it when somebody copies a contact. Such contacts are different people, whom their
 * UID does not name.
 */
export function sharedUids(rows: readonly RoundcubeContact[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { vcard } of rows) {
    const uid = /^(?:[\w-]+\.)?UID(?:;[^:\n]*)?:(.*)$/im.exec(vcard)?.[1]?.trim()
    if (uid === undefined) continue
    if (seen.has(uid)) shared.add(uid)
    seen.add(uid)
  }
  return shared
}

type Report = (code: string, about?: string) => void

/** The card says most; where it is damaged, the columns beside it still say the name and the addresses. */
function readRow(row: RoundcubeContact, report: Report): ImportedContact | undefined {
  if (row.vcard.trim() !== '') {
    const fromCard = firstOf(readCards(Buffer.from(row.vcard)), report)
    if (fromCard !== undefined) return fromCard
    report('card_damaged')
  }
  return firstOf([fromColumns(row, report)], report)
}

function firstOf(entries: Iterable<ImportedEntry>, report: Report): ImportedContact | undefined {
  let first: ImportedContact | undefined
  for (const read of entries) {
    if (read.kind === 'problem') report(read.problem.code, read.problem.about)
    else if (first === undefined) first = read.entry
    else report('entry_left_out', read.entry.contact.name)
  }
  return first
}

function fromColumns(row: RoundcubeContact, report: Report): ImportedEntry {
  const emails = row.email.split(',').flatMap((text) => {
    const address = parseMailAddress(text.trim())
    if (address !== undefined) return [{ address, label: '' }]
    if (text.trim() !== '') report('email_left_out', text)
    return []
  })
  const [given, family] = [oneLine(row.firstName), oneLine(row.surname)]
  return checkedContact(
    row.id,
    { ...emptyContact(oneLine(row.name)), given, family, emails },
    undefined,
  )
}

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
