import { textOfBytes } from './bytes.ts'
import { cursorOf, skipVariable, variableValues } from './variable-names.ts'

/**
 * Whether session data of two moments differs in none but the named variables, of which each may be there or not. Values are
 * compared byte for byte. Throws PhpFormatError, but for data that is the same in both: it was read before.
 */
export function areEqualBut(names: ReadonlySet<string>, one: Buffer, other: Buffer): boolean {
  return areEqualPartsBut(names, ...differingParts(one, other))
}

/** Without the whole variables that both begin with, and those that both end with: a request changes few, and they stand together. */
function differingParts(one: Buffer, other: Buffer): readonly [Buffer, Buffer] {
  const shorter = Math.min(one.length, other.length)
  const alike = alikeAtStart(one, other, shorter)
  const end = one.length - alikeAtEnd(one, other, shorter - alike)

  const cursor = cursorOf(one)
  // The limit is of each of them, however little they differ.
  cursorOf(other)
  let start = 0
  while (cursor.at < end) {
    if (cursor.at <= alike) start = cursor.at
    skipVariable(cursor)
  }
  const otherEnd = other.length - one.length + cursor.at
  return [one.subarray(start, cursor.at), other.subarray(start, otherEnd)]
}

/** Compared at a time, which takes as long as ten single ones. */
const BLOCK_BYTES = 512

function alikeAtStart(one: Buffer, other: Buffer, most: number): number {
  let alike = 0
  for (let next = BLOCK_BYTES; next <= most; next += BLOCK_BYTES) {
    if (one.compare(other, alike, next, alike, next) !== 0) break
    alike = next
  }
  while (alike < most && one[alike] === other[alike]) alike += 1
  return alike
}

function alikeAtEnd(one: Buffer, other: Buffer, most: number): number {
  const [end, otherEnd] = [one.length, other.length]
  let alike = 0
  for (let next = BLOCK_BYTES; next <= most; next += BLOCK_BYTES) {
    const order = one.compare(other, otherEnd - next, otherEnd - alike, end - next, end - alike)
    if (order !== 0) break
    alike = next
  }
  while (alike < most && one[end - alike - 1] === other[otherEnd - alike - 1]) alike += 1
  return alike
}

function areEqualPartsBut(names: ReadonlySet<string>, one: Buffer, other: Buffer): boolean {
  const [left, right] = [cursorOf(one), cursorOf(other)]
  // PHP writes them in the order in which they were set, which hardly ever changes: so nothing is built.
  while (left.at < one.length && right.at < other.length) {
    const [from, to] = [left.at, right.at]
    const [name, otherName] = [skipVariable(left), skipVariable(right)]
    if (one.compare(other, to, right.at, from, left.at) === 0) continue
    const isSameName = one.compare(other, to, otherName, from, name) === 0
    if (!isSameName) return areEqualInAnyOrder(names, one, other)
    if (!names.has(textOfBytes(one.subarray(from, name)))) return false
  }
  const isWhole = left.at === one.length && right.at === other.length
  return isWhole || areEqualInAnyOrder(names, one, other)
}

function areEqualInAnyOrder(names: ReadonlySet<string>, one: Buffer, other: Buffer): boolean {
  const before = variableValues(one)
  const after = variableValues(other)
  const isRetained = ([name, value]: readonly [string, Buffer]) =>
    names.has(name) || after.get(name)?.equals(value) === true
  const isThere = (name: string) => names.has(name) || before.has(name)
  return [...before].every(isRetained) && [...after.keys()].every(isThere)
}
