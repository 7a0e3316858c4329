import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { onEscape } from './on-escape.ts'

/** Whether a question is in the place of the button that asks it. */
export interface Confirmation {
  readonly isConfirming: boolean
  /** The button: it has the focus again once the question is rolled back. */
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly confirm: () => void
  readonly takeBack: () => void
}

/** Starts with nothing asked. */
export function useConfirmation(): Confirmation {
  const isConfirming = useSignal(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isTakenBack = useRef(false)
  useLayoutEffect(() => {
    if (isTakenBack.current) opener.current?.focus()
    isTakenBack.current = false
  }, [isConfirming.value])
  return {
    isConfirming: isConfirming.value,
    opener,
    confirm: () => (isConfirming.value = true),
    takeBack() {
      isTakenBack.current = true
      isConfirming.value = false
    },
  }
}

interface RemovalQuestionProps {
  /** What will be deleted. */
  readonly needsConfirmation: string
  /** What the button says that does it; "Delete permanently" where nothing is said. */
  readonly confirm?: string
  readonly isBusy: boolean
  readonly onTakeBack: () => void
  readonly onRemove: () => void
}

/** Asks before a removal without a way back. Escape takes the question back, and leaves the dialog around it open. */
export function RemovalQuestion(props: RemovalQuestionProps) {
  const { text } = useApp()
  const { needsConfirmation, confirm = text.deleteForGood, isBusy, onTakeBack, onRemove } = props
  const cancel = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => cancel.current?.focus(), [])

  return (
    <div class="composer-problem" role="alert" onKeyDown={onEscape(onTakeBack)}>
      <span dir="auto">{needsConfirmation}</span>
      <button ref={cancel} type="button" class="button small" onClick={onTakeBack}>
        {text.cancel}
      </button>
      <button type="button" class="button small danger" disabled={isBusy} onClick={onRemove}>
        {confirm}
      </button>
    </div>
  )
}
