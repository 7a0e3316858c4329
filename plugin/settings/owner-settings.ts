import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DocumentOwner, PersonalDocument, PersonalDocuments } from '../../store/index.ts'
import { parseMailAddress } from '../../proxy/address/mail-address.ts'
import { type FieldChange, type Fields, mergeFields } from './field-merge.ts'
import { emptyIdentity, type Identity, identityFields, readIdentity } from './identity.ts'
import { type Preferences, preferencesSchema } from './preferences.ts'
import { emptyTemplate, isTemplate, readTemplate, type Template } from './template.ts'
import { defaultPreferences } from './default-preferences.ts'

/** What an owner has set. */
export interface OwnerSettings {
  readonly preferences: Preferences
  readonly identities: readonly Identity[]
}

/** The settings as they are kept. */
export interface StoredSettings extends OwnerSettings {
  /** Grows with every change of them or of the templates. */
  readonly revision: number
}

/** What became of a save. */
export type SettingsSave =
  | { readonly kind: 'saved' }
  /** Someone else set these fields to something else meanwhile: nothing was saved. */
  | { readonly kind: 'conflict'; readonly fields: readonly string[] }
  /** What was to be changed was removed meanwhile. */
  | { readonly kind: 'gone' }
  /** A value that cannot be. */
  | { readonly kind: 'invalid' }

/** The settings of mailbox owners. Every method throws StoreUnavailable; saves throw PersonalRefused. */
export interface SettingsStore {
  read(owner: DocumentOwner): Promise<StoredSettings>
  revision(owner: DocumentOwner): Promise<number>
  preferences(owner: DocumentOwner): Promise<Preferences>
  savePreferences(owner: DocumentOwner, changes: readonly FieldChange[]): Promise<SettingsSave>
  saveIdentity(
    owner: DocumentOwner,
    id: string,
    changes: readonly FieldChange[],
    isNew: boolean,
  ): Promise<SettingsSave>
  removeIdentity(owner: DocumentOwner, id: string): Promise<void>
  /** By name. */
  templates(owner: DocumentOwner): Promise<readonly Template[]>
  saveTemplate(
    owner: DocumentOwner,
    id: string,
    changes: readonly FieldChange[],
    isNew: boolean,
  ): Promise<SettingsSave>
  removeTemplate(owner: DocumentOwner, id: string): Promise<void>
}

/** Stands for an owner where their name is no business of others. */
export function userKey({ username, mailHost }: DocumentOwner): string {
  return createHash('sha256')
    .update(JSON.stringify(['person', username, mailHost]))
    .digest('hex')
}

/** Kinds and the one id of the personal documents that hold them. */
const PREFERENCES = { kind: 'settings', id: 'preferences' } as const
const IDENTITY = 'identity'
const TEMPLATE = 'template'
const KINDS = [PREFERENCES.kind, IDENTITY, TEMPLATE] as const

