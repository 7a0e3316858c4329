import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { FIELD_LIMITS } from '../../../settings/field-limits.ts'
import type { NativeTemplate } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { newId } from '../../browser/new-id.ts'
import { useUnsaved } from '../dialog/unsaved-question.tsx'
import { FailureNote } from '../notice/failure.tsx'
import { useSettings } from './context.ts'
import { EditableRow, FormActions } from './editable.tsx'
import { TextSetting } from './controls.tsx'

interface Edited {
  readonly id: string
  /** undefined: a new one. */
  readonly seen: NativeTemplate | undefined
}

/** The saved replies. */
export function Templates() {
  const { own, texts } = useSettings()
  const { laterText } = useApp()
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
          <p class="dialog-text">{texts.templatesNote}</p>
          <ul class="identities">
            {templates.map((template) => (
              <EditableRow
                key={template.id}
                isBusy={own.isBusy.value}
                edit={{
                  label: texts.editTemplate({ name: template.name }),
                  run: () => (edited.value = { id: template.id, seen: template }),
                }}
                remove={{
                  label: texts.deleteTemplate({ name: template.name }),
                  needsConfirmation: laterText.contacts.removeAsk({ name: template.name }),
                  run: () => void own.removeTemplate(template.id),
                }}
              >
                <span class="session-name">
                  <strong dir="auto">{template.name}</strong>
                  <small dir="auto" class="template-text">
                    {template.text}
                  </small>
                </span>
              </EditableRow>
            ))}
          </ul>
          <button
            type="button"
            class="button"
            onClick={() => (edited.value = { id: newId(window.crypto), seen: undefined })}
          >
            {texts.addTemplate}
          </button>
        </>
      )}
    </>
  )
}

/** A template being written; what was typed stays until the server has it. */
function TemplateForm({ id, seen, onEnd }: Edited & { readonly onEnd: () => void }) {
  const { own, texts } = useSettings()
  const fields = useSignal({ name: seen?.name ?? '', text: seen?.text ?? '' })
  const { name, text } = fields.value
  useUnsaved(name !== (seen?.name ?? '') || text !== (seen?.text ?? ''))

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
        maxLength={FIELD_LIMITS.name}
        label={texts.templateName}
        value={name}
        onEdit={(name) => (fields.value = { ...fields.value, name })}
      />
      <TextSetting
        label={texts.templateText}
        lines={8}
        maxLength={FIELD_LIMITS.template}
        value={text}
        onEdit={(body) => (fields.value = { ...fields.value, text: body })}
      />
      <FormActions
        isBusy={own.isBusy.value}
        onCancel={() => {
          own.forgetProblem()
          onEnd()
        }}
      />
    </form>
  )
}
