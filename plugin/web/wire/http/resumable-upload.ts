import { NATIVE_TYPE } from '../../../wire/native/media-type.ts'
import { readResponse } from './http-client.ts'
import { Problem, problemOf, unreachable, unreadable } from './problem.ts'
import { upload as sendWatched } from './upload.ts'

/** What the upload of a file works with. */
export interface ResumableUpload {
  /** Where it is begun. */
  readonly address: string
  /** Who asks; with the newest request token each time. */
  readonly headers: () => Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** A request without a byte or a response for so long is given up. */
  readonly silenceMs: number
  /** Repeats what throws a Problem once the server is back, or the user signed in again. */
  readonly reach: <Result>(call: () => Promise<Result>) => Promise<Result>
  readonly onProgress: (sentBytes: number) => void
  /** The line is broken or whole again. */
  readonly onWaiting: (isWaiting: boolean) => void
}

/** Bytes of one request: a proxy that collects a request before it passes it on loses no more when the line breaks. */
const PIECE_BYTES = 4 * 1024 * 1024

/** Attempts one after the other that bring no byte, after which the file goes with a form. */
const MAX_FAILURES = 8

/** Another request has written meanwhile; or there is no room. */
const CONFLICT = 409
const FULL = 507

const HEADERS = { Accept: NATIVE_TYPE, 'Tus-Resumable': '1.0.0' }

/**
 * Uploads a file by tus 1.0, after each break from where the server has it; the id that a message names it by. Undefined
 * where the server takes no uploads, or has lost this one: the file goes with a form then. Rejects when the signal ends it.
 */
export async function uploadResumably(
  file: File,
  upload: ResumableUpload,
): Promise<string | undefined> {
  const { signal, reach, onProgress, onWaiting } = upload
  let address: string | undefined
  let offset: number | undefined
  let failures = 0

  function nextRequest(): Promise<Reply> {
    if (address === undefined) return begin(file, upload)
    if (offset === undefined) return requestOnce(upload, { method: 'HEAD', address })
    return sendPiece(file, offset, { ...upload, address })
  }

  async function request(): Promise<Reply> {
    const reply = await nextRequest()
    signal.throwIfAborted()
    const problem = await problemIn(reply, signal)
    if (problem === undefined && reply?.status !== CONFLICT) return reply
    failures += 1
    // How much of it came only the server knows.
    offset = undefined
    onWaiting(true)
    if (problem === undefined || failures > MAX_FAILURES) return reply
    throw problem
  }

  while (failures <= MAX_FAILURES) {
    const reply = await reach(request)
    if (reply?.status === CONFLICT && address !== undefined) continue
    if (reply?.ok !== true) return undefined
    address ??= reply.headers.get('Location') ?? ''
    const stored = Number(reply.headers.get('Upload-Offset'))
    if (stored > (offset ?? 0)) failures = 0
    offset = stored
    onWaiting(false)
    onProgress(offset)
    if (offset >= file.size) return uploadIdOf(address)
  }
  return undefined
}

/** What passes: an outage, or a session that ended. Any other answer stands. */
async function problemIn(reply: Reply, signal: AbortSignal): Promise<Problem | undefined> {
  if (reply === undefined) return unreachable(undefined)
  const { status } = reply
  const mayPass = status === 401 || status === 403 || (status >= 500 && status !== FULL)
  if (!mayPass) return undefined
  try {
    const error = await readResponse(reply, undefined, signal)
    return error.kind === 'error' ? problemOf(error, status) : unreadable(status)
  } catch (error) {
    // The page of a proxy in front.
    if (error instanceof Problem) return error
    throw error
  }
}

/** Forgets an upload at the server; what fails there is deleted by it later. */
export function dropUpload(id: string, { address, headers, silenceMs }: ResumableUpload): void {
  const { signal } = new AbortController()
  const dropped = { address: `${address}&_upload=${id}`, method: 'DELETE' }
  void requestOnce({ headers, signal, silenceMs }, dropped)
}

function uploadIdOf(address: string): string | undefined {
  return new URLSearchParams(address.slice(address.indexOf('?'))).get('_upload') ?? undefined
}

function begin(file: File, upload: ResumableUpload): Promise<Reply> {
  const metadata = `filename ${inBase64(file.name)},filetype ${inBase64(file.type)}`
  const headers = { 'Upload-Length': String(file.size), 'Upload-Metadata': metadata }
  return requestOnce(upload, { method: 'POST', address: upload.address, headers })
}

function sendPiece(file: File, offset: number, upload: ResumableUpload): Promise<Reply> {
  return requestOnce(upload, {
    method: 'PATCH',
    address: upload.address,
    headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    body: file.slice(offset, offset + PIECE_BYTES),
    onProgress: (sentBytes) => upload.onProgress(offset + sentBytes),
  })
}

function inBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** undefined: there was no answer. */
type Reply = Response | undefined

interface OneRequest {
  readonly method: string
  readonly address: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob
  readonly onProgress?: (sentBytes: number) => void
}

/** Never rejects. */
function requestOnce(
  { headers: own, signal, silenceMs }: Pick<ResumableUpload, 'headers' | 'signal' | 'silenceMs'>,
  { method, address, headers, body, onProgress }: OneRequest,
): Promise<Reply> {
  return sendWatched({
    ...{ method, url: address, body, signal, silenceMs },
    headers: { ...HEADERS, ...own(), ...headers },
    onProgress: ({ sentBytes }) => onProgress?.(sentBytes),
  }).catch(() => undefined)
}
