import { useApp } from '../app-context.ts'
import { Dialog } from './dialog.tsx'

/** Asks before an act without a way back. */
export function QuestionDialog() {
  const { text, dialogs } = useApp()
  const question = dialogs.question.value
  if (question === undefined) return null

  return (
    <Dialog title={question.title} onClose={dialogs.close}>
      <p class="dialog-text">{question.text}</p>
      <div class="dialog-acts">
        <button type="button" class="button" onClick={dialogs.close}>
          {text.cancel}
        </button>
        <button
          type="button"
          class="button danger"
          onClick={() => {
            dialogs.close()
            question.run()
          }}
        >
          {question.confirm}
        </button>
      </div>
    </Dialog>
  )
}
