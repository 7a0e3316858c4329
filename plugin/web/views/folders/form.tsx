import { useSignal } from '@preact/signals'
import type { NativeMailbox } from '../../../wire/native/types.ts'
import { folderName } from '../../state/folder/names.ts'
import { parentOf } from '../../state/folder/mailboxes.ts'
import { useApp } from '../../app/app-context.ts'
import { FailureNote } from '../notice/failure.tsx'

interface FolderFormProps {
  readonly name: string
  readonly parent?: string | null
  /** The folder that is renamed: it can not be put below itself. */
  readonly moved?: NativeMailbox
  readonly submit: string
  readonly onSubmit: (name: string, parent: string | null) => void
}

/** Name and place of a folder. */
export function FolderForm({ name, parent = null, moved, submit, onSubmit }: FolderFormProps) {
  const { text, folderActs, mailboxes } = useApp()
  const typed = useSignal(name)
  const place = useSignal(moved === undefined ? parent : parentOf(moved))
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
        onSubmit(typed.value.trim(), place.value)
      }}
    >
      <label class="field">
        <span>{text.folderNameField}</span>
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
        <span>{text.folderParent}</span>
        <select
          value={place.value ?? ''}
          onChange={(event) => (place.value = event.currentTarget.value || null)}
        >
          <option value="">{text.folderTop}</option>
          {parents.map((mailbox) => (
            <option key={mailbox.path} value={mailbox.path}>
              {mailbox.specialUse === null ? mailbox.path : folderName(mailbox, text)}
            </option>
          ))}
        </select>
      </label>
      <FailureNote failure={folderActs.problem.value} />
      <div class="dialog-acts">
        <button type="button" class="button" onClick={folderActs.close}>
          {text.cancel}
        </button>
        <button type="submit" class="button primary" disabled={folderActs.isBusy.value}>
          {submit}
        </button>
      </div>
    </form>
  )
}
