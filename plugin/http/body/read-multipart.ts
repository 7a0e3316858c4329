import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { RequestLimits } from '../request-limits.ts'
import type { UploadedFile } from './parameters.ts'
import { Refusal } from '../refusal.ts'
import type { UploadShare } from './upload-budget.ts'

/** Of the whole body and of one field in bytes, of its files and fields, and of the parser's work. */
export type MultipartLimits = Pick<
  RequestLimits,
  'messageBytes' | 'formBytes' | 'attachments' | 'formFields' | 'formParseMs'
>

/** A form with files, whole. */
export interface Multipart {
  readonly fields: URLSearchParams
  readonly files: readonly UploadedFile[]
}

interface MultipartBody {
  readonly contentType: string
  readonly openBody: () => Readable
  readonly share: UploadShare
}

/** RFC 2046 5.1.1. The search for a long one would be slow, and is by the parser not limited. */
const BOUNDARY = /;\s*boundary=(?:"[^"\\]{1,70}"|[^\s";]{1,70})\s*(?:;|$)/i

/** Content-Disposition, Content-Type and what else a program may write. */
const HEADERS_OF_PART = { headerPairs: 16, headerSize: 8 * 1024 }

const MAX_FIELD_NAME_CHARS = 100

/** The parser works through a piece at one go: no one else gets a turn meanwhile. */
const PIECE_BYTES = 8 * 1024

/**
 * Reads a form with files, which are held in memory: they are part of one outgoing message. Parts,
 * headers and time of parsing are bounded besides bytes, because a part costs the parser far more than
 * its bytes. Throws Refusal.
 */
export async function readMultipart(
  { contentType, openBody, share }: MultipartBody,
  limits: MultipartLimits,
): Promise<Multipart> {
  const form = openForm(contentType, limits)
  const fields = new URLSearchParams()
  const files: UploadedFile[] = []
  const problems: Refusal[] = []
  const tooLarge = (): void => void problems.push(new Refusal('body_too_large'))
  const malformed = (cause: unknown): void =>
    void problems.push(new Refusal('body_malformed', { cause }))

  form.on('field', (name, value, _isNameCut, isCut) => {
    if (isCut) tooLarge()
    else if (name.length > MAX_FIELD_NAME_CHARS) malformed(undefined)
    else fields.append(name, value)
  })
  form.on('file', (_name, stream, written, ...[, type]) => {
    const filename = fileNameOf(written)
    const chunks: Buffer[] = []
    // A body that ends inside of a file: the form tells it as well, and here no one else would listen.
    stream.on('error', malformed)
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('limit', tooLarge)
    stream.on('end', () => {
      if (filename !== '') files.push({ filename, type, content: Buffer.concat(chunks) })
    })
  })
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) form.on(event, tooLarge)
  form.on('error', malformed)
  const finished = once(form, 'finish')
  finished.catch(() => undefined)

  try {
    await feed(form, openBody(), { share, limits, problems })
    form.end()
    // Its errors are problems already.
    await finished.catch(() => undefined)
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw problems[0] ?? new Refusal('body_malformed', { cause })
  }
  const [problem] = problems
  if (problem !== undefined) throw problem
  return { fields, files }
}

/** What browsers and the shim write within quotes (WHATWG HTML, "multipart form data"): `%` itself stays as it is. */
const QUOTED_CHARACTER = /%(?:22|0D|0A)/gi

/** The name as the file has it at its user. */
function fileNameOf(written: string): string {
  return written.replace(QUOTED_CHARACTER, decodeURIComponent)
}

interface Feeding {
  readonly share: UploadShare
  readonly limits: MultipartLimits
  readonly problems: readonly Refusal[]
}

/** Gives the parser the body piece by piece, and stops at the first problem. Throws what the body throws. */
async function feed(
  form: BusboyInstance,
  body: Readable,
  { share, limits, problems }: Feeding,
): Promise<void> {
  let bytes = 0
  let workedMs = 0
  // Who stops reading answers, on the same connection: it is not ours to destroy.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a body is read as bytes')
    bytes += chunk.length
    if (bytes > limits.messageBytes) throw new Refusal('body_too_large')
    share.take(chunk.length)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const startedAt = performance.now()
      const taken = write(form, chunk.subarray(at, at + PIECE_BYTES))
      workedMs += performance.now() - startedAt
      await taken
      if (workedMs > limits.formParseMs) throw new Refusal('body_malformed')
      const [problem] = problems
      if (problem !== undefined) throw problem
    }
  }
}

function write(form: BusboyInstance, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    form.write(piece, (error) => (error ? reject(error) : resolve()))
  })
}

function openForm(contentType: string, limits: MultipartLimits): BusboyInstance {
  if (!BOUNDARY.test(contentType)) throw new Refusal('body_malformed')
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        ...HEADERS_OF_PART,
        fieldNameSize: MAX_FIELD_NAME_CHARS,
        fieldSize: limits.formBytes,
        fields: limits.formFields,
        fileSize: limits.messageBytes,
        files: limits.attachments,
        parts: limits.formFields + limits.attachments,
      },
    })
  } catch (cause) {
    throw new Refusal('body_malformed', { cause })
  }
}
