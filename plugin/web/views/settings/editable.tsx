import type { ComponentChildren } from 'preact'
import { useApp } from '../../app/app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'

interface Act {
  readonly label: string
  readonly run: () => void
}

interface EditableRowProps {
  readonly children: ComponentChildren
  /** Without it the row can only be removed. */
  readonly edit?: Act
  readonly remove: Act
  /** A change is under way. */
  readonly isBusy: boolean
}

/** One of a list of own things, with what can be done to it. */
export function EditableRow({ children, edit, remove, isBusy }: EditableRowProps) {
  return (
    <li class="identity">
      {children}
      {edit === undefined ? null : (
        <IconButton icon="drafts" label={edit.label} onClick={edit.run} />
      )}
      <IconButton icon="trash" label={remove.label} isDisabled={isBusy} onClick={remove.run} />
    </li>
  )
}

/** The end of a form in which one of them is written. */
export function FormActs({
  isBusy,
  onCancel,
}: {
  readonly isBusy: boolean
  readonly onCancel: () => void
}) {
  const { text } = useApp()
  return (
    <div class="dialog-acts">
      <button type="button" class="button" onClick={onCancel}>
        {text.cancel}
      </button>
      <button type="submit" class="button primary" disabled={isBusy}>
        {text.save}
      </button>
    </div>
  )
}
