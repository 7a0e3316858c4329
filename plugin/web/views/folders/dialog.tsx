import type { NativeMailbox } from '../../../wire/native/types.ts'
import { folderName } from '../../state/folder/names.ts'
import { useApp } from '../../app/app-context.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { EmptyFolder } from './empty-folder.tsx'
import { FolderMenu } from './menu.tsx'
import { FolderQuestion, type OpenQuestion } from './question.tsx'
import { FailureNote } from '../notice/failure.tsx'
import { useSignal } from '@preact/signals'
import { parentOf } from '../../state/folder/mailboxes.ts'

/** What is being done to a folder: its menu first, then the form of what was chosen. */
export function FolderDialog() {
  const { text, laterText, folderActions, mailboxes } = useApp()
  const task = folderActions.task.value
  if (task === undefined) return null
  if (task.kind === 'shown') {
    return (
      <Dialog title={text.chooseFolders} onClose={folderActions.close}>
        <FoldersShown />
      </Dialog>
    )
  }
  const mailbox = mailboxes.find(task.path ?? '')
  if (task.kind === 'create') {
    const title =
      mailbox === undefined
        ? text.newFolder
        : laterText.mail.newFolderIn({ name: folderName(mailbox, text) })
    return (
      <Dialog key="create" title={title} onClose={folderActions.close}>
        <FolderForm
          name=""
          parent={task.path}
          submit={laterText.mail.createFolder}
          onSubmit={(name, parent) => folderActions.create(parent, name)}
        />
      </Dialog>
    )
  }
  return mailbox === undefined ? null : (
    <OneFolder key={task.kind} kind={task.kind} mailbox={mailbox} />
  )
}

interface OneFolderProps {
  readonly kind: 'menu' | 'rename' | 'delete' | 'empty'
  readonly mailbox: NativeMailbox
}

function OneFolder({ kind, mailbox }: OneFolderProps) {
  const { text, laterText, folderActions } = useApp()
  const name = folderName(mailbox, text)
  const titles = {
    menu: name,
    rename: laterText.mail.renameFolder,
    delete: laterText.mail.deleteFolder,
    empty: text.emptyFolder,
  }

  return (
    <Dialog title={titles[kind]} onClose={folderActions.close}>
      {kind === 'menu' ? <FolderMenu mailbox={mailbox} /> : null}
      {kind === 'rename' ? (
        <FolderForm
          name={mailbox.name}
          moved={mailbox}
          submit={text.save}
          onSubmit={(typed, parent) => folderActions.rename(mailbox, parent, typed)}
        />
      ) : null}
      {kind === 'delete' ? <DeleteFolder mailbox={mailbox} /> : null}
      {kind === 'empty' ? <EmptyFolder mailbox={mailbox} /> : null}
    </Dialog>
  )
}

function DeleteFolder({ mailbox }: { readonly mailbox: NativeMailbox }) {
  const { http, text, laterText, folderActions, mailboxes, specialFolders } = useApp()
  const trash = mailboxes.special('trash')

  async function loadQuestion(signal: AbortSignal): Promise<OpenQuestion> {
    const { messages, folders } = await http.get('folder-size', { mailbox: mailbox.path }, signal)
    return {
      question: laterText.mail.deleteFolderAsk({
        name: folderName(mailbox, text),
        messages,
        folders,
      }),
      run: () => folderActions.deletePermanently(mailbox),
    }
  }

  return (
    <FolderQuestion loadQuestion={loadQuestion} confirm={text.deleteForGood} isPermanent>
      {trash === undefined ? (
        <button
          type="button"
          class="button primary"
          onClick={() => void specialFolders.make('trash')}
        >
          {text.makeFolder({ name: text.trash })}
        </button>
      ) : null}
      {trash !== undefined && isTakenBy(trash, mailbox) ? (
        <button
          type="button"
          class="button primary"
          disabled={folderActions.isBusy.value}
          onClick={() => folderActions.moveToTrash(mailbox)}
        >
          {laterText.mail.moveToTrash}
        </button>
      ) : null}
    </FolderQuestion>
  )
}

/** Where names are flat, nothing can be put below the trash. */
function isTakenBy(trash: NativeMailbox, { path }: NativeMailbox): boolean {
  return trash.delimiter !== null && !path.startsWith(`${trash.path}${trash.delimiter}`)
}

interface FolderFormProps {
  readonly name: string
  readonly parent?: string | null
  /** The folder that is renamed: it can not be put below itself. */
  readonly moved?: NativeMailbox
  readonly submit: string
  readonly onSubmit: (name: string, parent: string | null) => void
}

/** Name and place of a folder. */
function FolderForm({ name, parent = null, moved, submit, onSubmit }: FolderFormProps) {
  const { text, laterText, folderActions, mailboxes } = useApp()
  const typed = useSignal(name)
  const index = useSignal(moved === undefined ? parent : parentOf(moved))
  const parents = mailboxes.all.value.filter(
    ({ path, specialUse, delimiter }) =>
      specialUse !== 'drafts' &&
      specialUse !== 'junk' &&
      delimiter !== null &&
      (moved === undefined ||
        (path !== moved.path && !path.startsWith(`${moved.path}${delimiter}`))),
  )

  return (
    <form
      class="folder-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(typed.value.trim(), index.value)
      }}
    >
      <label class="field">
        <span>{laterText.mail.folderNameField}</span>
        <input
          type="text"
          name="folder"
          autocomplete="off"
          maxLength={100}
          required
          autofocus
          value={typed.value}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{laterText.mail.folderParent}</span>
        <select
          value={index.value ?? ''}
          onChange={(event) => (index.value = event.currentTarget.value || null)}
        >
          <option value="">{laterText.mail.folderTop}</option>
          {parents.map((mailbox) => (
            <option key={mailbox.path} value={mailbox.path}>
              {mailbox.specialUse === null ? mailbox.path : folderName(mailbox, text)}
            </option>
          ))}
        </select>
      </label>
      <FailureNote failure={folderActions.problem.value} />
      <div class="dialog-acts">
        <button type="button" class="button" onClick={folderActions.close}>
          {text.cancel}
        </button>
        <button type="submit" class="button primary" disabled={folderActions.isBusy.value}>
          {submit}
        </button>
      </div>
    </form>
  )
}

/** All folders of the owner's own, with what is shown in the list (IMAP subscriptions). */
function FoldersShown() {
  const { laterText, folderActions, mailboxes } = useApp()
  const own = mailboxes.all.value.filter(
    ({ specialUse, isSelectable }) => specialUse === null && isSelectable,
  )

  return (
    <>
      <p class="dialog-text">
        {own.length === 0 ? laterText.mail.noOwnFolders : laterText.mail.chooseFoldersNote}
      </p>
      <ul class="picker-folders">
        {own.map((mailbox) => (
          <li key={mailbox.path}>
            <label class="folder-button">
              <input
                type="checkbox"
                checked={mailbox.isSubscribed}
                disabled={folderActions.isBusy.value}
                onChange={(event) => folderActions.setShown(mailbox, event.currentTarget.checked)}
              />
              <span class="folder-name">{mailbox.path}</span>
            </label>
          </li>
        ))}
      </ul>
      <FailureNote failure={folderActions.problem.value} />
    </>
  )
}
