import type { ThreadData } from './response.ts'

const SPACE = 0x20
const OPEN = 0x28
const CLOSE = 0x29

/**
 * Reads the numbers of a THREAD answer (RFC 5256 4) without an object per message. Of a message that
 * is missing the answers become threads of their own.
 */
export function parseThreads(text: string, from: number): ThreadData {
  const size = countNumbers(text, from)
  const uids = new Uint32Array(size)
  const parents = new Uint32Array(size)
  // On a stack of our own: a thread can be deeper than the call stack likes.
  const outer: number[] = []
  let parent = 0
  let current = -1
  let filled = 0
  for (let index = from; index <= text.length; index += 1) {
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
    if (code === OPEN) outer.push(parent)
    else if (code === CLOSE) parent = outer.pop() ?? 0
  }
  return { kind: 'thread', uids: uids.subarray(0, filled), parents: parents.subarray(0, filled) }
}

/** At least as many as there are: each number is followed by a blank, a bracket or the end. */
function countNumbers(text: string, from: number): number {
  let numbers = 1
  for (let index = from + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const isEnd = code === SPACE || code === OPEN || code === CLOSE
    if (isEnd && text.charCodeAt(index - 1) >= 0x30) numbers += 1
  }
  return numbers
}
