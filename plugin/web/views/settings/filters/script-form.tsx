import { useSignal } from '@preact/signals'
import { useApp } from '../../../app/app-context.ts'
import { useUnsaved } from '../../dialog/unsaved-question.tsx'
import { useSettings } from '../context.ts'
import { TextSetting } from '../controls.tsx'
import { FormActions } from '../editable.tsx'

interface ScriptFormProps {
  readonly text: string
  readonly onEnd: () => void
}

/** The whole script as text. What the mail server says about it names the line. */
export function ScriptForm({ text, onEnd }: ScriptFormProps) {
  const { laterText } = useApp()
  const { filters } = useSettings()
  const before = text.replaceAll('\r\n', '\n')
  const typed = useSignal(before)
  useUnsaved(typed.value !== before)

  return (
    <form
      class="identity-form script-form"
      onSubmit={(event) => {
        event.preventDefault()
        // Scripts are lines that end with CRLF (RFC 5228 2.2).
        const script = typed.value.replaceAll(/\r?\n/g, '\r\n')
        void filters.saveText(script).then((isSaved) => {
          if (isSaved) onEnd()
        })
      }}
    >
      <TextSetting
        label={laterText.filters.script}
        lines={18}
        value={typed.value}
        onEdit={(script) => (typed.value = script)}
      />
      <FormActions
        isBusy={filters.isBusy.value}
        onCancel={() => {
          filters.forgetProblem()
          onEnd()
        }}
      />
    </form>
  )
}
