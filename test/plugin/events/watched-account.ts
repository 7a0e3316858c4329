import type { MailEvent } from '../../../proxy/mail/model/account.ts'
import { mailboxName } from '../../../proxy/mail/model/mailbox-name.ts'

/** A mailbox owner whose mail changes when the test says so. */
export interface WatchedAccount {
  /** Mailboxes that are watched now, in the order of their beginning. */
  readonly watched: readonly (string | undefined)[]
  watch(options: {
    readonly mailbox: string | undefined
    readonly listener: (event: MailEvent) => void
  }): { close(): void }
  /** Notifies every watch, as the mail engine does. */
  publish(event: MailEvent): void
}

/** Creates the owner; no one watches yet. */
export function createWatchedAccount(): WatchedAccount {
  const watches = new Set<{
    readonly mailbox: string | undefined
    readonly listener: (event: MailEvent) => void
  }>()
  return {
    get watched() {
      return [...watches].map(({ mailbox }) => mailbox)
    },
    watch(options) {
      const watch = { ...options }
      watches.add(watch)
      return { close: () => void watches.delete(watch) }
    },
    publish(event) {
      for (const { listener } of watches) listener(event)
    },
  }
}

/** New counters of a mailbox. */
export function countsOf(path: string, messages: number, unseen = messages): MailEvent {
  return {
    kind: 'counts',
    state: {
      path: mailboxName(path),
      messages,
      unseen,
      uidNext: messages + 1,
      uidValidity: 1n,
      highestModseq: undefined,
    },
  }
}
