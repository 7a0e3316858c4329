import type {
  SearchAlternative,
  SearchCondition,
  SearchField,
  SearchFlag,
  SearchTerm,
} from '../../../proxy/mail/index.ts'

/**
 * What is typed into a search box, in the words that Gmail and Outlook have taught: `from:ada "annual report" -draft
 * has:attachment after:2026-01-01 larger:5M OR is:flagged`. Terms have to be met together; `OR`, in capitals, joins the
 * two beside it; `-` excludes. What is none of these words is looked for as it stands, so no text is an error.
 */
export function searchTerms(text: string): readonly SearchTerm[] {
  const terms: SearchAlternative[][] = []
  let isAlternative = false
  for (const [word, sign = '', operator, quoted, plain = ''] of text.matchAll(WORD)) {
    if (word === 'OR' && terms.length > 0) {
      isAlternative = true
      continue
    }
    const alternative = {
      condition:
        conditionOf(operator, quoted ?? plain.replaceAll('"', '')) ??
        literal(word.slice(sign.length)),
      isExcluded: sign !== '',
    }
    const before = terms.at(-1)
    if (isAlternative && before !== undefined) before.push(alternative)
    else terms.push([alternative])
    isAlternative = false
  }
  return terms
}

/** A word with the sign before it, the operator, and what that is about: quoted, or to the next blank. */
const WORD = /(-(?=\S))?(?:([a-z]+):(?=\S))?(?:"([^"]+)"|(\S+))/giu

function literal(word: string): SearchCondition {
  return { kind: 'text', text: word.replaceAll('"', '').trim() || word }
}

/** undefined where there is no such operator, or it says nothing of that value. */
function conditionOf(operator: string | undefined, value: string): SearchCondition | undefined {
  if (operator === undefined || value === '') return undefined
  const name = operator.toLowerCase()
  const fields = FIELDS.get(name)
  if (fields !== undefined) return { kind: 'text', text: value, fields }
  return CONDITIONS.get(name)?.(value.toLowerCase(), value)
}

const FIELDS: ReadonlyMap<string, readonly SearchField[]> = new Map([
  ['from', ['from']],
  ['to', ['to', 'cc']],
  ['cc', ['cc']],
  ['bcc', ['bcc']],
  ['subject', ['subject']],
  ['list', ['list']],
  ['body', ['body']],
  ['text', ['text']],
])

const FLAGS: ReadonlyMap<string, SearchFlag> = new Map([
  ['unread', 'unseen'],
  ['read', 'seen'],
  ['flagged', 'flagged'],
  ['starred', 'flagged'],
  ['unflagged', 'unflagged'],
  ['answered', 'answered'],
  ['replied', 'answered'],
  ['unanswered', 'unanswered'],
  ['draft', 'draft'],
])

/** Names of tags are atoms of IMAP (RFC 9051 9), as other mail programs write them. */
const KEYWORD = /^\$?[\w.+:/&-]{1,64}$/

type Reading = (value: string, asTyped: string) => SearchCondition | undefined

const tag: Reading = (_, keyword) =>
  KEYWORD.test(keyword) ? { kind: 'keyword', keyword } : undefined

const CONDITIONS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['is', (value) => flagOf(value) ?? (value === 'forwarded' ? forwarded : undefined)],
  ['has', (value) => (/^attachments?$/.test(value) ? { kind: 'attachment' } : undefined)],
  ['tag', tag],
  ['label', tag],
  ['after', (value) => dayCondition('since', value)],
  ['since', (value) => dayCondition('since', value)],
  ['before', (value) => dayCondition('before', value)],
  ['larger', (value) => sizeCondition('larger', value)],
  ['smaller', (value) => sizeCondition('smaller', value)],
])

const forwarded = { kind: 'keyword', keyword: '$Forwarded' } as const

function flagOf(value: string): SearchCondition | undefined {
  const flag = FLAGS.get(value)
  return flag === undefined ? undefined : { kind: 'flag', flag }
}

/** `2026`, `2026-11`, `2026-11-28`, also with slashes: the first day of it. */
function dayCondition(kind: 'since' | 'before', value: string): SearchCondition | undefined {
  const [, year, month = '1', date = '1'] =
    /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(value) ?? []
  if (year === undefined) return undefined
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const time = Date.parse(`${day}T00:00:00Z`)
  const isDay = Number.isFinite(time) && new Date(time).toISOString().startsWith(day)
  return isDay ? { kind, day } : undefined
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 1_000],
  ['m', 1_000_000],
  ['g', 1_000_000_000],
])

/** RFC 9051 counts in 32 bits (`number`). */
const MAX_BYTES = 0xff_ff_ff_ff

/** `5M`, `500 kB` without the blank, `1.5mb`; without a unit bytes. */
function sizeCondition(kind: 'larger' | 'smaller', value: string): SearchCondition | undefined {
  const [, number, unit = ''] = /^(\d{1,10}(?:\.\d{1,3})?)([kmg]?)b?$/.exec(value) ?? []
  if (number === undefined) return undefined
  const bytes = Math.round(Number(number) * (UNITS.get(unit) ?? 1))
  return { kind, bytes: Math.min(bytes, MAX_BYTES) }
}
