import type { EndedSessions } from '../../settings/own-session.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import type { SessionsResult } from '../result/result.ts'

/** mail/sessions: where the owner is signed in. */
export const sessions: Action<undefined> = {
  method: 'GET',
  run: (_input, context) => sessionsNow(context),
}

/** mail/end-sessions: ends sessions of the owner for good; one that is over already is as good. */
export const endSessions: Action<EndedSessions> = {
  method: 'POST',
  async run(which, context) {
    await context.ownSessions.end(which)
    return sessionsNow(context)
  },
}

async function sessionsNow({ ownSessions }: ActionContext): Promise<SessionsResult> {
  return { kind: 'sessions', ...(await ownSessions.list()) }
}
