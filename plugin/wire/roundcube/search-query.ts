import type { SearchQuery } from '../../../proxy/mail/index.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { Refusal } from '../../http/refusal.ts'
import { singleLine } from './fields.ts'

const MAX_TEXT_CHARS = 256

/**
 * The search of a request: its text in `_q`, `_headers` and `_filter`. Undefined when neither
 * narrows anything. Scopes and intervals of Roundcube's form beyond the mailbox itself are refused:
 * leaving them out would show a wrong result.
 */
export function searchQuery(parameters: Parameters): SearchQuery | undefined {
  const text = singleLine(parameters, '_q', MAX_TEXT_CHARS).trim()
  const filter = filterOf(parameters.get('_filter'))
  if (!['', 'base'].includes(parameters.get('_scope') ?? '')) throw new Refusal('input_invalid')
  if ((parameters.get('_interval') ?? '') !== '') throw new Refusal('input_invalid')
  if (text === '' && filter === 'all') return undefined
  return { text, fields: fieldsOf(parameters.get('_headers')), filter }
}

const FILTERS: ReadonlyMap<string, SearchQuery['filter']> = new Map([
  ['ALL', 'all'],
  ['UNSEEN', 'unseen'],
  ['FLAGGED', 'flagged'],
  ['UNANSWERED', 'unanswered'],
  ['ATTACHMENT', 'attachment'],
])

function filterOf(text: string | undefined): SearchQuery['filter'] {
  const filter = FILTERS.get(text === undefined || text === '' ? 'ALL' : text)
  if (filter === undefined) throw new Refusal('input_invalid')
  return filter
}

const FIELDS: ReadonlyMap<string, SearchQuery['fields'][number]> = new Map([
  ['subject', 'subject'],
  ['from', 'from'],
  ['to', 'to'],
  ['cc', 'cc'],
  ['text', 'text'],
])

function fieldsOf(text: string | undefined): SearchQuery['fields'] {
  const names = (text === undefined || text === '' ? 'subject,from' : text).split(
    ',',
    FIELDS.size + 1,
  )
  const fields = names.map((name) => FIELDS.get(name))
  const known = fields.filter((field) => field !== undefined)
  if (known.length < fields.length) throw new Refusal('input_invalid')
  return [...new Set(known)]
}
