import { phpLimits, type SessionVariables } from './format.ts'
import { readVariables } from './reader.ts'
import { joinVariables, variableValues } from './variable-names.ts'
import { writeVariables } from './writer.ts'

/**
 * Reads some variables of another program's session data; the others may hold what no one builds here. What is not
 * there is not in the response. Throws PhpFormatError.
 */
export function readNamedVariables(vars: Buffer, names: readonly string[]): SessionVariables {
  const all = variableValues(vars)
  const named = names.flatMap((name) => {
    const value = all.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return readVariables(joinVariables(new Map(named)), phpLimits)
}

/** The session data with some variables set; all others stay byte for byte. Throws PhpFormatError. */
export function withNamedVariables(vars: Buffer, changed: SessionVariables): Buffer {
  const set = variableValues(writeVariables(changed, phpLimits))
  return joinVariables(new Map([...variableValues(vars), ...set]))
}
