import type { Context } from 'koa'
import type { Location } from '../gate/location.ts'
import type { Principal } from '../panel/adapter/panel.ts'
import { sessionBinding } from './open-session.ts'

/** The cookie that says so; of one mount, and so of one segment of the panel. */
const COOKIE = 'postern_signed_out'

/** What a mark is about: a browser under one panel session. */
interface Marked {
  readonly ctx: Context
  readonly location: Location
  readonly principal: Principal
}

/**
 * Has the browser remember that its user signed out under this panel session, which would sign them in again at the
 * next page. It holds until the browser is closed, the panel starts another session, or `forgetSignOut`. The value is
 * a hash over the panel's session id: another host of the domain cannot set it.
 */
export function rememberSignOut(marked: Marked, isSecure: boolean): void {
  setCookie(marked, bindingOf(marked), isSecure)
}

/** Whether the browser remembers that. */
export function isSignOutRemembered(marked: Marked): boolean {
  return marked.ctx.cookies.get(COOKIE, { signed: false }) === bindingOf(marked)
}

/** The panel may sign in again. */
export function forgetSignOut(marked: Marked, isSecure: boolean): void {
  setCookie(marked, null, isSecure)
}

function bindingOf({ principal, location }: Marked): string {
  return sessionBinding(principal, location.segment)
}

function setCookie({ ctx, location }: Marked, value: string | null, secure: boolean): void {
  const path = location.mount
  const options = { path, secure, httpOnly: true, sameSite: 'lax', overwrite: true } as const
  ctx.cookies.set(COOKIE, value, { ...options, signed: false })
}
