import { COMPOSE_FIELD } from '../model/compose-id.ts'
import type { SearchQuery } from '../model/message-list.ts'
import type {
  SearchAlternative,
  SearchCondition,
  SearchField,
  SearchTerm,
} from '../model/search-term.ts'
import { userString, type CommandPart } from '../imap/command.ts'

const FIELD_KEYS = {
  subject: 'SUBJECT',
  from: 'FROM',
  to: 'TO',
  cc: 'CC',
  bcc: 'BCC',
  list: 'HEADER "List-Id"',
  body: 'BODY',
  text: 'TEXT',
  'message-id': 'HEADER "Message-ID"',
  references: 'HEADER "References"',
  'in-reply-to': 'HEADER "In-Reply-To"',
  'compose-id': `HEADER "${COMPOSE_FIELD}"`,
} as const satisfies Record<SearchField, string>

/** IMAP has no key for attachments; a media type that can hold one is the nearest it can tell. */
const ATTACHMENT_KEY =
  'OR HEADER "Content-Type" "multipart/mixed" OR HEADER "Content-Type" "multipart/related" HEADER "Content-Type" "application/"'

const FILTER_KEYS = {
  all: undefined,
  unseen: 'UNSEEN',
  flagged: 'FLAGGED',
  unanswered: 'UNANSWERED',
  deleted: 'DELETED',
  undeleted: 'UNDELETED',
  attachment: ATTACHMENT_KEY,
} as const satisfies Record<SearchQuery['filter'], string | undefined>

/** Search keys of RFC 9051 6.4.4 for a query; undefined when it names every message. */
export function searchCriteria(query: SearchQuery | undefined): readonly CommandPart[] | undefined {
  if (query === undefined) return undefined
  const filter = FILTER_KEYS[query.filter]
  const keys = termsOf(query).flatMap((term) => termKeys(term, query.fields))
  const criteria = filter === undefined ? keys : [filter, ...keys]
  return criteria.length === 0 ? undefined : criteria
}

/** True where a change of flags may change what matches. */
export function isAboutFlags(query: SearchQuery | undefined): boolean {
  if (query === undefined) return false
  const isByFlag = ({ condition: { kind } }: SearchAlternative) =>
    kind === 'flag' || kind === 'keyword'
  return (
    (query.filter !== 'all' && query.filter !== 'attachment') ||
    termsOf(query).some((term) => term.some(isByFlag))
  )
}

/** True for a search for which the server may have to open every message of the mailbox. */
export function isSlowSearch(query: SearchQuery): boolean {
  const isSlow = ({ condition: { kind } }: SearchAlternative) =>
    kind === 'text' || kind === 'attachment'
  return query.filter === 'attachment' || termsOf(query).some((term) => term.some(isSlow))
}

function termsOf({ text, terms }: SearchQuery): readonly SearchTerm[] {
  if (terms !== undefined) return terms
  const words = text.trim()
  if (words === '') return []
  return [[{ condition: { kind: 'text', text: words }, isExcluded: false }]]
}

function termKeys(term: SearchTerm, fields: SearchQuery['fields']): readonly CommandPart[] {
  return anyOf(
    term.map(({ condition, isExcluded }) => {
      const keys = conditionKeys(condition, fields)
      return isExcluded ? ['NOT', ...keys] : keys
    }),
  )
}

/** OR takes two: OR a OR b c. */
function anyOf(alternatives: readonly (readonly CommandPart[])[]): readonly CommandPart[] {
  return alternatives.flatMap((keys, index) =>
    index < alternatives.length - 1 ? ['OR', ...keys] : keys,
  )
}

/** One search key, which NOT and OR may stand before. */
function conditionKeys(
  condition: SearchCondition,
  fields: SearchQuery['fields'],
): readonly CommandPart[] {
  switch (condition.kind) {
    case 'text': {
      const named = condition.fields ?? (fields.length === 0 ? DEFAULT_FIELDS : fields)
      const value = userString(condition.text)
      return anyOf([...new Set(named)].map((field) => [FIELD_KEYS[field], value]))
    }
    case 'flag':
      return [condition.flag.toUpperCase()]
    case 'keyword':
      return [`KEYWORD ${condition.keyword}`]
    case 'attachment':
      return [ATTACHMENT_KEY]
    case 'since':
    case 'before':
      return [`${condition.kind.toUpperCase()} ${imapDay(condition.day)}`]
    case 'larger':
    case 'smaller':
      return [`${condition.kind.toUpperCase()} ${condition.bytes}`]
  }
}

const DEFAULT_FIELDS = ['subject', 'from'] as const

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `2026-11-28` as RFC 9051 writes it: 28-Nov-2026. */
function imapDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)}-${MONTHS[Number(month) - 1] ?? ''}-${year}`
}
