import { inboxPrefixOf } from '../../proxy/mail/index.ts'
import type { Brand } from '../branding/brands.ts'
import { renderLoginPage } from '../pages/login-page.ts'
import { renderSignedOutPage } from '../pages/signed-out-page.ts'
import { renderMailPageEnd, renderMailPageStart } from '../pages/mail-page.ts'
import { offersEvents } from './events.ts'
import { factorPage } from './factor/factor-page.ts'
import { brandOf } from '../request/brand-of-request.ts'
import type { RequestServices } from '../request/services.ts'
import { MAX_LOCATION_BYTES } from '../sign-in/login-form.ts'
import { Refusal, type RefusalCode } from '../http/refusal.ts'
import { type Bookmark, bookmarkOf } from '../wire/roundcube/decode-bookmark.ts'
import { isSignOutRemembered } from '../session/signed-out-mark.ts'
import { signInByPanel } from './sign-in-session.ts'
import { mailboxOwner } from '../session/webmail-session.ts'
import { filingSession } from './filing-session.ts'
import { credentialOf, runAction } from './mail.ts'
import { largestAttached } from './uploads.ts'
import { chosenUses } from './own/folder-uses.ts'
import { ownAddressOf } from './own/own-address.ts'
import { noteOwnSession } from './own/owner.ts'
import type { GatewayResponse } from '../response/respond.ts'
import type { SignedInRequest, TrustedRequest } from '../request/trusted-request.ts'
import { folders } from '../actions/folder/list.ts'
import { list } from '../actions/list/list.ts'
import type { Action } from '../actions/index.ts'
import { preferencesInTime, unchosenLanguage } from '../request/reader-language.ts'
import type { MailPageEnv } from '../wire/native/types.ts'
import { actionAddress, dialogAddress } from '../wire/native/address.ts'
import { renderNative } from '../wire/native/encode.ts'

/** What are pages of their own in old bookmarks, by their task, and dialogs of our page, by their names in its address. */
export const DIALOGS: ReadonlyMap<string, string> = new Map([
  ['settings', 'settings'],
  ['addressbook', 'contacts'],
])

/**
 * GET of the script: the application for a user signed in, else the sign-in form. Where the panel
 * hands over a credential the user is signed in at once and never sees the form, unless they signed out.
 */
export async function handlePage(
  request: TrustedRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  const { session } = request
  const { current } = session
  const script = scriptAddress(request)
  if (script !== undefined) return { kind: 'redirect', location: script }
  if (current?.kind === 'signed-in') {
    const signedIn = { ...request, session: { ...session, current } }
    // Anyone who signs in has this done with it.
    void fileCopies(signedIn, services)
    void noteOwnSession(request, signedIn.session, services)
    return pageOrDialog(signedIn, services)
  }
  if (current?.kind === 'awaiting-factor') {
    return factorPage(request, { ...session, current }, services)
  }
  if (isSignOutRemembered(request)) {
    return { kind: 'html', status: 200, html: signedOutPage(request, services) }
  }
  try {
    const entered = await signInByPanel(request, services)
    if (entered !== undefined) return await pageOrDialog(entered, services)
  } catch (error) {
    // A password the panel no longer has right: the form is the way on. Anything else is a fault.
    if (!(error instanceof Refusal) || error.code !== 'sign_in_failed') throw error
    const requestToken = await formToken(request)
    request.context.client.formFor = (error, requestId, serverText) =>
      loginPage(request, requestToken, services, { error, requestId, serverText })
    throw error
  }
  const html = loginPage(request, await formToken(request), services, {})
  return { kind: 'html', status: 200, html }
}

/** The page, at the address of the dialog where a bookmark names one. */
async function pageOrDialog(
  request: SignedInRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  const dialog = DIALOGS.get(request.parameters.get('_task') ?? '')
  if (dialog === undefined) return mailPage(request, services)
  return { kind: 'redirect', location: dialogAddress(dialog) }
}

/** Every page is at the one script path (spec 4); undefined for who is there already. */
function scriptAddress({ location, context }: TrustedRequest): string | undefined {
  if (!location.isMount) return undefined
  const query = context.query.toString()
  // A bookmark may be longer than proxies let a response's headers be: then the page comes at once.
  if (query.length > MAX_LOCATION_BYTES) return undefined
  return query === '' ? './index.php' : `./index.php?${query}`
}

/** Who only looks gets no session: its cookie could take the place of one just made in another tab. */
async function formToken(request: TrustedRequest): Promise<string> {
  return isLooking(request) ? '' : (await request.session.anonymous()).requestToken
}

/** The sign-in form, carrying the query of the page that was requested so that it comes back after the sign-in. */
export function loginPage(
  request: TrustedRequest,
  requestToken: string,
  services: RequestServices,
  shown: {
    readonly error?: RefusalCode | undefined
    readonly requestId?: string | undefined
    readonly serverText?: string | undefined
    readonly username?: string | undefined
    readonly pageQuery?: string | undefined
  },
): string {
  const { name, signInText, links, assets } = brandOf(request, services)
  return renderLoginPage(
    {
      requestToken,
      url: shown.pageQuery ?? request.context.query.toString(),
      productName: name ?? services.config.webmail.productName,
      signInText,
      links,
      error: shown.error,
      requestId: shown.requestId,
      serverText: shown.serverText,
      username: shown.username,
      language: unchosenLanguage(request.ctx, request.principal.locale),
    },
    { ...services.assets.page, ...assets },
  )
}

