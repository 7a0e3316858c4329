import { isSessionData } from '../php/variable-names.ts'
import type { ForeignSession } from '../record/foreign-session.ts'

const MAX_IP_BYTES = 40
/** Of values within variables. */
const MAX_DEPTH = 64
const HEAD = /^a:3:\{/
const NAME = /^s:\d{1,2}:"(changed|ip|vars)";/
const INTEGER = /^i:(\d{1,11});/
const TEXT = /^s:(\d{1,9}):"/

/**
 * Reads the value that Roundcube gives its store: PHP's `serialize` of an array of `changed`, `ip` and `vars`.
 * Answers undefined for anything else, and for variables that are no PHP session data.
 */
export function parseSessionValue(value: Buffer): ForeignSession | undefined {
  const fields = readFields(value)
  const changed = fields?.get('changed')
  const ip = fields?.get('ip')
  const vars = fields?.get('vars')
  if (typeof changed !== 'number' || !(ip instanceof Buffer) || !(vars instanceof Buffer)) {
    return undefined
  }
  if (ip.length > MAX_IP_BYTES || !/^[\x21-\x7e]*$/.test(ip.toString('latin1'))) return undefined
  return isSessionData(vars, { maxBytes: vars.length, maxDepth: MAX_DEPTH })
    ? { changed, ip: ip.toString('latin1'), vars }
    : undefined
}

/** The value again, as PHP would have written it. */
export function formatSessionValue({ changed, ip, vars }: ForeignSession): Buffer {
  return Buffer.concat([
    Buffer.from(
      `a:3:{s:7:"changed";i:${changed};s:2:"ip";s:${ip.length}:"${ip}";s:4:"vars";s:${vars.length}:"`,
      'latin1',
    ),
    vars,
    Buffer.from('";}'),
  ])
}

function readFields(value: Buffer): ReadonlyMap<string, number | Buffer> | undefined {
  const fields = new Map<string, number | Buffer>()
  let at = matchAt(HEAD, value, 0)?.[0].length ?? 0
  if (at === 0) return undefined
  for (let index = 0; index < 3; index += 1) {
    const name = matchAt(NAME, value, at)
    if (name?.[1] === undefined) return undefined
    at += name[0].length
    const integer = matchAt(INTEGER, value, at)
    if (integer !== undefined) {
      fields.set(name[1], Number(integer[1]))
      at += integer[0].length
      continue
    }
    const text = matchAt(TEXT, value, at)
    if (text === undefined) return undefined
    const start = at + text[0].length
    const end = start + Number(text[1])
    if (value.toString('latin1', end, end + 2) !== '";') return undefined
    fields.set(name[1], value.subarray(start, end))
    at = end + 2
  }
  return value.length === at + 1 && value[at] === 0x7d ? fields : undefined
}

/** Longer than what any of the patterns matches. */
const MATCHED_BYTES = 32

function matchAt(pattern: RegExp, value: Buffer, at: number): RegExpExecArray | undefined {
  return pattern.exec(value.toString('latin1', at, at + MATCHED_BYTES)) ?? undefined
}
