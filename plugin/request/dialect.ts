import type { Context } from 'koa'
import type { Parameters } from '../http/body/parameters.ts'
import { NATIVE_TYPE } from '../wire/native/types.ts'

/** How a request wants to be answered, also when it fails. */
export type Dialect =
  | { readonly wire: 'native' }
  | {
      readonly wire: 'roundcube'
      readonly action: string
      /** `_unlock`: the busy message the front end hides when the answer comes. */
      readonly unlock: string | undefined
      readonly mount: string
    }
  /** Somebody looks at the address in a browser. */
  | { readonly wire: 'page' }

/** Reads from query and body what the answer has to look like. */
export function dialectOf(ctx: Context, parameters: Parameters, mount: string): Dialect {
  if (ctx.get('accept').includes(NATIVE_TYPE)) return { wire: 'native' }
  if (parameters.get('_remote') !== '1') return { wire: 'page' }
  return {
    wire: 'roundcube',
    action: parameters.get('_action') ?? '',
    unlock: parameters.get('_unlock'),
    mount,
  }
}

/**
 * True when somebody looks at the address in a browser: a bookmark, a reload, or the sign-in form that
 * goes on there. Only these take HTML by name; what a frame of a page asks for is no page (Fetch Metadata).
 */
export function isPageNavigation(ctx: Context, parameters: Parameters): boolean {
  if (ctx.method !== 'GET' || dialectOf(ctx, parameters, './').wire !== 'page') return false
  const isFramed = !['', 'document', 'empty'].includes(ctx.get('sec-fetch-dest'))
  return !isFramed && ctx.get('accept').includes('text/html')
}

/** What a request that failed before its body was read seems to want. */
export function dialectOfQuery(ctx: Context): Dialect {
  const query = new URLSearchParams(ctx.querystring)
  const get = (name: string): string | undefined => query.get(name) ?? undefined
  return dialectOf(ctx, { get, files: [], wire: 'native' }, './')
}

/** A failure on the way of a request whose parameters are known. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
  readonly dialect: Dialect

  constructor(dialect: Dialect, cause: unknown) {
    super('request failed', { cause })
    this.dialect = dialect
  }
}
