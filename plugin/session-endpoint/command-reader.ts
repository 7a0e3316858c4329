/** A command as it came: its arguments as bytes, or what stands for one that was too large to be kept. */
export type ReadCommand =
  | { readonly kind: 'command'; readonly args: readonly Buffer[] }
  | { readonly kind: 'too-large'; readonly name: string; readonly bytes: number }

/** Bytes that are no RESP: nothing behind them can be understood, so the connection ends. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

/** How much of a command is stored in memory. */
export interface ReaderLimits {
  /** Of one bulk string. A larger one is read to its end and thrown away. */
  readonly maxBulkBytes: number
  readonly maxArguments: number
}

/** Turns what comes on a connection, in whatever pieces, into commands. */
export interface CommandReader {
  /** The commands that are complete with this piece. Throws ProtocolError. */
  read(piece: Buffer): readonly ReadCommand[]
}

/** A line: an inline command, or a count. */
const MAX_LINE_BYTES = 65_536
/** Of the words of one command, besides the one that may be large. */
const MAX_OTHER_BYTES = 65_536
/** Of a bulk that is thrown away: as much as Redis would take. */
const MAX_SKIPPED_BYTES = 512 * 1024 * 1024

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const ASTERISK = 0x2a
const DOLLAR = 0x24
const DIGIT_0 = 0x30
const DIGIT_9 = 0x39

/**
 * RESP2 as clients send it (redis.io, "Redis serialization protocol"): arrays of bulk strings, and inline commands.
 * The limits are requested at each word: a client that has shown its password may send more.
 */
export function createCommandReader(limitsNow: () => ReaderLimits): CommandReader {
  let rest: Buffer = Buffer.alloc(0)
  let at = 0
  /** Words that the array under way has still to bring; 0 outside of one. */
  let missing = 0
  let args: Buffer[] = []
  /** Length of the bulk string under way. */
  let bulk: number | undefined
  let skipping = 0
  let largest = 0
  /** Bytes of the words that are stored of the array under way. */
  let remaining = 0

  function read(piece: Buffer): readonly ReadCommand[] {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    at = 0
    const commands: ReadCommand[] = []
    while (step(commands)) continue
    rest = rest.subarray(at)
    return commands
  }

  /** Reads one line, or one bulk string; false when it is not all there yet. */
  function step(commands: ReadCommand[]): boolean {
    if (skipping > 0) return skip(commands)
    if (bulk !== undefined) return readBulk(bulk, commands)
    const count = readCount(missing > 0 ? DOLLAR : ASTERISK)
    if (count !== undefined) {
      if (missing > 0) startBulk(count)
      else startArray(count)
      return true
    }
    const line = readLine()
    if (line === undefined) return false
    if (missing > 0) startBulk(lengthIn(line))
    else if (line.startsWith('*')) startArray(countIn(line))
    else readInline(line, commands)
    return true
  }

  /** A whole line of a mark and up to nine digits, as nearly all are; undefined for any other. */
  function readCount(mark: number): number | undefined {
    if (rest[at] !== mark) return undefined
    let count = 0
    let next = at + 1
    for (let byte = rest[next] ?? 0; byte >= DIGIT_0 && byte <= DIGIT_9; byte = rest[next] ?? 0) {
      count = count * 10 + byte - DIGIT_0
      next += 1
    }
    const isShort = next > at + 1 && next <= at + 10
    if (!isShort || rest[next] !== CARRIAGE_RETURN || rest[next + 1] !== LINE_FEED) return undefined
    at = next + 2
    return count
  }

  function readLine(): string | undefined {
    const end = rest.indexOf(LINE_FEED, at)
    if (end < 0 ? rest.length - at > MAX_LINE_BYTES : end - at > MAX_LINE_BYTES) {
      throw new ProtocolError('too big inline request')
    }
    if (end < 0) return undefined
    const line = rest.toString(
      'latin1',
      at,
      rest[end - 1] === CARRIAGE_RETURN && end > at ? end - 1 : end,
    )
    at = end + 1
    return line
  }

  function startArray(count: number): void {
    if (count > limitsNow().maxArguments) throw new ProtocolError('invalid multibulk length')
    // An empty array, or none at all, is no command.
    missing = Math.max(0, count)
    args = []
    largest = 0
    remaining = 0
  }

  function startBulk(length: number): void {
    if (length > MAX_SKIPPED_BYTES) throw new ProtocolError('invalid bulk length')
    const { maxBulkBytes } = limitsNow()
    if (length <= maxBulkBytes && remaining + length <= maxBulkBytes + MAX_OTHER_BYTES) {
      bulk = length
      remaining += length
      return
    }
    largest = Math.max(largest, length)
    skipping = length + 2
  }

  function readBulk(length: number, commands: ReadCommand[]): boolean {
    if (rest.length - at < length + 2) return false
    const end = at + length
    if (rest[end] !== CARRIAGE_RETURN || rest[end + 1] !== LINE_FEED) {
      throw new ProtocolError('expected CRLF behind a bulk string')
    }
    args.push(rest.subarray(at, end))
    at = end + 2
    bulk = undefined
    endWord(commands)
    return true
  }

  function skip(commands: ReadCommand[]): boolean {
    const skipped = Math.min(skipping, rest.length - at)
    at += skipped
    skipping -= skipped
    if (skipping > 0) return false
    endWord(commands)
    return true
  }

  function endWord(commands: ReadCommand[]): void {
    missing -= 1
    if (missing > 0) return
    if (largest === 0) commands.push({ kind: 'command', args })
    else commands.push({ kind: 'too-large', name: nameOf(args), bytes: largest })
    args = []
  }

  function readInline(line: string, commands: ReadCommand[]): void {
    const parts = line.split(/[ \t]+/).filter((part) => part !== '')
    if (parts.length > limitsNow().maxArguments) throw new ProtocolError('too many arguments')
    const inline = parts.map((part) => Buffer.from(part, 'latin1'))
    // A page in a browser can send a request here, whose body would be commands: Redis ends these as well.
    if (/^(post|host:)$/i.test(parts[0] ?? '')) throw new ProtocolError('this is no web server')
    if (inline.length > 0) commands.push({ kind: 'command', args: inline })
  }

  return { read }
}

function countIn(line: string): number {
  const count = /^\*(-?\d{1,9})$/.exec(line)?.[1]
  if (count === undefined) throw new ProtocolError('invalid multibulk length')
  return Number(count)
}

function lengthIn(line: string): number {
  if (!line.startsWith('$')) throw new ProtocolError(`expected '$', got '${line.slice(0, 1)}'`)
  const length = /^\$(\d{1,9})$/.exec(line)?.[1]
  if (length === undefined) throw new ProtocolError('invalid bulk length')
  return Number(length)
}

function nameOf([name]: readonly Buffer[]): string {
  return name?.toString('latin1') ?? ''
}
