import { useRef } from 'preact/hooks'
import type { NativeMessage, NativeMessageName } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { messageKey } from '../../wire/message-name.ts'
import { Attachments } from './attachments.tsx'
import { MessageBody } from './body.tsx'
import { MessageHeader } from './header.tsx'
import { ReceiptBar } from './receipt-bar.tsx'
import { MessageToolbar } from './toolbar.tsx'

/**
 * The open message. The frame of an HTML body takes longest, so it is loaded unseen: while the rest of the message is
 * on its way, when the pointer rests on the row, and for those that were fetched ahead. It then stays the same element in
 * the same place: one that is moved loads anew.
 */
export function OpenMessages() {
  const { ahead, aim, layout, list, reader } = useApp()
  const places = useRef<readonly string[]>([])
  const reading = reader.reading.value
  const messages = new Map<string, OneMessageProps>()
  const loading = reading.kind === 'loading' ? reading.name : undefined
  // Where the panes take turns, that of the message has no size yet.
  const ready = layout.isNarrow.value ? [] : ahead.value
  for (const name of [loading, aim.aimed.value, ...ready]) {
    if (name === undefined || list.rowOf(name)?.hasHtml !== true) continue
    messages.set(messageKey(name), { name, message: undefined })
  }
  if (reading.kind === 'message') messages.set(messageKey(reading.name), reading)
  places.current = [...new Set([...places.current, ...messages.keys()])].filter((key) =>
    messages.has(key),
  )

  return (
    <>
      {places.current.map((key) => {
        const one = messages.get(key)
        return one && <OneMessage key={key} {...one} />
      })}
    </>
  )
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
        {message === undefined ? null : <ReceiptBar message={message} />}
        <MessageBody name={name} message={message} />
      </div>
    </article>
  )
}
