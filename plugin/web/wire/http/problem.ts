import type { NativeError } from '../../../wire/native/types.ts'
import type { ReaderWords } from './reader.ts'

interface ProblemParts {
  readonly code: string
  readonly message: string
  readonly status: number
  readonly canRetry: boolean
  readonly retryAfterMs?: number | undefined
  readonly requestId?: string | undefined
  readonly about?: string | undefined
  readonly cause?: unknown
}

/** A request that did not succeed, in words the mailbox owner can read. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  /** HTTP status; 0 when no response came. */
  readonly status: number
  /** True: the same request may succeed soon, so the page keeps everything and tries again. */
  readonly canRetry: boolean
  readonly retryAfterMs: number | undefined
  readonly requestId: string | undefined
  /** What of the request was refused, as one of the addresses. */
  readonly about: string | undefined

  constructor(parts: ProblemParts) {
    const { code, message, status, canRetry, retryAfterMs, requestId, about, cause } = parts
    super(message, { cause })
    this.code = code
    this.status = status
    this.canRetry = canRetry
    this.retryAfterMs = retryAfterMs
    this.requestId = requestId
    this.about = about
  }
}

/** The problem a native error names. */
export function problemOf(error: NativeError, status: number): Problem {
  return new Problem({
    code: error.code,
    message: error.message,
    status,
    canRetry: error.retry,
    retryAfterMs: error.retryAfterSeconds === null ? undefined : error.retryAfterSeconds * 1000,
    requestId: error.requestId,
    about: error.about,
  })
}

/** The same problem, which is not to be tried again automatically. */
export function final(problem: Problem): Problem {
  const { code, message, status, requestId } = problem
  return new Problem({ code, message, status, canRetry: false, requestId, cause: problem })
}

/** No response came: the line is cut, the server is deleted, or the deadline passed. */
export function unreachable(cause: unknown, texts?: ReaderWords): Problem {
  return new Problem({
    code: 'unreachable',
    message: texts?.text.unreachable ?? 'The server cannot be reached.',
    status: 0,
    canRetry: true,
    cause,
  })
}

/** A response came that is not ours, e.g. the page of a proxy in front. */
export function unreadable(status: number, cause?: unknown, messages?: ReaderWords): Problem {
  return new Problem({
    code: 'unreadable',
    message: messages?.text.unreadable ?? 'The response could not be read.',
    status,
    canRetry: status >= 500,
    cause,
  })
}

/** What a user is told of something that went wrong. */
export interface Failure {
  readonly message: string
  /** The request id by which the logs tell of it; only of what the user has no part in. */
  readonly reference?: string | undefined
}

/** What is told of an error; `words` puts its reason into a sentence. */
export function failureOf(
  error: unknown,
  texts: (values: { readonly reason: string }) => string = ({ reason }) => reason,
): Failure {
  const message = texts({ reason: error instanceof Error ? error.message : String(error) })
  return { message, reference: error instanceof Problem ? referenceOf(error) : undefined }
}

function referenceOf({ status, requestId }: Problem): string | undefined {
  // A mailbox that is full (507) is the owner's own matter.
  return status >= 500 && status !== 507 ? requestId : undefined
}
