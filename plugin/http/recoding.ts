import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import {
  chooseCoding,
  COMPRESSED_AT_ONCE,
  COMPRESSED_FROM_BYTES,
  type CompressionOptions,
  isOfOwnPage,
} from './compression.ts'

/** A response of an upstream before its body. */
interface ResponseHead {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** How the body of a response is rewritten, and the headers that say so. */
export interface Recoding {
  readonly stream: Transform
  readonly headers: Readonly<Record<string, string>>
}

type ClientRequest = Pick<IncomingMessage, 'method' | 'headers'>

/** Chooses for one request how the response of an upstream goes out; undefined: as it came. */
export type RecodingFor = (req: ClientRequest) => (response: ResponseHead) => Recoding | undefined

const GZIP_LEVEL = 4
const BROTLI_QUALITY = 4
/** 256 KiB, instead of the 4 MiB that an encoder takes automatically. */
const BROTLI_WINDOW_BITS = 18

/**
 * Compresses what an upstream left as it is, while it passes by. A page may hold the upstream's token beside what its address
 * says: it is compressed only where the browser reports that no other site requested it (BREACH).
 */
export function createRecoding(options: CompressionOptions): RecodingFor {
  const { fromBytes = COMPRESSED_FROM_BYTES, atOnce = COMPRESSED_AT_ONCE } = options
  let running = 0

  return (req) => (response) => {
    const coding = chooseCoding(req.headers['accept-encoding'])
    if (coding === 'identity' || running >= atOnce) return undefined
    if (!isForUs(req, response) || !isWorthIt(response, fromBytes)) return undefined
    running += 1
    const stream = coding === 'br' ? brotli() : createGzip({ level: GZIP_LEVEL })
    stream.once('close', () => {
      running -= 1
    })
    return { stream, headers: { 'content-encoding': coding, ...changedHeaders(response.headers) } }
  }
}

function brotli(): Transform {
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    },
  })
}

function isForUs(req: ClientRequest, { headers }: ResponseHead): boolean {
  if (req.method === 'HEAD' || !isOfOwnPage(req)) return false
  const isPage = /^text\/html\b/i.test(headers['content-type'] ?? '')
  return !isPage || req.headers['sec-fetch-site'] !== undefined
}

/** Texts; pictures, archives and fonts for the web are compressed already. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:javascript|json|xml|[a-z.+-]+\+(?:xml|json))|image\/svg\+xml|font\/[ot]tf)/i

function isWorthIt({ status, headers }: ResponseHead, fromBytes: number): boolean {
  const length = headers['content-length']
  return (
    status === 200 &&
    headers['content-encoding'] === undefined &&
    !/no-transform/i.test(headers['cache-control'] ?? '') &&
    COMPRESSIBLE.test(headers['content-type'] ?? '') &&
    (length === undefined || Number(length) >= fromBytes)
  )
}

/** The other form has another strong validator (RFC 9110 8.8.3.3): the upstream's is weak from here on. */
function changedHeaders({ etag, vary }: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const isVaried = /(^|[\s,])(accept-encoding|\*)([\s,]|$)/i.test(vary ?? '')
  return {
    vary: isVaried ? (vary ?? '') : [vary, 'Accept-Encoding'].filter(Boolean).join(', '),
    ...(etag === undefined || etag.startsWith('W/') ? {} : { etag: `W/${etag}` }),
  }
}
