import { type ActionName, actions } from '../actions/index.ts'
import type { Action, ActionContext } from '../actions/contract/action.ts'
import type { ActionResult } from '../actions/result/result.ts'
import { type Credential, inboxPrefixOf, isPasswordRefused } from '../../proxy/mail/index.ts'
import { withChosenUses, writeFolderUses } from '../settings/folder-choices.ts'
import type { RequestServices } from '../request/services.ts'
import { asOrigin } from '../log/request-name.ts'
import type { Principal } from '../panel/adapter/panel.ts'
import { Refusal } from '../http/refusal.ts'
import { readerLanguage } from '../request/reader-language.ts'
import { tracedAccount, tracedRenderer, tracedSubmission } from '../http/request-trace.ts'
import {
  checkRequestToken,
  isRequestToken,
  presentedToken,
  sessionOf,
} from '../session/open-session.ts'
import { resealPassword } from '../session/password-seal.ts'
import type { SignedInSession } from '../session/webmail-session.ts'
import { decodeInput } from '../wire/dialect.ts'
import type { GatewayResponse } from '../response/respond.ts'
import { ownerSenders, ownerSettings, ownSessions } from './own/owner.ts'
import { ownPasskeys } from './own/own-passkeys.ts'
import { ownPassword } from './own/own-password.ts'
import { ownSecondFactor } from './own/own-second-factor.ts'
import { noteSessionEnd } from '../request/sign-in-audit.ts'
import type { TrustedRequest } from '../request/trusted-request.ts'
import type { FilingSession } from '../actions/send/copy-filer.ts'
import { parseMailAddress } from '../../proxy/address/mail-address.ts'

/** Runs one mail action for somebody signed in. Every POST must carry the session's token (spec 5.5). */
export async function handleMail(
  name: ActionName,
  request: TrustedRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  const { context, session } = request
  const { current } = session
  const isSignedIn = current?.kind === 'signed-in'
  const isShownAhead = name === 'show' && request.parameters.get('_ahead') === '1'
  const isAhead = isSignedIn && (isShownAhead || name === 'previews')
  // What nobody waits for gives way to everybody who does. Only a reading: an act is never left undone unsaid.
  if (isAhead && services.accounts.state().waiting > 0) return { kind: 'nothing' }
  const inboxPrefix = isSignedIn ? inboxPrefixOf(current.facts.namespace) : undefined
  const parameters = { ...request.parameters, inboxPrefix }
  const inputOf = () => decodeInput(name, parameters, context.client.dialect)
  return { kind: 'result', result: await runAction(actions[name], inputOf, request, services) }
}

/** Asks who is signed in, decodes the input, and runs the action in the context of the session. */
export async function runAction<Input>(
  action: Action<Input>,
  inputOf: () => Input,
  request: TrustedRequest,
  services: RequestServices,
): Promise<ActionResult> {
  const { session, context } = request
  const { current } = session
  const { trace } = context
  if (current?.kind !== 'signed-in') throw new Refusal('not_signed_in')
  trace.isOf(current.username)
  context.client.username = current.username
  if (action.method === 'POST') checkRequestToken(current.requestToken, presentedToken(request))
  else checkSameSession(current, request)
  services.sessions.touch(session.id, context.name)
  const input = inputOf()
  if (action.isSearch?.(input) === true) context.allow(services.config.imap.searchMs)
  const credential = await credentialOf(current, session.id, services)
  if (services.seal.isOutdated(current)) {
    await resealPassword(session, current, { credential, seal: services.seal })
  }
  const account = tracedAccount(services.accounts.account(credential, context.clientIp), trace)
  const folderUses = await ownerFolderUses(request, { current, credential }, services)
  const identity = {
    sessionId: session.id,
    credential,
    clientIp: context.clientIp,
    folderUses: folderUses.current(),
  }
  try {
    return await action.run(input, {
      account: withChosenUses(account, folderUses.current),
      folderUses,
      get contacts() {
        const { username, storageHost: mailHost } = current
        return services.contactsOf({ username, mailHost }, credential)
      },
      directory: services.directory,
      get ownAddress() {
        return ownAddressOf(current, request.principal, services)
      },
      get settings() {
        return ownerSettings(current, services)
      },
      get ownSessions() {
        return ownSessions(request, current, services)
      },
      get ownPassword() {
        return ownPassword(request, current, services)
      },
      get secondFactor() {
        return ownSecondFactor(request, current, services)
      },
      get passkeys() {
        return ownPasskeys(request, current, services)
      },
      get senders() {
        const own = ownAddressOf(current, request.principal, services)
        return ownerSenders(own, request.principal, services)
      },
      credential: services.config.smtp.auth === 'user' ? credential : undefined,
      get submission() {
        return tracedSubmission(services.submission, trace)
      },
      get renderer() {
        return tracedRenderer(services.renderer.of(current.username), trace)
      },
      views: services.viewsOf(session.id),
      searches: services.searches,
      sends: services.sends,
      copies: { keep: (copy) => services.copyFiler.keep(copy, filingSession(identity, services)) },
      language: () => readerLanguage(request.ctx, context.client, services),
      limits: services.config.limits,
      pageSize: services.config.webmail.pageSize,
      signal: context.signal,
      now: services.now,
    })
  } catch (error) {
    // The password was changed elsewhere: to go on trying it would be taken for guessing.
    if (isPasswordRefused(error)) {
      if (await hasOtherPassword(session.id, current, services)) {
        throw new Refusal('mail_busy', { cause: error, retryAfterSeconds: 1 })
      }
      await session.end()
      const ended = { user: current.username, how: 'password-refused' } as const
      noteSessionEnd(request, services.audit, ended)
    }
    throw error
  }
}

