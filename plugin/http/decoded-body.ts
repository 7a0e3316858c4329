import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A body of a response in any of the codings that web servers use; undefined for another coding, one cut, or too large. */
export function decodedBody(
  headers: IncomingHttpHeaders,
  body: Buffer,
  maxBytes: number,
): Buffer | undefined {
  const limit = { maxOutputLength: maxBytes }
  try {
    switch (headers['content-encoding'] ?? 'identity') {
      case 'identity':
        return body
      case 'gzip':
        return gunzipSync(body, limit)
      case 'br':
        return brotliDecompressSync(body, limit)
      default:
        return undefined
    }
  } catch {
    // Cut, or more than it says: nothing can be made of it.
    return undefined
  }
}
