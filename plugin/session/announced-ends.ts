import type { SessionStore } from '../../store/session-record.ts'

/** The store as it is, telling at once of every session that ends here: what still runs for it can stop. */
export function announcedEnds(
  store: SessionStore,
  onEnded: (sessionId: string) => void,
): SessionStore {
  return {
    load: (id) => store.load(id),
    create: (id, variables, ip) => store.create(id, variables, ip),
    save: (id, variables, ip) => store.save(id, variables, ip),
    touch: (id) => store.touch(id),
    async destroy(id) {
      // Before the store has it for sure: a stream cut too early comes back, one cut too late tells on.
      onEnded(id)
      await store.destroy(id)
    },
  }
}
