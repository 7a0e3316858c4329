import type { Context } from 'koa'
import { actions, findAction, type ActionName } from '../actions/index.ts'
import { isMultipart } from '../http/body/read-parameters.ts'
import type { Parameters } from '../http/body/parameters.ts'
import { Refusal } from '../http/refusal.ts'
import type { OpenSession } from '../session/open-session.ts'
import { checkRequestToken } from '../session/request-token.ts'
import type { Dialect } from '../wire/dialect.ts'

/** What a request on the one script path asks for (spec 4). */
export type Route =
  | { readonly kind: 'page' }
  | { readonly kind: 'login' }
  | { readonly kind: 'logout' }
  | { readonly kind: 'events' }
  | { readonly kind: 'mail'; readonly action: ActionName }

/**
 * Tells requests on the script path apart by task, action and method. `login=1&post_login=<digits>`
 * is what a panel appends; its digits are accepted and never interpreted. A browser that navigates to an
 * action whose answer is for a program gets the page, which opens there. Throws Refusal.
 */
export function routeOf(ctx: Context, parameters: Parameters, dialect: Dialect): Route {
  const { method } = ctx
  const task = parameters.get('_task') ?? (parameters.get('login') === '1' ? 'login' : 'mail')
  const name = parameters.get('_action') ?? ''
  if (task === 'logout') return { kind: 'logout' }
  if (task === 'login') return { kind: method === 'POST' ? 'login' : 'page' }
  if (task !== 'mail') throw new Refusal('not_found')
  if (method === 'GET' && isPageAddress(name, ctx, dialect)) return { kind: 'page' }
  if (name === 'login' && method === 'POST') return { kind: 'login' }
  if (name === 'events' && method === 'GET') return { kind: 'events' }
  const action = findAction(task, name, method)
  if (action !== undefined) return { kind: 'mail', action }
  const isKnown = hasAction(name, 'GET') || hasAction(name, 'POST')
  throw new Refusal(isKnown ? 'method_not_allowed' : 'not_found')
}

/** Actions whose answer a browser shows or saves by itself. */
const DOCUMENTS: ReadonlySet<string> = new Set(['attachments', 'frame', 'get', 'viewsource'])
/** Addresses that are no entry of the table: Roundcube's pane for reading, and the stream of events. */
const OTHER_PAGES: ReadonlySet<string> = new Set(['preview', 'events'])

function isPageAddress(name: string, ctx: Context, dialect: Dialect): boolean {
  if (name === '') return true
  if (!isNavigation(ctx, dialect)) return false
  return OTHER_PAGES.has(name) || (!DOCUMENTS.has(name) && hasAction(name, 'GET'))
}

/**
 * True when somebody looks at the address in a browser: a bookmark, a reload, or the sign-in form that
 * goes on there. Only these take HTML by name; what a frame of a page asks for is no page (Fetch Metadata).
 */
function isNavigation(ctx: Context, dialect: Dialect): boolean {
  if (dialect.wire !== 'page') return false
  const isFramed = !['', 'document', 'empty'].includes(ctx.get('sec-fetch-dest'))
  return !isFramed && ctx.get('accept').includes('text/html')
}

function hasAction(name: string, method: string): boolean {
  return findAction('mail', name, method) !== undefined
}

/**
 * Who sends files with a request, decided before its body is read: to take such a body apart costs memory
 * and time, so that only somebody who is signed in may make us, from a page of ours and for an action that
 * takes files. Action and token stand in the query or a header for that. undefined when the body is of
 * another kind. Throws Refusal.
 */
export function uploaderOf(
  ctx: Context,
  query: URLSearchParams,
  { current }: OpenSession,
): string | undefined {
  if (ctx.method !== 'POST' || !isMultipart(ctx)) return undefined
  const action = findAction(query.get('_task') ?? 'mail', query.get('_action') ?? '', ctx.method)
  if (action === undefined || actions[action].takesFiles !== true)
    throw new Refusal('body_malformed')
  if (current?.kind !== 'signed-in') throw new Refusal('not_signed_in')
  const header = ctx.get('x-roundcube-request')
  const presented = header === '' ? (query.get('_token') ?? undefined) : header
  checkRequestToken(current.requestToken, presented)
  return current.username
}
