import { useEffect } from 'preact/hooks'
import type { NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { isSeen } from '../../state/act/flags.ts'
import { BarButton } from './bar-acts.tsx'
import { messageKey, messageNameOf } from '../../wire/message-name.ts'

/** Asks about the receipt that a message asks for, as far as its reader wants to be asked. */
export function ReceiptBar() {
  const reading = useApp().reader.reading.value
  if (reading.kind !== 'message') return null
  const { message } = reading
  return <ReceiptOf key={messageKey(messageNameOf(message))} message={message} />
}

function ReceiptOf({ message }: { readonly message: NativeMessage }) {
  const { text, list, receipts, settings } = useApp()
  const { sendsReceipts } = settings.preferences.value
  const { flags } = list.rowOf(messageNameOf(message)) ?? message.row
  const asked = receipts.isOpen(message, flags) ? message.receipt : null
  const isUnasked = sendsReceipts === 'always' && asked?.isToAsk === false
  // What came up by itself was not read yet.
  const isDue = isUnasked && isSeen(flags)
  useEffect(() => {
    if (isDue) void receipts.answer(message, 'send-unasked')
  }, [isDue])
  if (asked === null || isUnasked || sendsReceipts === 'never') return null

  const from = message.row.from.map(({ address }) => address)
  const others = asked.to.filter(({ address }) => !from.includes(address))
  return (
    <div class="message-bar">
      <span class="bar-text">
        {text.receiptAsked}
        {others.length > 0 && ` ${text.to}: `}
        <bdi>{others.map(({ address }) => address).join(', ')}</bdi>
      </span>
      <span class="bar-acts">
        <BarButton label={text.send} act={() => void receipts.answer(message, 'send')} />
        <BarButton
          isQuiet
          label={text.ignoreReceipt}
          act={() => void receipts.answer(message, 'ignore')}
        />
      </span>
    </div>
  )
}
