import { useApp } from '../../app/app-context.ts'
import type { ComposerQuestion } from '../../state/composer/composer-state.ts'
import { formatList } from '../../texts/lists.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { useComposer } from './context.ts'

interface SendQuestionProps {
  /** Called where the writer is to continue; undefined: where they were. */
  readonly onContinue: (field: 'to' | 'subject' | undefined) => void
}

/** What is asked before a message goes out: Enter takes the way on that is proposed, Escape leads back to the message. */
export function SendQuestion({ onContinue }: SendQuestionProps) {
  const { composer } = useComposer()
  const status = composer.status.value
  if (status.kind !== 'asking') return null
  return <OpenQuestion {...status} key={status.question} onContinue={onContinue} />
}

interface OpenQuestionProps extends SendQuestionProps {
  readonly question: ComposerQuestion
  readonly about?: readonly string[]
}

function OpenQuestion({ question, about = [], onContinue }: OpenQuestionProps) {
  const { text, laterText } = useApp()
  const { composer } = useComposer()
  const { sendQuestions, sendAnyway, sendAsProposed, sendQuestionTitle } = laterText.mail
  const words = sendQuestions[question]
  const values = { count: about.length, addresses: formatList(about) }

  function back(): void {
    composer.takeBack()
    onContinue(fieldOf(question))
  }

  return (
    <Dialog title={sendQuestionTitle} onClose={back}>
      <p class="dialog-text">{typeof words === 'string' ? words : words(values)}</p>
      <div
        class="dialog-acts"
        onKeyDown={(event) => {
          // Keys of the message are none of the question, and the Enter that sent it may still be held down.
          if (event.key !== 'Escape') event.stopPropagation()
          if (event.repeat && event.key === 'Enter') event.preventDefault()
        }}
      >
        {question === 'recipient' ? (
          <button type="button" class="button primary" autofocus onClick={back}>
            {sendAsProposed.recipient}
          </button>
        ) : (
          <>
            <button type="button" class="button" onClick={back}>
              {text.cancel}
            </button>
            {question === 'blindCopy' || question === 'disclosed' ? (
              <>
                <button type="button" class="button" onClick={composer.sendAnyway}>
                  {sendAnyway[question]}
                </button>
                <button
                  type="button"
                  class="button primary"
                  autofocus
                  onClick={composer.sendAsProposed}
                >
                  {sendAsProposed[question]}
                </button>
              </>
            ) : (
              <button type="button" class="button primary" autofocus onClick={composer.sendAnyway}>
                {sendAnyway[question]}
              </button>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Where what is missing is written. */
function fieldOf(question: ComposerQuestion): 'to' | 'subject' | undefined {
  if (question === 'subject') return 'subject'
  return question === 'recipient' || question === 'refused' ? 'to' : undefined
}
