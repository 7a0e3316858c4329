import type { Suggestion } from '../../state/composer/recipients.ts'
import { useApp } from '../../app/app-context.ts'
import { contactPhotoUrl } from '../../wire/links.ts'
import { Avatar } from '../icon/avatar.tsx'
import { useWriting } from './context.ts'
import { markText } from './recipient-chips.tsx'

interface SuggestionsProps {
  readonly id: string
  readonly found: readonly Suggestion[]
  readonly active: number
  readonly onTake: (suggestion: Suggestion) => void
}

/** What a field of recipients suggests for what is typed. */
export function Suggestions({ id, found, active, onTake }: SuggestionsProps) {
  const { laterText } = useApp()
  const { recipients } = useWriting()

  /** Of a group none: its members are marked where they are added. */
  const marksOf = ({ addresses }: Suggestion) =>
    addresses.length === 1
      ? markText(recipients.markOf(addresses[0]?.address ?? ''), laterText)
      : ''

  return (
    <ul
      id={`${id}-list`}
      class="suggestions"
      role="listbox"
      aria-label={laterText.mail.suggestions}
      hidden={found.length === 0}
    >
      {found.map((suggestion, index) => (
        <li
          key={suggestion.key}
          id={`${id}-${index}`}
          class="suggestion"
          role="option"
          aria-selected={index === active}
          // Before the field loses the focus, and with it the list.
          onPointerDown={(event) => {
            event.preventDefault()
            onTake(suggestion)
          }}
        >
          {suggestion.photo === '' ? (
            <Avatar name={suggestion.name} />
          ) : (
            <img class="avatar" src={contactPhotoUrl(suggestion.photo)} alt="" />
          )}
          <bdi>{suggestion.name}</bdi>
          {suggestion.detail === '' ? null : (
            <bdi class="suggestion-address">{suggestion.detail}</bdi>
          )}
          <small class="suggestion-address">{marksOf(suggestion)}</small>
        </li>
      ))}
    </ul>
  )
}
