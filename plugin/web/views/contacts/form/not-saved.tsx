import { useEffect, useRef } from 'preact/hooks'
import { useContacts } from '../context.ts'

/** Asks before what was entered is given up for something else. */
export function NotSaved() {
  const { contacts, words } = useContacts()
  const stay = useRef<HTMLButtonElement>(null)
  const leave = contacts.leaving.value

  useEffect(() => stay.current?.focus(), [leave])

  if (leave === undefined) return null
  return (
    <div class="composer-problem is-question" role="alert">
      <span>{words.notSaved}</span>
      <button ref={stay} type="button" class="button small" onClick={contacts.stay}>
        {words.goOn}
      </button>
      <button type="button" class="button small danger" onClick={leave}>
        {words.discard}
      </button>
    </div>
  )
}
