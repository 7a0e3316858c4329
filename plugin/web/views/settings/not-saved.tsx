import { useLayoutEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import type { UnsavedWords } from '../../state/settings/unsaved.ts'
import { UnsavedQuestion } from '../dialog/unsaved-question.tsx'
import { useSettings } from './context.ts'

/** Asks before what was entered is given up for something else. */
export function NotSaved() {
  const { unsaved } = useSettings()
  const { contacts } = useApp().laterText
  return (
    <UnsavedQuestion
      words={unsaved.ownWords.value ?? contacts}
      leave={unsaved.leaving.value}
      onStay={unsaved.stay}
      onGiveUp={unsaved.giveUp}
    />
  )
}

/** Called by a form at each drawing; `words` where it asks otherwise than about what was entered. */
export function useUnsaved(isChanged: boolean, words?: UnsavedWords): void {
  const { unsaved } = useSettings()
  // With the drawing: a passive effect ends after the next frame, and Escape before it would ask about a form that is
  // no longer there.
  useLayoutEffect(() => unsaved.noteForm(isChanged, words), [isChanged])
  useLayoutEffect(() => () => unsaved.noteForm(false), [])
}
