import { useApp } from '../../app/app-context.ts'
import { Dialog } from './dialog.tsx'

/** Asks before an act without a way back, and offers one that loses nothing where there is one. */
export function QuestionDialog() {
  const { text, dialogs } = useApp()
  const question = dialogs.question.value
  if (question === undefined) return null
  const { confirm, run, other } = question
  const choose = (act: (() => void) | undefined) => () => {
    dialogs.close()
    act?.()
  }

  return (
    <Dialog title={question.title} onClose={dialogs.close}>
      <p class="dialog-text">{question.text}</p>
      <div class="dialog-acts">
        <button type="button" class="button" onClick={dialogs.close}>
          {text.cancel}
        </button>
        {confirm === undefined ? null : (
          <button type="button" class="button danger" onClick={choose(run)}>
            {confirm}
          </button>
        )}
        {other === undefined ? null : (
          <button type="button" class="button primary" onClick={choose(other.run)}>
            {other.label}
          </button>
        )}
      </div>
    </Dialog>
  )
}
