import { ResponseTooLarge, type LineSocket } from '../../connection/line-socket.ts'
import { SieveFault } from './sieve-fault.ts'

/** A value of a response: a word or mark as it stands, or the content of a string. */
interface ResponseValue {
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
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024
const MAX_LINES = 10_000

/**
 * Reads one response; one is read at a time. Throws SieveFault `closed` and `response_too_large`.
 */
export async function readResponse(line: LineSocket): Promise<SieveResponse> {
  line.startResponse()
  const lines: (readonly ResponseValue[])[] = []
  try {
    for (;;) {
      const values = await readValues(line)
      const [first] = values
      const status = first?.isString === false ? statusOf(first.text) : undefined
      if (status !== undefined) return { lines, status, ...tailOf(values.slice(1)) }
      if (values.length > 0) lines.push(values)
      if (lines.length > MAX_LINES) throw new ResponseTooLarge(`over ${MAX_LINES} lines`)
    }
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : ''
    const isTooLarge = cause instanceof ResponseTooLarge
    throw new SieveFault(isTooLarge ? 'response_too_large' : 'closed', text, { cause })
  }
}

/** A line with the literals in it. */
async function readValues(line: LineSocket): Promise<readonly ResponseValue[]> {
  const values: ResponseValue[] = []
  for (;;) {
    const text = (await line.readLine()).toString('utf8')
    const [, before = text, bytes] = /^(.*)\{(\d{1,10})\+?\}$/.exec(text) ?? []
    values.push(...valuesIn(before))
    if (bytes === undefined) return values
    values.push({ isString: true, text: (await line.readBytes(Number(bytes))).toString('utf8') })
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
