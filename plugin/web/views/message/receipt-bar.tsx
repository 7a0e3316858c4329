import { useEffect } from 'preact/hooks'
import type { NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { receiptsOf } from '../../app/later/receipts-of.ts'
import { isSeen } from '../../state/action/flags.ts'
import { BarButton } from './bar-buttons.tsx'
import { Invitation } from './invitation/invitation.tsx'
import { SenderWarnings } from './sender-check.tsx'
import { TruncatedBar } from './truncated-bar.tsx'
import { messageKey, messageNameOf } from '../../wire/message-name.ts'

/** What stands above the body of the open message: warnings, a receipt that is requested, an invitation, and whether it is cut. */
export function MessageBars() {
  return (
    <>
      <SenderWarnings />
      <ReceiptBar />
      <Invitation />
      <CutBar />
    </>
  )
}

/** Says of a message that is not shown whole where all of it is. */
function CutBar() {
  const reading = useApp().reader.reading.value
  if (reading.kind !== 'message' || !reading.message.isTruncated) return null
  return <TruncatedBar message={reading.message} />
}

/** Asks about the receipt that a message requests, as far as its reader wants to be asked. */
function ReceiptBar() {
  const reading = useApp().reader.reading.value
  if (reading.kind !== 'message') return null
  const { message } = reading
  return <ReceiptOf key={messageKey(messageNameOf(message))} message={message} />
}

function ReceiptOf({ message }: { readonly message: NativeMessage }) {
  const app = useApp()
  const { text, laterText, list, settings } = app
  const receipts = receiptsOf(app)
  const { sendsReceipts } = settings.preferences.value
  const { flags } = list.rowOf(messageNameOf(message)) ?? message.row
  const requested = receipts.isOpen(message, flags) ? message.receipt : null
  const isUnasked = sendsReceipts === 'always' && requested?.isToAsk === false
  // What came up automatically was not read yet.
  const isDue = isUnasked && isSeen(flags)
  useEffect(() => {
    if (isDue) void receipts.answer(message, 'send-unasked')
  }, [isDue])
  if (requested === null || isUnasked || sendsReceipts === 'never') return null

  const from = message.row.from.map(({ address }) => address)
  const others = requested.to.filter(({ address }) => !from.includes(address))
  return (
    <div class="message-bar">
      <span class="bar-text">
        {laterText.mail.receiptAsked}
        {others.length > 0 && ` ${text.to}: `}
        <bdi>{others.map(({ address }) => address).join(', ')}</bdi>
      </span>
      <span class="bar-acts">
        <BarButton label={text.send} action={() => void receipts.answer(message, 'send')} />
        <BarButton
          isQuiet
          label={laterText.mail.ignoreReceipt}
          action={() => void receipts.answer(message, 'ignore')}
        />
      </span>
    </div>
  )
}
