/** Where a text is looked for; `body` is what stands below the header, `text` is all of the message. */
export type SearchField =
  | 'subject'
  | 'from'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'list'
  | 'body'
  | 'text'
  | 'message-id'
  | 'references'
  | 'in-reply-to'
  | 'compose-id'

/** One condition on a message. */
export type SearchCondition =
  /** In one of these fields at least; without any in those of the query. */
  | { readonly kind: 'text'; readonly text: string; readonly fields?: readonly SearchField[] }
  | { readonly kind: 'flag'; readonly flag: SearchFlag }
  /** A keyword of IMAP by its name: a tag. */
  | { readonly kind: 'keyword'; readonly keyword: string }
  | { readonly kind: 'attachment' }
  /** By the day of arrival in the server's zone; `day` is YYYY-MM-DD, and `since` includes it. */
  | { readonly kind: 'since' | 'before'; readonly day: string }
  | { readonly kind: 'larger' | 'smaller'; readonly bytes: number }

export type SearchFlag =
  'seen' | 'unseen' | 'flagged' | 'unflagged' | 'answered' | 'unanswered' | 'draft' | 'deleted'

/** A condition, or its opposite. */
export interface SearchAlternative {
  readonly condition: SearchCondition
  readonly isExcluded: boolean
}

/** One of these has to be met. */
export type SearchTerm = readonly SearchAlternative[]
