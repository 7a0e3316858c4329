/** Something of a file that could not be taken over. */
export interface ImportProblem {
  /** Where it starts, from 1, as an editor counts. */
  readonly line: number
  readonly code: ImportProblemCode
  /** The value as it stands there, cut to what a report can show; empty where there is none to show. */
  readonly about: string
}

/** `*_left_out` and `card_not_ended`: the entry is there without it. Otherwise nothing of it is. */
export type ImportProblemCode =
  | 'card_not_ended'
  | 'card_too_long'
  | 'entry_empty'
  | 'entry_invalid'
  | 'entry_unreadable'
  | 'text_outside_cards'
  | 'email_left_out'
  | 'birthday_left_out'
  | 'photo_left_out'
  | 'line_left_out'
  | 'column_left_out'

const MAX_ABOUT_CHARS = 80

/** Builds a problem; a long value is cut. */
export function importProblem(line: number, code: ImportProblemCode, about = ''): ImportProblem {
  const shown = about.replace(/\p{Cc}+/gu, ' ').trim()
  const isLong = shown.length > MAX_ABOUT_CHARS
  return { line, code, about: isLong ? `${shown.slice(0, MAX_ABOUT_CHARS)}…` : shown }
}
