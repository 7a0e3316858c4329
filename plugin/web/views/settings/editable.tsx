import type { ComponentChildren } from 'preact'
import { useApp } from '../../app/app-context.ts'
import { RemovalQuestion, useConfirmation } from '../dialog/removal-question.tsx'
import { IconButton } from '../icon/icon-button.tsx'

interface Action {
  readonly label: string
  readonly run: () => void
}

interface Removal extends Action {
  /** What is asked first; without it a removal loses nothing that could not be entered again at once. */
  readonly needsConfirmation?: string
}

interface EditableRowProps {
  readonly children: ComponentChildren
  /** Without it the row can only be removed. */
  readonly edit?: Action
  readonly remove: Removal
  /** A change is under way. */
  readonly isBusy: boolean
}

/** One of a list of own things, with what can be done to it. */
export function EditableRow({ children, edit, remove, isBusy }: EditableRowProps) {
  const { isConfirming, opener, confirm, takeBack } = useConfirmation()
  if (remove.needsConfirmation !== undefined && isConfirming) {
    return (
      <li class="identity">
        <RemovalQuestion
          needsConfirmation={remove.needsConfirmation}
          isBusy={isBusy}
          onTakeBack={takeBack}
          onRemove={() => {
            takeBack()
            remove.run()
          }}
        />
      </li>
    )
  }
  return (
    <li class="identity">
      {children}
      {edit === undefined ? null : (
        <IconButton icon="drafts" label={edit.label} onClick={edit.run} />
      )}
      <IconButton
        icon="trash"
        label={remove.label}
        isDisabled={isBusy}
        button={opener}
        onClick={remove.needsConfirmation === undefined ? remove.run : confirm}
      />
    </li>
  )
}

/** The end of a form in which one of them is written. */
export function FormActions({
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
      <SubmitButton isBusy={isBusy}>{text.save}</SubmitButton>
    </div>
  )
}

interface SubmitButtonProps {
  /** A change is under way: another press does nothing. */
  readonly isBusy: boolean
  readonly children: ComponentChildren
}

/** Sends a form. It keeps the focus while it waits: a button that is disabled has none. */
export function SubmitButton({ isBusy, children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      class="button primary"
      aria-disabled={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
      }}
    >
      {children}
    </button>
  )
}
