import { ResponseTooLarge, type ResponseLimits, type ValueLimits } from './limits.ts'
import { createResponseSplitter } from './splitter.ts'
import {
  type ImapResponse,
  ImapProtocolError,
  type StatusName,
  type UntaggedData,
} from './response.ts'
import type { Sliced } from './slice.ts'
import { type ReadValues, type ResponseText, readValues } from './value-parser.ts'
import { parseFoundSet, parseNumbers } from './number-parser.ts'
import { parseThreads } from './thread-parser.ts'
import { nameOf } from './value.ts'

interface ReaderOptions {
  readonly limits: ResponseLimits
  /** Told of each response in order. */
  readonly onResponse: (response: ImapResponse) => void
  /** Told once, of a parser's or a listener's error; nothing is read after it. */
  readonly onFailure: (error: unknown) => void
  /** A large response is being read: until `onResume` nothing more is wanted. */
  readonly onPause: () => void
  readonly onResume: () => void
}

/** A response whose lines did not make one: some servers send line breaks within quoted strings. */
interface BrokenResponse {
  readonly reply: ResponseText
  readonly lines: number
  /** What of it could be read. */
  readonly response: ImapResponse
}

/** So many lines are put together to one response, up to so many characters; more are passed by. */
const MAX_BROKEN_LINES = 20
const MAX_BROKEN_CHARACTERS = 256 * 1024

/** What starts a response, our tags as the conversation makes them. */
const RESPONSE_START = /^(?:\* |\+|P\d{1,10} (?:OK|NO|BAD)\b)/i

/** Read within one turn of the event loop; libuv would continue with one socket for 2 MiB. */
const TURN_BYTES = 64 * 1024

/**
 * Reads the responses of one server. A small one, as nearly all are, at once; a large one in slices with
 * everybody else's work in between, while the server waits.
 */
export function createResponseReader(options: ReaderOptions): {
  push(chunk: Buffer): void
  /** Nothing is read or reported any more. */
  stop(): void
} {
  let waiting: ResponseText[] = []
  let next = 0
  let underWay: { readonly response: ResponseText; readonly work: Sliced<ImapResponse> } | undefined
  let broken: BrokenResponse | undefined
  let turnBytes = 0
  let isPaused = false
  let isStopped = false

  const splitter = createResponseSplitter({
    limits: options.limits,
    onResponse: (response) => waiting.push(response),
  })
  const stop = () => {
    isStopped = true
    waiting = []
    underWay = undefined
  }
  const guarded = (work: () => void) => {
    if (isStopped) return
    try {
      work()
    } catch (error) {
      // Parser and listeners alike: after a surprise in the middle of a response nothing can be trusted.
      stop()
      options.onFailure(error)
    }
  }
  const goOnLater = () => {
    if (!isPaused) options.onPause()
    isPaused = true
    setImmediate(guarded, readOn)
  }
  const start = (response: ResponseText) => ({
    response,
    work: parseResponse(response, options.limits),
  })
  const nextResponse = (): typeof underWay => {
    const reply = waiting[next]
    if (reply === undefined) {
      waiting = []
      next = 0
      return undefined
    }
    next += 1
    if (broken === undefined) return start(reply)
    if (RESPONSE_START.test(reply.text)) {
      const { response } = broken
      broken = undefined
      options.onResponse(response)
      return start(reply)
    }
    const lines = broken.lines + 1
    const joined = joinedResponse(broken.reply, reply)
    if (lines > MAX_BROKEN_LINES || joined.text.length > MAX_BROKEN_CHARACTERS)
      return nextResponse()
    broken = { ...broken, lines }
    return start(joined)
  }
  const notify = (reply: ResponseText, response: ImapResponse) => {
    if (response.kind === 'data' && response.missing === 'unreadable') {
      broken = { reply, lines: broken?.lines ?? 1, response }
      return
    }
    broken = undefined
    options.onResponse(response)
  }
  const readWaiting = (): 'all' | 'some' => {
    while (!isStopped) {
      underWay ??= nextResponse()
      if (underWay === undefined) return 'all'
      const { response, work } = underWay
      const step = work.next()
      if (step.done !== true) return 'some'
      underWay = undefined
      notify(response, step.value)
    }
    return 'all'
  }
  const readOn = () => {
    turnBytes = 0
    if (readWaiting() === 'some') goOnLater()
    else {
      isPaused = false
      options.onResume()
    }
  }

  return {
    push: (chunk) => {
      guarded(() => {
        turnBytes += chunk.length
        try {
          splitter.push(chunk)
        } finally {
          // What was whole before a surprise counts: it may be a BYE.
          if (!isPaused && (readWaiting() === 'some' || turnBytes > TURN_BYTES)) goOnLater()
        }
      })
    },
    stop,
  }
}

