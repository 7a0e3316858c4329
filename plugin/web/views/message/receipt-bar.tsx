import { useEffect } from 'preact/hooks'
import type { NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { isSeen } from '../../state/act/flags.ts'
import { messageNameOf } from '../../wire/message-name.ts'

/** Asks about the receipt that a message asks for, as far as its reader wants to be asked. */
export function ReceiptBar({ message }: { readonly message: NativeMessage }) {
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

  const from = new Set(message.row.from.map(({ address }) => address.toLowerCase()))
  const isToSender = asked.to.every(({ address }) => from.has(address.toLowerCase()))
  const addresses = asked.to.map(({ address }) => address).join(', ')
  return (
    <div class="message-bar">
      <span class="bar-text">
        {isToSender ? text.receiptAsked : text.receiptAskedFor(addresses)}
      </span>
      <span class="bar-acts">
        <button
          type="button"
          class="button small"
          onClick={() => void receipts.answer(message, 'send')}
        >
          {text.sendReceipt}
        </button>
        <button
          type="button"
          class="button small quiet"
          onClick={() => void receipts.answer(message, 'ignore')}
        >
          {text.ignoreReceipt}
        </button>
      </span>
    </div>
  )
}
