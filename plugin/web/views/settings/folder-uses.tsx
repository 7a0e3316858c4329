import { useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { NativeMailbox } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { compareNames } from '../../texts/locale.ts'
import { nameOfUse } from '../../state/folder/names.ts'
import { useSettings } from './context.ts'

const uses = ['drafts', 'sent', 'junk', 'trash', 'archive'] as const

/** Which folders have a use. */
export function FolderUses() {
  const { texts } = useSettings()
  return (
    <>
      <p class="dialog-text">{texts.foldersNote}</p>
      {uses.map((use) => (
        <FolderOfUse key={use} use={use} />
      ))}
    </>
  )
}

/**
 * The folder of one use. Folders are told by their own names and in the order of these: what a use calls them, and where it
 * puts them, changes with each that an arrow key comes to. Those with another use are passed over, so that none loses it.
 */
function FolderOfUse({ use }: { readonly use: (typeof uses)[number] }) {
  const { text, mailboxes } = useApp()
  const { texts } = useSettings()
  const { path, choose } = useChosenFolder(use)
  const possible = mailboxes.tree.value
    .map(({ mailbox }) => mailbox)
    .filter(({ isSelectable, specialUse }) => isSelectable && specialUse !== 'inbox')
    .sort((one, other) => compareNames(one.path, other.path))
  const isTaken = ({ specialUse }: NativeMailbox) => specialUse !== null && specialUse !== use

  return (
    <label class="field setting">
      {nameOfUse(use, text)}
      <select value={path} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{texts.serverChoice}</option>
        {possible.map((mailbox) => (
          <option key={mailbox.path} value={mailbox.path} disabled={isTaken(mailbox)}>
            {mailbox.path}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The folder as it was chosen last: acts are made one at a time, and a key that is held chooses faster. */
function useChosenFolder(use: (typeof uses)[number]) {
  const { mailboxes, folderActions } = useApp()
  const chosen = useSignal<string | undefined>(undefined)
  const acted = useRef<string | undefined>(undefined)
  useSignalEffect(() => {
    if (folderActions.isBusy.value || chosen.value === undefined) return
    if (chosen.value === acted.current) {
      chosen.value = acted.current = undefined
      return
    }
    acted.current = chosen.value
    const mailbox = mailboxes.find(chosen.value)
    const current = mailboxes.special(use)
    if (mailbox !== undefined) folderActions.use(mailbox, use)
    else if (current?.isUseChosen === true) folderActions.use(current, 'none')
    else chosen.value = acted.current = undefined
  })
  const path = chosen.value ?? mailboxes.special(use)?.path ?? ''
  return { path, choose: (wanted: string) => (chosen.value = wanted) }
}
