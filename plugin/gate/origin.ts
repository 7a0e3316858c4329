import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isOriginOfHost } from '../../proxy/origin-host.ts'
import { Refusal } from '../refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a state-changing request that a page of another site made. An old client that sends neither
 * Sec-Fetch-Site nor Origin passes: the request token decides there. Throws Refusal('origin_refused').
 */
export function checkOrigin(req: IncomingMessage): void {
  if (SAFE_METHODS.has(req.method ?? '')) return
  const site = req.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  if (site === 'same-site' && isPanelEntry(req)) return
  if (site !== undefined) throw new Refusal('origin_refused')
  if (!isOwnOrigin(req.headers)) throw new Refusal('origin_refused')
}

/**
 * A panel's sign-in on another port of the same host arrives as a POST on the login address, because
 * its 307 keeps the method (reference panel.md 1.4).
 */
function isPanelEntry(req: IncomingMessage): boolean {
  const query = new URL(req.url ?? '/', 'http://local').searchParams
  return query.get('login') === '1' && /^[0-9]{1,14}$/.test(query.get('post_login') ?? '')
}

function isOwnOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  // `null` is what a browser sends for a form of our own pages, which have Referrer-Policy no-referrer
  // (Fetch 3.1, "append a request Origin header"); over plain HTTP it sends no Sec-Fetch-Site either.
  if (origin === undefined || origin === 'null') return true
  return isOriginOfHost(origin, host)
}
