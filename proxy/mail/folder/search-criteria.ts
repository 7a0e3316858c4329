import { COMPOSE_FIELD } from '../model/compose-id.ts'
import type { SearchQuery } from '../model/message-list.ts'
import { userString, type CommandPart } from '../imap/command.ts'

const FIELD_KEYS = {
  subject: 'SUBJECT',
  from: 'FROM',
  to: 'TO',
  cc: 'CC',
  text: 'TEXT',
  'message-id': 'HEADER "Message-ID"',
  'compose-id': `HEADER "${COMPOSE_FIELD}"`,
} as const satisfies Record<SearchQuery['fields'][number], string>

/**
 * IMAP has no key for attachments; a media type that can hold one is the nearest it can tell.
 */
const FILTER_KEYS = {
  all: undefined,
  unseen: 'UNSEEN',
  flagged: 'FLAGGED',
  unanswered: 'UNANSWERED',
  deleted: 'DELETED',
  undeleted: 'UNDELETED',
  attachment:
    'OR HEADER "Content-Type" "multipart/mixed" OR HEADER "Content-Type" "multipart/related" HEADER "Content-Type" "application/"',
} as const satisfies Record<SearchQuery['filter'], string | undefined>

/** Search keys of RFC 9051 6.4.4 for a query; undefined when it names every message. */
export function searchCriteria(query: SearchQuery | undefined): readonly CommandPart[] | undefined {
  if (query === undefined) return undefined
  const filter = FILTER_KEYS[query.filter]
  const text = query.text.trim()
  if (text === '') return filter === undefined ? undefined : [filter]

  const fields = query.fields.length === 0 ? (['subject', 'from'] as const) : query.fields
  const keys = [...new Set(fields)].map((field) => FIELD_KEYS[field])
  const value = userString(text)
  // OR takes two: OR a OR b c.
  const parts = keys.flatMap((key, index) => [index < keys.length - 1 ? `OR ${key}` : key, value])
  return filter === undefined ? parts : [filter, ...parts]
}