/** What someone sees who signed out where the panel would sign them in again. */
function signedOutPage(request: TrustedRequest, services: RequestServices): string {
  const { name, assets } = brandOf(request, services)
  const { webmail, panel } = services.config
  return renderSignedOutPage(
    {
      productName: name ?? webmail.productName,
      language: unchosenLanguage(request.ctx, request.principal.locale),
      url: request.context.query.toString(),
      homePath: panel.homePath,
    },
    { ...services.assets.page, ...assets },
  )
}

/** The application. */
export async function mailPage(
  request: SignedInRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  const session = request.session.current
  const inboxPrefix = inboxPrefixOf(session.facts.namespace)
  const bookmark = bookmarkOf({ ...request.parameters, inboxPrefix })
  const { webmail, panel } = services.config
  const ownAddress = ownAddressOf(session, request.principal, services)
  const brand = brandOf(request, services, ownAddress)
  const owner = mailboxOwner(session)
  const preferences = await preferencesInTime(owner, services)
  const defaultLanguage = unchosenLanguage(request.ctx, request.principal.locale)
  const start = renderMailPageStart(
    {
      task: 'mail',
      request_token: session.requestToken,
      productName: brand.name ?? webmail.productName,
      user: session.username,
      ownAddress: ownAddress ?? null,
      delimiter: session.facts.delimiter,
      pageSize: webmail.pageSize,
      undoSeconds: webmail.undoSeconds,
      ...services.pacing,
      messageFrames: services.assets.page.messageFrames,
      maxMessageBytes: largestAttached(services),
      panelHome: panel.homePath,
      heartbeatSeconds: offersEvents(services.config) ? services.events.heartbeatMs / 1_000 : null,
      preferences,
      ...pageBrand(brand),
      ...(services.filters === undefined ? {} : { hasFilters: true }),
      ...(services.submission.offersDeliveryStatus() ? { offersDeliveryStatus: true } : {}),
      bookmark,
      usualLanguage: defaultLanguage,
    },
    { ...services.assets.page, ...brand.assets },
    preferences.language === '' ? defaultLanguage : preferences.language,
  )
  const responses = isByBrowser(request)
    ? firstResults(request, bookmark, services)
    : Promise.resolve([])
  return { kind: 'mail-page', start, end: responses.then(renderMailPageEnd) }
}

/** What the page has to know of it, beside the name: nothing where there is none. */
function pageBrand({ assets, links }: Brand): Pick<MailPageEnv, 'brand'> {
  const style = assets.brandStyle ?? null
  const isPlain = style === null && Object.values(links).every((link) => link === null)
  return isPlain ? {} : { brand: { style, links } }
}

/** Files the copies that an earlier session left unfiled. Never fails: who cannot reach the mail server is told so by what the page requests. */
async function fileCopies(
  { session, context }: SignedInRequest,
  services: RequestServices,
): Promise<void> {
  const { current } = session
  try {
    const credential = await credentialOf(current, session.id, services)
    const folderUses = () => chosenUses(current, services)
    const filing = { sessionId: session.id, credential, clientIp: context.clientIp, folderUses }
    services.copyFiler.resume(filingSession(filing, services))
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

/** A question of the page, as the query of its address spells it, and the JSON of the response. */
type FirstResult = readonly [address: string, json: string]

/**
 * What the page asks first, answered along with the page: folders with their counts, and the first rows of
 * the mailbox it opens. Never fails: what has no response in time is left out, and the page requests it.
 */
async function firstResults(
  request: TrustedRequest,
  bookmark: Bookmark | null,
  services: RequestServices,
): Promise<readonly FirstResult[]> {
  const timeLimit = AbortSignal.timeout(services.limits.firstResultsMs)
  const signal = AbortSignal.any([request.context.signal, timeLimit])
  const inTime = { ...request, context: { ...request.context, signal } }
  const mailbox = bookmark?.mailbox ?? 'INBOX'
  const page = bookmark?.page ?? 1
  const shown = { mailbox, sort: NEWEST_FIRST, page }
  const firstResponse = async (action: Action, input: unknown): Promise<readonly FirstResult[]> => {
    try {
      const result = await runAction(action, () => action.input.parse(input), inTime, services)
      if (result?.kind !== 'list' && result?.kind !== 'folders') return []
      return [[actionAddress(action.name, input), renderNative(result).body]]
    } catch {
      // The page meets the same fault by its own request, which tells and logs it.
      return []
    }
  }
  const responses = await Promise.all([firstResponse(folders, {}), firstResponse(list, shown)])
  return responses.flat()
}

const NEWEST_FIRST = { by: 'received', isDescending: true } as const
