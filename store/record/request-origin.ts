/**
 * The request that wrote a record or requested one, as the error log names it (spec 7). It stays with the
 * record in the spool: a database that refuses the record later is logged for that request.
 */
export interface RequestOrigin {
  /** Eight lower-case hexadecimal digits. */
  readonly requestId: string
  readonly method: string
  /** As a log may show it: bounded, and without secrets. */
  readonly pathAndQuery: string
}

/** The origin in a text column; null for none. */
export function originText(origin: RequestOrigin | undefined): string | null {
  if (origin === undefined) return null
  const { requestId, method, pathAndQuery } = origin
  return JSON.stringify([requestId, method, pathAndQuery])
}

/** Reads what `originText` wrote; undefined for none, and for what another version wrote differently. */
export function originOf(column: unknown): RequestOrigin | undefined {
  if (typeof column !== 'string') return undefined
  try {
    const parts: unknown = JSON.parse(column)
    if (!Array.isArray(parts)) return undefined
    const [requestId, method, pathAndQuery] = parts.map(String)
    if (requestId === undefined || method === undefined || pathAndQuery === undefined) {
      return undefined
    }
    return { requestId, method, pathAndQuery }
  } catch {
    // A record is worth more than the name of its request.
    return undefined
  }
}
