import type { NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { messageKey, messageNameOf } from '../../wire/message-name.ts'
import { EarlierButton } from './conversation.tsx'
import { SenderCheck } from './sender-check.tsx'
import { Unsubscribe } from './unsubscribe.tsx'
import { NORMAL_PRIORITY } from '../../state/composer/draft.ts'
import { priorityNames } from '../../texts/priority-names.ts'

/** What stands beside the sender of the open message. */
export function SenderNotes() {
  const reading = useApp().reader.reading.value
  if (reading.kind !== 'message') return null
  const { message } = reading
  return (
    <>
      <PriorityNote message={message} />
      <SenderCheck message={message} />
      <Unsubscribe key={messageKey(messageNameOf(message))} message={message} />
      <EarlierButton />
    </>
  )
}

/** How urgent the message says it is, where that is not as usual. */
function PriorityNote({ message }: { readonly message: NativeMessage }) {
  const texts = useApp().laterText.mail
  const { priority } = message.row
  if (priority === null || priority === NORMAL_PRIORITY) return null
  const [, name = ''] = priorityNames(texts.priorities)[priority - 1] ?? []
  return (
    <span class="sender-note">
      {texts.priority}: {name}
    </span>
  )
}
