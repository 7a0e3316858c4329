import { useSignal } from '@preact/signals'
import type { NativeMailbox } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import type { Branch } from '../../state/folder/mailboxes.ts'
import { folderName } from '../../state/folder/names.ts'
import { folderIcon, Icon } from '../icon/icon.tsx'
import { Dialog } from './dialog.tsx'

/** Picks the folder that messages are moved to. */
export function MoveDialog() {
  const { dialogs, text, commands } = useApp()
  const target = dialogs.moving.value
  if (target === undefined) return null

  return (
    <Dialog title={text.moveTo} onClose={dialogs.close}>
      <FolderPicker without={target.mailbox} onChoose={({ path }) => commands.move(path, target)} />
    </Dialog>
  )
}

/** Opens a folder by letters of its name. */
export function GoToDialog() {
  const { dialogs, laterText, commands, selection } = useApp()

  return (
    <Dialog title={laterText.mail.goToFolder} onClose={dialogs.close}>
      <FolderPicker
        onChoose={({ path }) => {
          dialogs.close()
          commands.openMailbox(path)
          selection.requestFocus()
        }}
      />
    </Dialog>
  )
}

interface FolderPickerProps {
  /** Path of the one that is not offered. */
  readonly without?: string | undefined
  readonly onChoose: (mailbox: NativeMailbox) => void
}

/** Enter takes the first of those that match; arrows walk to another one, and letters continue in the field. */
export function FolderPicker({ without, onChoose }: FolderPickerProps) {
  const { text, laterText, mailboxes } = useApp()
  const wanted = useSignal('')
  const isFiltered = wanted.value.trim() !== ''
  const matches = matching(
    mailboxes.tree.value.filter(({ mailbox }) => mailbox.isSelectable && mailbox.path !== without),
    wanted.value,
    ({ mailbox }) => [folderName(mailbox, text), mailbox.name],
  )

  return (
    <form
      class="picker"
      onSubmit={(event) => {
        event.preventDefault()
        const [first] = matches
        if (first !== undefined) onChoose(first.mailbox)
      }}
      onKeyDown={walk}
    >
      <input
        class="picker-field"
        type="text"
        autocomplete="off"
        autofocus
        aria-label={laterText.mail.findFolder}
        placeholder={laterText.mail.findFolder}
        value={wanted.value}
        onInput={(event) => (wanted.value = event.currentTarget.value)}
      />
      <ul class="picker-folders">
        {matches.map(({ mailbox, depth }) => (
          <li key={mailbox.path} class={isFiltered ? '' : `indent-${Math.min(depth, 6)}`}>
            <button type="button" class="folder-button" onClick={() => onChoose(mailbox)}>
              <Icon name={folderIcon(mailbox)} />
              <span class="folder-name" dir="auto">
                {folderName(mailbox, text)}
              </span>
              {isFiltered && depth > 0 ? (
                <small class="folder-path" dir="auto">
                  {mailbox.path}
                </small>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}

/** Those with a name that starts with the letters, then those with a word that does, then those that have them anywhere. */
function matching(
  branches: readonly Branch[],
  wanted: string,
  namesOf: (branch: Branch) => readonly string[],
): readonly Branch[] {
  const letters = folded(wanted.trim())
  const rank = (branch: Branch) =>
    Math.min(
      ...namesOf(branch).map((name) => {
        const at = folded(name).indexOf(letters)
        if (at <= 0) return at === 0 ? 0 : Infinity
        return folded(name).includes(` ${letters}`) ? 1 : 2
      }),
    )
  return branches
    .map((branch) => ({ branch, rank: rank(branch) }))
    .filter((one) => one.rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ branch }) => branch)
}

/** Without case and accents. */
function folded(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
}

function walk(event: KeyboardEvent): void {
  const { currentTarget, target, key } = event
  if (!(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('.picker-field, .folder-button')]
  const by = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (by !== undefined) {
    event.preventDefault()
    stops.at(Math.min(stops.indexOf(target) + by, stops.length - 1))?.focus()
  } else if (key === 'Backspace' || (key.length === 1 && key !== ' ')) stops[0]?.focus()
}
