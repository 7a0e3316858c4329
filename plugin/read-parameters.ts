import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { Context } from 'koa'
import getRawBody from 'raw-body'
import type { Parameters, UploadedFile } from './actions/action.ts'
import { checkedBody } from './panel/shim/body-digest.ts'
import { Refusal } from './refusal.ts'
import { NATIVE_TYPE } from './wire/native-types.ts'

interface BodyLimits {
  /** Bytes of a form without files. */
  readonly formBytes: number
  /** Bytes of a form with its files. */
  readonly messageBytes: number
  readonly attachments: number
  /** Bytes of all multipart bodies this process reads at one time. */
  readonly inFlightBytes: number
}

interface BodyOptions {
  /** SHA-256 (hex) that the body must have. */
  readonly bodyDigest?: string | undefined
  /** Hears of what has come of the body. */
  readonly onBytes?: (bytes: number) => void
}

/** Reads query and body of a request into one set of parameters; the query wins (wire.md 1). Throws Refusal. */
export type ReadParameters = (
  ctx: Context,
  query: URLSearchParams,
  options?: BodyOptions,
) => Promise<Parameters>

const MAX_FIELDS = 200

/** Creates the reader; bodies that are too large, malformed or of another kind than a form are refused. */
export function createParameterReader(limits: BodyLimits): ReadParameters {
  let inFlightBytes = 0

  return async function readParameters(ctx, query, options = {}) {
    if (ctx.method !== 'POST') return parametersOf(ctx, query, new URLSearchParams(), [])
    if (ctx.get('content-encoding') !== '') throw new Refusal('body_malformed')
    const body = () => bodyOf(ctx, options)
    if (ctx.is('multipart/form-data') !== 'multipart/form-data') {
      return parametersOf(ctx, query, await readForm(ctx, body, limits.formBytes), [])
    }
    // Reserved before reading: a declared length is what the body may use, an undeclared one the limit.
    const reserved = Math.min(declaredBytes(ctx) ?? limits.messageBytes, limits.messageBytes)
    if (inFlightBytes + reserved > limits.inFlightBytes) {
      throw new Refusal('mail_busy', { retryAfterSeconds: 5 })
    }
    inFlightBytes += reserved
    try {
      const { fields, files } = await readMultipart(ctx, body, limits)
      return parametersOf(ctx, query, fields, files)
    } finally {
      inFlightBytes -= reserved
    }
  }
}

/** The body begins to flow: who opens it reads it at once. */
function bodyOf({ req }: Context, { bodyDigest, onBytes }: BodyOptions): Readable {
  if (onBytes !== undefined) req.on('data', (chunk: Buffer) => onBytes(chunk.length))
  return bodyDigest === undefined ? req : checkedBody(req, bodyDigest)
}

function parametersOf(
  ctx: Context,
  query: URLSearchParams,
  body: URLSearchParams,
  files: readonly UploadedFile[],
): Parameters {
  const get = (name: string): string | undefined => query.get(name) ?? body.get(name) ?? undefined
  // Roundcube's front end marks its own requests with `_remote=1`; ours asks for our type.
  const isNative = ctx.get('accept').includes(NATIVE_TYPE) || get('_remote') !== '1'
  return { get, files, wire: isNative ? 'native' : 'roundcube' }
}

async function readForm(
  ctx: Context,
  body: () => Readable,
  formBytes: number,
): Promise<URLSearchParams> {
  if (declaredBytes(ctx) === 0 || ctx.get('content-type') === '') return new URLSearchParams()
  if (ctx.is('application/x-www-form-urlencoded') === false) throw new Refusal('body_malformed')
  try {
    return new URLSearchParams(
      await getRawBody(body(), {
        limit: formBytes,
        length: declaredBytes(ctx) ?? null,
        encoding: 'utf8',
      }),
    )
  } catch (cause) {
    throw bodyRefusal(cause)
  }
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

interface Multipart {
  readonly fields: URLSearchParams
  readonly files: readonly UploadedFile[]
}

/** Files are held in memory, within messageBytes together: they are part of one outgoing message. */
async function readMultipart(
  ctx: Context,
  openBody: () => Readable,
  limits: BodyLimits,
): Promise<Multipart> {
  if ((declaredBytes(ctx) ?? 0) > limits.messageBytes) throw new Refusal('body_too_large')
  const contentType = ctx.get('content-type')
  const fields = new URLSearchParams()
  const files: UploadedFile[] = []
  let totalBytes = 0

  await new Promise<void>((resolve, reject) => {
    const form = openForm(contentType, ctx, limits)
    const body = openBody()
    const refuse = (error: Refusal): void => {
      body.unpipe(form)
      reject(error)
    }
    const tooLarge = (): void => refuse(new Refusal('body_too_large'))
    form.on('field', (name, value, _nameCut, isCut) => {
      totalBytes += value.length
      if (isCut || totalBytes > limits.messageBytes) {
        tooLarge()
        return
      }
      fields.append(name, value)
    })
    form.on('file', (_name, stream, filename, _encoding, type) => {
      const chunks: Buffer[] = []
      // A body that ends inside of a file: the form tells it as well, and here nobody else would listen.
      stream.on('error', (cause: unknown) => refuse(new Refusal('body_malformed', { cause })))
      stream.on('data', (chunk: Buffer) => {
        totalBytes += chunk.length
        if (totalBytes > limits.messageBytes) tooLarge()
        else chunks.push(chunk)
      })
      stream.on('limit', tooLarge)
      stream.on('end', () => {
        if (filename !== '') files.push({ filename, type, content: Buffer.concat(chunks) })
      })
    })
    form.on('filesLimit', tooLarge)
    form.on('fieldsLimit', tooLarge)
    // The last boundary ends the form; only the end of the body tells whether it was the right one.
    form.on('finish', () => {
      finished(body.resume()).then(resolve, (cause: unknown) =>
        refuse(new Refusal('body_malformed', { cause })),
      )
    })
    form.on('error', (cause: unknown) => refuse(new Refusal('body_malformed', { cause })))
    ctx.req.on('aborted', () => refuse(new Refusal('body_malformed')))
    body.on('error', (cause) => refuse(new Refusal('body_malformed', { cause })))
    body.pipe(form)
  })
  return { fields, files }
}

function openForm(contentType: string, ctx: Context, limits: BodyLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...ctx.req.headers, 'content-type': contentType },
      limits: {
        fieldSize: limits.formBytes,
        fields: MAX_FIELDS,
        fileSize: limits.messageBytes,
        files: limits.attachments,
      },
    })
  } catch (cause) {
    throw new Refusal('body_malformed', { cause })
  }
}
