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
  const { contacts, texts } = useContacts()
  if (conflict === undefined) return null
  const isDeleted = conflict.theirs === null

  return (
    <div class="composer-problem is-question" role="alert">
      <span>
        {isDeleted ? texts.conflictRemoved : texts.conflict}
        {isDeleted
          ? ''
          : ` ${texts.conflictFields({ fields: fieldsInWords(conflict.fields, texts) })}`}
      </span>
      <button type="button" class="button small" onClick={onKeepMine}>
        {isDeleted ? texts.saveNew : texts.keepMine}
      </button>
      {isDeleted ? null : (
        <button type="button" class="button small" onClick={contacts.takeTheirs}>
          {texts.takeTheirs}
        </button>
      )}
    </div>
  )
}

/** As the form names them. Those that it does not show can not be changed in it, and so are never in conflict. */
function fieldsInWords(fields: readonly string[], messages: ContactWords): string {
  const { name, given, family, nickname, organisation, title, emails, phones, websites } = messages
  const { postals: addresses, picture: photo, birthday, groups, note } = messages
  const shown: Partial<Record<keyof NativeContact, string>> = {
    ...{ name, given, family, nickname, organisation, title, emails, phones, websites },
    ...{ addresses, photo, birthday, groups, note },
  }
  return formatList(
    Object.entries(shown).flatMap(([field, word]) => (fields.includes(field) ? [word] : [])),
  )
}
