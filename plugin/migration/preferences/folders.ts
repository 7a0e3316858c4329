import type { DocumentOwner, PhpValue } from '../../../store/index.ts'
import { decodeModifiedUtf7, mailboxName, type MailboxName } from '../../../proxy/mail/index.ts'
import type { FolderUses } from '../../settings/folder-choices.ts'
import type { GatheredOutcome } from '../run/report.ts'
import type { MigrationRun } from '../run/run.ts'
import { entryMark } from '../run/source-entry.ts'
import type { RoundcubePreferences } from './preferences.ts'

/** Which folders owners have chosen for a use. Both throw StoreUnavailable. */
export interface OwnerFolders {
  chosen(owner: DocumentOwner): Promise<FolderUses>
  choose(owner: DocumentOwner, uses: FolderUses): Promise<void>
}

/** By Roundcube's names. There is none for the archive: that is a plugin's. */
const USES: ReadonlyMap<string, keyof FolderUses> = new Map([
  ['drafts_mbox', 'drafts'],
  ['sent_mbox', 'sent'],
  ['junk_mbox', 'junk'],
  ['trash_mbox', 'trash'],
])

/** Whether a preference names a special folder. */
export function isFolderPreference(name: string): boolean {
  return USES.has(name)
}

/** Takes over the folders of a use for which the owner has chosen none here; `outcome` gets the names. Throws StoreUnavailable. */
export async function takeFolders(
  { owner, before, taken }: MigrationRun,
  preferences: RoundcubePreferences,
  folders: OwnerFolders,
  outcome: GatheredOutcome,
): Promise<void> {
  const uses = await folders.chosen(owner)
  const added: Partial<Record<keyof FolderUses, MailboxName>> = {}
  const marks: string[] = []
  for (const [name, use] of USES) {
    const value = preferences.get(name)
    if (value === undefined) continue
    const path = pathOf(value)
    const mark = entryMark('preference', [name, value])
    if (path === undefined) outcome.left.push(name)
    else if (before.has(mark)) outcome.same += 1
    else {
      const isFree = uses[use] === undefined || uses[use] === path
      outcome[isFree ? 'taken' : 'kept'].push(name)
      if (isFree) added[use] = path
      marks.push(mark)
    }
  }
  if (Object.keys(added).length > 0) await folders.choose(owner, { ...uses, ...added })
  taken.push(...marks)
}

/** Roundcube keeps the name as IMAP has it (RFC 3501 5.1.3); empty where the user wants no such folder. */
function pathOf(value: PhpValue): MailboxName | undefined {
  if (typeof value !== 'string' || value === '' || value.length > MAX_CHARS) return undefined
  const path = mailboxName(decodeModifiedUtf7(value))
  return path === 'INBOX' ? undefined : path
}

/** As settings/folder-choices.ts has it. */
const MAX_CHARS = 1_000
