import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { useSettings } from './context.ts'

/** Asks before what was entered is given up for something else. */
export function NotSaved() {
  const { unsaved } = useSettings()
  const words = useApp().laterText.contacts
  const stay = useRef<HTMLButtonElement>(null)
  const leave = unsaved.leaving.value

  useEffect(() => stay.current?.focus(), [leave])

  if (leave === undefined) return null
  return (
    <div class="composer-problem is-question" role="alert">
      <span>{words.notSaved}</span>
      <button ref={stay} type="button" class="button small" onClick={unsaved.stay}>
        {words.goOn}
      </button>
      <button type="button" class="button small danger" onClick={unsaved.giveUp}>
        {words.discard}
      </button>
    </div>
  )
}

/** Called by a form at each drawing. */
export function useUnsaved(isChanged: boolean): void {
  const { unsaved } = useSettings()
  useEffect(() => unsaved.noteForm(isChanged), [isChanged])
  useEffect(() => () => unsaved.noteForm(false), [])
}
