import type { PersonalDocument, PersonalDocuments } from '../../../store/index.ts'

/** Personal documents in memory: as the store promises them, without its limits. `requestCount` counts readings of whole collections. */
export function memoryPersonal(): PersonalDocuments & { readonly requestCount: { lists: number } } {
  const collections = new Map<string, Map<string, PersonalDocument>>()
  const versions = new Map<string, number>()
  const revisions = new Map<string, number>()
  const requestCount = { lists: 0 }
  const keyOf = (owner: { username: string; mailHost: string }, kind: string) =>
    `${owner.username} ${owner.mailHost} ${kind}`

  return {
    requestCount,
    async list(owner, kind) {
      requestCount.lists += 1
      const key = keyOf(owner, kind)
      const documents = [...(collections.get(key)?.values() ?? [])]
      return { revision: revisions.get(key) ?? 0, documents }
    },
    revision: async (owner, kind) => revisions.get(keyOf(owner, kind)) ?? 0,
    find: async (owner, kind, id) => collections.get(keyOf(owner, kind))?.get(id),
    async save(owner, kind, changes) {
      const key = keyOf(owner, kind)
      const collection = collections.get(key) ?? new Map<string, PersonalDocument>()
      const versionOf = (id: string) => versions.get(`${key} ${id}`) ?? 0
      // One that was removed can be made again by who has not seen it.
      const isFree = (id: string, baseVersion: number) =>
        versionOf(id) === baseVersion || (baseVersion === 0 && !collection.has(id))
      const conflicts = changes.filter(({ id, baseVersion }) => !isFree(id, baseVersion))
      if (conflicts.length > 0) {
        return {
          conflicts: conflicts.map(
            ({ id }) => collection.get(id) ?? { id, version: versionOf(id), removed: true },
          ),
        }
      }
      collections.set(key, collection)
      revisions.set(key, (revisions.get(key) ?? 0) + 1)
      return {
        saved: changes.map(({ id, body }) => {
          const version = versionOf(id) + 1
          versions.set(`${key} ${id}`, version)
          if (body === undefined) {
            collection.delete(id)
            return { id, version, removed: true as const }
          }
          const document = { kind, id, version, body }
          collection.set(id, document)
          return document
        }),
      }
    },
    check: async () => undefined,
    kinds: async (owner) =>
      [...collections.keys()].flatMap((key) =>
        key.startsWith(keyOf(owner, '')) ? [key.slice(keyOf(owner, '').length)] : [],
      ),
  }
}
