import type { Catalogue } from '../../texts/first-texts.ts'
import { nameOfUse } from './names.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { CreatableUse } from '../../wire/inputs.ts'
import type { Connection } from '../session/connection.ts'
import type { Dialogs } from '../notice/dialogs.ts'
import type { Mailboxes } from './mailboxes.ts'
import type { Notices } from '../notice/notices.ts'

/** The folders that acts need: the user is asked first where one is missing, or its purpose is defeated. */
export interface SpecialFolders {
  /** Calls `run` with the path of the folder; where there is none, after it was requested and made. */
  need(use: CreatableUse, run: (path: string) => void): void
  /**
   * Calls `run` at once where deleted messages go to the trash. Where they would be deleted permanently,
   * it says how many and asks.
   */
  confirmDelete(mailbox: string, count: number, run: (isPermanent: boolean) => void): void
  /** Makes the folder. What fails is told. */
  make(use: CreatableUse): Promise<string | undefined>
}

interface SpecialFoldersOptions {
  readonly http: HttpClient
  readonly connection: Connection
  readonly mailboxes: Mailboxes
  readonly dialogs: Dialogs
  readonly notices: Notices
  readonly text: Catalogue
}

/** Builds them. Making one is repeatable: where it is there, nothing is made. */
export function createSpecialFolders(options: SpecialFoldersOptions): SpecialFolders {
  const { http, connection, mailboxes, dialogs, notices, text } = options
  const { signal } = new AbortController()

  async function make(use: CreatableUse): Promise<string | undefined> {
    try {
      const making = () => http.post('create-special-folder', { use }, signal)
      const folders = await connection.reach(making, signal)
      mailboxes.apply(folders)
      return folders.path ?? undefined
    } catch (error) {
      notices.failed(error, text.actFailed)
      return undefined
    }
  }

  async function makeFor(use: CreatableUse, run: (path: string) => void): Promise<void> {
    const path = await make(use)
    if (path !== undefined) run(path)
  }

  return {
    make,
    need(use, run) {
      const found = mailboxes.special(use)
      if (found !== undefined) {
        run(found.path)
        return
      }
      const name = nameOfUse(use, text)
      dialogs.confirm({
        title: text.folderMissing({ name }),
        text: text.makeFolderAsk({ name }),
        other: { label: text.makeFolder({ name }), run: () => void makeFor(use, run) },
      })
    },
    confirmDelete(mailbox, count, run) {
      const trash = mailboxes.special('trash')
      if (trash !== undefined && trash.path !== mailbox) {
        run(false)
        return
      }
      const permanent = { confirm: text.deleteForGood, run: () => run(true) }
      if (trash !== undefined) {
        dialogs.confirm({
          title: text.deleteForGood,
          text: text.removeForGoodAsk({ count }),
          ...permanent,
        })
        return
      }
      dialogs.confirm({
        title: text.folderMissing({ name: text.trash }),
        text: text.noTrashAsk({ count }),
        ...permanent,
        other: {
          label: text.makeFolder({ name: text.trash }),
          run: () => void makeFor('trash', () => run(false)),
        },
      })
    },
  }
}
