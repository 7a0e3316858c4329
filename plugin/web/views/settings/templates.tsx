import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NativeTemplate } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { newId } from '../../app/new-id.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { FailureNote } from '../notice/failure.tsx'
import { useSettings } from './context.ts'
import { TextSetting } from './controls.tsx'

interface Edited {
  readonly id: string
  /** undefined: a new one. */
  readonly seen: NativeTemplate | undefined
}

/** The saved replies. */
export function Templates() {
  const { own, words } = useSettings()
  const edited = useSignal<Edited | undefined>(undefined)
  useEffect(() => void own.loadTemplates(), [])
  const templates = own.templates.value

  return (
    <>
      <FailureNote failure={own.problem.value} />
      {edited.value !== undefined ? (
        <TemplateForm {...edited.value} onEnd={() => (edited.value = undefined)} />
      ) : templates === undefined ? null : (
        <>
          <p class="dialog-text">{words.templatesNote}</p>
          <ul class="identities">
            {templates.map((template) => (
              <li key={template.id} class="identity">
                <span class="session-name">
                  <strong dir="auto">{template.name}</strong>
                  <small dir="auto" class="template-text">
                    {template.text}
                  </small>
                </span>
                <IconButton
                  icon="drafts"
                  label={words.editTemplate(template.name)}
                  onClick={() => (edited.value = { id: template.id, seen: template })}
                />
                <IconButton
                  icon="trash"
                  label={words.deleteTemplate(template.name)}
                  isDisabled={own.isBusy.value}
                  onClick={() => void own.removeTemplate(template.id)}
                />
              </li>
            ))}
          </ul>
          <button
            type="button"
            class="button"
            onClick={() => (edited.value = { id: newId(window.crypto), seen: undefined })}
          >
            {words.addTemplate}
          </button>
        </>
      )}
    </>
  )
}

/** A template being written; what was typed stays until the server has it. */
function TemplateForm({ id, seen, onEnd }: Edited & { readonly onEnd: () => void }) {
  const { text } = useApp()
  const { own, words } = useSettings()
  const fields = useSignal({ name: seen?.name ?? '', text: seen?.text ?? '' })

  return (
    <form
      class="identity-form"
      onSubmit={(event) => {
        event.preventDefault()
        const isUnchanged = fields.value.name === seen?.name && fields.value.text === seen.text
        if (isUnchanged) onEnd()
        else
          void own.saveTemplate(id, seen, fields.value).then((isSaved) => {
            if (isSaved) onEnd()
          })
      }}
    >
      <TextSetting
        isRequired
        label={words.templateName}
        value={fields.value.name}
        onEdit={(name) => (fields.value = { ...fields.value, name })}
      />
      <TextSetting
        label={words.templateText}
        lines={8}
        value={fields.value.text}
        onEdit={(body) => (fields.value = { ...fields.value, text: body })}
      />
      <div class="dialog-acts">
        <button
          type="button"
          class="button"
          onClick={() => {
            own.forgetProblem()
            onEnd()
          }}
        >
          {text.cancel}
        </button>
        <button type="submit" class="button primary" disabled={own.isBusy.value}>
          {text.save}
        </button>
      </div>
    </form>
  )
}
