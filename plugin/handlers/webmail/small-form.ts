import type { Context } from 'koa'
import getRawBody from 'raw-body'
import type { RequestContext } from '../../request/trusted-request.ts'

/** A refresh names the rows on show, of which a page has 500 at most. */
const MAX_FORM_BYTES = 16_384

/**
 * The body of a request that Postern may answer in Roundcube's place; undefined for one that is left unread, no form or
 * too large. Throws what breaks off with the client.
 */
export async function readSmallForm(
  ctx: Context,
  { receive }: RequestContext,
): Promise<Buffer | undefined> {
  if (ctx.method !== 'POST') return Buffer.alloc(0)
  const length = Number(ctx.get('content-length'))
  const isForm = ctx.is('application/x-www-form-urlencoded') !== false
  if (!isForm || !(length > 0) || length > MAX_FORM_BYTES || ctx.get('content-encoding') !== '') {
    return undefined
  }
  return receive((onBytes) => {
    ctx.req.on('data', (chunk: Buffer) => onBytes(chunk.length))
    return getRawBody(ctx.req, { limit: MAX_FORM_BYTES, length })
  })
}
