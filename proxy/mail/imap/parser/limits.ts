/**
 * What one response of an IMAP server may be at most. A mail can make the server say much of it (a deep or
 * wide BODYSTRUCTURE), so that each bound protects everybody else who is served by this process. Of a FETCH what is
 * beyond a bound is left out, and the rest is read: it costs one message. Any other response over a bound of its bytes is
 * refused with its connection.
 */
export interface ResponseLimits {
  /** Its lines without the literals: the order of a large mailbox takes 9 bytes a message. */
  readonly maxLineBytes: number
  /** Its literals together. */
  readonly maxLiteralBytes: number
  /** Bytes of a FETCH over one of the two that are passed by, until it ends; more end its connection. */
  readonly maxSkippedBytes: number
  /** Lists within lists: a BODYSTRUCTURE has one for each multipart around a part. */
  readonly maxNesting: number
  /** Values of all its lists together; a part of a message takes about 20. */
  readonly maxListItems: number
}

/** We ask for nothing larger than a body of a message, or the order of a mailbox. */
export const DEFAULT_RESPONSE_LIMITS: ResponseLimits = {
  maxLineBytes: 8 * 1024 * 1024,
  maxLiteralBytes: 32 * 1024 * 1024,
  maxSkippedBytes: 512 * 1024 * 1024,
  maxNesting: 1_000,
  maxListItems: 300_000,
}

/** The bounds of the values of a response. */
export type ValueLimits = Pick<ResponseLimits, 'maxNesting' | 'maxListItems'>

/** A bound was exceeded: the rest of the response is not read, so the connection has to end. */
export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge'
}
