import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import type { UnsavedWords } from '../../state/page/unsaved.ts'
import { onEscape } from './on-escape.ts'

/** Asks before what was entered is discarded for something else. Escape continues with what was entered. */
export function UnsavedQuestion() {
  const { unsaved } = useApp()
  const stay = useRef<HTMLButtonElement>(null)
  const { value: run } = unsaved.leaving
  const { value: texts } = unsaved.texts
  useLayoutEffect(() => stay.current?.focus(), [run])

  if (run === undefined || texts === undefined) return null
  return (
    <div class="composer-problem is-question" role="alert" onKeyDown={onEscape(unsaved.stay)}>
      <span>{texts.notSaved}</span>
      <button ref={stay} type="button" class="button small" onClick={unsaved.stay}>
        {texts.goOn}
      </button>
      <button type="button" class="button small danger" onClick={unsaved.discard}>
        {texts.discard}
      </button>
    </div>
  )
}

/** Called by a form at each drawing; `messages` where it asks otherwise than about what was entered. */
export function useUnsaved(isChanged: boolean, messages?: UnsavedWords): void {
  const { unsaved, laterText } = useApp()
  // With the drawing: a passive effect ends after the next frame, and Escape before it would ask about a form that is
  // no longer there. At each drawing: a form that stays after something else was allowed to run is still unsaved.
  useLayoutEffect(() => unsaved.note(isChanged ? (messages ?? laterText.contacts) : undefined))
  useLayoutEffect(() => () => unsaved.note(undefined), [])
}
