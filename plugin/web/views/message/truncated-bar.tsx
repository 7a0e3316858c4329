import type { NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { messageFileUrl } from '../../wire/links.ts'
import { SourceLink } from './bar-buttons.tsx'

/** Says that the message is not shown whole, and where all of it is. */
export function TruncatedBar({ message }: { readonly message: NativeMessage }) {
  const { text } = useApp()

  return (
    <div class="message-bar">
      <span class="bar-text">{text.truncated}</span>
      <span class="bar-acts">
        <SourceLink message={message} />
        <a
          class="button small"
          href={messageFileUrl(message)}
          download={`${message.row.subject || text.fileName}.eml`}
        >
          {text.saveMessage}
        </a>
      </span>
    </div>
  )
}
