import { type ActionName, actions } from '../actions/index.ts'
import type { Action, ActionContext } from '../actions/contract/action.ts'
import type { ActionResult } from '../actions/result/result.ts'
import {
  type Account,
  type Credential,
  inboxPrefixOf,
  isPasswordRefused,
  type OpenedAccount,
} from '../../proxy/mail/index.ts'
import { chosenListing, type FolderUses, writeFolderUses } from '../settings/folder-choices.ts'
import type { RequestServices } from '../request/services.ts'
import { asOrigin } from '../log/request-name.ts'
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
import { ownAddressOf } from './own/own-address.ts'
import { ownPasskeys } from './own/own-passkeys.ts'
import { ownPassword } from './own/own-password.ts'
import { ownSecondFactor } from './own/own-second-factor.ts'
import { noteSessionEnd } from '../request/sign-in-audit.ts'
import type { TrustedRequest } from '../request/trusted-request.ts'
import type { FilingSession } from '../actions/send/copy-filer.ts'

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
  if (action.isSearch?.(input) === true) context.allow(services.limits.searchMs)
  const { account, credential } = await accountOf(current, request, services)
  const folderUses = ownerFolderUses(request, { current, credential }, services)
  const filing = {
    sessionId: session.id,
    credential,
    clientIp: context.clientIp,
    folderUses: folderUses.current,
  }
  try {
    return await action.run(input, {
      account: withChosenUses(tracedAccount(account, trace), folderUses.current),
      folderUses,
      get contacts() {
        const { username, storageHost: mailHost } = current
        return services.contactsOf({ username, mailHost }, credential)
      },
      readContactFile: (file, limits) =>
        services.parsing.readFile(file, { ...limits, person: current.username }),
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
      isSignedInByPanel: current.isByPanel,
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
        return tracedRenderer(services.renderer, trace)
      },
      views: services.viewsOf(session.id),
      searches: services.searches,
      sends: services.sends,
      copies: { keep: (copy) => services.copyFiler.keep(copy, filingSession(filing, services)) },
      language: () => readerLanguage(request.ctx, context.client, services),
      limits: services.limits,
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

/**
 * The account of whoever is signed in. While it lives its password is not unsealed again: the same seal, of the same
 * session and name, was opened for it before.
 */
async function accountOf(
  current: SignedInSession,
  { session, context }: TrustedRequest,
  services: RequestServices,
): Promise<OpenedAccount> {
  const { accounts, seal } = services
  const { loginName, authorizationId = null, password } = current
  const sealed = JSON.stringify([session.id, loginName, authorizationId, password])
  const opened = accounts.accountOfSealed(sealed)
  if (opened !== undefined) return opened
  const credential = await credentialOf(current, session.id, services)
  const isOutdated = seal.isOutdated(current)
  if (isOutdated) await resealPassword(session, current, { credential, seal })
  const account = accounts.account(credential, context.clientIp, isOutdated ? undefined : sealed)
  return { account, credential }
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
 * What the owner has chosen, in whichever session; looked up where it is asked for. A choice goes into the session, beside
 * the user record, where the next sign-in finds it, and to the owner's other sessions, whose open pages here are told.
 */
function ownerFolderUses(
  { session, context }: TrustedRequest,
  { current, credential }: { readonly current: SignedInSession; readonly credential: Credential },
  services: RequestServices,
): ActionContext['folderUses'] {
  const { users, folderChoices, events, accounts } = services
  const { username, storageHost } = current
  let folderUses: Promise<FolderUses> | undefined
  return {
    current: () => (folderUses ??= chosenUses(current, services)),
    async choose(chosen) {
      const settings = writeFolderUses(chosen)
      await users.saveSettings(username, storageHost, settings, asOrigin(context.name))
      await session.update({ ...current, folderUses: chosen })
      await folderChoices.tell({ username, mailHost: storageHost }, chosen)
      folderUses = Promise.resolve(chosen)
      events.tellOwner(accounts.keyOf(credential), { kind: 'mailboxes' })
    },
  }
}

/** The folders that the owner of a session has chosen for a use. */
export async function chosenUses(
  { username, storageHost, folderUses }: SignedInSession,
  { folderChoices }: Pick<RequestServices, 'folderChoices'>,
): Promise<FolderUses> {
  return (await folderChoices.current({ username, mailHost: storageHost })) ?? folderUses
}

/** The account with the owner's choice before the marks of the server; `uses` is asked at each listing. */
export function withChosenUses(account: Account, uses: () => Promise<FolderUses>): Account {
  return {
    ...account,
    mailboxes: async (options) => {
      const [mailboxes, chosen] = await Promise.all([account.mailboxes(options), uses()])
      return chosenListing(mailboxes, chosen)
    },
    overview: async (options) => {
      const [overview, chosen] = await Promise.all([account.overview(options), uses()])
      return { ...overview, mailboxes: chosenListing(overview.mailboxes, chosen) }
    },
  }
}

interface FilingIdentity {
  readonly sessionId: string
  readonly credential: Credential
  readonly clientIp: string
  readonly folderUses: () => Promise<FolderUses>
}

/** What copies are filed with after a request is over: the account of this session, while the session lives. */
export function filingSession(
  { sessionId, credential, clientIp, folderUses }: FilingIdentity,
  { accounts, sessions }: Pick<RequestServices, 'accounts' | 'sessions'>,
): FilingSession {
  return {
    account: withChosenUses(accounts.account(credential, clientIp), folderUses),
    isAlive: async () => (await sessions.load(sessionId)) !== undefined,
  }
}
