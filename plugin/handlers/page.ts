import { renderLoginPage } from '../pages/login-page.ts'
import { renderMailPageEnd, renderMailPageStart } from '../pages/mail-page.ts'
import { offersEvents } from './events.ts'
import type { House } from '../request/services.ts'
import { MAX_LOCATION_BYTES } from '../sign-in/login-form.ts'
import { Refusal, type RefusalCode } from '../http/refusal.ts'
import { bookmarkOf } from './bookmark.ts'
import { filingSession } from './copy-filing-session.ts'
import { firstAnswers } from './first-results.ts'
import { signInHandedOver } from './single-sign-on.ts'
import { credentialOf, ownAddressOf } from './mail.ts'
import type { Reply } from '../request/reply.ts'
import type { SignedInRequest, TrustedRequest } from '../request/trusted-request.ts'

/**
 * GET of the script: the application for somebody signed in, else the sign-in form. Where the panel
 * hands over a credential the visitor is signed in at once and never sees the form.
 */
export async function answerPage(request: TrustedRequest, house: House): Promise<Reply> {
  const { session } = request
  const { current } = session
  const script = scriptAddress(request)
  if (script !== undefined) return { kind: 'redirect', location: script }
  if (current?.kind === 'signed-in') {
    return mailPage({ ...request, session: { ...session, current } }, house)
  }
  try {
    const entered = await signInHandedOver(request, house)
    if (entered !== undefined) return mailPage(entered, house)
  } catch (error) {
    // A password the panel no longer has right: the form is the way on. Anything else is a fault.
    if (!(error instanceof Refusal) || error.code !== 'sign_in_failed') throw error
    return loginReply(request, house, error.code)
  }
  return loginReply(request, house, undefined)
}

/** Every page is at the one script path (spec 4); undefined for who is there already. */
function scriptAddress({ location }: TrustedRequest): string | undefined {
  if (!location.isMount) return undefined
  const query = location.query.toString()
  // A bookmark may be longer than proxies let an answer's headers be: then the page comes at once.
  if (query.length > MAX_LOCATION_BYTES) return undefined
  return query === '' ? './index.php' : `./index.php?${query}`
}

async function loginReply(
  request: TrustedRequest,
  house: House,
  error: RefusalCode | undefined,
): Promise<Reply> {
  // Who only looks gets no session: its cookie could take the place of one just made in another tab.
  const requestToken = isLooking(request) ? '' : (await request.session.anonymous()).requestToken
  return { kind: 'html', status: 200, html: loginPage(request, requestToken, house, { error }) }
}

/** The sign-in form, carrying the query of the page that was asked for so that it comes back after the sign-in. */
export function loginPage(
  { location }: TrustedRequest,
  requestToken: string,
  house: House,
  shown: {
    readonly error?: RefusalCode | undefined
    readonly username?: string | undefined
    readonly pageQuery?: string | undefined
  },
): string {
  return renderLoginPage(
    {
      requestToken,
      url: shown.pageQuery ?? location.query.toString(),
      productName: house.config.webmail.productName,
      error: shown.error,
      username: shown.username,
    },
    house.assets.page,
  )
}

/**
 * The application. While the browser loads it, a worker gets ready for the first HTML message, and copies that an
 * earlier session left unfiled are filed.
 */
export function mailPage(request: SignedInRequest, house: House): Reply {
  const session = request.session.current
  house.renderer.warm()
  void fileCopies(request, house)
  const bookmark = bookmarkOf(request.parameters)
  const { webmail, limits, panel, events } = house.config
  const start = renderMailPageStart(
    {
      task: 'mail',
      request_token: session.requestToken,
      productName: webmail.productName,
      user: session.username,
      ownAddress: ownAddressOf(session, request.principal, house) ?? null,
      delimiter: session.facts.delimiter,
      pageSize: webmail.pageSize,
      refreshSeconds: webmail.refreshSeconds,
      readAfterSeconds: webmail.readAfterSeconds,
      maxMessageBytes: limits.messageBytes,
      panelHome: panel.homePath,
      heartbeatSeconds: offersEvents(house.config) ? events.heartbeatMs / 1_000 : null,
      bookmark,
    },
    house.assets.page,
  )
  const answers = isByBrowser(request)
    ? firstAnswers(request, bookmark, house)
    : Promise.resolve([])
  return { kind: 'mail-page', start, end: answers.then(renderMailPageEnd) }
}

/** Never fails: who can not reach the mail server is told so by what the page asks for. */
async function fileCopies({ session, visitor }: SignedInRequest, house: House): Promise<void> {
  const { current } = session
  try {
    const credential = await credentialOf(current, session.id, house)
    const owner = { username: current.username, mailHost: current.storageHost }
    const folderUses = (await house.folderChoices.current(owner)) ?? current.folderUses
    const identity = { sessionId: session.id, credential, clientIp: visitor.clientIp, folderUses }
    house.copyFiler.resume(filingSession(identity, house))
  } catch {
    // No key, or no store.
  }
}

/** Only what runs the page has a use for what the page asks first; other clients take whatever comes. */
function isByBrowser(request: TrustedRequest): boolean {
  return request.ctx.get('accept').includes('text/html') && !isLooking(request)
}

/** An open page asks whether its session is back. */
function isLooking({ parameters }: TrustedRequest): boolean {
  return parameters.get('_look') === '1'
}
