import { connect, type Socket } from 'node:net'
import { withDeadline } from '../../../plugin/concurrency/deadline.ts'
import type { MemcachedHost } from './storage.ts'

/** Commands of memcached's text protocol (memcached's doc/protocol.txt), one at a time. */
export interface MemcachedConnection {
  /** Lines up to the one that ends the response, which comes last. */
  query(command: string | Buffer, isLast: (line: string) => boolean): Promise<readonly string[]>
  /** Values by their keys, of those that are there. */
  get(keys: readonly string[]): Promise<ReadonlyMap<string, MemcachedValue>>
  close(): void
}

/** A value and what its writer noted of its form. */
export interface MemcachedValue {
  readonly flags: number
  readonly bytes: Buffer
}

/** A line of the response and what follows it; undefined while it is not whole. */
type Take<Value> = (text: Buffer) => { readonly value: Value; readonly used: number } | undefined

/** Connects. Rejects when no server responds within the time. */
export async function connectMemcached(
  host: MemcachedHost,
  timeoutMs: number,
): Promise<MemcachedConnection> {
  const socket = connect(host)
  await withDeadline(untilConnected(socket), timeoutMs)
  let received = Buffer.alloc(0)
  let look: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  socket.on('data', (piece) => {
    received = Buffer.concat([received, piece])
    look()
  })
  socket.on('error', (error) => fail(error))
  socket.on('close', () => fail(new Error('the connection was closed')))

  async function exchange<Value>(command: string | Buffer, take: Take<Value>): Promise<Value> {
    const answered = new Promise<Value>((resolve, reject) => {
      fail = reject
      look = () => {
        const taken = take(received)
        if (taken === undefined) return
        received = received.subarray(taken.used)
        resolve(taken.value)
      }
    })
    socket.write(command)
    return withDeadline(answered, timeoutMs)
  }

  return {
    query: (command, isLast) => exchange(command, (text) => takeLines(text, isLast)),
    get: (keys) => exchange(`get ${keys.join(' ')}\r\n`, takeValues),
    close: () => socket.destroy(),
  }
}

function untilConnected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('error', reject)
  })
}

const LINE_END = '\r\n'

function takeLines(text: Buffer, isLast: (line: string) => boolean): ReturnType<Take<string[]>> {
  const lines: string[] = []
  let used = 0
  for (;;) {
    // Lines of `lru_crawler metadump` end with a line feed alone.
    const end = text.indexOf('\n', used)
    if (end < 0) return undefined
    const line = text.toString('latin1', used, end).trimEnd()
    lines.push(line)
    used = end + 1
    if (isLast(line)) return { value: lines, used }
  }
}

function takeValues(text: Buffer): ReturnType<Take<ReadonlyMap<string, MemcachedValue>>> {
  const values = new Map<string, MemcachedValue>()
  let used = 0
  for (;;) {
    const end = text.indexOf(LINE_END, used)
    if (end < 0) return undefined
    const line = text.toString('latin1', used, end)
    used = end + LINE_END.length
    const [, key, flags, length] = /^VALUE (\S+) (\d+) (\d+)/.exec(line) ?? []
    if (key === undefined) return { value: values, used }
    const to = used + Number(length)
    if (text.length < to + LINE_END.length) return undefined
    values.set(key, { flags: Number(flags), bytes: text.subarray(used, to) })
    used = to + LINE_END.length
  }
}
