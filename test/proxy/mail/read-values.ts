import type { ImapValue } from '../../../proxy/mail/imap/parser/response.ts'
import { inOneGo } from '../../../proxy/mail/imap/parser/slice.ts'
import { parseValues } from '../../../proxy/mail/imap/parser/value-parser.ts'

/** Bounds are not what these tests are about. */
const LIMITS = { maxNesting: 1_000_000, maxListItems: 1_000_000 }

/** The values of a text without literals. */
export function readValues(text: string): readonly ImapValue[] {
  return inOneGo(parseValues({ text, literals: [] }, 0, LIMITS))
}
