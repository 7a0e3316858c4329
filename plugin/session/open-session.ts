import type { Context } from 'koa'
import type { Location } from '../gate/location.ts'
import type { RequestName } from '../log/request-name.ts'
import type { Principal } from '../panel/panel.ts'
import { sessionBinding } from './binding.ts'
import type { LoadSession } from './koa-session.ts'
import { newRequestToken } from './request-token.ts'
import {
  fromVariables,
  toVariables,
  type AnonymousSession,
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
  /** Stores a signed-in session under a new id, and ends the old one. */
  signIn(
    makeSession: (
      id: string,
      base: Pick<SignedInSession, 'binding' | 'language' | 'requestToken'>,
    ) => SignedInSession,
  ): Promise<SignedInSession>
  /** Stores other fields of the session under its id. */
  update(session: SignedInSession): Promise<void>
  end(): Promise<void>
}

const LANGUAGE = 'en_US'

/**
 * Opens the session a request's cookie names. A session of another panel session, segment or subject
 * is never used: whatever is stored next replaces it and ends it. Throws StoreUnavailable.
 */
export async function openSession(
  ctx: Context,
  principal: Principal,
  location: Location,
  name: RequestName,
  loadSession: LoadSession,
): Promise<OpenSession> {
  const stored = await loadSession(ctx, location, name)
  const binding = sessionBinding(principal, location.segmentDigits)
  const found = stored.variables === undefined ? undefined : fromVariables(stored.variables)
  const current = found?.binding === binding ? found : undefined

  return {
    id: stored.id,
    current,
    async anonymous() {
      if (current?.kind === 'anonymous') return current
      const fresh: AnonymousSession = {
        kind: 'anonymous',
        binding,
        language: LANGUAGE,
        requestToken: newRequestToken(),
      }
      if (stored.variables === undefined) await stored.save(toVariables(fresh))
      else await stored.replace(() => toVariables(fresh))
      return fresh
    },
    async signIn(makeSession) {
      const base = {
        binding,
        language: current?.language ?? LANGUAGE,
        requestToken: newRequestToken(),
      }
      const made: SignedInSession[] = []
      await stored.replace((id) => {
        const session = makeSession(id, base)
        made.push(session)
        return toVariables(session)
      })
      const [session] = made
      if (session === undefined) throw new Error('the session was not stored')
      return session
    },
    update: (session) => stored.save(toVariables(session)),
    end: () => stored.end(),
  }
}
