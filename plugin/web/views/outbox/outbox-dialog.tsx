import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import type { OutboxMessage } from '../../state/outbox/outbox.ts'
import { formatFullDate } from '../../texts/format.ts'
import { formatList } from '../../texts/lists.ts'
import { useWriting } from '../composer/context.ts'
import { SendTimeField } from '../composer/send-time-field.tsx'
import { Dialog } from '../dialog/dialog.tsx'

/** What waits to be sent, and what could not be sent, with what can be done about each. */
export function OutboxDialog() {
  const { dialogs } = useApp()
  return dialogs.open.value === 'outbox' ? <OpenOutbox /> : null
}

function OpenOutbox() {
  const { laterText, dialogs } = useApp()
  const { outbox } = useWriting()
  const messages = outbox.messages.value
  useEffect(outbox.load, [])

  return (
    <Dialog isWide title={laterText.mail.outbox} onClose={dialogs.close}>
      {messages.length === 0 ? <p class="dialog-text">{laterText.mail.outboxEmpty}</p> : null}
      <ul class="identities">
        {messages.map((message) => (
          <OutboxItem key={message.id} message={message} />
        ))}
      </ul>
    </Dialog>
  )
}

function OutboxItem({ message }: { readonly message: OutboxMessage }) {
  const { text, laterText, dialogs } = useApp()
  const { outbox } = useWriting()
  const texts = laterText.mail
  const isTiming = useSignal(false)
  const { id, state, dueAt, recipients, draft, subject } = message
  const isUnfiled = state === 'unfiled'
  const mayBeSent = state === 'waiting' || state === 'retrying' || state === 'asks' || isUnfiled
  const mayBeTakenBack = state !== 'sending' && state !== 'filing'
  const mayBeEdited = mayBeTakenBack && !isUnfiled && draft !== null
  const sendLabel = isUnfiled ? text.tryAgain : texts.sendNow

  return (
    <li class="outbox-message">
      <strong dir="auto">{subject || text.noSubject}</strong>
      <span dir="auto" class="dialog-text">
        {formatList(recipients.map(({ name, address }) => name || address))}
      </span>
      <span class={dueAt === null ? 'field-problem' : 'dialog-text'} role="status">
        {stateOf(message, texts)}
      </span>
      <div class="dialog-acts">
        {mayBeEdited ? (
          <button
            type="button"
            class="button small"
            onClick={() => {
              dialogs.close()
              void outbox.edit(id)
            }}
          >
            {texts.editWaiting}
          </button>
        ) : null}
        {mayBeSent ? (
          <button type="button" class="button small" onClick={() => void outbox.sendNow(message)}>
            {message.isUncertain ? texts.sendAnyway.uncertain : sendLabel}
          </button>
        ) : null}
        {state === 'waiting' ? (
          <button
            type="button"
            class="button small"
            aria-expanded={isTiming.value}
            onClick={() => (isTiming.value = !isTiming.peek())}
          >
            {texts.changeTime}
          </button>
        ) : null}
        {mayBeTakenBack ? (
          <button
            type="button"
            class="button small quiet"
            onClick={() => void outbox.cancel(message)}
          >
            {draft === null || isUnfiled ? text.dismiss : texts.cancelSending}
          </button>
        ) : null}
      </div>
      {isTiming.value ? (
        <SendTimeField
          dueAt={dueAt}
          onChoose={(time) => {
            isTiming.value = false
            void outbox.reschedule(id, time)
          }}
        />
      ) : null}
    </li>
  )
}

type Texts = ReturnType<typeof useApp>['laterText']['mail']

/** What a message is at, in words. */
function stateOf({ state, dueAt, error, isUncertain }: OutboxMessage, texts: Texts): string {
  const time = dueAt === null ? '' : formatFullDate(dueAt)
  const reason = error ?? ''
  switch (state) {
    case 'waiting':
      return texts.sendsAt({ time })
    case 'sending':
      return texts.isBeingSent
    case 'retrying':
      return texts.triesAgainAt({ time, reason })
    case 'filing':
      return texts.sentCopyPending
    case 'password':
      return texts.waitsForPassword
    case 'asks':
      return isUncertain ? texts.sendQuestions.uncertain : texts.gaveUpSending({ reason })
    case 'refused':
      return texts.sendingRefused({ reason })
    case 'changed':
      return texts.waitingDraftChanged
    case 'gone':
      return texts.waitingDraftDeleted
    case 'unreadable':
      return texts.waitingUnreadable
    case 'unfiled':
      return texts.copyNotFiled({ reason })
  }
}
