import type { Context } from 'koa'
import type { DocumentOwner } from '../../store/index.ts'
import { Refusal } from '../http/refusal.ts'
import { checkedBody } from '../http/body/read-parameters.ts'
import type { RequestServices } from '../request/services.ts'
import type { RequestContext } from '../request/trusted-request.ts'
import type { GatewayResponse } from '../response/respond.ts'
import { checkRequestToken } from '../session/request-token.ts'
import type { OpenSession } from '../session/open-session.ts'
import { mailboxOwner } from '../session/webmail-session.ts'
import {
  countOf,
  creationOf,
  stateHeaders,
  TUS_EXTENSIONS,
  TUS_TYPE,
  TUS_VERSION,
} from '../uploads/tus.ts'

/** A request for a file on its way, by anyone. */
interface UploadRequest {
  readonly ctx: Context
  readonly context: RequestContext
  readonly session: OpenSession
  /** SHA-256 (hex) that the body must have. */
  readonly bodyDigest: string | undefined
}

/** A request of the one whose file it is. */
interface OwnUpload extends UploadRequest {
  readonly owner: DocumentOwner
  readonly id: string
}

/** Name of the only address at which files are uploaded in pieces. */
const ACTION = 'uploads'

/**
 * Speaks tus 1.0 (plugin/docs/protocol.md) with a user who is signed in and has the request token, about their own files
 * alone: another's id is 404. Throws Refusal.
 */
export async function handleUpload(
  request: UploadRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  const { ctx, context, session } = request
  const { current } = session
  if (current?.kind !== 'signed-in') throw new Refusal('not_signed_in')
  checkRequestToken(current.requestToken, ctx.get('x-roundcube-request'))
  context.trace.isAction(ACTION)
  context.trace.isOf(current.username)
  context.client.dialect = { wire: 'native' }
  services.sessions.touch(session.id, context.name)
  if (ctx.method !== 'OPTIONS' && ctx.get('tus-resumable') !== TUS_VERSION) {
    return tus(412, { 'Tus-Version': TUS_VERSION })
  }
  const own = { ...request, owner: mailboxOwner(current), id: context.query.get('_upload') ?? '' }
  switch (ctx.method) {
    case 'OPTIONS':
      return options(services)
    case 'POST':
      return create(own, services)
    case 'HEAD':
      return state(own, services)
    case 'PATCH':
      return append(own, services)
    case 'DELETE':
      if (!(await services.staging.remove(own.owner, own.id))) throw new Refusal('not_found')
      return tus(204)
    default:
      throw new Refusal('method_not_allowed')
  }
}

/** Bytes of files of one message: ours, or less where the submission server takes less. */
export function largestAttached({
  limits,
  submission,
}: Pick<RequestServices, 'limits' | 'submission'>): number {
  return Math.min(limits.messageBytes, submission.attachableBytes() ?? Infinity)
}

function options(services: RequestServices): GatewayResponse {
  return tus(204, {
    'Tus-Version': TUS_VERSION,
    'Tus-Extension': TUS_EXTENSIONS,
    'Tus-Max-Size': String(largestAttached(services)),
  })
}

async function create(
  { ctx, owner, id }: OwnUpload,
  services: RequestServices,
): Promise<GatewayResponse> {
  const facts = creationOf(ctx.get('upload-length'), ctx.get('upload-metadata'))
  if (facts === undefined || id !== '') throw new Refusal('input_invalid')
  if (facts.size > largestAttached(services)) throw new Refusal('body_too_large')
  const upload = await services.staging.create(owner, facts)
  // The page attaches it by a form then, as one that knows nothing of this.
  if (upload === 'full') return tus(507)
  const location = `./?_task=mail&_action=${ACTION}&_upload=${upload.id}`
  return tus(201, { ...stateHeaders(upload), Location: location })
}

async function state(
  { owner, id }: OwnUpload,
  { staging }: RequestServices,
): Promise<GatewayResponse> {
  const upload = await staging.find(owner, id)
  if (upload === undefined) throw new Refusal('not_found')
  return tus(200, { ...stateHeaders(upload), 'Upload-Length': String(upload.size) })
}

/** The body is read as it comes: only its silence is limited, and what is written stays when its line breaks. */
async function append(
  { ctx, context, owner, id, bodyDigest }: OwnUpload,
  { staging }: RequestServices,
): Promise<GatewayResponse> {
  if (ctx.get('content-type') !== TUS_TYPE) return tus(415)
  const offset = countOf(ctx.get('upload-offset'))
  if (offset === undefined) throw new Refusal('input_invalid')
  const upload = await context.receive((onBytes) =>
    staging.append(owner, id, {
      offset,
      body: bytesOf(ctx, { bodyDigest, onBytes }),
      stop: () => void ctx.req.destroy(),
      isAllOrNothing: bodyDigest !== undefined,
    }),
  )
  if (upload === 'missing') throw new Refusal('not_found')
  if (upload === 'conflict') return tus(409)
  return tus(204, stateHeaders(upload))
}

/** Opened only when it is read. Throws what the body throws, and Refusal('timed_out') when its line broke. */
async function* bytesOf(
  { req }: Context,
  {
    bodyDigest,
    onBytes,
  }: { readonly bodyDigest: string | undefined; readonly onBytes: (bytes: number) => void },
): AsyncGenerator<Buffer> {
  const body = bodyDigest === undefined ? req : checkedBody(req, bodyDigest)
  try {
    // Who stops reading answers, on the same connection: it is not ours to destroy.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a body is read as bytes')
      onBytes(chunk.length)
      yield chunk
    }
  } catch (cause) {
    throw req.destroyed && !req.complete ? new Refusal('timed_out', { cause }) : cause
  }
}

function tus(status: number, headers: Readonly<Record<string, string>> = {}): GatewayResponse {
  return { kind: 'tus', status, headers: { 'Tus-Resumable': TUS_VERSION, ...headers } }
}
