import { useEffect } from 'preact/hooks'
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
  useEffect(() => unsaved.noteForm(isChanged, words), [isChanged])
  useEffect(() => () => unsaved.noteForm(false), [])
}
