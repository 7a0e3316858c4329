import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NativeInvitedEvent, NativeMessage } from '../../../../wire/native/types.ts'
import { useApp } from '../../../app/app-context.ts'
import { downloadUrl } from '../../../wire/links.ts'
import type { InvitationAnswer } from '../../../wire/inputs.ts'
import { messageKey, messageNameOf } from '../../../wire/message-name.ts'
import { Icon } from '../../icon/icon.tsx'
import { Reply } from './reply.tsx'
import { spanText } from './event-time.ts'
import { recurrenceText } from './recurrence-text.ts'

/** The event in a calendar file of the open message; a message without such a file requests none. */
export function Invitation() {
  const reading = useApp().reader.reading.value
  if (reading.kind !== 'message') return null
  const { message } = reading
  const hasCalendar = message.attachments.some(({ isCalendar }) => isCalendar)
  return hasCalendar ? <EventOf key={messageKey(messageNameOf(message))} message={message} /> : null
}

function EventOf({ message }: { readonly message: NativeMessage }) {
  const { http, listedParts } = useApp()
  /** undefined while it loads; null: there is none, or it could not be had. */
  const event = useSignal<NativeInvitedEvent | null | undefined>(undefined)
  useEffect(() => {
    const left = new AbortController()
    http.get('invitation', messageNameOf(message), left.signal).then(
      (result) => (event.value = result.event),
      // The file is listed instead.
      () => (event.value = null),
    )
    return () => left.abort()
  }, [])
  useEffect(() => {
    if (event.value === undefined) return
    listedParts.notify(message, { event: event.value?.partIds ?? [] })
  }, [message, event.value])
  return event.value ? <Card message={message} event={event.value} /> : null
}

interface CardProps {
  readonly message: NativeMessage
  readonly event: NativeInvitedEvent
}

function Card({ message, event }: CardProps) {
  const { text, laterText } = useApp()
  const texts = laterText.mail.event
  const { subject, location, comment, organizer, recurrence, replacedBy, moreEvents } = event
  const answered = useSignal(event.answer)
  const isCanceled = event.method === 'cancel' || replacedBy === 'cancellation'
  return (
    <section
      class={isCanceled ? 'event is-canceled' : 'event'}
      aria-label={subject || texts.publish}
    >
      <p class="event-kind">{kindText(event, texts)}</p>
      <h3>
        <bdi>{subject || text.noSubject}</bdi>
      </h3>
      <p>{spanText(event)}</p>
      {recurrence !== null && <p>{recurrenceText(recurrence, texts)}</p>}
      {location !== '' && (
        <p>
          <bdi>{location}</bdi>
        </p>
      )}
      {organizer !== null && (
        <p>
          {texts.organizer}: <bdi>{personText(organizer)}</bdi>
        </p>
      )}
      {comment !== '' && (
        <blockquote>
          <bdi>{comment}</bdi>
        </blockquote>
      )}
      <Attendees event={event} answered={answered.value} />
      {moreEvents > 0 && <p class="event-kind">{texts.more({ count: moreEvents })}</p>}
      {replacedBy !== null && (
        <p class="event-kind">{replacedBy === 'update' ? texts.updated : texts.canceled}</p>
      )}
      <div class="event-acts">
        {event.answersAs !== null && <Reply message={message} answered={answered} />}
        <Download message={message} partIds={event.partIds} />
      </div>
    </section>
  )
}

interface AttendeesProps extends Pick<CardProps, 'event'> {
  /** By the reader, since the event was written. */
  readonly answered: InvitationAnswer | null
}

function Attendees({ event, answered }: AttendeesProps) {
  const texts = useApp().laterText.mail.event
  const { method, attendees, attendeesLeftOut, answersAs } = event
  const own = answersAs?.address.toLowerCase()
  // A reply is about the one who wrote it.
  if (attendees.length === 0 || method === 'reply' || method === 'counter') return null
  return (
    <details>
      <summary>{texts.people({ count: attendees.length + attendeesLeftOut })}</summary>
      <ul>
        {attendees.map(({ attendance, ...person }, index) => (
          <li key={index}>
            <bdi>{personText(person)}</bdi>:{' '}
            {texts[person.address.toLowerCase() === own ? (answered ?? attendance) : attendance]}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The last of the parts that are this event: where there are two, the file stands behind the alternative. */
function Download({
  message,
  partIds,
}: Pick<CardProps, 'message'> & { readonly partIds: readonly string[] }) {
  const { text } = useApp()
  const part = message.attachments.findLast(({ id }) => partIds.includes(id))
  if (part === undefined) return null
  return (
    <a
      class="button small quiet"
      href={downloadUrl(message, part.id)}
      download={part.filename}
      title={part.filename}
    >
      <Icon name="download" size={16} />
      {text.download}
    </a>
  )
}

type Texts = ReturnType<typeof useApp>['laterText']['mail']['event']

/** What the message wants; of a reply, who wrote it and what. */
function kindText({ method, sequence, attendees: [author] }: NativeInvitedEvent, texts: Texts) {
  if (method === 'request' && sequence > 0) return texts.update
  if (method !== 'reply' && method !== 'counter') return texts[method]
  const word =
    method === 'counter' || author === undefined ? texts.counter : texts[author.attendance]
  return author === undefined ? (
    word
  ) : (
    <>
      <bdi>{author.name || author.address}</bdi>: {word}
    </>
  )
}

/** With the address: an answer goes there, whatever the name says. */
function personText({
  name,
  address,
}: Pick<NonNullable<NativeInvitedEvent['organizer']>, 'name' | 'address'>): string {
  if (name === '' || name === address) return address
  return address === '' ? name : `${name} <${address}>`
}
