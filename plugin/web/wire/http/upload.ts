/** How much of a form is on its way. */
export interface UploadProgress {
  readonly sentBytes: number
  readonly totalBytes: number
}

export interface UploadOptions {
  readonly url: string
  readonly body: FormData
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** An upload may take as long as it moves; this long without a byte, or without a response to it, ends it. */
  readonly silenceMs: number
  readonly onProgress: (progress: UploadProgress) => void
}

/**
 * Posts a form by XMLHttpRequest: unlike `fetch` it reports how far it is. Rejects when no response comes, and
 * when the signal ends it.
 */
export function upload(options: UploadOptions): Promise<Response> {
  const { url, body, headers, signal, silenceMs, onProgress } = options
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
      else resolve(new Response(request.responseText, { status: request.status }))
    })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watchSilence()
      onProgress({ sentBytes: loaded, totalBytes: total })
    })
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    watchSilence()
    request.send(body)
    if (signal.aborted) request.abort()
  })
}
