import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { onEscape } from './on-escape.ts'

/** Whether a question stands in the place of the button that asks it. */
export interface Asking {
  readonly isAsked: boolean
  /** The button: it has the focus again once the question is taken back. */
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly ask: () => void
  readonly takeBack: () => void
}

/** Begins with nothing asked. */
export function useAsking(): Asking {
  const isAsked = useSignal(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isTakenBack = useRef(false)
  useLayoutEffect(() => {
    if (isTakenBack.current) opener.current?.focus()
    isTakenBack.current = false
  }, [isAsked.value])
  return {
    isAsked: isAsked.value,
    opener,
    ask: () => (isAsked.value = true),
    takeBack() {
      isTakenBack.current = true
      isAsked.value = false
    },
  }
}

interface RemovalQuestionProps {
  /** What will be gone. */
  readonly asks: string
  /** What the button says that does it; "Delete for good" where nothing is said. */
  readonly confirm?: string
  readonly isBusy: boolean
  readonly onTakeBack: () => void
  readonly onRemove: () => void
}

/** Asks before a removal without a way back. Escape takes the question back, and leaves the dialog around it open. */
export function RemovalQuestion(props: RemovalQuestionProps) {
  const { text } = useApp()
  const { asks, confirm = text.deleteForGood, isBusy, onTakeBack, onRemove } = props
  const cancel = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => cancel.current?.focus(), [])

  return (
    <div class="composer-problem" role="alert" onKeyDown={onEscape(onTakeBack)}>
      <span dir="auto">{asks}</span>
      <button ref={cancel} type="button" class="button small" onClick={onTakeBack}>
        {text.cancel}
      </button>
      <button type="button" class="button small danger" disabled={isBusy} onClick={onRemove}>
        {confirm}
      </button>
    </div>
  )
}
