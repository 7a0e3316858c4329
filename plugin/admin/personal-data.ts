import type { DocumentOwner, PersonalDocuments } from '../../store/index.ts'
import type { Migration } from '../migration/migrate.ts'
import type { MigrationReport } from '../migration/run/report.ts'
import type { Parsing } from '../parsing/parsing.ts'

/** What a user keeps here, for who answers for it: everything of it, or nothing any more. */
export interface PersonalData {
  /** All documents by their kind, as they are kept. Throws StoreUnavailable. */
  export(username: string): Promise<ExportedData>
  /** Removes all of them; answers how many there were. Throws StoreUnavailable. */
  remove(username: string): Promise<number>
  /**
   * Takes over what a Roundcube kept of a user, as the command wrote it: see Migration. undefined where it is not what the command
   * writes. Throws StoreUnavailable, TooComplex.
   */
  import(body: Buffer): Promise<MigrationReport | undefined>
}

/** Everything a user has set or written, apart from their mail. */
interface ExportedData {
  readonly user: string
  readonly mailHost: string
  readonly documents: Readonly<Record<string, readonly ExportedDocument[]>>
}

interface ExportedDocument {
  readonly id: string
  readonly version: number
  /** Its content as JSON, or the text where it is none. */
  readonly content: unknown
}

interface PersonalDataOptions {
  readonly personal: PersonalDocuments
  readonly mailHost: string
  readonly migration: Migration
  readonly parsing: Pick<Parsing, 'readImport'>
}

/** The command waits no longer. */
const IMPORT_WAIT_MS = 30_000

/** Over the personal documents of the mailbox owners of one mail server. */
export function createPersonalData(options: PersonalDataOptions): PersonalData {
  const { personal, mailHost, migration, parsing } = options
  return {
    async import(body) {
      const request = await parsing.readImport(body, AbortSignal.timeout(IMPORT_WAIT_MS))
      if (request === undefined) return undefined
      const { user: username, data, isDryRun } = request
      return migration.migrate({ username, mailHost }, data, { isDryRun })
    },
    async export(user) {
      const owner = { username: user, mailHost }
      const documents: Record<string, readonly ExportedDocument[]> = {}
      for (const kind of await personal.kinds(owner)) {
        const stored = (await personal.list(owner, kind)).documents
        if (stored.length === 0) continue
        documents[kind] = stored.map(({ id, version, body }) => {
          return { id, version, content: contentOf(body) }
        })
      }
      return { user, mailHost, documents }
    },
    async remove(username) {
      const owner = { username, mailHost }
      let removed = 0
      for (const kind of await personal.kinds(owner)) removed += await removeKind(owner, kind)
      return removed
    },
  }

  /** Again when a user changed something meanwhile: it is to go as well. */
  async function removeKind(owner: DocumentOwner, kind: string): Promise<number> {
    for (;;) {
      const { documents } = await personal.list(owner, kind)
      if (documents.length === 0) return 0
      const changes = documents.map(({ id, version }) => {
        return { id, baseVersion: version, body: undefined }
      })
      if ('saved' in (await personal.save(owner, kind, changes))) return documents.length
    }
  }
}

function contentOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