/** Whether the session was given another password, by its own page, while a request went on with the one before. */
async function hasOtherPassword(
  sessionId: string,
  { password }: SignedInSession,
  { sessions }: RequestServices,
): Promise<boolean> {
  const kept = await sessions.load(sessionId)
  const session = kept === undefined ? undefined : sessionOf(kept.variables)
  return session?.kind === 'signed-in' && session.password !== password
}

/**
 * Tabs share a cookie, so after another sign-in in one of them the page in the other would show somebody
 * else's mail as its own. Our page says with its token which sign-in it belongs to; links say nothing.
 */
function checkSameSession({ requestToken }: SignedInSession, request: TrustedRequest): void {
  if (request.context.client.dialect.wire !== 'native') return
  const presented = presentedToken(request)
  if (presented !== undefined && !isRequestToken(requestToken, presented)) {
    throw new Refusal('session_replaced')
  }
}

/** The one address a mailbox owner sends from, by panel and configuration; undefined when none is known. */
export function ownAddressOf(
  { username }: SignedInSession,
  { subject, mailDomain: panelDomain }: Principal,
  { config }: RequestServices,
): string | undefined {
  return ownAddress({ username, subject, panelDomain, mailDomain: config.webmail.mailDomain })
}

/** A session whose key is gone can not reach the mail server any more: signing in again is the way on. */
export async function credentialOf(
  current: SignedInSession,
  sessionId: string,
  services: RequestServices,
): Promise<Credential> {
  const credential = await services.seal.open(sessionId, current)
  if (credential === undefined) throw new Refusal('not_signed_in')
  return credential
}

/**
 * What the owner has chosen, in whichever session. A choice goes into the session, beside the user record,
 * where the next sign-in finds it, and to the owner's other sessions, whose open pages here are told.
 */
async function ownerFolderUses(
  { session, context }: TrustedRequest,
  { current, credential }: { readonly current: SignedInSession; readonly credential: Credential },
  { users, folderChoices, events, accounts }: RequestServices,
): Promise<ActionContext['folderUses']> {
  const { username, storageHost } = current
  const owner = { username, mailHost: storageHost }
  let folderUses = (await folderChoices.current(owner)) ?? current.folderUses
  return {
    current: () => folderUses,
    async choose(chosen) {
      const settings = writeFolderUses(chosen)
      await users.saveSettings(username, storageHost, settings, asOrigin(context.name))
      await session.update({ ...current, folderUses: chosen })
      await folderChoices.tell(owner, chosen)
      folderUses = chosen
      events.tellOwner(accounts.keyOf(credential), { kind: 'mailboxes' })
    },
  }
}

interface FilingIdentity extends Pick<SignedInSession, 'folderUses'> {
  readonly sessionId: string
  readonly credential: Credential
  readonly clientIp: string
}

/** What copies are filed with after a request is over: the account of this session, while the session lives. */
export function filingSession(
  { sessionId, credential, clientIp, folderUses }: FilingIdentity,
  { accounts, sessions }: Pick<RequestServices, 'accounts' | 'sessions'>,
): FilingSession {
  return {
    account: withChosenUses(accounts.account(credential, clientIp), () => folderUses),
    isAlive: async () => (await sessions.load(sessionId)) !== undefined,
  }
}

interface Sender {
  /** Whose mailbox it is, as signed in. */
  readonly username: string
  /** Whom the panel says is asking. */
  readonly subject: string | undefined
  /** The domain of mailboxes that are named without one: the panel's word for this owner. */
  readonly panelDomain: string | undefined
  /** The same for everybody, as configured. */
  readonly mailDomain: string | null
}

/**
 * The address a mailbox owner sends from; undefined when none is known. A sign-in name that is an address
 * is it. A bare name is completed by the panel's address of that name, the panel's domain, or the configured one.
 */
export function ownAddress(sender: Sender): string | undefined {
  const { username, subject, panelDomain, mailDomain } = sender
  if (username.includes('@')) return parseMailAddress(username)
  if (subject?.startsWith(`${username}@`) === true) return parseMailAddress(subject)
  const domain = panelDomain ?? mailDomain
  return domain === null ? undefined : parseMailAddress(`${username}@${domain}`)
}
