import { hash } from 'node:crypto'
import type { Context } from 'koa'
import type { Location, Segment } from '../gate/location.ts'
import type { Principal } from '../panel/adapter/panel.ts'
import type { RequestOrigin, SessionVariables } from '../../store/index.ts'
import { browserLanguage } from './browser-language.ts'
import type { LoadSession } from './koa-session.ts'
import { newRequestToken } from './request-token.ts'
import {
  fromVariables,
  toVariables,
  type AnonymousSession,
  type AwaitingSession,
  type SignedInSession,
  type WebmailSession,
} from './webmail-session.ts'

/** The webmail session of one request, bound to the panel session it came under. */
export interface OpenSession {
  readonly id: string
  /** undefined: none was made yet, or the one there belonged to another panel session. */
  readonly current: WebmailSession | undefined
  /** The pre-login session (spec 5.3), made durable first when there is none. */
  anonymous(): Promise<AnonymousSession>
  /** Stores a signed-in session under a new id, and ends the old one. Resolves to the new one. */
  signIn(
    makeSession: (
      id: string,
      base: Pick<SignedInSession, 'binding' | 'language' | 'requestToken'>,
    ) => SignedInSession,
  ): Promise<SignedInOpenSession>
  /** Stores one that awaits the second factor under a new id, and ends the old one. Resolves to the new one. */
  awaitFactor(
    makeSession: (id: string) => Pick<AwaitingSession, 'username' | 'password'>,
  ): Promise<AwaitingOpenSession>
  /** Stores other fields of the session under its id. */
  update(session: SignedInSession): Promise<void>
  end(): Promise<void>
}

/** The session of a user who has to show, or to set up, the second factor. */
export interface AwaitingOpenSession extends OpenSession {
  readonly current: AwaitingSession
}

/** The session of a signed-in user. */
export interface SignedInOpenSession extends OpenSession {
  readonly current: SignedInSession
}

/** The request that a session is opened for. */
interface SessionRequest {
  readonly principal: Principal
  readonly location: Location
  readonly name: RequestOrigin
}

/**
 * Opens the session a request's cookie names. A session of another panel session, segment or subject
 * is never used: whatever is stored next replaces it and ends it. A record of another program, which is
 * bound to none, is taken over: bound to those of this request. Throws StoreUnavailable.
 */
export async function openSession(
  ctx: Context,
  { principal, location, name }: SessionRequest,
  loadSession: LoadSession,
): Promise<OpenSession> {
  const stored = await loadSession(ctx, location, name)
  const binding = sessionBinding(principal, location.segment)
  const found = stored.variables === undefined ? undefined : sessionOf(stored.variables)
  const current = found?.binding === binding ? found : await takeOver()

  /** Other programs' variables stay. */
  function withOthers(session: WebmailSession): SessionVariables {
    return { ...stored.variables, ...toVariables(session) }
  }

  async function takeOver(): Promise<WebmailSession | undefined> {
    if (found?.binding !== '' || !isOf(found, principal)) return undefined
    const bound = { ...found, binding }
    await stored.save(withOthers(bound))
    return bound
  }

  async function replaceBy<Session extends WebmailSession>(
    makeSession: (
      id: string,
      base: Pick<Session, 'binding' | 'language' | 'requestToken'>,
    ) => Session,
  ): Promise<{ readonly id: string; readonly session: Session }> {
    const base = {
      binding,
      language: current?.language ?? browserLanguage(ctx.acceptsLanguages()),
      requestToken: newRequestToken(),
    }
    const made: Session[] = []
    const id = await stored.replace((newId) => {
      const session = makeSession(newId, base)
      made.push(session)
      return toVariables(session)
    })
    const [session] = made
    if (session === undefined) throw new Error('the session was not stored')
    return { id, session }
  }

  const opened: OpenSession = {
    id: stored.id,
    current,
    async anonymous() {
      if (current?.kind === 'anonymous') return current
      const fresh: AnonymousSession = {
        kind: 'anonymous',
        binding,
        language: browserLanguage(ctx.acceptsLanguages()),
        requestToken: newRequestToken(),
      }
      if (stored.variables === undefined) await stored.save(toVariables(fresh))
      else await stored.replace(() => toVariables(fresh))
      return fresh
    },
    async signIn(makeSession) {
      const { id, session } = await replaceBy<SignedInSession>(makeSession)
      return { ...opened, id, current: session }
    },
    async awaitFactor(makeSession) {
      const { id, session } = await replaceBy<AwaitingSession>((newId, base) => {
        return { kind: 'awaiting-factor', ...base, ...makeSession(newId) }
      })
      return { ...opened, id, current: session }
    },
    update: (session) => stored.save(withOthers(session)),
    end: () => stored.end(),
  }
  return opened
}

/** The typed session of loaded variables; undefined when they are not one of ours. Parsed once per loaded record. */
export function sessionOf(variables: SessionVariables): WebmailSession | undefined {
  const cached = parsed.get(variables)
  if (cached !== undefined) return cached
  const session = fromVariables(variables)
  if (session !== undefined) parsed.set(variables, session)
  return session
}

const parsed = new WeakMap<SessionVariables, WebmailSession>()

/** A session as it counts where a second factor is required: one that began without it, before that was so, opens nothing. */
export function withFactorDone(session: OpenSession): OpenSession {
  const { current } = session
  const isDone = current?.kind !== 'signed-in' || current.isFactorDone
  return isDone ? session : { ...session, current: undefined }
}

/** A panel that names the mailbox names whose sessions may be taken over. */
function isOf(session: WebmailSession, { subject }: Principal): boolean {
  return session.kind !== 'signed-in' || subject === undefined || subject === session.username
}

/**
 * What ties a webmail session to the panel session it was made under: panel session, segment and
 * subject (plugin/docs/architecture.md, step 4). A session is of no use under any other.
 */
export function sessionBinding(principal: Principal, segment: Segment): string {
  const bound = JSON.stringify([principal.sessionKey, segment.digits, principal.subject ?? null])
  return hash('sha256', bound).slice(0, 32)
}
