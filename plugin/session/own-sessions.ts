import type { SessionStore } from '../../store/index.ts'

/** A variable that every session of ours has, and no other webmail's (webmail-session.ts). */
export const OWN_VARIABLE = 'postern_binding'

/** The sessions of the store without those of another webmail, whose records are not taken over: it still uses them. */
export function onlyOwnSessions(store: SessionStore): SessionStore {
  return {
    ...store,
    async load(id, origin) {
      const record = await store.load(id, origin)
      return record !== undefined && OWN_VARIABLE in record.variables ? record : undefined
    },
  }
}
