import { actionAddress } from '../../../wire/native/address.ts'
import { NATIVE_TYPE } from '../../../wire/native/media-type.ts'
import type {
  NativeActionBy,
  NativeAnswerOf,
  NativeFileAction,
  NativeInputOf,
  NativeResponse,
} from '../../../wire/native/types.ts'
import type { FirstResults } from './first-results.ts'
import { Problem, problemOf, unreachable, unreadable } from './problem.ts'
import { languageHeader, type ReaderWords } from './reader.ts'
import { upload, type UploadOptions } from './upload.ts'
import { isVersioned } from '../versioned.ts'

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

type Get = NativeActionBy<'GET'>
type Post = NativeActionBy<'POST'>

/** Builds the client. URLs are relative, so they carry the panel's segment by themselves. */
export function createHttpClient(options: HttpClientOptions) {
  const { deadlineMs, searchDeadlineMs } = options
  return {
    async get<Name extends Get>(
      action: Name,
      input: NativeInputOf<Name>,
      signal: AbortSignal,
    ): Promise<NativeAnswerOf<Name>> {
      const url = actionAddress(action, input)
      const first = await options.first.take(url)
      return answerOf(action, first ?? (await ask(options, { url, deadlineMs, signal })))
    },
    /** As `get`, for what may take the server minutes. */
    async search<Name extends Get>(
      action: Name,
      input: NativeInputOf<Name>,
      signal: AbortSignal,
    ): Promise<NativeAnswerOf<Name>> {
      const question = { url: actionAddress(action, input), deadlineMs: searchDeadlineMs, signal }
      return answerOf(action, await ask(options, question))
    },
    /** What an action answers as a file. */
    async bytes<Name extends NativeFileAction>(
      action: Name,
      input: NativeInputOf<Name>,
      signal: AbortSignal,
    ): Promise<Blob> {
      const question = { url: actionAddress(action, input), deadlineMs, signal }
      const response = await reach(options, question).catch((error: unknown) => {
        signal.throwIfAborted()
        throw unreachable(error, options.words)
      })
      if (!response.ok) throw unreadable(response.status, undefined, options.words)
      return response.blob()
    },
    async post<Name extends Post>(
      action: Name,
      input: NativeInputOf<Name>,
      signal: AbortSignal,
    ): Promise<NativeAnswerOf<Name>> {
      const question = { url: actionAddress(action, {}), body: input, deadlineMs, signal }
      return answerOf(action, await ask(options, question))
    },
    /** As `post`, for what may take the server minutes. */
    async slowPost<Name extends Post>(
      action: Name,
      input: NativeInputOf<Name>,
      signal: AbortSignal,
    ): Promise<NativeAnswerOf<Name>> {
      const url = actionAddress(action, {})
      const question = { url, body: input, deadlineMs: searchDeadlineMs, signal }
      return answerOf(action, await ask(options, question))
    },
    /** Posts files with what is said of them, for as long as it moves. */
    async upload<Name extends Post>(
      action: Name,
      input: NativeInputOf<Name>,
      files: readonly File[],
      watch: UploadWatch,
    ): Promise<NativeAnswerOf<Name>> {
      const body = new FormData()
      body.set('_input', JSON.stringify(input))
      for (const file of files) body.append('_files[]', file, file.name)
      const url = actionAddress(action, {})
      const question = { url, deadlineMs, upload: { ...watch, body }, signal: watch.signal }
      return answerOf(action, await ask(options, question))
    },
  }
}

/** The answer as one of the action that was asked: the server has made it so. */
function answerOf<Name extends Get | Post>(
  _action: Name,
  answer: NativeResponse,
): NativeAnswerOf<Name> {
  if (isAnswerOf<Name>(answer)) return answer
  throw unreadable(200)
}

function isAnswerOf<Name extends Get | Post>(answer: unknown): answer is NativeAnswerOf<Name> {
  return isVersioned(answer)
}

interface Question {
  readonly url: string
  /** Present for a POST: what stands in JSON. */
  readonly body?: object
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
  return send(url, {
    ...request,
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
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

/** True for what `AbortSignal` raises when the page itself gave up a request. */
export function isAborted(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && !(error instanceof Problem)
}
