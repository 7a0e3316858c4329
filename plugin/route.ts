import { findAction } from './actions/index.ts'
import type { Action, Parameters } from './actions/action.ts'
import { Refusal } from './refusal.ts'

/** What a request on the one script path asks for (spec 4). */
export type Route =
  | { readonly kind: 'page' }
  | { readonly kind: 'login' }
  | { readonly kind: 'logout' }
  | { readonly kind: 'events' }
  | { readonly kind: 'mail'; readonly action: Action<unknown> }

/**
 * Tells requests on the script path apart by task, action and method. `login=1&post_login=<digits>`
 * is what a panel appends; its digits are accepted and never interpreted. Throws Refusal.
 */
export function routeOf(method: string, parameters: Parameters): Route {
  const task = parameters.get('_task') ?? (parameters.get('login') === '1' ? 'login' : 'mail')
  const name = parameters.get('_action') ?? ''
  if (task === 'logout') return { kind: 'logout' }
  if (task === 'login') return { kind: method === 'POST' ? 'login' : 'page' }
  if (task !== 'mail') throw new Refusal('not_found')
  if (name === '' && method === 'GET') return { kind: 'page' }
  if (name === 'login' && method === 'POST') return { kind: 'login' }
  if (name === 'events' && method === 'GET') return { kind: 'events' }
  const action = findAction(task, name, method)
  if (action !== undefined) return { kind: 'mail', action }
  throw new Refusal(isKnown(task, name) ? 'method_not_allowed' : 'not_found')
}

function isKnown(task: 'mail', name: string): boolean {
  return findAction(task, name, 'GET') !== undefined || findAction(task, name, 'POST') !== undefined
}
