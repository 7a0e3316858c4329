import type { DocumentOwner } from '../../../store/index.ts'
import { requestedHost } from '../../gate/requested-host.ts'
import type { PageAssets } from '../../http/assets/assets.ts'
import type { RefusalCode } from '../../http/refusal.ts'
import type { Language } from '../../language/language.ts'
import { renderCodePage } from '../../pages/code-page.ts'
import { renderRecoveryPage } from '../../pages/recovery-page.ts'
import { renderSetUpPage } from '../../pages/set-up-page.ts'
import type { RequestServices } from '../../request/services.ts'
import type { TrustedRequest } from '../../request/trusted-request.ts'
import type { GatewayResponse } from '../../response/respond.ts'
import { passkeyDomain } from '../../second-factor/passkey-domain.ts'
import type { PasskeyQuestion } from '../../second-factor/passkeys.ts'
import type { Invitation } from '../../second-factor/second-factors.ts'
import type { AwaitingOpenSession } from '../../session/open-session.ts'
import type { AwaitingSession } from '../../session/webmail-session.ts'
import { languageOfRequest } from '../../request/reader-language.ts'
import { brandOf } from '../../request/brand-of-request.ts'

/** What a page of the step after the password tells beside the step. */
export interface ShownStep {
  readonly error?: RefusalCode | undefined
  readonly requestId?: string | undefined
  /** The query of the page that was requested. */
  readonly pageQuery?: string | undefined
}

/** What someone has to show after the password, or to set up, and the language to ask for it in. */
export type RequestedFactor = { readonly language: Language } & (
  | {
      readonly kind: 'show'
      readonly hasCodes: boolean
      /** undefined: the owner has no passkey that could be shown at this address. */
      readonly passkey: PasskeyQuestion | undefined
    }
  | { readonly kind: 'set-up'; readonly invitation: Invitation }
)

/** Whether someone has a second factor. */
export async function hasFactor(
  owner: DocumentOwner,
  { secondFactors, passkeys }: Pick<RequestServices, 'secondFactors' | 'passkeys'>,
): Promise<boolean> {
  return (await secondFactors.isOn(owner)) || (await passkeys.list(owner)).length > 0
}

/** The domain whose passkeys a page of this request can use; undefined where it can use none. */
export function domainOf(
  { ctx }: Pick<TrustedRequest, 'ctx'>,
  { config, proxies }: Pick<RequestServices, 'config' | 'proxies'>,
): string | undefined {
  return passkeyDomain(requestedHost(ctx.req, proxies), config.signIn.passkeyDomain)
}

/** What a session that awaits the second factor has to show. Throws StoreUnavailable. */
export async function requestedFactor(
  request: TrustedRequest,
  { id, current }: AwaitingOpenSession,
  services: RequestServices,
): Promise<RequestedFactor> {
  const { config, secondFactors, passkeys } = services
  const owner = { username: current.username, mailHost: config.imap.host }
  const language = await languageOfRequest({ ...request, owner }, services)
  if (config.signIn.secondFactor === 'required' && !(await hasFactor(owner, services))) {
    // Who mistyped the code has the secret of this ticket in the app already.
    const again = secondFactors.reopen(owner, id, request.parameters.get('_ticket') ?? '')
    return { kind: 'set-up', language, invitation: again ?? secondFactors.invite(owner, id) }
  }
  const domain = domainOf(request, services)
  const passkey =
    domain === undefined ? undefined : await passkeys.createChallenge(owner, id, domain)
  return { kind: 'show', language, hasCodes: await secondFactors.isOn(owner), passkey }
}

/** The page between the password and the mailbox. */
export function factorHtml(
  request: TrustedRequest,
  { requestToken }: AwaitingSession,
  { requested, shown = {} }: { readonly requested: RequestedFactor; readonly shown?: ShownStep },
  services: RequestServices,
): string {
  const { assets, ...look } = stepOf(request, services, shown)
  const page = { ...look, requestToken, language: requested.language }
  return requested.kind === 'set-up'
    ? renderSetUpPage({ ...page, invitation: requested.invitation }, assets)
    : renderCodePage({ ...page, hasCodes: requested.hasCodes, passkey: requested.passkey }, assets)
}

/** The page as a response. Throws StoreUnavailable. */
export async function factorPage(
  request: TrustedRequest,
  awaiting: AwaitingOpenSession,
  services: RequestServices,
  shown: ShownStep = {},
): Promise<GatewayResponse> {
  const requested = await requestedFactor(request, awaiting, services)
  const html = factorHtml(request, awaiting.current, { requested, shown }, services)
  return { kind: 'html', status: 200, html }
}

/** The recovery codes of a user who has just set the second factor up; `goOn` is the address of their mailbox. */
export async function recoveryPage(
  request: TrustedRequest,
  shown: { readonly user: string; readonly codes: readonly string[]; readonly goOn: string },
  services: RequestServices,
): Promise<string> {
  const { assets, productName } = stepOf(request, services, {})
  const language = await languageOfRequest(request, services)
  return renderRecoveryPage({ productName, language, ...shown }, assets)
}

function stepOf(request: TrustedRequest, services: RequestServices, shown: ShownStep) {
  const { name, assets } = brandOf(request, services)
  const pageAssets: PageAssets = { ...services.assets.page, ...assets }
  return {
    url: shown.pageQuery ?? request.parameters.get('_url') ?? request.context.query.toString(),
    productName: name ?? services.config.webmail.productName,
    error: shown.error,
    requestId: shown.requestId,
    assets: pageAssets,
  }
}
