import { batch, signal, type ReadonlySignal } from '@preact/signals'
import type { NativeFolders, NativeMailbox } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import { folderName, nameOfUse } from './names.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { CreatableUse } from '../../wire/inputs.ts'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import type { Connection } from '../session/connection.ts'
import type { MessageList } from '../list/list.ts'
import { parentOf, type Mailboxes } from './mailboxes.ts'
import type { Notices } from '../notice/notices.ts'

/** What is being done to the folders, in a dialog. */
export type FolderTask =
  | { readonly kind: 'menu' | 'rename' | 'delete' | 'empty'; readonly path: string }
  /** `path` is the folder above; null at the top. */
  | { readonly kind: 'create'; readonly path: string | null }
  | { readonly kind: 'shown' }

/** Acts on folders. What was typed stays in its dialog until the server has agreed. */
export interface FolderActions {
  readonly task: ReadonlySignal<FolderTask | undefined>
  /** Why the server refused; undefined while it has not. */
  readonly problem: ReadonlySignal<Failure | undefined>
  readonly isBusy: ReadonlySignal<boolean>
  show(task: FolderTask): void
  readonly close: () => void
  create(parent: string | null, name: string): void
  rename(mailbox: NativeMailbox, parent: string | null, name: string): void
  moveToTrash(mailbox: NativeMailbox): void
  deletePermanently(mailbox: NativeMailbox): void
  setShown(mailbox: NativeMailbox, isShown: boolean): void
  /** Drafts, sent mail and so on are in this folder from then on, or as they were before. */
  use(mailbox: NativeMailbox, use: CreatableUse | 'none'): void
}

interface FolderActionsOptions {
  readonly http: HttpClient
  readonly connection: Connection
  readonly mailboxes: Mailboxes
  readonly list: MessageList
  readonly notices: Notices
  readonly text: Catalogue
  readonly openMailbox: (path: string) => void
}

interface Done {
  readonly said: string
  readonly undo?: () => void
}

/** Builds the actions. None is repeated automatically: after a cut line no one knows whether it was done. */
export function createFolderActions(options: FolderActionsOptions): FolderActions {
  const { http, connection, mailboxes, list, notices, text, openMailbox } = options
  const { signal: abort } = new AbortController()
  const task = signal<FolderTask | undefined>(undefined)
  const problem = signal<Failure | undefined>(undefined)
  const isBusy = signal(false)

  function show(next: FolderTask | undefined): void {
    task.value = next
    problem.value = undefined
  }

  async function run(
    call: () => Promise<NativeFolders>,
    done: (folders: NativeFolders) => Done,
    leaving?: NativeMailbox,
  ): Promise<void> {
    if (isBusy.value) return
    isBusy.value = true
    // Nothing is asked of a folder that may be deleted by the time the question arrives.
    const release = leaving !== undefined && isOnShow(leaving) ? list.hold() : undefined
    try {
      const folders = await connection.once(call, abort)
      const { said, undo } = batch(() => {
        mailboxes.apply(folders)
        return done(folders)
      })
      if (task.value?.kind !== 'shown') show(undefined)
      notices.say(said, undo && { label: text.undo, run: undo })
    } catch (error) {
      problem.value = failureOf(error)
      if (task.value === undefined) notices.failed(error, text.actFailed)
      if (release !== undefined) list.reload()
    } finally {
      release?.()
      isBusy.value = false
    }
  }

  /** True for the folder on show and for those above it. */
  function isOnShow({ path, delimiter }: NativeMailbox): boolean {
    const { mailbox } = list.query.value
    return mailbox === path || (delimiter !== null && mailbox.startsWith(`${path}${delimiter}`))
  }

  function follow(from: NativeMailbox, to: string | null): void {
    if (!isOnShow(from)) return
    const below = list.query.value.mailbox.slice(from.path.length)
    openMailbox(to === null ? 'INBOX' : `${to}${below}`)
  }

  function relocate(
    mailbox: NativeMailbox,
    call: () => Promise<NativeFolders>,
    said: string,
    isUndoable = true,
  ): void {
    const done = (folders: NativeFolders): Done => {
      follow(mailbox, folders.path)
      const moved = mailboxes.find(folders.path ?? '')
      if (!isUndoable || moved === undefined) return { said }
      const { path } = moved
      const former = { path, parent: parentOf(mailbox), name: mailbox.name }
      const back = () => http.post('rename-folder', former, abort)
      return { said, undo: () => relocate(moved, back, text.undone, false) }
    }
    void run(call, done, mailbox)
  }

  const remove = ({ path }: NativeMailbox, isPermanent: boolean) =>
    http.post('delete-folder', { path, isPermanent }, abort)

  function setShown(mailbox: NativeMailbox, isShown: boolean): void {
    const name = folderName(mailbox, text)
    void run(
      () => http.post('subscribe-folder', { path: mailbox.path, isSubscribed: isShown }, abort),
      () =>
        isShown
          ? { said: text.folderShown({ name }) }
          : { said: text.folderHidden({ name }), undo: () => setShown(mailbox, true) },
    )
  }

  return {
    task,
    problem,
    isBusy,
    show,
    close: () => show(undefined),
    create(parent, name) {
      void run(
        () => http.post('create-folder', { parent, name }, abort),
        () => ({ said: text.folderCreated({ name }) }),
      )
    },
    rename(mailbox, parent, name) {
      if (name === mailbox.name && parent === parentOf(mailbox)) show(undefined)
      else
        relocate(
          mailbox,
          () => http.post('rename-folder', { path: mailbox.path, parent, name }, abort),
          text.folderRenamed({ name }),
        )
    },
    moveToTrash(mailbox) {
      const said = text.folderTrashed({ name: mailbox.name })
      relocate(mailbox, () => remove(mailbox, false), said)
    },
    deletePermanently(mailbox) {
      void run(
        () => remove(mailbox, true),
        () => {
          follow(mailbox, null)
          return { said: text.folderDeleted({ name: mailbox.name }) }
        },
        mailbox,
      )
    },
    setShown,
    use(mailbox, use) {
      void run(
        () => http.post('use-folder', { path: mailbox.path, use }, abort),
        () => ({
          said:
            use === 'none'
              ? text.folderUnused({ name: mailbox.name })
              : text.folderUsed({ name: mailbox.name, use: nameOfUse(use, text) }),
        }),
      )
    },
  }
}
