import { NATIVE_TYPE, type NativeResponse } from '../../../wire/native/types.ts'
import type { FirstResults } from './first-results.ts'
import { Problem, problemOf, unreachable, unreadable } from './problem.ts'
import { languageHeader, type ReaderWords } from './reader.ts'
import { upload, type UploadOptions } from './upload.ts'
import { isVersioned } from '../versioned.ts'

/** Fields of a query or form; what is undefined is left out. */
export type Fields = Readonly<Record<string, string | number | undefined>>

/** The one way to the server. Every method throws Problem, or the signal's reason when it was aborted. */
export type HttpClient = ReturnType<typeof createHttpClient>

export type UploadWatch = Pick<UploadOptions, 'signal' | 'onProgress'>

interface HttpClientOptions {
  readonly fetch: typeof fetch
  /** What the person reads; not said: English. */
  readonly words?: ReaderWords
  /** Answers that are here before they are asked for. */
  readonly first: FirstResults
  /** The newest request token; it changes when the session is taken up again. */
  readonly requestToken: () => string
  readonly deadlineMs: number
  /** The server has a limit of its own for a search; this one is for a line that is dead. */
  readonly searchDeadlineMs: number
  readonly uploadSilenceMs: number
  /** A request named UIDs of a mailbox that was made anew since: what is on show is out of date. */
  readonly onReplaced?: () => void
  /** A request shows that the folders on show are out of date, e.g. by a mailbox that is not there. */
  readonly onGone?: () => void
}

/** Builds the client. URLs are relative, so they carry the panel's segment by themselves. */
export function createHttpClient(options: HttpClientOptions) {
  return {
    async get(action: string, fields: Fields, signal: AbortSignal) {
      const url = actionUrl(action, fields)
      const first = await options.first.take(url)
      return first ?? ask(options, { url, deadlineMs: options.deadlineMs, signal })
    },
    /** What an action answers as a file. */
    async bytes(action: string, fields: Fields, signal: AbortSignal): Promise<Blob> {
      const question = { url: actionUrl(action, fields), deadlineMs: options.deadlineMs, signal }
      const response = await reach(options, question).catch((error: unknown) => {
        signal.throwIfAborted()
        throw unreachable(error, options.words)
      })
      if (!response.ok) throw unreadable(response.status, undefined, options.words)
      return response.blob()
    },
    /** As `get`, for what may take the server minutes. */
    search: (action: string, fields: Fields, signal: AbortSignal) =>
      ask(options, {
        url: actionUrl(action, fields),
        deadlineMs: options.searchDeadlineMs,
        signal,
      }),
    post: (action: string, fields: Fields, signal: AbortSignal) => {
      const [url, body] = [actionUrl(action, {}), searchParams(fields)]
      return ask(options, { url, body, deadlineMs: options.deadlineMs, signal })
    },
    /** As `post`, for what may take the server minutes. */
    slowPost: (action: string, fields: Fields, signal: AbortSignal) => {
      const [url, body] = [actionUrl(action, {}), searchParams(fields)]
      return ask(options, { url, body, deadlineMs: options.searchDeadlineMs, signal })
    },
    /** Posts a form with its files, for as long as it moves. */
    upload: (action: string, body: FormData, watch: UploadWatch) => {
      const upload = { ...watch, body }
      const { deadlineMs } = options
      return ask(options, { url: actionUrl(action, {}), deadlineMs, upload, signal: watch.signal })
    },
  }
}

/** The relative address of a mail action. */
export function actionUrl(action: string, fields: Fields): string {
  const query = searchParams({ _task: 'mail', _action: action, ...fields })
  return `?${query.toString()}`
}

interface Question {
  readonly url: string
  /** Present for a POST. */
  readonly body?: URLSearchParams
  /** In place of the body: goes by a way of its own. */
  readonly upload?: Pick<UploadOptions, 'body' | 'signal' | 'onProgress'>
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

async function ask(options: HttpClientOptions, question: Question): Promise<NativeResponse> {
  const { signal } = question
  const response = await reach(options, question).catch((error: unknown) => {
    signal.throwIfAborted()
    throw unreachable(error, options.words)
  })
  const answer = await readAnswer(response, options.words, signal)
  if (answer.kind === 'error') {
    if (answer.code === 'mailbox_replaced') options.onReplaced?.()
    if (outdated.has(answer.code)) options.onGone?.()
    throw problemOf(answer, response.status)
  }
  if (!response.ok) throw unreadable(response.status, undefined, options.words)
  return answer
}

/** Codes by which the server tells that it has other folders than the page believes. */
const outdated = new Set(['mailbox_not_found', 'trash_missing', 'delete_unconfirmed'])

async function reach(
  { fetch: send, requestToken, uploadSilenceMs, words }: HttpClientOptions,
  question: Question,
): Promise<Response> {
  const { url, body, deadlineMs, signal } = question
  // In a GET it says whose page asks: another sign-in may have taken the place of ours.
  const headers = {
    Accept: NATIVE_TYPE,
    'X-Roundcube-Request': requestToken(),
    ...languageHeader(words),
  }
  if (question.upload !== undefined) {
    return upload({ ...question.upload, url, headers, silenceMs: uploadSilenceMs })
  }
  const request: RequestInit = {
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
  }
  if (body === undefined) return send(url, { ...request, headers })
  return send(url, { ...request, method: 'POST', headers, body })
}

async function readAnswer(
  response: Response,
  words: ReaderWords | undefined,
  signal: AbortSignal,
): Promise<NativeResponse> {
  try {
    const answer: unknown = await response.json()
    if (isNativeResponse(answer)) return answer
  } catch (error) {
    signal.throwIfAborted()
    throw unreadable(response.status, error, words)
  }
  throw unreadable(response.status, undefined, words)
}

function isNativeResponse(value: unknown): value is NativeResponse {
  return isVersioned(value)
}

function searchParams(fields: Fields): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters
}

/** True for what `AbortSignal` raises when the page itself gave up a request. */
export function isAborted(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && !(error instanceof Problem)
}
