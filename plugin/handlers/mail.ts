import type { Action } from '../actions/contract/action.ts'
import { type Credential, isPasswordRefused } from '../../proxy/mail/index.ts'
import { withChosenUses } from '../settings/folder-uses.ts'
import type { House } from '../request/services.ts'
import { asOrigin } from '../log/request-name.ts'
import { MailFailure } from '../http/mail-failure.ts'
import { ownAddress } from './own-address.ts'
import type { Principal } from '../panel/adapter/panel.ts'
import { Refusal } from '../http/refusal.ts'
import { tracedAccount, tracedRenderer, tracedSubmission } from '../metrics/traced-services.ts'
import { checkRequestToken, isRequestToken } from '../session/request-token.ts'
import { resealPassword } from '../session/reseal.ts'
import type { SignedInSession } from '../session/webmail-session.ts'
import { NATIVE_TYPE } from '../wire/native/types.ts'
import { askedBy } from '../request/dialect.ts'
import { filingSession } from './copy-filing-session.ts'
import { ownerFolderUses } from './owner-folder-uses.ts'
import type { Reply } from '../request/reply.ts'
import { presentedToken, type TrustedRequest } from '../request/trusted-request.ts'

/** Runs one mail action for somebody signed in. Every POST must carry the session's token (spec 5.5). */
export async function answerMail(
  action: Action<unknown>,
  request: TrustedRequest,
  house: House,
): Promise<Reply> {
  const { session, parameters, visitor } = request
  const { current } = session
  const { trace } = visitor
  if (current?.kind !== 'signed-in') throw new Refusal('not_signed_in')
  trace.isOf(current.username)
  if (action.method === 'POST') checkRequestToken(current.requestToken, presentedToken(request))
  else checkSameSession(current, request)
  house.sessions.touch(session.id, asOrigin(visitor.name))
  const input = action.parse(parameters)
  if (action.isSearch?.(input) === true) visitor.allow(house.config.imap.searchMs)
  const credential = await credentialOf(current, session.id, house)
  if (house.seal.isOutdated(current)) {
    await resealPassword(session, current, { credential, seal: house.seal })
  }
  const account = tracedAccount(house.accounts.account(credential, visitor.clientIp), trace)
  const folderUses = await ownerFolderUses(request, { current, credential }, house)
  const identity = {
    sessionId: session.id,
    credential,
    clientIp: visitor.clientIp,
    folderUses: folderUses.current(),
  }
  try {
    const result = await action.run(input, {
      account: withChosenUses(account, folderUses.current),
      folderUses,
      ownAddress: ownAddressOf(current, request.principal, house),
      credential: house.config.smtp.auth === 'user' ? credential : undefined,
      submission: tracedSubmission(house.submission, trace),
      renderer: tracedRenderer(house.renderer.of(current.username), trace),
      views: house.viewsOf(session.id),
      searches: house.searches,
      sends: house.sends,
      copies: { keep: (copy) => house.copyFiler.keep(copy, filingSession(identity, house)) },
      limits: house.config.limits,
      pageSize: house.config.webmail.pageSize,
      signal: visitor.signal,
      now: house.now,
    })
    return {
      kind: 'result',
      result,
      asked: askedBy(request.ctx, parameters, request.location.mount),
    }
  } catch (error) {
    // The password was changed elsewhere: to go on trying it would be taken for guessing.
    if (isPasswordRefused(error)) await session.end()
    throw MailFailure.of(error, current.username)
  }
}

/**
 * Tabs share a cookie, so after another sign-in in one of them the page in the other would show somebody
 * else's mail as its own. Our page says with its token which sign-in it belongs to; links say nothing.
 */
function checkSameSession({ requestToken }: SignedInSession, request: TrustedRequest): void {
  if (!request.ctx.get('accept').includes(NATIVE_TYPE)) return
  const presented = presentedToken(request)
  if (presented !== undefined && !isRequestToken(requestToken, presented)) {
    throw new Refusal('session_replaced')
  }
}

/** The one address a mailbox owner sends from, by panel and configuration; undefined when none is known. */
export function ownAddressOf(
  { username }: SignedInSession,
  { subject, mailDomain: panelDomain }: Principal,
  { config }: House,
): string | undefined {
  return ownAddress({ username, subject, panelDomain, mailDomain: config.webmail.mailDomain })
}

/** A session whose key is gone can not reach the mail server any more: signing in again is the way on. */
export async function credentialOf(
  current: SignedInSession,
  sessionId: string,
  house: House,
): Promise<Credential> {
  const credential = await house.seal.open(sessionId, current)
  if (credential === undefined) throw new Refusal('not_signed_in')
  return credential
}
