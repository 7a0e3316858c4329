import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'

interface Act {
  readonly label: string
  readonly run: () => void
}

interface Removal extends Act {
  /** What is asked first; without it a removal loses nothing that could not be entered again at once. */
  readonly asks?: string
}

interface EditableRowProps {
  readonly children: ComponentChildren
  /** Without it the row can only be removed. */
  readonly edit?: Act
  readonly remove: Removal
  /** A change is under way. */
  readonly isBusy: boolean
}

/** One of a list of own things, with what can be done to it. */
export function EditableRow({ children, edit, remove, isBusy }: EditableRowProps) {
  const isAsked = useSignal(false)
  if (remove.asks !== undefined && isAsked.value) {
    return (
      <li class="identity">
        <RemovalQuestion
          asks={remove.asks}
          isBusy={isBusy}
          onCancel={() => (isAsked.value = false)}
          onRemove={() => {
            isAsked.value = false
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
        onClick={() => {
          if (remove.asks === undefined) remove.run()
          else isAsked.value = true
        }}
      />
    </li>
  )
}

interface RemovalQuestionProps {
  readonly asks: string
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly onRemove: () => void
}

function RemovalQuestion({ asks, isBusy, onCancel, onRemove }: RemovalQuestionProps) {
  const { text } = useApp()
  const cancel = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => cancel.current?.focus(), [])

  return (
    <div class="composer-problem" role="alert">
      <span dir="auto">{asks}</span>
      <button ref={cancel} type="button" class="button small" onClick={onCancel}>
        {text.cancel}
      </button>
      <button type="button" class="button small danger" disabled={isBusy} onClick={onRemove}>
        {text.deleteForGood}
      </button>
    </div>
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
