/** Why a session record cannot be read or written. */
export type PhpFormatProblem =
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
