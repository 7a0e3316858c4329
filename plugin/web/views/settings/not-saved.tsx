import { useEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { UnsavedQuestion } from '../dialog/unsaved-question.tsx'
import { useSettings } from './context.ts'

/** Asks before what was entered is given up for something else. */
export function NotSaved() {
  const { unsaved } = useSettings()
  return (
    <UnsavedQuestion
      words={useApp().laterText.contacts}
      leave={unsaved.leaving.value}
      onStay={unsaved.stay}
      onGiveUp={unsaved.giveUp}
    />
  )
}

/** Called by a form at each drawing. */
export function useUnsaved(isChanged: boolean): void {
  const { unsaved } = useSettings()
  useEffect(() => unsaved.noteForm(isChanged), [isChanged])
  useEffect(() => () => unsaved.noteForm(false), [])
}
