import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { NativeTemplate } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { createOwnThings, type OwnThings } from '../../state/settings/own-things.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { FailureNote } from '../notice/failure.tsx'

interface TemplateMenuProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onChoose: (template: NativeTemplate) => void
}

/** The saved replies as a menu (ARIA APG menu button). */
export function TemplateMenu({ isOpen, onToggle, onChoose }: TemplateMenuProps) {
  const app = useApp()
  const texts = app.laterText.settings
  const own = useRef<OwnThings | null>(null)
  own.current ??= createOwnThings({
    http: app.http,
    connection: app.connection,
    onChanged: () => undefined,
    changedElsewhere: () => app.laterText.settings.changedElsewhere,
  })

  return (
    <div class="template-menu">
      <IconButton
        icon="file"
        label={texts.insertTemplate}
        shortcut={texts.insertTemplateKeys}
        isExpanded={isOpen}
        onClick={onToggle}
      />
      {isOpen ? <Choices own={own.current} onChoose={onChoose} onClose={onToggle} /> : null}
    </div>
  )
}

interface ChoicesProps {
  readonly own: OwnThings
  readonly onChoose: (template: NativeTemplate) => void
  readonly onClose: () => void
}

function Choices({ own, onChoose, onClose }: ChoicesProps) {
  const texts = useApp().laterText.settings
  const list = useRef<HTMLDivElement>(null)
  const active = useSignal(0)
  const templates = own.templates.value ?? []
  const position = Math.min(active.value, templates.length - 1)

  // Those of another tab or device are told by the reply; meanwhile the ones of before are there.
  useEffect(() => void own.loadTemplates(), [])
  useEffect(() => {
    const item = list.current?.querySelectorAll<HTMLElement>('[role=menuitem]')[position]
    ;(item ?? list.current)?.focus()
  }, [position, templates.length])

  function keys(event: KeyboardEvent): void {
    const count = Math.max(1, templates.length)
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
      aria-label={texts.templates}
      onKeyDown={keys}
    >
      <FailureNote failure={own.problem.value} />
      {templates.map((template, index) => (
        <button
          key={template.id}
          type="button"
          role="menuitem"
          class="folder-button"
          tabIndex={index === position ? 0 : -1}
          onClick={() => onChoose(template)}
        >
          <span dir="auto">{template.name}</span>
        </button>
      ))}
      {own.templates.value?.length === 0 ? (
        <span role="menuitem" aria-disabled="true" tabIndex={-1} class="dialog-text">
          {texts.noTemplates}
        </span>
      ) : null}
    </div>
  )
}
