import type {
  DocumentOwner,
  PersonalDocuments,
  RoundcubeData,
  RoundcubeResponse,
} from '../../store/index.ts'
import { createContactBooks, type ContactBook } from '../contacts/book/contact-book.ts'
import { importContacts, type ImportOutcome } from '../contacts/book/import.ts'
import { createSettingsStore } from '../settings/owner-settings.ts'
import { contactsOf, type ReadRows, sharedUids } from './contacts.ts'
import { withoutSaving } from './run/dry-run.ts'
import { addIdentity, identityOf, type IdentityServices } from './identities.ts'
import { readRoundcubePreferences, type RoundcubePreferences } from './preferences/preferences.ts'
import { addRecipients } from './recipients.ts'
import { boundedProblems, migrationProblem, type MigrationReport } from './run/report.ts'
import { responsesIn } from './preferences/responses.ts'
import { type MigrationRun, refusalOf, takePart } from './run/run.ts'
import type { OwnerFolders } from './preferences/folders.ts'
import { takePreferences } from './preferences/take-preferences.ts'
import { takeTrustedSenders } from './preferences/trusted-senders.ts'
import { addTaken, readTaken } from './run/taken.ts'
import { addTemplate, templateOf, type ResponsePosition } from './templates.ts'

/** Takes over what Roundcube kept of mailbox owners. */
export interface Migration {
  /**
   * Takes over what was not taken before; what the owner has here stays as it is. Contacts and recipients come whole or not at
   * all, and the report says which. A dry run saves nothing. Throws StoreUnavailable; then it can be run again.
   */
  migrate(
    owner: DocumentOwner,
    data: RoundcubeData,
    options: { readonly isDryRun: boolean },
  ): Promise<MigrationReport>
  /** Whether it was done for the owner, even if there was nothing to take. Throws StoreUnavailable. */
  isDone(owner: DocumentOwner): Promise<boolean>
}

interface MigrationOptions {
  readonly personal: PersonalDocuments
  /** Readable text of HTML. Throws where it is too heavy. */
  readonly textOf: (html: string) => Promise<string>
  /** Harmless markup of HTML. Throws where it is too heavy. */
  readonly markupOf: (html: string) => Promise<string>
  readonly mayWriteAs: (owner: DocumentOwner, address: string) => boolean
  readonly folders: OwnerFolders
  /** Reads rows of contacts of an owner, elsewhere than here where they are large. Throws where they are too heavy. */
  readonly readRows: (owner: DocumentOwner, ...rows: Parameters<ReadRows>) => ReturnType<ReadRows>
}

/** Over the personal documents. */
export function createMigration({
  personal,
  textOf,
  markupOf,
  mayWriteAs,
  folders,
  readRows,
}: MigrationOptions): Migration {
  return {
    isDone: async (owner) => (await readTaken(personal, owner)) !== undefined,
    async migrate(owner, data, { isDryRun }) {
      const documents = isDryRun ? withoutSaving(personal) : personal
      const before = (await readTaken(personal, owner))?.marks ?? new Set<string>()
      const run: MigrationRun = { owner, documents, before, taken: [], problems: [] }
      const book = createContactBooks({ personal: documents, maxIndexed: 1 }).of(owner)
      const mayWrite = (address: string) => mayWriteAs(owner, address)

      for (const { part, id } of data.cut) {
        run.problems.push(migrationProblem(part, String(id), 'too_long'))
      }
      const contacts = await takeContacts(run, book, data, (rows) => readRows(owner, rows))
      const recipients = await takeRecipients(run, book, data)
      const identities = await takeIdentities(run, data, { textOf, markupOf, mayWriteAs: mayWrite })
      const read = readRoundcubePreferences(data.preferences)
      if (read === undefined) {
        run.problems.push(migrationProblem('preference', '', 'preferences_unreadable'))
      }
      const chosen: RoundcubePreferences = read ?? new Map()
      const preferences = await takePreferences(run, chosen, {
        language: data.language,
        folders: isDryRun ? { ...folders, choose: async () => undefined } : folders,
      })
      const trustedSenders = await takeTrustedSenders(run, data.collected, chosen)
      const templates = await takeTemplates(run, {
        locations: { table: data.responses, preference: responsesIn(chosen) },
        textOf,
      })
      await noteTaken(run)
      const parts = { contacts, recipients, trustedSenders, identities, templates, preferences }
      return { ...parts, ...boundedProblems(run.problems) }
    },
  }
}

function takeContacts(
  run: MigrationRun,
  book: ContactBook,
  { contacts, emptyGroups }: RoundcubeData,
  readRows: ReadRows,
): Promise<ImportOutcome> {
  for (const name of emptyGroups) {
    run.problems.push(migrationProblem('group', name, 'group_empty'))
  }
  return takePart(run, { part: 'contact', rows: contacts }, async (rows) => {
    const read = await contactsOf(rows, await sharedUids(contacts), readRows)
    run.problems.push(...read.problems)
    return { ...(await importContacts(book, read.contacts, '')), leftOut: read.leftOut }
  })
}

function takeRecipients(
  run: MigrationRun,
  book: ContactBook,
  { collected }: RoundcubeData,
): Promise<ImportOutcome> {
  const rows = collected.filter(({ kind }) => kind === 'recipient')
  return takePart(run, { part: 'recipient', rows }, (fresh) =>
    addRecipients(book, fresh, run.problems),
  )
}

function takeIdentities(
  run: MigrationRun,
  { identities }: RoundcubeData,
  services: IdentityServices,
): Promise<ImportOutcome> {
  const settings = createSettingsStore(run.documents)
  return takePart(run, { part: 'identity', rows: identities }, async (rows) => {
    const counts = { added: 0, changed: 0, same: 0 }
    const leftOut = new Set<number>()
    for (const row of rows) {
      const identity = await identityOf(row, services, run.problems)
      if (identity === undefined) leftOut.add(row.id)
      else counts[(await addIdentity(settings, run.owner, identity)) ? 'added' : 'same'] += 1
    }
    return { ...counts, leftOut }
  })
}

async function takeTemplates(
  run: MigrationRun,
  {
    locations,
    textOf,
  }: {
    readonly locations: Readonly<Record<ResponsePosition, readonly RoundcubeResponse[]>>
    readonly textOf: MigrationOptions['textOf']
  },
): Promise<ImportOutcome> {
  const settings = createSettingsStore(run.documents)
  const total = { added: 0, changed: 0, same: 0 }
  for (const location of ['table', 'preference'] as const) {
    const outcome = await takePart(
      run,
      { part: 'response', rows: locations[location] },
      async (rows) => {
        const counts = { added: 0, changed: 0, same: 0 }
        const leftOut = new Set<number>()
        for (const row of rows) {
          const template = await templateOf(row, { place: location, textOf }, run.problems)
          if (template === undefined) leftOut.add(row.id)
          else counts[(await addTemplate(settings, run.owner, template)) ? 'added' : 'same'] += 1
        }
        return { ...counts, leftOut }
      },
    )
    total.added += outcome.added
    total.same += outcome.same
  }
  return total
}

/** Where the note itself is too much, the next run knows entries by their ids. */
async function noteTaken({ documents, owner, taken, problems }: MigrationRun): Promise<void> {
  try {
    await addTaken(documents, owner, taken)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    problems.push(migrationProblem('preference', 'migration', refusal.code, refusal.about))
  }
}
