import { joinVariables, variableValues } from './variable-names.ts'

/** Session data of one session at three moments. */
interface Versions {
  /** What the writer had read. */
  readonly read: Buffer
  /** What it writes now. */
  readonly written: Buffer
  /** What others have written since it read. */
  readonly current: Buffer
}

/**
 * Session data in which no one's change is lost: a variable that the writer set, changed or removed is as it says,
 * every other one is as it stands. Values are compared and kept byte for byte. Throws PhpFormatError.
 */
export function mergeVariables({ read, written, current }: Versions): Buffer {
  if (read.equals(current)) return written
  const before = variableValues(read)
  const own = variableValues(written)
  const merged = new Map(variableValues(current))
  for (const name of before.keys()) {
    if (!own.has(name)) merged.delete(name)
  }
  for (const [name, value] of own) {
    const isUntouched = before.get(name)?.equals(value) === true
    if (!isUntouched) merged.set(name, value)
  }
  return joinVariables(merged)
}
