import type { IncomingMessage, ServerResponse } from 'node:http'
import { admit, evidenceOf } from './admission.ts'
import { sendPage, sendRedirect } from './responses.ts'
import { handleAuth } from './auth-endpoint.ts'
import { clientAddress } from './client-address.ts'
import { sendAccountDashboard, sendWebmailDashboard } from './dashboard.ts'
import { sendRefusal, sendSignInPage, sendToSegment, signOut } from './entrance.ts'
import { handleCreateSession, sendHandOverForm, takeHandOver } from './hand-over.ts'
import type { SimulatedPanel, Visit } from '../state/simulated-panel.ts'
import { withoutRevision } from './magic-revision.ts'
import { passThrough } from './passthrough.ts'
import { readCookie } from '../state/cookies.ts'
import type { PanelService, PanelSession } from '../state/session.ts'
import { PANEL_HOME, signIn, WEBMAIL_HOME } from './sign-in.ts'
import { openThirdParty } from './third-party.ts'

/** Answers one request of a listener: what needs no session first, then the protected pages. */
export async function respondAsPanel(
  req: IncomingMessage,
  res: ServerResponse,
  service: PanelService,
  panel: SimulatedPanel,
): Promise<void> {
  const target = withoutRevision(req.url ?? '/')
  const visit = visitOf(req, target, service, panel)
  const { path } = visit

  if (path === '/__sim/auth') return handleAuth(req, res, panel)
  const app = panel.apps.appOf(path)
  if (app?.backend !== undefined) {
    const { address } = visit
    const { rewriteStyles } = panel.rules
    return passThrough(req, res, { backend: app.backend, target, address, rewriteStyles })
  }
  if (app?.script !== undefined) {
    return openThirdParty(req, res, visit, { file: app.script, target }, panel)
  }
  if (req.method === 'POST' && path === '/login/') return signIn(req, res, visit, panel)
  if (req.method === 'POST' && /^\/cpsess[0-9]{10}\/login$/.test(path)) {
    return takeHandOver(req, res, visit, panel)
  }
  if (path === '/logout/') return signOut(res, sessionOf(req, visit, panel), visit, panel)
  if (path === '/' || path === '/login/') return openStartPage(req, res, visit, panel)
  return openProtected(req, res, visit, panel)
}

async function openStartPage(
  req: IncomingMessage,
  res: ServerResponse,
  visit: Visit,
  panel: SimulatedPanel,
): Promise<void> {
  const session = sessionOf(req, visit, panel)
  if (session === undefined || session.needsAuth || (await panel.sessions.expire(session))) {
    return sendSignInPage(res, visit, panel)
  }
  sendToSegment(res, session)
}

async function openProtected(
  req: IncomingMessage,
  res: ServerResponse,
  visit: Visit,
  panel: SimulatedPanel,
): Promise<void> {
  const admission = await admit(evidenceOf(req, visit.path, visit), panel)
  if (admission.kind === 'refused') return sendRefusal(res, admission.code, visit, panel)

  const { session } = admission
  const page = visit.path.slice(`/cpsess${session.segmentDigits}`.length)
  const home = session.service === 'webmaild' ? WEBMAIL_HOME : PANEL_HOME
  switch (page) {
    case '':
    case '/':
      sendRedirect(res, 307, `/cpsess${session.segmentDigits}${home}`)
      return
    case WEBMAIL_HOME:
      return sendWebmailDashboard(res, session, panel)
    case PANEL_HOME:
      sendAccountDashboard(res, session, panel)
      return
    case '/frontend/jupiter/mail/webmailform.html':
      return sendHandOverForm(req, res, session, visit, panel)
    case '/execute/Session/create_webmail_session_for_mail_user':
      return handleCreateSession(res, session, visit, panel)
    default:
      sendPage(res, 404, '<h1>404 Not Found</h1>')
  }
}

function sessionOf(
  req: IncomingMessage,
  visit: Visit,
  panel: SimulatedPanel,
): PanelSession | undefined {
  const cookieValue = readCookie(req, visit.service)
  return cookieValue === undefined ? undefined : panel.sessions.find(cookieValue)
}

function visitOf(
  req: IncomingMessage,
  target: string,
  service: PanelService,
  { rules }: SimulatedPanel,
): Visit {
  const [path = '/', ...rest] = target.split('?')
  return {
    service,
    address: clientAddress(req, rules.trustForwardedFor),
    path,
    query: new URLSearchParams(rest.join('?')),
  }
}
