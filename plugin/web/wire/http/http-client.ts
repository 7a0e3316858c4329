import { actionAddress } from '../../../wire/native/address.ts'
import { NATIVE_TYPE } from '../../../wire/native/media-type.ts'
import type {
  NativeDone,
  NativeActionBy,
  NativeResponseOf,
  NativeFileAction,
  NativeInputOf,
  NativeResponse,
} from '../../../wire/native/types.ts'
import type { FirstResults } from './first-results.ts'
import { Problem, problemOf, unreachable, unreadable } from './problem.ts'
import { languageHeader, type ReaderWords } from './reader.ts'
import { upload, type UploadOptions, type UploadProgress } from './upload.ts'
import { isVersioned } from '../versioned.ts'

/** The one way to the server. Every method throws Problem, or the signal's reason when it was aborted. */
export type HttpClient = ReturnType<typeof createHttpClient>

export interface UploadWatch {
  readonly signal: AbortSignal
  readonly onProgress: (progress: UploadProgress) => void
}

interface HttpClientOptions {
  readonly fetch: typeof fetch
  /** What the user reads; not said: English. */
  readonly texts?: ReaderWords
  /** Answers that are here before they are requested. */
  readonly first: FirstResults
  /** The newest request token; it changes when the session is taken up again. */
  readonly requestToken: () => string
  readonly deadlineMs: number
  /** The server has a limit of its own for a search; this one is for a line that is dead. */
  readonly searchDeadlineMs: number
  readonly uploadSilenceMs: number
  /** A request named UIDs of a mailbox that was made again since: what is on show is out of date. */
  readonly onReplaced?: () => void
  /** A request shows that the folders on show are out of date, e.g. by a mailbox that is not there. */
  readonly onSessionEnded?: () => void
  /** An action on messages was done. */
  readonly onDone?: (done: DoneAction) => void
}

/** An action on messages with what was requested. */
export interface DoneAction {
  readonly done: NativeDone
  readonly input: NativeInputOf<Post>
}

type Get = NativeActionBy<'GET'>
type Post = NativeActionBy<'POST'>

/** Builds the client. URLs are relative, so they carry the panel's segment automatically. */
export function createHttpClient(options: HttpClientOptions) {
  const { deadlineMs, searchDeadlineMs } = options
  return {
    async get<Name extends Get>(
      action: Name,
      input: NativeInputOf<Name>,
      signal: AbortSignal,
    ): Promise<NativeResponseOf<Name>> {
      const url = actionAddress(action, input)
      const first = await options.first.take(url)
      return responseOf(action, first ?? (await requestOnce(options, { url, deadlineMs, signal })))
    },
    /** As `get`, for what may take the server minutes. */
    async search<Name extends Get>(
      action: Name,
      input: NativeInputOf<Name>,
      signal: AbortSignal,
    ): Promise<NativeResponseOf<Name>> {
      const question = { url: actionAddress(action, input), deadlineMs: searchDeadlineMs, signal }
      return responseOf(action, await requestOnce(options, question))
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
        throw unreachable(error, options.texts)
      })
      if (!response.ok) throw unreadable(response.status, undefined, options.texts)
      return response.blob()
    },
    async post<Name extends Post>(
      action: Name,
      input: NativeInputOf<Name>,
      signal: AbortSignal,
    ): Promise<NativeResponseOf<Name>> {
      const question = { url: actionAddress(action, {}), body: input, deadlineMs, signal }
      const response = await requestOnce(options, question)
      if (response.kind === 'done') options.onDone?.({ done: response, input })
      return responseOf(action, response)
    },
    /** As `post`, for what may take the server minutes. */
    async slowPost<Name extends Post>(
      action: Name,
      input: NativeInputOf<Name>,
      signal: AbortSignal,
    ): Promise<NativeResponseOf<Name>> {
      const url = actionAddress(action, {})
      const question = { url, body: input, deadlineMs: searchDeadlineMs, signal }
      return responseOf(action, await requestOnce(options, question))
    },
    /** Posts files with what is said of them, for as long as it moves. */
    async upload<Name extends Post>(
      action: Name,
      input: NativeInputOf<Name>,
      files: readonly File[],
      watch: UploadWatch,
    ): Promise<NativeResponseOf<Name>> {
      const body = new FormData()
      body.set('_input', JSON.stringify(input))
      for (const file of files) body.append('_files[]', file, file.name)
      const url = actionAddress(action, {})
      const question = { url, deadlineMs, upload: { ...watch, body }, signal: watch.signal }
      return responseOf(action, await requestOnce(options, question))
    },
  }
}

/** The response as one of the action that was asked: the server has made it so. */
function responseOf<Name extends Get | Post>(
  _action: Name,
  response: NativeResponse,
): NativeResponseOf<Name> {
  if (isResponseOf<Name>(response)) return response
  throw unreadable(200)
}

function isResponseOf<Name extends Get | Post>(reply: unknown): reply is NativeResponseOf<Name> {
  return isVersioned(reply)
}

interface Question {
  readonly url: string
  /** Present for a POST: what is in JSON. */
  readonly body?: object
  /** Instead of the body: goes by a way of its own. */
  readonly upload?: Pick<UploadOptions, 'body' | 'signal' | 'onProgress'>
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

async function requestOnce(
  options: HttpClientOptions,
  question: Question,
): Promise<NativeResponse> {
  const { signal } = question
  const response = await reach(options, question).catch((error: unknown) => {
    signal.throwIfAborted()
    throw unreachable(error, options.texts)
  })
  const reply = await readResponse(response, options.texts, signal)
  if (reply.kind === 'error') {
    if (reply.code === 'mailbox_replaced') options.onReplaced?.()
    if (outdated.has(reply.code)) options.onSessionEnded?.()
    throw problemOf(reply, response.status)
  }
  if (!response.ok) throw unreadable(response.status, undefined, options.texts)
  return reply
}

/** Codes by which the server reports that it has other folders than the page believes. */
const outdated = new Set(['mailbox_not_found', 'trash_missing', 'delete_unconfirmed'])

async function reach(
  { fetch: send, requestToken, uploadSilenceMs, texts }: HttpClientOptions,
  question: Question,
): Promise<Response> {
  const { url, body, deadlineMs, signal } = question
  // In a GET it says whose page asks: another sign-in may have taken the place of ours.
  const headers = {
    Accept: NATIVE_TYPE,
    'X-Roundcube-Request': requestToken(),
    ...languageHeader(texts),
  }
  if (question.upload !== undefined) {
    return upload({ method: 'POST', ...question.upload, url, headers, silenceMs: uploadSilenceMs })
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

/** What the server says in the native wire. Throws Problem for anything else, and the signal's reason. */
export async function readResponse(
  response: Response,
  messages: ReaderWords | undefined,
  signal: AbortSignal,
): Promise<NativeResponse> {
  try {
    const reply: unknown = await response.json()
    if (isNativeResponse(reply)) return reply
  } catch (error) {
    signal.throwIfAborted()
    throw unreadable(response.status, error, messages)
  }
  throw unreadable(response.status, undefined, messages)
}

function isNativeResponse(value: unknown): value is NativeResponse {
  return isVersioned(value)
}

/** True for what `AbortSignal` raises when the page itself gave up a request. */
export function isAborted(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && !(error instanceof Problem)
}
