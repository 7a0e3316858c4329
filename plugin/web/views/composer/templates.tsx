import { useEffect, useRef } from 'preact/hooks'
import type { NativeTemplate } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { createOwnThings, type OwnThings } from '../../state/settings/own-things.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { FailureNote } from '../notice/failure.tsx'
import { ChoiceMenu } from './choice-menu.tsx'

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

  // Those of another tab or device are told by the reply; meanwhile the ones of before are there.
  useEffect(() => void own.loadTemplates(), [])

  return (
    <ChoiceMenu
      label={texts.templates}
      choices={(own.templates.value ?? []).map((template) => ({
        key: template.id,
        content: <span dir="auto">{template.name}</span>,
        run: () => onChoose(template),
      }))}
      onClose={onClose}
    >
      <FailureNote failure={own.problem.value} />
      {own.templates.value?.length === 0 ? (
        <span role="menuitem" aria-disabled="true" tabIndex={-1} class="dialog-text">
          {texts.noTemplates}
        </span>
      ) : null}
    </ChoiceMenu>
  )
}
