import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NativeEvent, NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { newId } from '../../browser/new-id.ts'
import { messageKey, messageNameOf } from '../../wire/message-name.ts'
import { BarButton } from './bar-buttons.tsx'
import { spanText } from './event-time.ts'
import { recurrenceText } from './recurrence-text.ts'

type Answer = NonNullable<NativeEvent['answer']>

/** The event in a calendar file of the open message; a message without such a file asks for none. */
export function InvitationCard() {
  const reading = useApp().reader.reading.value
  if (reading.kind !== 'message') return null
  const { message } = reading
  const isAsked = message.attachments.some(
    ({ type, filename }) => type === 'text/calendar' || /\.ics$/i.test(filename),
  )
  return isAsked ? <EventOf key={messageKey(messageNameOf(message))} message={message} /> : null
}

function EventOf({ message }: { readonly message: NativeMessage }) {
  const { http } = useApp()
  const event = useSignal<NativeEvent | null>(null)
  useEffect(() => {
    const left = new AbortController()
    http.get('invitation', messageNameOf(message), left.signal).then(
      (result) => (event.value = result.event),
      // The file is listed all the same.
      () => undefined,
    )
    return () => left.abort()
  }, [])
  return event.value === null ? null : <Card message={message} event={event.value} />
}

function Card({
  message,
  event,
}: {
  readonly message: NativeMessage
  readonly event: NativeEvent
}) {
  const { laterText } = useApp()
  const texts = laterText.mail.event
  const { attendees, organizer, replacedBy, method, recurrence } = event
  const kind = method === 'request' && event.sequence > 0 ? 'update' : method
  const [first] = attendees
  return (
    <section class="event" aria-label={event.subject}>
      <p class="event-kind">
        {kind === 'reply'
          ? first && `${first.name || first.address}: ${texts[first.attendance]}`
          : texts[kind]}
      </p>
      <h3 dir="auto">{event.subject}</h3>
      <p>{spanText(event)}</p>
      {recurrence !== null && <p>{recurrenceText(recurrence, texts)}</p>}
      {event.location !== '' && <p dir="auto">{event.location}</p>}
      {organizer !== null && (
        <p>
          {texts.organizer}: <bdi>{organizer.name || organizer.address}</bdi>
        </p>
      )}
      {event.comment !== '' && <blockquote dir="auto">{event.comment}</blockquote>}
      {attendees.length > 0 && kind !== 'reply' && (
        <details>
          <summary>{texts.people({ count: attendees.length + event.attendeesLeftOut })}</summary>
          <ul>
            {attendees.map(({ name, address, attendance }, index) => (
              <li key={index}>
                <bdi>{name || address}</bdi>: {texts[attendance]}
              </li>
            ))}
          </ul>
        </details>
      )}
      {replacedBy !== null && (
        <p class="event-kind">{replacedBy === 'update' ? texts.updated : texts.canceled}</p>
      )}
      {event.answersAs !== null && <Answers message={message} given={event.answer} />}
    </section>
  )
}

interface AnswersProps {
  readonly message: NativeMessage
  readonly given: Answer | null
}

/** Sends an answer; what was answered is said, and can be changed. */
function Answers({ message, given }: AnswersProps) {
  const { http, notices, laterText } = useApp()
  const texts = laterText.mail.event
  const answered = useSignal(given)
  const comment = useSignal('')
  const isSending = useSignal(false)

  const send = async (answer: Answer) => {
    if (isSending.value) return
    isSending.value = true
    try {
      // It goes on when the message is left.
      const { signal } = new AbortController()
      const input = { composeId: newId(crypto), answer, comment: comment.value }
      await http.post('reply-invitation', { ...messageNameOf(message), ...input }, signal)
      answered.value = answer
      notices.say(texts.sent)
    } catch (error) {
      notices.failed(error)
    } finally {
      isSending.value = false
    }
  }

  return (
    <>
      <input
        type="text"
        maxLength={2_000}
        aria-label={texts.comment}
        placeholder={texts.comment}
        value={comment.value}
        onInput={({ currentTarget }) => (comment.value = currentTarget.value)}
      />
      <p class="event-answers" role="status">
        {answered.value !== null && <strong>{texts[answered.value]}</strong>}
        <BarButton label={texts.accept} action={() => void send('accepted')} />
        <BarButton label={texts.maybe} action={() => void send('tentative')} />
        <BarButton label={texts.decline} action={() => void send('declined')} />
      </p>
    </>
  )
}
