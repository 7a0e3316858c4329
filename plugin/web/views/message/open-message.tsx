import type { NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { Attachments } from './attachments.tsx'
import { MessageBody } from './body.tsx'
import { MessageHeader } from './header.tsx'
import { ReceiptBar } from './receipt-bar.tsx'
import { MessageToolbar } from './toolbar.tsx'

/** The open message: what can be done with it, who wrote it, its files and its body. */
export function OpenMessage({ message }: { readonly message: NativeMessage }) {
  const { reader } = useApp()

  return (
    <article class="message">
      <MessageToolbar message={message} />
      <div
        class={message.html === null ? 'message-content' : 'message-content has-html'}
        onPointerDown={reader.turnTo}
        onWheel={reader.turnTo}
      >
        <MessageHeader message={message} />
        <Attachments message={message} />
        <ReceiptBar message={message} />
        <MessageBody message={message} />
      </div>
    </article>
  )
}
