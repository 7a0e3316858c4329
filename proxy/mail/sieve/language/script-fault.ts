/** Why a text is no script, or none that the server runs. */
export type ScriptFaultCode =
  /** A bound of `ScriptLimits` was exceeded. */
  | 'too_large'
  | 'too_deep'
  | 'too_many_items'
  | 'unexpected_character'
  | 'unclosed_comment'
  | 'unclosed_string'
  | 'number_too_large'
  /** Something else stands where `expected` had to. */
  | 'unexpected'
  | 'unknown_command'
  | 'unknown_test'
  | 'unknown_tag'
  /** `require` names what the server's SIEVE capability does not have. */
  | 'unknown_extension'
  /** A command, test or tag of an extension that no `require` names. */
  | 'not_required'
  /** `require` behind another command, `else` without `if`. */
  | 'misplaced'
  | 'wrong_arguments'
  /** Two tags of which only one may stand: `:is :contains`. */
  | 'conflicting_tags'
  | 'invalid_value'

/** Lines and columns start at 1; a column counts UTF-16 units, as editors do. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** One fault at one place of a script. */
export interface ScriptFinding extends Position {
  readonly code: ScriptFaultCode
  /** What the fault is about: the word that is unknown, what was expected. */
  readonly subject: string
}

/** A text that is no script of the language (RFC 5228 8). */
export class ScriptFault extends Error implements ScriptFinding {
  override readonly name = 'ScriptFault'
  readonly code: ScriptFaultCode
  readonly subject: string
  readonly line: number
  readonly column: number

  constructor(code: ScriptFaultCode, subject: string, { line, column }: Position) {
    super(`line ${line}, column ${column}: ${code}: ${subject}`)
    this.code = code
    this.subject = subject
    this.line = line
    this.column = column
  }
}

/** The line and column of an offset. Takes time in proportion to the offset. */
export function positionAt(source: string, offset: number): Position {
  let line = 1
  let lineStart = 0
  for (
    let at = source.indexOf('\n');
    at !== -1 && at < offset;
    at = source.indexOf('\n', lineStart)
  ) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}
