import { PhpFormatError, readNamedVariables, type StoredSession } from '../../store/index.ts'

/** How many of the sessions are those of a user who has signed in. */
export function countSignedIn(sessions: readonly Pick<StoredSession, 'session'>[]): number {
  return sessions.filter(({ session }) => isSignedIn(session.vars)).length
}

/** Roundcube's session has a name once someone has signed in (spec 2.3). */
function isSignedIn(vars: Buffer): boolean {
  try {
    return typeof readNamedVariables(vars, ['username'])['username'] === 'string'
  } catch (error) {
    if (error instanceof PhpFormatError) return false
    throw error
  }
}
