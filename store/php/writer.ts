import { bytesOfText } from './bytes.ts'
import { PhpFormatError, type PhpLimits, type PhpValue, type SessionVariables } from './format.ts'

/** PHP keeps such array keys as integers, and its session handler drops variables named so. */
const integerKey = /^(0|-?[1-9]\d{0,18})$/

interface Output {
  readonly chunks: Buffer[]
  readonly limits: PhpLimits
  bytes: number
}

/** Writes what `session_encode` would (PHP manual). A map's integer keys come first, in ascending order. */
export function writeVariables(variables: SessionVariables, limits: PhpLimits): Buffer {
  const output: Output = { chunks: [], limits, bytes: 0 }
  for (const [name, value] of Object.entries(variables)) {
    // PHP cannot read such names back: `|` ends a name, integers are skipped.
    if (name.includes('|') || integerKey.test(name)) {
      throw new PhpFormatError('name_refused', output.bytes)
    }
    write(output, name, '|')
    writeValue(output, value, 1)
  }
  return Buffer.concat(output.chunks)
}

function writeValue(output: Output, value: PhpValue, depth: number): void {
  if (depth > output.limits.maxDepth) throw new PhpFormatError('too_deep', output.bytes)

  if (value === null) write(output, 'N;')
  else if (typeof value === 'boolean') write(output, value ? 'b:1;' : 'b:0;')
  else if (typeof value === 'number') write(output, numberText(value))
  else if (typeof value === 'string') writeString(output, value)
  else writeArray(output, value, depth)
}

function numberText(value: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return `i:${value};`
  if (Number.isNaN(value)) return 'd:NAN;'
  if (Object.is(value, -0)) return 'd:-0;'
  if (!Number.isFinite(value)) return value > 0 ? 'd:INF;' : 'd:-INF;'
  return `d:${floatText(value)};`
}

/** The shortest digits that read back the same, laid out as PHP does: `1.0E+25`, `1.5E-6`, `0.0001`. */
function floatText(value: number): string {
  const [mantissa = '', exponentText = ''] = value.toExponential().split('e')
  const exponent = Number(exponentText)
  if (exponent >= -4 && exponent < 17) return String(value)
  const digits = mantissa.includes('.') ? mantissa : `${mantissa}.0`
  return `${digits}E${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`
}

function writeString(output: Output, text: string): void {
  const bytes = bytesOfText(text)
  write(output, `s:${bytes.length}:"`)
  append(output, bytes)
  write(output, '";')
}

function writeArray(
  output: Output,
  value: readonly PhpValue[] | Readonly<Record<string, PhpValue>>,
  depth: number,
): void {
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  write(output, `a:${entries.length}:{`)
  for (const [key, item] of entries) {
    if (isList || isSafeIntegerKey(key)) write(output, `i:${key};`)
    else writeString(output, key)
    writeValue(output, item, depth + 1)
  }
  write(output, '}')
}

/** A longer run of digits goes as a string, which PHP turns into the same key; our reader stops at 2^53. */
function isSafeIntegerKey(key: string): boolean {
  return integerKey.test(key) && Number.isSafeInteger(Number(key))
}

function write(output: Output, ...texts: readonly string[]): void {
  for (const text of texts) append(output, bytesOfText(text))
}

function append(output: Output, bytes: Buffer): void {
  output.bytes += bytes.length
  if (output.bytes > output.limits.maxBytes) throw new PhpFormatError('too_large', output.bytes)
  output.chunks.push(bytes)
}
