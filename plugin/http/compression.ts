import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'koa'

/** Chooses the bytes a response goes out as, and sets the headers that say so. */
export type Compress = (ctx: Context, body: Buffer) => Promise<Buffer>

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** For speed: higher ones take 2 to 10 times as long for a tenth of the bytes (plugin/docs/architecture.md). */
const GZIP_LEVEL = 4
const BROTLI_QUALITY = 4
/** A window of 256 KiB: most answers are smaller, and it is what an encoder reserves. */
const BROTLI_WINDOW_BITS = 18

/** Smaller responses fit into two packets and go out as they are. */
export const COMPRESSED_FROM_BYTES = 2_048
/** Half of the thread pool (UV_THREADPOOL_SIZE=16): the store and the file system need the other. */
export const COMPRESSED_AT_ONCE = 8

/** What is compressed, of our answers and of an upstream's. */
export interface CompressionOptions {
  readonly fromBytes?: number
  readonly atOnce?: number
}

/**
 * Compression of answers that hold no secret of the session: a body with the request token, or with
 * another thing a page of another site must not learn by its length, is never given to it. Runs in
 * the thread pool. Nothing waits for its turn: a response that finds no room goes out as it is.
 */
export function createCompression({
  fromBytes = COMPRESSED_FROM_BYTES,
  atOnce = COMPRESSED_AT_ONCE,
}: CompressionOptions): Compress {
  let running = 0

  return async function compress(ctx, body) {
    ctx.vary('Accept-Encoding')
    const coding = chooseCoding(ctx.req.headers['accept-encoding'])
    const isWanted = coding !== 'identity' && body.length >= fromBytes && isOfOwnPage(ctx.req)
    if (!isWanted || running >= atOnce) return body
    running += 1
    try {
      const coded = await encode(body, coding)
      ctx.set('Content-Encoding', coding)
      return coded
    } finally {
      running -= 1
    }
  }
}

/**
 * Who makes a browser ask again and again with guesses in the query, and sees the lengths of the responses,
 * could find out what else they hold (BREACH). Browsers say which site sends a request (Fetch Metadata) wherever there
 * is TLS to see through; other clients ask for themselves.
 */
export function isOfOwnPage(req: Pick<IncomingMessage, 'headers'>): boolean {
  const site = req.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

function encode(body: Buffer, coding: Exclude<ContentCoding, 'identity'>): Promise<Buffer> {
  if (coding === 'gzip') return compressGzip(body, { level: GZIP_LEVEL })
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

/** How the bytes of a response are written (RFC 9110 8.4.1). */
type ContentCoding = 'br' | 'gzip' | 'identity'

/** Where a client likes several the same: brotli is the smaller. */
const OURS: readonly ContentCoding[] = ['br', 'gzip', 'identity']

/**
 * What a client likes most by its Accept-Encoding (RFC 9110 12.5.3). The order it names them in means
 * nothing. Where it takes nothing of ours the response goes out as it is: it has to be told something.
 */
export function chooseCoding(accepted: string | undefined): ContentCoding {
  if (accepted === undefined) return 'identity'
  const weights = new Map(accepted.split(',').map(weightOf))
  let chosen: ContentCoding = 'identity'
  let best = 0
  for (const coding of OURS) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0
    if (weight <= best) continue
    chosen = coding
    best = weight
  }
  return chosen
}

/** A weight of up to three decimals (RFC 9110 12.4.2). */
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** One element of the list. A weight that cannot be understood counts as a refusal. */
function weightOf(element: string): [coding: string, weight: number] {
  const [coding = '', parameter] = element.split(';').map((part) => part.trim().toLowerCase())
  return [coding, parameter === undefined ? 1 : Number(WEIGHT.exec(parameter)?.[1] ?? 0)]
}
