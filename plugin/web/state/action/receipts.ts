import { signal } from '@preact/signals'
import type { NativeMessage } from '../../../wire/native/types.ts'
import type { MailCatalogue } from '../../texts/later-texts.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { ReceiptResponse } from '../../wire/inputs.ts'
import { messageKey, messageNameOf } from '../../wire/message-name.ts'
import type { Notices } from '../notice/notices.ts'

interface ReceiptsOptions {
  readonly http: Pick<HttpClient, 'post'>
  readonly notices: Pick<Notices, 'say' | 'failed'>
  readonly texts: () => Pick<MailCatalogue, 'receiptSent'>
}

/** Receipts that messages ask for, each of which is answered once. */
export interface Receipts {
  /** False once it was answered, here or by another program of the owner, whose word is among the flags. */
  isOpen(message: NativeMessage, flags: readonly string[]): boolean
  /** Answers it; where that fails the user is told, and can answer again. */
  answer(message: NativeMessage, choice: ReceiptResponse): Promise<void>
}

/** RFC 3503. */
const ANSWERED = '$mdnsent'

/** Nothing was answered at first. */
export function createReceipts({ http, notices, texts }: ReceiptsOptions): Receipts {
  /** The messages by name. The reply of one that is known already says no more of it. */
  const answered = signal<ReadonlySet<string>>(new Set())
  const { signal: life } = new AbortController()

  return {
    isOpen(message, flags) {
      if (message.receipt === null || answered.value.has(messageKey(messageNameOf(message))))
        return false
      return !flags.some((flag) => flag.toLowerCase() === ANSWERED)
    },
    async answer(message, choice) {
      const name = messageNameOf(message)
      const key = messageKey(name)
      if (answered.peek().has(key)) return
      answered.value = new Set([...answered.peek(), key])
      try {
        const { isSent } = await http.post('receipt', { ...name, answer: choice }, life)
        if (isSent) notices.say(texts().receiptSent)
      } catch (error) {
        notices.failed(error)
        // What no one was asked about would be tried again at once, and again.
        if (choice === 'send-unasked') return
        answered.value = new Set([...answered.peek()].filter((other) => other !== key))
      }
    },
  }
}
