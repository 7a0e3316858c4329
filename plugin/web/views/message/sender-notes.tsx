import { useApp } from '../../app/app-context.ts'
import { messageKey, messageNameOf } from '../../wire/message-name.ts'
import { SenderCheck } from './sender-check.tsx'
import { Unsubscribe } from './unsubscribe.tsx'

/** What stands beside the sender of the open message. */
export function SenderNotes() {
  const reading = useApp().reader.reading.value
  if (reading.kind !== 'message') return null
  const { message } = reading
  return (
    <>
      <SenderCheck message={message} />
      <Unsubscribe key={messageKey(messageNameOf(message))} message={message} />
    </>
  )
}
