import type { NativeContactRow } from '../../../wire/native/types.ts'
import { openIdOf } from '../../state/contacts/open-contact.ts'
import { useApp } from '../../app/app-context.ts'
import { Avatar } from '../icon/avatar.tsx'
import { useContacts } from './context.ts'

interface ContactRowProps {
  readonly index: number
  /** undefined while it is on its way. */
  readonly row: NativeContactRow | undefined
  /** Pixels from the top of the list. */
  readonly top: number
  readonly isCursor: boolean
  readonly onPoint: () => void
}

/** One of the list: a press opens it, on its mark chooses it; with Ctrl and Shift as in any list. */
export function ContactRow({ index, row, top, isCursor, onPoint }: ContactRowProps) {
  const { text } = useApp()
  const { contacts, texts } = useContacts()
  const second = row === undefined ? '' : (row.emails[0] ?? (row.organisation || row.phone))
  const { choice } = contacts
  const isChosen = row !== undefined && choice.rows.value.has(row.id)
  const canChoose = !contacts.query.value.isDirectory
  const isOpen = row !== undefined && openIdOf(contacts.open.value) === row.id

  return (
    <li
      ref={(item) => {
        if (item !== null) item.style.transform = `translateY(${top}px)`
      }}
      class={row === undefined ? 'contact-row is-coming' : 'contact-row'}
      role="option"
      aria-setsize={contacts.total.value}
      aria-posinset={index + 1}
      aria-selected={isChosen}
      aria-current={isOpen}
      aria-label={row === undefined ? text.loading : undefined}
      tabIndex={isCursor ? 0 : -1}
      onFocus={onPoint}
      onClick={(event) => {
        const { target, ctrlKey, metaKey, shiftKey } = event
        const isOnMark = target instanceof Element && target.closest('.contact-mark') !== null
        if (canChoose && shiftKey) void choice.extend(index)
        else if (canChoose && (isOnMark || ctrlKey || metaKey)) choice.toggle(index)
        else if (row !== undefined) contacts.show(row.id)
      }}
    >
      {row === undefined ? null : (
        <>
          <span
            class={canChoose ? 'contact-mark' : undefined}
            title={canChoose ? texts.choose : ''}
          >
            <Avatar name={row.name} />
          </span>
          <span class="contact-names">
            <span class="contact-name" dir="auto">
              {row.name}
            </span>
            <span class="contact-second">{second}</span>
          </span>
        </>
      )}
    </li>
  )
}
