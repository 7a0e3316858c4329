import { ResponseTooLarge } from './limits.ts'
import type { ThreadData } from './response.ts'
import { SLICE_CHARACTERS, type Sliced } from './slice.ts'

const SPACE = 0x20
const OPEN = 0x28
const CLOSE = 0x29

/** Messages of one mailbox; 10 bytes are stored for each. */
const MAX_NUMBERS = 4_000_000

/** A conversation in which each message replies to the last one is as deep as it is long. */
const MAX_DEPTH = 1_000_000

/**
 * Reads the numbers of a THREAD answer (RFC 5256 4) without an object per message. Of a message that
 * is missing the responses become threads of their own. Throws ResponseTooLarge.
 */
export function* parseThreads(text: string, from: number): Sliced<ThreadData> {
  const size = yield* countNumbers(text, from)
  const uids = new Uint32Array(size)
  const parents = new Uint32Array(size)
  const starts = new Uint32Array(size)
  // On a stack of our own: a thread can be deeper than the call stack likes.
  const outer: number[] = []
  let parent = 0
  let current = -1
  let filled = 0
  let startOffset = 0
  for (let index = from; index <= text.length; index += 1) {
    if (index % SLICE_CHARACTERS === 0) yield
    const code = index === text.length ? SPACE : text.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) {
      current = (current < 0 ? 0 : current * 10) + (code - 0x30)
      continue
    }
    if (current >= 0) {
      uids[filled] = current
      parents[filled] = parent
      filled += 1
      parent = current
      current = -1
    }
    if (code === OPEN) {
      if (outer.length >= MAX_DEPTH)
        throw new ResponseTooLarge(`more than ${MAX_DEPTH} nested threads`)
      // One without any message in it is left out.
      if (outer.length === 0 && (startOffset === 0 || starts[startOffset - 1] !== filled)) {
        starts[startOffset] = filled
        startOffset += 1
      }
      outer.push(parent)
    }
    if (code === CLOSE) parent = outer.pop() ?? 0
  }
  return {
    kind: 'thread',
    uids: uids.subarray(0, filled),
    parents: parents.subarray(0, filled),
    starts: starts.subarray(0, startOffset),
  }
}

/** At least as many as there are: each number is followed by a blank, a bracket or the end. */
function* countNumbers(text: string, from: number): Sliced<number> {
  let numbers = 1
  for (let index = from + 1; index < text.length; index += 1) {
    if (index % SLICE_CHARACTERS === 0) yield
    const code = text.charCodeAt(index)
    const isEnd = code === SPACE || code === OPEN || code === CLOSE
    if (isEnd && text.charCodeAt(index - 1) >= 0x30) numbers += 1
  }
  if (numbers > MAX_NUMBERS) throw new ResponseTooLarge(`more than ${MAX_NUMBERS} numbers`)
  return numbers
}
