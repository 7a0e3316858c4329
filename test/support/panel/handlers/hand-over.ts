import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSameClient } from './client-address.ts'
import { readForm, sendJson, sendPage, sendRedirect } from './responses.ts'
import { cookieValueOf, giveCookie } from '../state/cookies.ts'
import { sendSignInPage } from './entrance.ts'
import type { SimulatedPanel, Visit } from '../state/simulated-panel.ts'
import { newTemporaryUser } from '../state/names.ts'
import { renderHandOverPage } from '../pages/pages.ts'
import type { PanelSession } from '../state/session.ts'
import { landingOf } from './sign-in.ts'

const TAG = 'CREATE_WEBMAIL_SESSION_FOR_MAIL_USER'

/** Session strings waiting to be posted at most; the oldest goes. */
const MAX_WAITING = 1_000

/** `webmailform.html?user=`: an account opens one of its mailboxes without its password. */
export async function sendHandOverForm(
  req: IncomingMessage,
  res: ServerResponse,
  owner: PanelSession,
  visit: Visit,
  panel: SimulatedPanel,
): Promise<void> {
  const session = await openForMailbox(visit.query.get('user') ?? '', owner, visit, panel)
  if (session === undefined) {
    sendPage(res, 403, '<h1>This mailbox is not yours.</h1>')
    return
  }
  const origin = panel.webmailOrigin(req.headers.host)
  const html = renderHandOverPage({
    action: `${origin}/cpsess${session.segmentDigits}/login`,
    session: cookieValueOf(session),
    gotoUri: visit.query.get('goto_uri') ?? '',
  })
  sendPage(res, 200, html)
}

/** The UAPI call that makes such a session for a program. */
export async function handleCreateSession(
  res: ServerResponse,
  owner: PanelSession,
  visit: Visit,
  panel: SimulatedPanel,
): Promise<void> {
  const mailbox = `${visit.query.get('login') ?? ''}@${visit.query.get('domain') ?? ''}`
  const session = await openForMailbox(mailbox, owner, visit, panel)
  const opened =
    session === undefined
      ? null
      : {
          hostname: null,
          session: cookieValueOf(session),
          token: `/cpsess${session.segmentDigits}`,
        }
  sendJson(res, 200, {
    apiversion: 3,
    func: 'create_webmail_session_for_mail_user',
    module: 'Session',
    result: {
      data: opened,
      errors: opened === null ? ['This account does not own that mailbox.'] : null,
      messages: null,
      metadata: { transformed: 1 },
      status: opened === null ? 0 : 1,
      warnings: null,
    },
  })
}

/** `POST /cpsess<t>/login` with `session=`: the browser takes over the session it was handed. */
export async function takeHandOver(
  req: IncomingMessage,
  res: ServerResponse,
  visit: Visit,
  panel: SimulatedPanel,
): Promise<void> {
  const form = await readForm(req)
  const cookieValue = form.get('session') ?? ''
  const isKnown = panel.handOvers.has(cookieValue)
  const waiting = isKnown ? panel.sessions.find(cookieValue) : undefined
  const isValid =
    waiting !== undefined &&
    visit.path.startsWith(`/cpsess${waiting.segmentDigits}/`) &&
    isSameClient(waiting.address, visit.address, panel.rules.cookieIpValidation) &&
    !(await panel.sessions.expire(waiting))
  if (!isValid) {
    await sendSignInPage(res, visit, panel, {
      status: 401,
      notice: 'This link is no longer valid.',
    })
    return
  }
  giveCookie(res, waiting, panel.cookieRules('webmaild'))
  const landing = landingOf(waiting, form.get('goto_uri'), panel)
  sendRedirect(res, panel.rules.loginRedirectStatus, landing)
}

async function openForMailbox(
  address: string,
  owner: PanelSession,
  visit: Visit,
  panel: SimulatedPanel,
): Promise<PanelSession | undefined> {
  const mailbox = panel.mailboxes.find((one) => one.address === address)
  if (mailbox?.account !== owner.user) return undefined
  const session = await panel.sessions.open({
    user: address,
    password: undefined,
    temporary: newTemporaryUser(owner.user, panel.random),
    service: 'webmaild',
    address: visit.address,
    method: 'create_webmail_session_for_mail_user',
    tag: TAG,
  })
  const [oldest] = panel.handOvers
  if (panel.handOvers.size >= MAX_WAITING && oldest !== undefined) panel.handOvers.delete(oldest)
  panel.handOvers.add(cookieValueOf(session))
  return session
}
