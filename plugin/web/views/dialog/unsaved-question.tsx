import { useLayoutEffect, useRef } from 'preact/hooks'
import type { UnsavedWords } from '../../state/settings/unsaved.ts'
import { onEscape } from './on-escape.ts'

interface UnsavedQuestionProps {
  readonly words: UnsavedWords
  /** What goes on once it is given up; undefined: nothing is asked. */
  readonly leave: (() => void) | undefined
  readonly onStay: () => void
  readonly onGiveUp: () => void
}

/** Asks before what was entered is given up for something else. Escape goes on with what was entered. */
export function UnsavedQuestion({ words, leave, onStay, onGiveUp }: UnsavedQuestionProps) {
  const stay = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => stay.current?.focus(), [leave])

  if (leave === undefined) return null
  return (
    <div class="composer-problem is-question" role="alert" onKeyDown={onEscape(onStay)}>
      <span>{words.notSaved}</span>
      <button ref={stay} type="button" class="button small" onClick={onStay}>
        {words.goOn}
      </button>
      <button type="button" class="button small danger" onClick={onGiveUp}>
        {words.discard}
      </button>
    </div>
  )
}
