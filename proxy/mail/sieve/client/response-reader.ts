import type { Socket } from 'node:net'
import { SieveFault } from './sieve-fault.ts'

/** A value of a response: a word or mark as it stands, or the content of a string. */
export interface ResponseValue {
  readonly isString: boolean
  readonly text: string
}

/** A whole response (RFC 5804 1.2): its lines of data, and the one that ends it. */
export interface SieveResponse {
  readonly lines: readonly (readonly ResponseValue[])[]
  readonly status: 'OK' | 'NO' | 'BYE'
  /** In upper case: `QUOTA/MAXSIZE`; undefined for none. */
  readonly code: string | undefined
  readonly text: string
}

/** Of one response: a script of 1 MB fits. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024
const MAX_LINES = 10_000

/** Reads responses from a socket; whoever reads waits for the end of one. */
export interface ResponseReader {
  /** Throws SieveFault `closed` and `response_too_large`. */
  next(): Promise<SieveResponse>
  /** Whether bytes lie here that no one has asked for. */
  readonly hasMore: boolean
  /** Leaves the socket to another reader. */
  stop(): void
}

export function createResponseReader(socket: Socket): ResponseReader {
  let chunks: Buffer[] = []
  let length = 0
  let budget = MAX_RESPONSE_BYTES
  let end: Error | undefined
  let wake = (): void => undefined

  const take = (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    // What is not read yet is bounded as well: the socket waits meanwhile.
    if (length > MAX_RESPONSE_BYTES) socket.pause()
    wake()
  }
  const finish = (error?: Error) => {
    end ??= error ?? new Error('the server closed the connection')
    wake()
  }
  const onClose = () => finish()
  socket.on('data', take).on('error', finish).on('close', onClose)

  const joined = (): Buffer => {
    const whole = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    chunks = whole === undefined ? [] : [whole]
    return whole ?? Buffer.alloc(0)
  }
  const consume = (bytes: number): Buffer => {
    const whole = joined()
    chunks = [whole.subarray(bytes)]
    length = whole.length - bytes
    budget -= bytes
    socket.resume()
    return whole.subarray(0, bytes)
  }
  const more = async () => {
    if (length > budget)
      throw new SieveFault('response_too_large', `over ${MAX_RESPONSE_BYTES} bytes`)
    if (end !== undefined) throw new SieveFault('closed', end.message, { cause: end })
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  const readLine = async (): Promise<string> => {
    for (let from = 0; ;) {
      const at = joined().indexOf(0x0a, from)
      if (at !== -1)
        return consume(at + 1)
          .toString('utf8')
          .replace(/\r?\n$/, '')
      from = length
      await more()
    }
  }
  const readBytes = async (bytes: number): Promise<Buffer> => {
    if (bytes > budget) throw new SieveFault('response_too_large', `a literal of ${bytes} bytes`)
    while (length < bytes) await more()
    return consume(bytes)
  }
  /** A line with the literals in it. */
  const readValues = async (): Promise<readonly ResponseValue[]> => {
    const values: ResponseValue[] = []
    for (;;) {
      const line = await readLine()
      const [, before = line, bytes] = /^(.*)\{(\d{1,10})\+?\}$/.exec(line) ?? []
      values.push(...valuesIn(before))
      if (bytes === undefined) return values
      values.push({ isString: true, text: (await readBytes(Number(bytes))).toString('utf8') })
    }
  }
  return {
    next: async () => {
      budget = MAX_RESPONSE_BYTES
      const lines: (readonly ResponseValue[])[] = []
      for (;;) {
        const values = await readValues()
        const [first] = values
        const status = first?.isString === false ? statusOf(first.text) : undefined
        if (status !== undefined) return { lines, status, ...tailOf(values.slice(1)) }
        if (values.length > 0) lines.push(values)
        if (lines.length > MAX_LINES)
          throw new SieveFault('response_too_large', `over ${MAX_LINES} lines`)
      }
    },
    get hasMore() {
      return length > 0
    },
    stop: () => {
      socket.off('data', take).off('error', finish).off('close', onClose)
    },
  }
}

const VALUE = /"((?:[^"\\]|\\.)*)"|([()])|([^\s"()]+)/g

function valuesIn(line: string): readonly ResponseValue[] {
  return [...line.matchAll(VALUE)].map(([, quoted, mark, word]) =>
    quoted === undefined
      ? { isString: false, text: mark ?? word ?? '' }
      : { isString: true, text: quoted.replace(/\\(.)/g, '$1') },
  )
}

function statusOf(word: string): SieveResponse['status'] | undefined {
  const upper = word.toUpperCase()
  return upper === 'OK' || upper === 'NO' || upper === 'BYE' ? upper : undefined
}

/** The code in parentheses, and the text for people. */
function tailOf(values: readonly ResponseValue[]): Pick<SieveResponse, 'code' | 'text'> {
  const close = values.findIndex(({ isString, text }) => !isString && text === ')')
  const hasCode = values[0]?.isString === false && values[0].text === '(' && close > 0
  const code = hasCode ? values[1]?.text.toUpperCase() : undefined
  const text = values.slice(hasCode ? close + 1 : 0).find(({ isString }) => isString)?.text ?? ''
  return { code, text }
}
