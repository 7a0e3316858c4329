/**
 * A value of an IMAP answer: NIL, a list, a literal as its bytes, or an atom or quoted string as a
 * string with one character per byte (decode it with `textOf`).
 */
export type ImapValue = null | string | Buffer | readonly ImapValue[]

/** `* 12 FETCH (...)`, `* STATUS INBOX (...)`: data the server sends of its own or for a command. */
export interface UntaggedData {
  readonly kind: 'data'
  readonly name: string
  /** The sequence number or count in front of the name, where there is one. */
  readonly number: number | undefined
  readonly values: readonly ImapValue[]
  /** Not all of it could be read: why. It was over a bound, or is not IMAP from somewhere on. */
  readonly missing?: 'too large' | 'unreadable'
}

/** `* SEARCH 1 2 3`, `* SORT 3 1 2` and the ALL of `* ESEARCH`, read without an object per number. */
export interface NumberData {
  readonly kind: 'numbers'
  readonly name: 'SEARCH' | 'SORT' | 'ESEARCH'
  readonly numbers: Uint32Array
}

/** `* THREAD (1)(2 3)`: each message with the one it replies to, 0 for the first of a thread, in order. */
export interface ThreadData {
  readonly kind: 'thread'
  readonly uids: Uint32Array
  readonly parents: Uint32Array
  /** Where each thread starts, also one whose first message is missing: those below it are in one thread. */
  readonly starts: Uint32Array
}

/** OK, NO, BAD, BYE or PREAUTH with its optional response code (RFC 9051 7.1); tag `*` when untagged. */
export interface StatusLine {
  readonly kind: 'status'
  readonly tag: string
  readonly status: StatusName
  /** Upper case, without its arguments. */
  readonly code: string | undefined
  readonly codeValues: readonly ImapValue[]
  readonly text: string
}

export type StatusName = 'OK' | 'NO' | 'BAD' | 'BYE' | 'PREAUTH'

/** `+`: the server is ready for a literal. */
export interface ContinuationRequest {
  readonly kind: 'continuation'
}

export type ImapResponse = UntaggedData | NumberData | ThreadData | StatusLine | ContinuationRequest

/** The server sent something that is not IMAP: nothing after it can be trusted. */
export class ImapProtocolError extends Error {
  override readonly name = 'ImapProtocolError'
}
