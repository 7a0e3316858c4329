import type { NativeContact, NativeContactConflict } from '../../../../wire/native/types.ts'
import type { ContactWords } from '../../../texts/later-texts.ts'
import { formatList } from '../../../texts/lists.ts'
import { useContacts } from '../context.ts'

interface ConflictProps {
  readonly conflict: NativeContactConflict | undefined
  readonly onKeepMine: () => void
}

/** Asks what shall stand where another page, tab or phone changed the contact meanwhile. */
export function Conflict({ conflict, onKeepMine }: ConflictProps) {
  const { contacts, words } = useContacts()
  if (conflict === undefined) return null
  const isGone = conflict.theirs === null

  return (
    <div class="composer-problem is-question" role="alert">
      <span>
        {isGone ? words.conflictRemoved : words.conflict}
        {isGone
          ? ''
          : ` ${words.conflictFields({ fields: fieldsInWords(conflict.fields, words) })}`}
      </span>
      <button type="button" class="button small" onClick={onKeepMine}>
        {isGone ? words.saveNew : words.keepMine}
      </button>
      {isGone ? null : (
        <button type="button" class="button small" onClick={contacts.takeTheirs}>
          {words.takeTheirs}
        </button>
      )}
    </div>
  )
}

/** As the form names them. Those that it does not show can not be changed in it, and so are never in conflict. */
function fieldsInWords(fields: readonly string[], words: ContactWords): string {
  const { name, given, family, nickname, organisation, title, emails, phones, websites } = words
  const { postals: addresses, picture: photo, birthday, groups, note } = words
  const shown: Partial<Record<keyof NativeContact, string>> = {
    ...{ name, given, family, nickname, organisation, title, emails, phones, websites },
    ...{ addresses, photo, birthday, groups, note },
  }
  return formatList(
    Object.entries(shown).flatMap(([field, word]) => (fields.includes(field) ? [word] : [])),
  )
}
