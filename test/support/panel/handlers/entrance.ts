import type { ServerResponse } from 'node:http'
import type { AdmissionRefusal } from './admission.ts'
import { sendJson, sendPage, sendRedirect } from './responses.ts'
import { giveCookie, takeCookie } from '../state/cookies.ts'
import type { SimulatedPanel, Visit } from '../state/simulated-panel.ts'
import { renderSignInPage, renderTokenDeniedPage } from '../pages/pages.ts'
import type { PanelSession } from '../state/session.ts'

/** `GET /` with a live session: to its own segment. */
export function sendToSegment(res: ServerResponse, session: PanelSession): void {
  sendRedirect(res, 307, `/cpsess${session.segmentDigits}/`)
}

/** The sign-in page, with the cookie of a session that is not signed in yet. */
export async function sendSignInPage(
  res: ServerResponse,
  visit: Visit,
  panel: SimulatedPanel,
  options: { readonly status?: number; readonly notice?: string } = {},
): Promise<void> {
  const { service, address, path, query } = visit
  const session = await panel.sessions.open({
    user: '',
    password: undefined,
    service,
    address,
    method: 'badpass',
  })
  giveCookie(res, session, panel.cookieRules(service))
  const gotoUri = query.get('goto_uri') ?? path.replace(/^\/cpsess[^/]*/, '')
  const { status = 200, notice } = options
  const isHome = gotoUri === '/' || gotoUri.startsWith('/login') || gotoUri.startsWith('/logout')
  sendPage(
    res,
    status,
    renderSignInPage({ gotoUri: isHome ? '' : gotoUri, notice, hint: panel.hint }),
  )
}

/** `GET /logout/`: the session is deleted everywhere, and so is the cookie. */
export async function signOut(
  res: ServerResponse,
  session: PanelSession | undefined,
  visit: Visit,
  panel: SimulatedPanel,
): Promise<void> {
  if (session !== undefined) await panel.sessions.remove(session)
  takeCookie(res, visit.service, panel.cookieRules(visit.service))
  sendRedirect(res, 303, '/')
}

/** A refusal as the real panel shows it: by API body, token page or sign-in page. */
export async function sendRefusal(
  res: ServerResponse,
  code: AdmissionRefusal,
  visit: Visit,
  panel: SimulatedPanel,
): Promise<void> {
  if (isApi(visit.path)) {
    res.statusMessage = 'Forbidden Access denied'
    sendJson(res, 403, API_DENIED)
    return
  }
  if (code === 'segment_missing' || code === 'segment_mismatch') {
    const reason = code === 'segment_missing' ? 'missing' : 'incorrect'
    res.setHeader('Connection', 'close')
    sendPage(res, 401, renderTokenDeniedPage(reason), 'Token Denied')
    return
  }
  const notice = code === 'cookie_missing' ? undefined : NOTICES[code]
  await sendSignInPage(res, visit, panel, {
    status: 401,
    ...(notice === undefined ? {} : { notice }),
  })
}

const NOTICES = {
  session_unknown: 'Your session has expired. Sign in again.',
  session_expired: 'Your session has expired. Sign in again.',
  session_preauth: 'Sign in to go on.',
  ip_changed: 'Your IP address has changed. Please log in again',
} as const

const API_DENIED = {
  cpanelresult: {
    apiversion: '2',
    error: 'Access denied',
    data: { reason: 'Access denied', result: '0' },
    type: 'text',
  },
} as const

function isApi(path: string): boolean {
  return /^(?:\/cpsess[^/]*)?\/(?:execute|json-api)\//.test(path)
}
