import type { OwnSettings } from '../../../plugin/actions/contract/contexts.ts'
import { createSettingsStore } from '../../../plugin/settings/owner-settings.ts'
import type {
  PersonalChange,
  PersonalDocument,
  PersonalDocuments,
  PersonalSave,
  RemovedDocument,
} from '../../../store/index.ts'

/** Personal documents of one owner in memory, without limits and marks of removed ones. */
export function memoryPersonal(): PersonalDocuments {
  const stored = new Map<string, PersonalDocument>()
  let revision = 0
  const of = (kind: string) => [...stored.values()].filter((document) => document.kind === kind)
  const standing = (
    kind: string,
    { id, baseVersion }: PersonalChange,
  ): PersonalDocument | RemovedDocument =>
    stored.get(`${kind}.${id}`) ?? { id, version: baseVersion + 1, removed: true }
  return {
    async list(_owner, kind) {
      return { revision, documents: of(kind) }
    },
    async revision() {
      return revision
    },
    async find(_owner, kind, id) {
      return stored.get(`${kind}.${id}`)
    },
    async save(_owner, kind, changes): Promise<PersonalSave> {
      const conflicts = changes.flatMap(({ id, baseVersion }) => {
        const there = stored.get(`${kind}.${id}`)
        return there === undefined || there.version === baseVersion ? [] : [there]
      })
      if (conflicts.length > 0) return { conflicts }
      revision += 1
      for (const { id, baseVersion, body } of changes) {
        const version = baseVersion + 1
        if (body === undefined) stored.delete(`${kind}.${id}`)
        else stored.set(`${kind}.${id}`, { kind, id, version, body })
      }
      return { saved: changes.map((change) => standing(kind, change)) }
    },
    check: async () => undefined,
    async kinds() {
      return [...new Set([...stored.values()].map(({ kind }) => kind))]
    },
  }
}

/** Settings of one owner in memory. */
export function fakeSettings(personal = memoryPersonal()): OwnSettings {
  const store = createSettingsStore(personal)
  const owner = { username: 'user0001', mailHost: 'mail.example' }
  return {
    read: () => store.read(owner),
    savePreferences: (changes) => store.savePreferences(owner, changes),
    saveIdentity: (id, changes, isNew) => store.saveIdentity(owner, id, changes, isNew),
    removeIdentity: (id) => store.removeIdentity(owner, id),
    templates: () => store.templates(owner),
    saveTemplate: (id, changes, isNew) => store.saveTemplate(owner, id, changes, isNew),
    removeTemplate: (id) => store.removeTemplate(owner, id),
  }
}
