import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { Notices } from '../notice/notices.tsx'

interface DialogProps {
  readonly title: string
  /** Where it does not end the dialog, such as for a question first, that stays. */
  readonly onClose: () => void
  readonly isWide?: boolean
  /** Covers the page. */
  readonly isFull?: boolean
  readonly children: ComponentChildren
}

/** A modal dialog. The browser keeps the focus inside, closes it on Escape and gives the focus back. */
export function Dialog({ title, onClose, isWide = false, isFull = false, children }: DialogProps) {
  const { text, dialogs } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const depth = useSignal(0)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    dialogs.depth.value += 1
    depth.value = dialogs.depth.peek()
    return () => {
      dialogs.depth.value -= 1
      // Told a moment later, when another dialog may stand in this one's place.
      dialog.current = null
      element?.close()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      class={`dialog ${isWide ? 'is-wide' : ''} ${isFull ? 'is-full' : ''}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        if (dialog.current === null) return
        onClose()
        // A second Escape closes it whatever the page says.
        requestAnimationFrame(() => {
          if (dialog.current?.open === false) dialog.current.showModal()
        })
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div class="dialog-card">
        <div class="dialog-head">
          <h2>{title}</h2>
          <IconButton icon="close" label={text.close} onClick={onClose} />
        </div>
        {children}
      </div>
      {depth.value === dialogs.depth.value ? <Notices over="dialog" /> : null}
    </dialog>
  )
}

/** Asks before an action without a way back, and offers one that loses nothing where there is one. */
export function QuestionDialog() {
  const { text, dialogs } = useApp()
  const question = dialogs.question.value
  if (question === undefined) return null
  const { confirm, run, other } = question
  const choose = (action: (() => void) | undefined) => () => {
    dialogs.close()
    action?.()
  }

  return (
    <Dialog title={question.title} onClose={dialogs.close}>
      <p class="dialog-text">{question.text}</p>
      <div class="dialog-acts">
        <button type="button" class="button" onClick={dialogs.close}>
          {text.cancel}
        </button>
        {confirm === undefined ? null : (
          <button type="button" class="button danger" onClick={choose(run)}>
            {confirm}
          </button>
        )}
        {other === undefined ? null : (
          <button type="button" class="button primary" onClick={choose(other.run)}>
            {other.label}
          </button>
        )}
      </div>
    </Dialog>
  )
}
