/** How much of a body is on its way. */
export interface UploadProgress {
  readonly sentBytes: number
  readonly totalBytes: number
}

export interface UploadOptions {
  readonly method: string
  readonly url: string
  readonly body?: FormData | Blob | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** An upload may take as long as it moves; this long without a byte, or without a response to it, ends it. */
  readonly silenceMs: number
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
}

/**
 * Requests by XMLHttpRequest: unlike `fetch` it reports how far a body is. Rejects when no response comes, and
 * when the signal ends it.
 */
export function upload(options: UploadOptions): Promise<Response> {
  const { method, url, body, headers, signal, silenceMs, onProgress } = options
  const request = new XMLHttpRequest()
  let silence: ReturnType<typeof setTimeout> | undefined

  function watchSilence(): void {
    clearTimeout(silence)
    silence = setTimeout(() => request.abort(), silenceMs)
  }

  return new Promise<Response>((resolve, reject) => {
    const giveUp = () => request.abort()
    signal.addEventListener('abort', giveUp)
    request.addEventListener('loadend', () => {
      clearTimeout(silence)
      signal.removeEventListener('abort', giveUp)
      if (request.status === 0) reject(new Error('no answer to the upload'))
      else resolve(responseOf(request))
    })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watchSilence()
      onProgress?.({ sentBytes: loaded, totalBytes: total })
    })
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    watchSilence()
    request.send(body)
    if (signal.aborted) request.abort()
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request
  const lines = request.getAllResponseHeaders().trim().split(/\r\n/)
  const headers = lines.map((line) => /^([^:]+): ?(.*)$/.exec(line)?.slice(1) ?? [])
  const named = headers.filter((pair): pair is [string, string] => pair.length === 2)
  // A Response refuses even an empty body with a status that has none.
  return new Response(responseText === '' ? null : responseText, { status, headers: named })
}
