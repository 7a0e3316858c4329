import type { RoundcubeContact } from '../../store/index.ts'
import { parseMailAddress } from '../../proxy/address/mail-address.ts'
import { emptyContact } from '../contacts/contact.ts'
import { checkedContact } from '../contacts/format/checked-contact.ts'
import type { ImportedContact, ImportedEntry } from '../contacts/format/imported.ts'
import { readCards } from '../contacts/format/vcard/read-card.ts'
import { oneLine } from './run/source-entry.ts'

/** What a row of Roundcube's contacts says. */
export interface ReadRow {
  /** undefined: it is no contact. */
  readonly entry: ImportedContact | undefined
  /** What of it is left out; no more than a report names. */
  readonly problems: readonly { readonly code: string; readonly about: string }[]
}

/** Problems of one row that are told. */
const MAX_PROBLEMS = 200

type Report = (code: string, about?: string) => void

/** Reads a row. The card says most; where it is damaged, the columns beside it still say the name and the addresses. */
export function readRow(row: RoundcubeContact): ReadRow {
  const problems: { code: string; about: string }[] = []
  const report: Report = (code, about = '') => {
    if (problems.length < MAX_PROBLEMS) problems.push({ code, about })
  }
  return { entry: entryOf(row, report), problems }
}

function entryOf(row: RoundcubeContact, report: Report): ImportedContact | undefined {
  if (row.vcard.trim() !== '') {
    const fromCard = firstOf(readCards(Buffer.from(row.vcard)), report)
    if (fromCard !== undefined) return fromCard
    report('card_damaged')
  }
  return firstOf(fromColumns(row, report), report)
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

function fromColumns(row: RoundcubeContact, report: Report): readonly ImportedEntry[] {
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
