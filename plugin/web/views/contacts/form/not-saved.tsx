import { UnsavedQuestion } from '../../dialog/unsaved-question.tsx'
import { useContacts } from '../context.ts'

/** Asks before what was entered is given up for something else. */
export function NotSaved() {
  const { contacts, words } = useContacts()
  const leave = contacts.leaving.value
  return (
    <UnsavedQuestion
      words={words}
      leave={leave}
      onStay={contacts.stay}
      onGiveUp={() => leave?.()}
    />
  )
}
