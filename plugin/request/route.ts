import { findAction } from '../actions/index.ts'
import type { Action } from '../actions/contract/action.ts'
import type { Parameters } from '../http/body/parameters.ts'
import { Refusal } from '../http/refusal.ts'

/** What a request on the one script path asks for (spec 4). */
export type Route =
  | { readonly kind: 'page' }
  | { readonly kind: 'login' }
  | { readonly kind: 'logout' }
  | { readonly kind: 'events' }
  | { readonly kind: 'mail'; readonly action: Action<unknown> }

/**
 * Tells requests on the script path apart by task, action and method. `login=1&post_login=<digits>`
 * is what a panel appends; its digits are accepted and never interpreted. A browser that navigates to an
 * action whose answer is for a program gets the page, which opens there. Throws Refusal.
 */
export function routeOf(method: string, parameters: Parameters, isNavigation: boolean): Route {
  const task = parameters.get('_task') ?? (parameters.get('login') === '1' ? 'login' : 'mail')
  const name = parameters.get('_action') ?? ''
  if (task === 'logout') return { kind: 'logout' }
  if (task === 'login') return { kind: method === 'POST' ? 'login' : 'page' }
  if (task !== 'mail') throw new Refusal('not_found')
  if (method === 'GET' && isPageAddress(name, isNavigation)) return { kind: 'page' }
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

function isPageAddress(name: string, isNavigation: boolean): boolean {
  if (name === '' || !isNavigation) return name === ''
  return OTHER_PAGES.has(name) || (!DOCUMENTS.has(name) && hasAction(name, 'GET'))
}

function hasAction(name: string, method: string): boolean {
  return findAction('mail', name, method) !== undefined
}
