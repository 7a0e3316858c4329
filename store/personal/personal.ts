import { createKeyedMutex } from '../../plugin/concurrency/keyed-mutex.ts'
import {
  personalBytes,
  type PersonalChange,
  type PersonalCollection,
  personalOwner,
  personalRevision,
  type StoredPersonal,
} from '../record/personal.ts'
import type { PersonalTier } from './tier.ts'

/** A mailbox owner, as the user records name them. */
export interface DocumentOwner {
  readonly username: string
  readonly mailHost: string
}

/** A document that belongs to a mailbox owner and is stored until they remove it. */
export interface PersonalDocument {
  readonly kind: string
  readonly id: string
  /** Grows by one with each change. */
  readonly version: number
  readonly body: string
}

/** A document that was removed: a mark of its version. */
export interface RemovedDocument {
  readonly id: string
  readonly version: number
  readonly removed: true
}

/** What became of changes: all are kept, or none and these stand at another version. */
export type PersonalSave =
  | { readonly saved: readonly (PersonalDocument | RemovedDocument)[] }
  | { readonly conflicts: readonly (PersonalDocument | RemovedDocument)[] }

/** Documents of mailbox owners without expiry. Every method throws StoreUnavailable. */
export interface PersonalDocuments {
  /** All of a kind, and the revision of this collection: it is another after every change. */
  list(
    owner: DocumentOwner,
    kind: string,
  ): Promise<{ readonly revision: number; readonly documents: readonly PersonalDocument[] }>
  /** The revision alone, which is cheap. */
  revision(owner: DocumentOwner, kind: string): Promise<number>
  find(owner: DocumentOwner, kind: string, id: string): Promise<PersonalDocument | undefined>
  /**
   * Keeps all of the changes, durably and for every instance, or none of them. Throws PersonalRefused when they
   * pass a limit, TypeError for a kind or id of another shape.
   */
  save(
    owner: DocumentOwner,
    kind: string,
    changes: readonly PersonalChange[],
  ): Promise<PersonalSave>
  /** Throws PersonalRefused where a save of these changes would, if all of them were new. */
  check(owner: DocumentOwner, changes: readonly PersonalChange[]): Promise<void>
  /** The kinds of which the owner has, or had, documents. */
  kinds(owner: DocumentOwner): Promise<readonly string[]>
}

/** Work on the documents of all owners. */
export interface PersonalRewrite {
  /**
   * Lets a function write each document of a kind again; one for which it answers undefined stays. Each is kept automatically: who is
   * stopped in between starts again. Answers how many were written. Throws StoreUnavailable, also where the database does not answer.
   */
  rewrite(kind: string, newBody: (document: OwnedDocument) => string | undefined): Promise<number>
}

/** A document with its owner as `personalOwner` names them. */
export interface OwnedDocument extends PersonalDocument {
  readonly owner: string
}

/** What an owner may keep. */
interface PersonalLimits {
  /** Of all kinds. */
  readonly personalDocuments: number
  /** Of all kinds, in UTF-8. */
  readonly personalBytes: number
  /** Of one document, in UTF-8. */
  readonly personalBodyBytes: number
}

/** Changes that would pass a limit; nothing of them was kept. */
export class PersonalRefused extends Error {
  override readonly name = 'PersonalRefused'
  readonly code: 'too_many_documents' | 'too_many_bytes' | 'document_too_large'
  readonly limit: number

  constructor(code: PersonalRefused['code'], limit: number) {
    super(`${code}: the limit is ${limit}`)
    this.code = code
    this.limit = limit
  }
}

/** Of a rewriting: they share commits, and leave room for everybody else. */
const OWNERS_AT_ONCE = 16

