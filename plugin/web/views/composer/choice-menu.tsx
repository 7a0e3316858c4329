import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** What a menu offers. */
export interface MenuChoice {
  readonly key: string
  readonly content: ComponentChildren
  readonly run: () => void
}

interface ChoiceMenuProps {
  readonly label: string
  readonly choices: readonly MenuChoice[]
  readonly onClose: () => void
  /** Above the choices. */
  readonly children?: ComponentChildren
}

/** A menu above the button that opens it (ARIA APG menu button): arrows go along, Escape and Tab close it. */
export function ChoiceMenu({ label, choices, onClose, children }: ChoiceMenuProps) {
  const list = useRef<HTMLDivElement>(null)
  const active = useSignal(0)
  const position = Math.min(active.value, choices.length - 1)

  // With the menu: the next key is meant for it.
  useLayoutEffect(() => {
    const item = list.current?.querySelectorAll<HTMLElement>('[role=menuitem]')[position]
    ;(item ?? list.current)?.focus()
  }, [position, choices.length])

  function keys(event: KeyboardEvent): void {
    const count = Math.max(1, choices.length)
    if (event.key === 'ArrowDown') active.value = (position + 1) % count
    else if (event.key === 'ArrowUp') active.value = (position + count - 1) % count
    else if (event.key === 'Home') active.value = 0
    else if (event.key === 'End') active.value = count - 1
    else if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={list}
      class="template-choices"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={keys}
    >
      {children}
      {choices.map(({ key, content, run }, index) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          class="folder-button"
          tabIndex={index === position ? 0 : -1}
          onClick={run}
        >
          {content}
        </button>
      ))}
    </div>
  )
}
