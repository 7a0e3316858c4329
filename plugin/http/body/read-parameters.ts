import { type Readable, pipeline, Transform } from 'node:stream'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'
import getRawBody from 'raw-body'
import { type Parameters, type UploadedFile } from './parameters.ts'
import { readMultipart, type MultipartLimits } from './read-multipart.ts'
import { Refusal } from '../refusal.ts'
import type { RequestLimits } from '../request-limits.ts'
import { leaveWhenAnswered, type UploadRoom } from './upload-budget.ts'

interface BodyOptions {
  /** SHA-256 (hex) that the body must have. */
  readonly bodyDigest?: string | undefined
  /** Hears of what has come of the body. */
  readonly onBytes?: (bytes: number) => void
  /** Whether the JSON may be as long as a signed-in user's (`jsonBytes`); without it it may be as long as a form. */
  readonly isSignedIn?: boolean
  /** Who may send files with this request; without one a form with files is refused unread. */
  readonly uploader?: string | undefined
}

type BodyLimits = MultipartLimits & Pick<RequestLimits, 'jsonBytes'>

/** Reads query and body of a POST into one set of parameters; the query wins (plugin/docs/protocol.md). Throws Refusal. */
export type ReadParameters = (
  ctx: Context,
  query: URLSearchParams,
  options?: BodyOptions,
) => Promise<Parameters>

/** Creates the reader; bodies that are too large, malformed or of another kind than a form are refused. `room` is for files. */
export function createParameterReader(limits: BodyLimits, room: UploadRoom): ReadParameters {
  return async function readParameters(ctx, query, options = {}) {
    if (query.size > limits.formFields) throw new Refusal('input_invalid')
    if (ctx.get('content-encoding') !== '') throw new Refusal('body_malformed')
    const openBody = () => bodyOf(ctx, options)
    if (!isMultipart(ctx)) {
      const jsonBytes = options.isSignedIn === true ? limits.jsonBytes : limits.formBytes
      return parametersOf(query, await readForm(ctx, openBody, { ...limits, jsonBytes }), [])
    }
    if (options.uploader === undefined) throw new Refusal('body_malformed')
    if ((declaredBytes(ctx) ?? 0) > limits.messageBytes) throw new Refusal('body_too_large')
    const share = room.enter(options.uploader)
    try {
      const contentType = ctx.get('content-type')
      const { fields, files } = await readMultipart({ contentType, openBody, share }, limits)
      leaveWhenAnswered(share, ctx.res)
      return parametersOf(query, fields, files)
    } catch (error) {
      share.leave()
      throw error
    }
  }
}

/** Whether the body is a form with files. */
export function isMultipart(ctx: Context): boolean {
  return ctx.is('multipart/form-data') === 'multipart/form-data'
}

/** The body starts to flow: who opens it reads it at once. */
function bodyOf({ req }: Context, { bodyDigest, onBytes }: BodyOptions): Readable {
  if (onBytes !== undefined) req.on('data', (chunk: Buffer) => onBytes(chunk.length))
  return bodyDigest === undefined ? req : checkedBody(req, bodyDigest)
}

function parametersOf(
  query: URLSearchParams,
  body: URLSearchParams,
  files: readonly UploadedFile[],
): Parameters {
  return { get: (name) => query.get(name) ?? body.get(name) ?? undefined, files }
}

async function readForm(
  ctx: Context,
  body: () => Readable,
  { formBytes, jsonBytes, formFields }: BodyLimits,
): Promise<URLSearchParams> {
  if (declaredBytes(ctx) === 0 || ctx.get('content-type') === '') return new URLSearchParams()
  const type = ctx.is('application/json', 'application/x-www-form-urlencoded')
  if (type === false) throw new Refusal('body_malformed')
  try {
    const text = await getRawBody(body(), {
      limit: type === 'application/json' ? jsonBytes : formBytes,
      length: declaredBytes(ctx) ?? null,
      encoding: 'utf8',
    })
    // What it says is read by the contract of its action.
    if (type === 'application/json') return new URLSearchParams({ _input: text })
    if (!hasAtMost(text, '&', formFields - 1)) throw new Refusal('body_too_large')
    return new URLSearchParams(text)
  } catch (cause) {
    throw cause instanceof Refusal ? cause : bodyRefusal(cause)
  }
}

/** Counted before it is taken apart: half a million empty fields fit into a megabyte. */
function hasAtMost(text: string, character: string, most: number): boolean {
  let at = -1
  for (let found = 0; found <= most; found += 1) {
    at = text.indexOf(character, at + 1)
    if (at === -1) return true
  }
  return false
}

/** Content-Length; undefined for a chunked body. */
function declaredBytes(ctx: Context): number | undefined {
  const length = ctx.get('content-length')
  return length === '' ? undefined : Number(length)
}

function bodyRefusal(cause: unknown): Refusal {
  const isTooLarge = cause instanceof Error && 'type' in cause && cause.type === 'entity.too.large'
  return new Refusal(isTooLarge ? 'body_too_large' : 'body_malformed', { cause })
}

/** The body is not the one that was signed. */
class BodyForged extends Error {
  override readonly name = 'BodyForged'
}

/**
 * The same body, which fails at its end with BodyForged when it has another SHA-256 (hex) than was
 * vouched for. Nothing is buffered: anyone who reads it must not act before the end.
 */
export function checkedBody(body: Readable, digest: string): Readable {
  const hash = createHash('sha256')
  const expected = Buffer.from(digest, 'hex')
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      const actual = hash.digest()
      const isSame = actual.length === expected.length && timingSafeEqual(actual, expected)
      done(isSame ? null : new BodyForged('the body is not the one that was signed'))
    },
  })
  // The reader of `check` hears of every failure, those of the socket included.
  pipeline(body, check, () => undefined)
  return check
}