/** Over a tier; changes of an owner go one after the other, so that limits hold. */
export function createPersonalDocuments(
  tier: PersonalTier,
  limits: PersonalLimits,
): PersonalDocuments & PersonalRewrite {
  /** Runs the work after what is under way for the owner. */
  const inTurn = createKeyedMutex()

  /** `replacedBytes` is only asked where all changes together would be too much: it reads the collection. */
  async function checkLimits(
    owner: string,
    changes: readonly PersonalChange[],
    replacedBytes: () => Promise<number>,
  ): Promise<void> {
    const { personalDocuments, personalBytes: maxBytes, personalBodyBytes } = limits
    const bytes = changes.map(({ body }) => personalBytes(body))
    if (bytes.some((size) => size > personalBodyBytes)) {
      throw new PersonalRefused('document_too_large', personalBodyBytes)
    }
    // Who takes away or only changes is let through a limit that was lowered.
    const added = changes.filter(({ baseVersion, body }) => baseVersion === 0 && body !== undefined)
    const removed = changes.filter(({ body }) => body === undefined)
    const growth = bytes.reduce((sum, size) => sum + size, 0)
    if (growth === 0) return
    const usage = await tier.usage(owner)
    if (usage === undefined) return
    if (added.length > 0 && usage.documents + added.length - removed.length > personalDocuments) {
      throw new PersonalRefused('too_many_documents', personalDocuments)
    }
    if (usage.bytes + growth <= maxBytes) return
    const more = growth - (await replacedBytes())
    if (more > 0 && usage.bytes + more > maxBytes) {
      throw new PersonalRefused('too_many_bytes', maxBytes)
    }
  }

  /** Of the documents whose place the changes take. */
  async function bytesReplacedBy(
    collection: PersonalCollection,
    changes: readonly PersonalChange[],
  ): Promise<number> {
    const ids = new Set(changes.map(({ id }) => id))
    const rows = await tier.list(collection)
    return rows.reduce((sum, { id, body }) => sum + (ids.has(id) ? personalBytes(body) : 0), 0)
  }

  /** Again where another instance changed something meanwhile. Limits do not stop it: nothing is added. */
  async function rewriteOf(
    collection: PersonalCollection,
    newBody: (document: OwnedDocument) => string | undefined,
  ): Promise<number> {
    for (;;) {
      const { owner } = collection
      const documents = (await tier.list(collection)).flatMap(presentOf)
      const changes = documents.flatMap((document) => {
        const body = newBody({ owner, ...document })
        return body === undefined ? [] : [{ id: document.id, baseVersion: document.version, body }]
      })
      if (changes.length === 0 || 'saved' in (await tier.save(collection, changes))) {
        return changes.length
      }
    }
  }

  return {
    async list(owner, kind) {
      const rows = await tier.list(collectionOf(owner, kind))
      return { revision: personalRevision(rows), documents: rows.flatMap(presentOf) }
    },
    revision: async (owner, kind) => tier.revision(collectionOf(owner, kind)),
    async find(owner, kind, id) {
      const row = await tier.find(collectionOf(owner, kind), checkedId(id))
      return row === undefined ? undefined : presentOf(row)[0]
    },
    async save(owner, kind, changes) {
      const collection = collectionOf(owner, kind)
      if (new Set(changes.map(({ id }) => checkedId(id))).size < changes.length) {
        throw new TypeError('changes name a document twice')
      }
      return inTurn(collection.owner, async () => {
        await checkLimits(collection.owner, changes, () => bytesReplacedBy(collection, changes))
        const outcome = await tier.save(collection, changes)
        return 'saved' in outcome
          ? { saved: outcome.saved.map(documentOf) }
          : { conflicts: outcome.conflicts.map(documentOf) }
      })
    },
    check: ({ username, mailHost }, changes) =>
      checkLimits(personalOwner(username, mailHost), changes, () => Promise.resolve(0)),
    kinds: ({ username, mailHost }) => tier.kinds(personalOwner(username, mailHost)),
    async rewrite(kind, newBody) {
      let written = 0
      for await (const owners of tier.owners(kind)) {
        for (let from = 0; from < owners.length; from += OWNERS_AT_ONCE) {
          const some = owners.slice(from, from + OWNERS_AT_ONCE)
          const counts = await Promise.all(
            some.map((owner) => inTurn(owner, () => rewriteOf({ owner, kind }, newBody))),
          )
          written += counts.reduce((sum, count) => sum + count, 0)
        }
      }
      return written
    },
  }
}

const kindShape = /^[a-z][a-z-]{0,31}$/
const idShape = /^[a-z0-9-]{1,64}$/

function collectionOf({ username, mailHost }: DocumentOwner, kind: string): PersonalCollection {
  if (!kindShape.test(kind)) throw new TypeError('kind of another shape')
  return { owner: personalOwner(username, mailHost), kind }
}

function checkedId(id: string): string {
  if (!idShape.test(id)) throw new TypeError('id of another shape')
  return id
}

function presentOf({ kind, id, version, body }: StoredPersonal): PersonalDocument[] {
  return body === undefined ? [] : [{ kind, id, version, body }]
}

function documentOf({ kind, id, version, body }: StoredPersonal) {
  return body === undefined ? { id, version, removed: true as const } : { kind, id, version, body }
}
