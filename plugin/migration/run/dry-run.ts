import type { PersonalChange, PersonalDocuments } from '../../../store/index.ts'

/**
 * The same documents for a user who only wants to know what a save would do: limits refuse, versions contradict, and nothing is
 * kept.
 */
export function withoutSaving(personal: PersonalDocuments): PersonalDocuments {
  const wanted: PersonalChange[] = []
  return {
    ...personal,
    async save(owner, kind, changes) {
      // With those before: together they may be too much.
      await personal.check(owner, [...wanted, ...changes])
      const versions = new Map(
        (await personal.list(owner, kind)).documents.map(({ id, version }) => [id, version]),
      )
      const isContrary = changes.some(
        ({ id, baseVersion }) => versions.has(id) && versions.get(id) !== baseVersion,
      )
      if (isContrary) {
        const { documents } = await personal.list(owner, kind)
        const ids = new Set(changes.map(({ id }) => id))
        return { conflicts: documents.filter(({ id }) => ids.has(id)) }
      }
      wanted.push(...changes)
      return {
        saved: changes.map(({ id, baseVersion, body = '' }) => {
          return { kind, id, version: baseVersion + 1, body }
        }),
      }
    },
  }
}
