import { useSignal } from '@preact/signals'
import { useUnsaved } from '../../dialog/unsaved-question.tsx'
import { useSettings } from '../context.ts'
import { FormActions } from '../editable.tsx'
import { ScriptDifferences } from './script-differences.tsx'
import { ScriptText } from './script-text.tsx'

interface ScriptFormProps {
  /** As it is stored. */
  readonly text: string
  /** Of a file that is to replace it. */
  readonly imported?: string
  readonly onEnd: () => void
}

/** The whole script as text. What the mail server says about it names the line. */
export function ScriptForm({ text, imported, onEnd }: ScriptFormProps) {
  const { filters } = useSettings()
  const before = text.replaceAll('\r\n', '\n')
  const opened = useSignal(before)
  const typed = useSignal(imported ?? before)
  useUnsaved(typed.value !== before)
  // Another program has stored its own meanwhile: that would be replaced.
  const isReplaced = imported !== undefined || opened.value !== before

  return (
    <form
      class="identity-form script-form"
      onKeyDown={(event) => {
        if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (filters.isBusy.peek()) return
        // Scripts are lines that end with CRLF (RFC 5228 2.2).
        const script = typed.value.replaceAll(/\r?\n/g, '\r\n')
        void filters.saveText(script).then((isSaved) => {
          if (isSaved) onEnd()
        })
      }}
    >
      {isReplaced ? <ScriptDifferences before={before} after={typed.value} /> : null}
      <ScriptText
        value={typed.value}
        refused={filters.refusedLine.value}
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
