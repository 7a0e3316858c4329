import { useId } from 'preact/hooks'
import { useApp } from '../../../app/app-context.ts'
import type { EmojiCompletion } from './completion.ts'

/** The emoji that are offered, below the text; each is said by its name as arrows reach it. */
export function EmojiChoices({ completion }: { readonly completion: EmojiCompletion }) {
  const { laterText } = useApp()
  const id = useId()
  const found = completion.found.value
  const active = completion.active.value
  if (found.length === 0) return null

  return (
    <>
      <ul class="emoji-choices" role="listbox" aria-label={laterText.mail.emoji}>
        {found.map((named, index) => (
          <li
            key={named.emoji}
            id={`${id}-${index}`}
            class="suggestion"
            role="option"
            aria-selected={index === active}
            // Before the field loses the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              completion.take(named)
            }}
          >
            <span>{named.emoji}</span>
            <span class="suggestion-address">{nameShown(named.name)}</span>
          </li>
        ))}
      </ul>
      <span class="only-heard" role="status">
        {nameShown(found[active]?.name ?? '')}
      </span>
    </>
  )
}

function nameShown(name: string): string {
  return name.replaceAll('_', ' ')
}
