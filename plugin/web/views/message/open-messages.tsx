import type { NativeMessage, NativeMessageName } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { Attachments } from './attachments.tsx'
import { MessageBody } from './body.tsx'
import { MessageHeader } from './header.tsx'
import { MessageToolbar } from './toolbar.tsx'

/**
 * The open message. The frame of an HTML body takes longest, so it is loaded unseen, while the rest of the message is
 * on its way and already when the pointer rests on the row. It then stays the same element: one that is moved loads anew.
 */
export function OpenMessages() {
  const { aim, list, reader } = useApp()
  const reading = reader.reading.value
  const messages = new Map<string, OneMessageProps>()
  for (const name of [reading.kind === 'loading' ? reading.name : undefined, aim.aimed.value]) {
    if (name === undefined || list.rowOf(name)?.hasHtml !== true) continue
    messages.set(keyOf(name), { name, message: undefined })
  }
  if (reading.kind === 'message') messages.set(keyOf(reading.name), reading)

  return (
    <>
      {[...messages].map(([key, { name, message }]) => (
        <OneMessage key={key} name={name} message={message} />
      ))}
    </>
  )
}

function keyOf(name: NativeMessageName): string {
  return Object.values(name).join(' ')
}

interface OneMessageProps {
  readonly name: NativeMessageName
  /** undefined for one that is loaded unseen. */
  readonly message: NativeMessage | undefined
}

function OneMessage({ name, message }: OneMessageProps) {
  const { reader } = useApp()

  return (
    <article class={message === undefined ? 'message is-ahead' : 'message'}>
      {message === undefined ? null : <MessageToolbar message={message} />}
      <div
        class={message?.hasHtml === false ? 'message-content' : 'message-content has-html'}
        onPointerDown={reader.turnTo}
        onWheel={reader.turnTo}
      >
        {message === undefined ? null : <MessageHeader message={message} />}
        {message === undefined ? null : <Attachments message={message} />}
        <MessageBody name={name} message={message} />
      </div>
    </article>
  )
}
