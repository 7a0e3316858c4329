import type { SessionStore } from '../../store/index.ts'

/** The store as it is, telling at once of every session that ends here: what still runs for it can stop. */
export function tellEnds(store: SessionStore, onEnded: (sessionId: string) => void): SessionStore {
  return {
    load: (id, origin) => store.load(id, origin),
    create: (id, variables, ip, origin) => store.create(id, variables, ip, origin),
    save: (id, variables, ip, origin) => store.save(id, variables, ip, origin),
    touch: (id, origin) => store.touch(id, origin),
    async destroy(id, origin) {
      // Before the store has it for sure: a stream cut too early comes back, one cut too late tells on.
      onEnded(id)
      await store.destroy(id, origin)
    },
  }
}
