import { phpLimits, type SessionVariables } from './format.ts'
import { readVariables } from './reader.ts'
import { writeVariables } from './writer.ts'

/**
 * Session variables as the `vars` column holds them: base64 of PHP's session format (spec 2.2).
 * Throws PhpFormatError for names or values the format cannot carry, or beyond the limits.
 */
export function encodeVariables(variables: SessionVariables, limits = phpLimits): string {
  return writeVariables(variables, limits).toString('base64')
}

/**
 * The variables inside a `vars` column. Objects and references are refused; unknown names are kept.
 * Throws PhpFormatError for anything PHP itself would not have written.
 */
export function decodeVariables(vars: string, limits = phpLimits): SessionVariables {
  return readVariables(Buffer.from(vars, 'base64'), limits)
}
