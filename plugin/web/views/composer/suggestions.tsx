import type { Suggestion } from '../../state/composer/recipients.ts'
import { useApp } from '../../app/app-context.ts'

interface SuggestionsProps {
  readonly id: string
  readonly found: readonly Suggestion[]
  readonly active: number
  readonly onTake: (suggestion: Suggestion) => void
}

/** What a field of recipients suggests for what is typed. */
export function Suggestions({ id, found, active, onTake }: SuggestionsProps) {
  const { laterText } = useApp()

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
          <bdi>{suggestion.name}</bdi>
          {suggestion.detail === '' ? null : (
            <bdi class="suggestion-address">{suggestion.detail}</bdi>
          )}
        </li>
      ))}
    </ul>
  )
}