/** As a header is unfolded (RFC 5322 2.2.3). */
function joinedResponse(before: ResponseText, line: ResponseText): ResponseText {
  const isFolded = line.text.startsWith(' ') || line.text.startsWith('\t')
  return {
    text: `${before.text}${isFolded ? '' : ' '}${line.text}`,
    literals: [...before.literals, ...line.literals],
  }
}

const STATUS_NAMES: ReadonlyMap<string, StatusName> = new Map([
  ['OK', 'OK'],
  ['NO', 'NO'],
  ['BAD', 'BAD'],
  ['BYE', 'BYE'],
  ['PREAUTH', 'PREAUTH'],
])

/** A name or a tag is no longer; what is has no meaning to us. */
const MAX_WORD = 100

/**
 * Reads one whole response: its lines joined (each literal's announcement still in place) and its
 * literals apart. Throws ImapProtocolError and ResponseTooLarge.
 */
export function* parseResponse(response: ResponseText, limits: ValueLimits): Sliced<ImapResponse> {
  const { text } = response
  if (text.startsWith('+')) return { kind: 'continuation' }
  const tagEnd = text.indexOf(' ')
  if (tagEnd < 1) throw new ImapProtocolError('an answer without a tag')
  const tag = text.slice(0, tagEnd)

  const nameEnd = endOfWord(text, tagEnd + 1)
  const name = wordOf(text, tagEnd + 1, nameEnd)
  const status = STATUS_NAMES.get(name)
  if (status !== undefined) {
    return yield* parseStatus({ tag, status }, text.slice(nameEnd + 1), limits)
  }
  if (tag !== '*') throw new ImapProtocolError('a tagged answer that is no status')
  return yield* parseData(response, { name, nameEnd }, limits)
}

function* parseData(
  reply: ResponseText,
  { name, nameEnd }: { readonly name: string; readonly nameEnd: number },
  limits: ValueLimits,
): Sliced<ImapResponse> {
  const { text } = reply
  const { maxNesting, maxListItems } = limits
  if (name === 'SEARCH' || name === 'SORT') return yield* parseNumbers(name, text, nameEnd)
  if (name === 'ESEARCH') return yield* parseFoundSet(text, nameEnd, limits)
  if (name === 'THREAD') return yield* parseThreads(text, nameEnd)
  const number = /^\d{1,10}$/.test(name) ? Number(name) : undefined
  if (number === undefined) {
    const read = yield* readValues(reply, nameEnd, limits)
    return { kind: 'data', name, number, ...valuesOf(reply, read) }
  }
  const verbEnd = endOfWord(text, nameEnd + 1)
  const verb = wordOf(text, nameEnd + 1, verbEnd)
  const read = yield* readValues(reply, verbEnd, {
    maxNesting,
    maxListItems,
    hasSections: verb === 'FETCH',
  })
  return { kind: 'data', name: verb, number, ...valuesOf(reply, read) }
}

function valuesOf(
  { isCut }: ResponseText,
  { values, missing }: ReadValues,
): Pick<UntaggedData, 'values' | 'missing'> {
  if (isCut === true || missing instanceof ResponseTooLarge) {
    return { values, missing: 'too large' }
  }
  return missing === undefined ? { values } : { values, missing: 'unreadable' }
}

function* parseStatus(
  line: { readonly tag: string; readonly status: StatusName },
  rest: string,
  limits: ValueLimits,
): Sliced<ImapResponse> {
  const codeEnd = rest.startsWith('[') ? endOfCode(rest) : -1
  if (codeEnd === -1) {
    return { kind: 'status', ...line, code: undefined, codeValues: [], text: rest.trim() }
  }
  const code = { text: rest.slice(1, codeEnd), literals: [] }
  const { values } = yield* readValues(code, 0, limits)
  const [name, ...codeValues] = values
  return {
    kind: 'status',
    ...line,
    code: nameOf(name),
    codeValues,
    text: rest.slice(codeEnd + 1).trim(),
  }
}

/** Within a list a bracket is none: Dovecot reports a keyword `a]` as it is. */
function endOfCode(text: string): number {
  let depth = 0
  for (let index = 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === OPEN) depth += 1
    else if (code === CLOSE) depth -= 1
    else if (code === CLOSING_BRACKET && depth <= 0) return index
  }
  return text.indexOf(']')
}

const OPEN = 0x28
const CLOSE = 0x29
const CLOSING_BRACKET = 0x5d

function wordOf(text: string, from: number, end: number): string {
  return text.slice(from, Math.min(end, from + MAX_WORD)).toUpperCase()
}

function endOfWord(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space === -1 ? text.length : space
}