/** Settings over the personal documents, which never expire. */
export function createSettingsStore(personal: PersonalDocuments): SettingsStore {
  async function preferences(owner: DocumentOwner): Promise<Preferences> {
    const document = await personal.find(owner, PREFERENCES.kind, PREFERENCES.id)
    return readPreferences(document === undefined ? {} : fieldsOf(document))
  }

  /** Again while others write the same document: what they changed is looked at each time. */
  async function save(
    { owner, kind, id }: { owner: DocumentOwner; kind: string; id: string },
    changes: readonly FieldChange[],
    rules: {
      readonly initial: Fields | undefined
      readonly defaults: Fields
      readonly isValid: (fields: Fields) => boolean
    },
  ): Promise<SettingsSave> {
    for (;;) {
      const document = await personal.find(owner, kind, id)
      const stored = document === undefined ? rules.initial : fieldsOf(document)
      if (stored === undefined) return { kind: 'gone' }
      const merged = mergeFields({ ...rules.defaults, ...stored }, changes)
      if (merged.kind === 'conflict') return { kind: 'conflict', fields: merged.names }
      if (!rules.isValid(merged.fields)) return { kind: 'invalid' }
      const baseVersion = document?.version ?? 0
      const body = JSON.stringify(merged.fields)
      const outcome = await personal.save(owner, kind, [{ id, baseVersion, body }])
      if ('saved' in outcome) return { kind: 'saved' }
    }
  }

  async function remove(owner: DocumentOwner, kind: string, id: string): Promise<void> {
    for (;;) {
      const document = await personal.find(owner, kind, id)
      if (document === undefined) return
      const change = { id, baseVersion: document.version, body: undefined }
      if ('saved' in (await personal.save(owner, kind, [change]))) return
    }
  }

  async function revision(owner: DocumentOwner): Promise<number> {
    const revisions = await Promise.all(KINDS.map((kind) => personal.revision(owner, kind)))
    return revisions.reduce((sum, each) => sum + each, 0)
  }

  return {
    preferences,
    revision,
    async read(owner) {
      // Before the rest: what is changed meanwhile is requested again.
      const initialRevision = await revision(owner)
      const [set, identities] = await Promise.all([
        preferences(owner),
        personal.list(owner, IDENTITY),
      ])
      const { documents } = identities
      return {
        preferences: set,
        identities: documents.flatMap(identityOf),
        revision: initialRevision,
      }
    },
    savePreferences: (owner, changes) =>
      save({ owner, ...PREFERENCES }, changes, {
        initial: {},
        defaults: defaultPreferences,
        isValid: (fields) => preferencesSchema.safeParse(fields).success,
      }),
    saveIdentity: (owner, id, changes, isNew) =>
      save({ owner, kind: IDENTITY, id }, changes, {
        initial: isNew ? {} : undefined,
        defaults: emptyIdentity,
        isValid: isIdentity,
      }),
    removeIdentity: (owner, id) => remove(owner, IDENTITY, id),
    async templates(owner) {
      const { documents } = await personal.list(owner, TEMPLATE)
      return documents
        .flatMap(templateOf)
        .sort((one, other) => byName.compare(one.name, other.name))
    },
    saveTemplate: (owner, id, changes, isNew) =>
      save({ owner, kind: TEMPLATE, id }, changes, {
        initial: isNew ? {} : undefined,
        defaults: emptyTemplate,
        isValid: isTemplate,
      }),
    removeTemplate: (owner, id) => remove(owner, TEMPLATE, id),
  }
}

const byName = new Intl.Collator()

function isIdentity(fields: Fields): boolean {
  const read = identityFields.safeParse(fields)
  if (!read.success) return false
  const { address, replyTo, bcc } = read.data
  return isAddress(address) && [replyTo, bcc].every((text) => text === '' || isAddress(text))
}

function isAddress(text: string): boolean {
  return parseMailAddress(text) !== undefined
}

const fields = z.record(z.string(), z.unknown())

/** What is damaged, or of another shape, counts as empty: the owner can set it again. */
function fieldsOf({ body }: PersonalDocument): Fields {
  try {
    const read = fields.safeParse(JSON.parse(body))
    return read.success ? read.data : {}
  } catch {
    return {}
  }
}

function identityOf(document: PersonalDocument): Identity[] {
  const stored = readIdentity(fieldsOf(document))
  return stored === undefined ? [] : [{ id: document.id, version: document.version, ...stored }]
}

function templateOf(document: PersonalDocument): Template[] {
  const stored = readTemplate(fieldsOf(document))
  return stored === undefined ? [] : [{ id: document.id, version: document.version, ...stored }]
}

/** What was kept: each field alone, so that one that cannot be read costs no other. */
function readPreferences(storedSettings: Readonly<Record<string, unknown>>): Preferences {
  const known = Object.entries(preferencesSchema.shape).flatMap(([name, field]) => {
    const read = field.safeParse(storedSettings[name])
    return read.success ? [[name, read.data]] : []
  })
  return preferencesSchema.parse({ ...defaultPreferences, ...Object.fromEntries(known) })
}
