/** A value PHP's session format can hold without objects or references (spec 2.3). */
export type PhpValue =
  null | boolean | number | string | readonly PhpValue[] | { readonly [key: string]: PhpValue }

/** The variables inside `vars`, by their names in the specification (2.3). Unknown names are kept. */
export type SessionVariables = Readonly<Record<string, PhpValue>>

/** How much of a session record is accepted, read or written. */
export interface PhpLimits {
  readonly maxBytes: number
  readonly maxDepth: number
}

/** 1 MiB and 64 levels: far above any real record (about 2 kB, 4 levels), far below harm. */
export const phpLimits: PhpLimits = { maxBytes: 1_048_576, maxDepth: 64 }

/** Why a session record cannot be read or written. */
type PhpFormatProblem =
  | 'too_large'
  | 'too_deep'
  | 'truncated'
  | 'malformed'
  | 'integer_range'
  | 'type_refused'
  | 'name_refused'

/** A record that is not plain PHP session data, with the byte offset where reading stopped. */
export class PhpFormatError extends Error {
  override readonly name = 'PhpFormatError'
  readonly problem: PhpFormatProblem
  readonly offset: number

  constructor(problem: PhpFormatProblem, offset: number) {
    super(`PHP session data: ${problem} at byte ${offset}`)
    this.problem = problem
    this.offset = offset
  }
}
