import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodeCookieValue } from './names.ts'
import { cookieOf, type PanelService, type PanelSession } from './session.ts'

/** How this panel writes its cookies. */
export interface CookieRules {
  readonly publicPort: number
  readonly secure: boolean
}

/** `<name>,<secret>`, escaped, as the browser gets it. */
export function cookieValueOf(session: PanelSession): string {
  return encodeCookieValue(`${session.name},${session.obfuscation}`)
}

/** Gives the session's cookie. `port=` means nothing to a browser: the cookie reaches every port of the host. */
export function giveCookie(res: ServerResponse, session: PanelSession, rules: CookieRules): void {
  res.appendHeader('Set-Cookie', cookieLine(session.service, cookieValueOf(session), rules))
}

/** Takes the cookie of a service back. */
export function takeCookie(res: ServerResponse, service: PanelService, rules: CookieRules): void {
  const line = `${cookieLine(service, '', rules)}; expires=Thu, 01 Jan 1970 00:00:01 GMT`
  res.appendHeader('Set-Cookie', line)
}

/** Value of a service's cookie in a request; the first one counts. */
export function readCookie(req: IncomingMessage, service: PanelService): string | undefined {
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const [name = '', ...rest] = pair.split('=')
    if (name.trim() === cookieOf[service]) return rest.join('=').trim()
  }
  return undefined
}

function cookieLine(service: PanelService, value: string, rules: CookieRules): string {
  const line = `${cookieOf[service]}=${value}; HttpOnly; path=/; port=${rules.publicPort}`
  return rules.secure ? `${line}; secure` : line
}
