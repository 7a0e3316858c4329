import type { Renderer } from '../../proxy/mail/index.ts'
import {
  defaultStoreLimits,
  type DocumentOwner,
  openRoundcube,
  type PersonalDocuments,
  type Users,
} from '../../store/index.ts'
import { mayWriteAs } from '../actions/settings/settings.ts'
import type { Config } from '../config/schema.ts'
import { ownAddress } from '../handlers/own/own-address.ts'
import type { OperationalLog } from '../log/operational-log.ts'
import { createFirstSignIn } from '../migration/first-sign-in.ts'
import { createMigration, type Migration } from '../migration/migrate.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { type FolderChoices, readFolderUses, writeFolderUses } from '../settings/folder-choices.ts'
import { sendersOf } from '../settings/senders.ts'

interface MigrationParts {
  readonly personal: PersonalDocuments
  readonly users: Users
  readonly folderChoices: FolderChoices
  readonly renderer: Renderer
  readonly parsing: Parsing
  readonly now: () => number
  readonly log: OperationalLog
}

/** One query to the other database, which may be busy with its own users. */
const QUERY_MS = 5_000
/** A first sign-in waits so long for it; what takes longer continues behind it. */
export const MIGRATION_WAIT_MS = 2_000

/** A signature is short; what takes longer is left out, and told. */
const SIGNATURE_MS = 10_000

/** Taking over from Roundcube, by the command and, where its database is configured, at the first sign-in. */
export function openMigration(
  config: Config,
  { personal, users, folderChoices, renderer, parsing, now, log }: MigrationParts,
  waitMs = MIGRATION_WAIT_MS,
): {
  readonly migration: Migration
  readonly migrateAtSignIn: (owner: DocumentOwner) => Promise<void>
} {
  const { roundcube: url, tablePrefix, mailHost } = config.migration
  const migration = createMigration({
    personal,
    textOf: (html) => renderer.textOf(html, AbortSignal.timeout(SIGNATURE_MS)),
    markupOf: (html) => renderer.markupOf(html, AbortSignal.timeout(SIGNATURE_MS)),
    mayWriteAs: ({ username }, address) =>
      mayWriteAs(address, { senders: sendersOfName(username) }),
    readRows: ({ username }, rows) => parsing.readRows(username, rows),
    folders: {
      chosen: async ({ username, mailHost }) =>
        readFolderUses(await users.settings(username, mailHost)),
      async choose(owner, uses) {
        await users.saveSettings(owner.username, owner.mailHost, writeFolderUses(uses))
        // For sessions that are open, the first one among them.
        await folderChoices.publish(owner, uses)
      },
    },
  })
  const maxEntries = defaultStoreLimits.personalDocuments
  const open = (from: string) =>
    openRoundcube({ url: from, tablePrefix, maxEntries, timeoutMs: QUERY_MS })
  const migrateAtSignIn =
    url === null
      ? async () => undefined
      : createFirstSignIn({ migration, open: () => open(url), mailHost, waitMs, log, now })
  return { migration, migrateAtSignIn }

  /** As far as it is known without a session: what the panel allows comes with one. */
  function sendersOfName(username: string) {
    const { anyAddress, aliases } = config.identities
    const { mailDomain } = config.webmail
    const own = ownAddress({ username, subject: undefined, panelDomain: undefined, mailDomain })
    const byConfig = own === undefined ? [] : (aliases[own] ?? [])
    return sendersOf(own, { byPanel: [], byConfig }, anyAddress)
  }
}
