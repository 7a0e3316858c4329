import { inboxPrefixOf, type Credential } from '../../proxy/mail/index.ts'
import { type SessionRecord, StoreUnavailable } from '../../store/index.ts'
import { decodeEvents } from '../wire/dialect.ts'
import type { Config } from '../config/schema.ts'
import type { RequestServices } from '../request/services.ts'
import { asOrigin } from '../log/request-name.ts'
import { verifyPanelSession } from '../panel/adapter/panel.ts'
import { Refusal } from '../http/refusal.ts'
import { sessionBinding, sessionOf } from '../session/open-session.ts'
import { mailboxOwner, type WebmailSession } from '../session/webmail-session.ts'
import { userKey } from '../settings/owner-settings.ts'
import { credentialOf } from './mail.ts'
import type { GatewayResponse } from '../response/respond.ts'
import type { TrustedRequest } from '../request/trusted-request.ts'

/**
 * False where a stream is no use: the shim signs each request once, so no one could ask again whether
 * the panel session holds, and one PHP process of the hosting account would wait for every open page.
 */
export function offersEvents({ events, panel }: Config): boolean {
  return events.enabled && panel.adapter !== 'shim'
}

/**
 * GET of the events: a response that lasts, telling what changes in the mailboxes. It
 * says what to look at again and never the mail itself. Throws Refusal.
 */
export async function handleEvents(
  request: TrustedRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  const { session, parameters, context } = request
  const { current } = session
  if (!offersEvents(services.config)) return { kind: 'nothing' }
  if (current?.kind !== 'signed-in') throw new Refusal('not_signed_in')
  context.trace.isOf(current.username)
  const credential = await credentialOf(current, session.id, services)
  services.sessions.touch(session.id, asOrigin(context.name))
  // A stream is opened for a user who is there to close it.
  context.signal.throwIfAborted()
  const inboxPrefix = inboxPrefixOf(current.facts.namespace)

  return {
    kind: 'events',
    body: services.events.open({
      sessionId: session.id,
      owner: services.accounts.keyOf(credential),
      user: userKey(mailboxOwner(current)),
      account: services.accounts.account(credential, context.clientIp),
      ...decodeEvents({ ...parameters, inboxPrefix }, request.dialect),
      lastEventId: lastEventId(request),
      isSessionValid: (signal) => isSessionValid(request, credential, services, signal),
    }),
  }
}

/** A browser sends the header automatically when it comes back; a page that opens a new stream can only ask. */
function lastEventId({ ctx, parameters }: TrustedRequest): string | undefined {
  const header = ctx.get('last-event-id')
  return header === '' ? parameters.get('_last_event_id') : header
}

/** The same questions as at the beginning of every request; an open page keeps its session in use. */
async function isSessionValid(
  { ctx, location, context, session }: TrustedRequest,
  credential: Credential,
  services: RequestServices,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const principal = await verifyPanelSession(
      ctx,
      location,
      { ...context, signal },
      services.panel,
    )
    if (sessionBinding(principal, location.segment) !== session.current?.binding) return false
    const origin = asOrigin(context.name)
    const stored = await services.sessions.load(session.id, origin)
    // With another password the mailbox is watched over another connection: the page requests a new stream.
    if (stored === undefined || !hasPasswordOf(stored, session.current)) return false
    // A password that does not hold any more ends the stream; the next request ends the session.
    await services.accounts.confirm(credential)
    services.sessions.touch(session.id, origin)
    return true
  } catch (error) {
    // A store that does not answer signs no one out. A panel that does not answer lets no one in.
    return error instanceof StoreUnavailable
  }
}

function hasPasswordOf({ variables }: SessionRecord, session: WebmailSession | undefined): boolean {
  const stored = sessionOf(variables)
  if (stored?.kind !== 'signed-in' || session?.kind !== 'signed-in') return false
  return stored.password === session.password
}
