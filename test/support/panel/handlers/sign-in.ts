import type { IncomingMessage, ServerResponse } from 'node:http'
import { readForm, sendJson, sendPage, sendRedirect } from './responses.ts'
import { giveCookie } from '../state/cookies.ts'
import type { SimulatedPanel, Visit } from '../state/simulated-panel.ts'
import { newPostLogin } from '../state/names.ts'
import { renderSignInPage } from '../pages/pages.ts'
import type { PanelService, PanelSession } from '../state/session.ts'

/** `POST /login/`: the form, or with `login_only=1` the JSON exchange (plugin/docs/threats.md, cPanel). */
export async function signIn(
  req: IncomingMessage,
  res: ServerResponse,
  visit: Visit,
  panel: SimulatedPanel,
): Promise<void> {
  const form = await readForm(req)
  const user = form.get('user') ?? ''
  const password = form.get('pass') ?? ''
  const isJson = visit.query.get('login_only') === '1'
  const rules = panel.cookieRules(visit.service)
  const { service, address } = visit

  if (!isKnown(user, password, service, panel)) {
    const session = await panel.sessions.open({
      user: '',
      password: undefined,
      service,
      address,
      method: 'badpass',
    })
    giveCookie(res, session, rules)
    refuseSignIn(res, { isJson, user, gotoUri: form.get('goto_uri') ?? '' }, panel)
    return
  }

  const session = await panel.sessions.open({
    user,
    password,
    service,
    address,
    method: 'handle_form_login',
  })
  giveCookie(res, session, rules)
  const landing = landingOf(session, form.get('goto_uri'), panel)
  if (isJson) {
    const token = `/cpsess${session.segmentDigits}`
    sendJson(res, 200, { status: 1, redirect: landing, security_token: token })
    return
  }
  sendRedirect(res, panel.rules.loginRedirectStatus, landing)
}

/** Where a new session goes: below its segment, marked as fresh; a foreign address becomes `/`. */
export function landingOf(
  session: PanelSession,
  gotoUri: string | null,
  panel: SimulatedPanel,
): string {
  const home = session.service === 'webmaild' ? WEBMAIL_HOME : PANEL_HOME
  const path = gotoUri === null || gotoUri === '' ? home : localPath(gotoUri)
  const mark = `login=1&post_login=${newPostLogin(panel.random, panel.rules.postLoginDigits)}`
  return `/cpsess${session.segmentDigits}${path}${path.includes('?') ? '&' : '?'}${mark}`
}

/** The dashboard of a mailbox. */
export const WEBMAIL_HOME = '/webmail/jupiter/index.html'

/** The dashboard of a hosting account. */
export const PANEL_HOME = '/frontend/jupiter/index.html'

function isKnown(
  user: string,
  password: string,
  service: PanelService,
  panel: SimulatedPanel,
): boolean {
  const isMailbox = panel.mailboxes.some(
    (mailbox) => mailbox.address === user && mailbox.password === password,
  )
  if (service === 'webmaild') return isMailbox
  return panel.accounts.some((account) => account.user === user && account.password === password)
}

function refuseSignIn(
  res: ServerResponse,
  {
    isJson,
    user,
    gotoUri,
  }: { readonly isJson: boolean; readonly user: string; readonly gotoUri: string },
  panel: SimulatedPanel,
): void {
  if (isJson) {
    res.statusMessage = 'Access Denied'
    sendJson(res, 401, { status: 0, message: 'see_login_log' }, 'text/plain; charset="utf-8"')
    return
  }
  const notice = 'The login is invalid.'
  sendPage(res, 401, renderSignInPage({ gotoUri, notice, user, hint: panel.hint }))
}

/** Only a path of this panel: one slash, visible characters, no backslash. */
function localPath(uri: string): string {
  return /^\/(?![/\\])[!-[\]-~]*$/.test(uri) ? uri : '/'
}
