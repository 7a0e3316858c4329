import { type Signal, useSignal } from '@preact/signals'
import type { NativeMessage } from '../../../../wire/native/types.ts'
import { useApp } from '../../../app/app-context.ts'
import { newId } from '../../../browser/new-id.ts'
import { createPageStorage } from '../../../browser/page-storage.ts'
import { createUnsentReplies } from '../../../state/message/unsent-replies.ts'
import { Problem } from '../../../wire/http/problem.ts'
import type { InvitationAnswer } from '../../../wire/inputs.ts'
import { messageKey, messageNameOf } from '../../../wire/message-name.ts'
import { BarButton } from '../bar-buttons.tsx'

/** Of the server (plugin/actions/invitation/reply-invitation.ts). */
const maxCommentChars = 2_000

const storage = createPageStorage(() => sessionStorage)

interface ReplyProps {
  readonly message: NativeMessage
  readonly answered: Signal<InvitationAnswer | null>
}

/** Sends the organizer an answer; what was answered is said, and can be changed. */
export function Reply({ message, answered }: ReplyProps) {
  const { env, http, notices, dialogs, laterText } = useApp()
  const texts = laterText.mail.event
  const comment = useSignal('')
  const isSending = useSignal(false)
  const name = messageNameOf(message)
  const key = messageKey(name)
  const unsent = createUnsentReplies({ storage, user: env.user, newId: () => newId(crypto) })

  async function send(answer: InvitationAnswer, isAgain = false): Promise<void> {
    if (isSending.value) return
    isSending.value = true
    try {
      // It goes on when the message is left.
      const { signal } = new AbortController()
      const composeId = unsent.composeIdOf(key, answer)
      const input = { ...name, composeId, answer, comment: comment.value, isAgain }
      await http.post('reply-invitation', input, signal)
      unsent.close(key)
      answered.value = answer
      comment.value = ''
      notices.say(texts.sent)
    } catch (error) {
      fail(error, answer)
    } finally {
      isSending.value = false
    }
  }

  /** What the server leaves to the user is asked in the words of the composer. */
  function fail(error: unknown, answer: InvitationAnswer): void {
    const { sendQuestionTitle: title, sendQuestions, sendAnyway } = laterText.mail
    const code = error instanceof Problem ? error.code : ''
    if (code === 'send_uncertain') {
      const run = () => void send(answer, true)
      dialogs.confirm({ title, text: sendQuestions.uncertain, confirm: sendAnyway.uncertain, run })
    } else if (code === 'already_sent') {
      const run = () => {
        unsent.close(key)
        void send(answer)
      }
      dialogs.confirm({ title, text: sendQuestions.changed, confirm: sendAnyway.changed, run })
    } else notices.failed(error)
  }

  return (
    <>
      <label class="field">
        {texts.comment}
        <input
          type="text"
          maxLength={maxCommentChars}
          value={comment.value}
          onInput={({ currentTarget }) => (comment.value = currentTarget.value)}
        />
      </label>
      <BarButton label={texts.accept} action={() => void send('accepted')} />
      <BarButton label={texts.maybe} action={() => void send('tentative')} />
      <BarButton label={texts.decline} action={() => void send('declined')} />
      <strong role="status">{answered.value !== null && texts[answered.value]}</strong>
    </>
  )
}
