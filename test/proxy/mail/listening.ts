import type { Account, MailEvent } from '../../../proxy/mail/model/account.ts'
import type { MailboxName } from '../../../proxy/mail/model/mailbox-name.ts'

/** What a listener was told so far, and a way to wait for more. */
export interface Heard {
  readonly events: readonly MailEvent[]
  /** Resolves when what was heard so far is enough. */
  until(isEnough: (events: readonly MailEvent[]) => boolean): Promise<void>
  close(): void
}

/** Watches an account and keeps what it is told. */
export function listen(account: Account, mailbox?: MailboxName): Heard {
  const events: MailEvent[] = []
  const waiting = new Set<() => void>()
  const watch = account.watch({
    mailbox,
    listener: (event) => {
      events.push(event)
      for (const check of waiting) check()
    },
  })
  return {
    events,
    until: (isEnough) =>
      new Promise((resolve) => {
        const check = () => {
          if (!isEnough(events)) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    close: () => {
      watch.close()
    },
  }
}

/** The watch is in place: what happens from now on is told. */
export function hasStarted(events: readonly MailEvent[]): boolean {
  return events.some(({ kind }) => kind === 'resync')
}

/** The counts of a mailbox with so many messages were told. */
export function hasCounts(
  path: string,
  messages: number,
): (events: readonly MailEvent[]) => boolean {
  return (events) =>
    events.some(
      (event) =>
        event.kind === 'counts' && event.state.path === path && event.state.messages === messages,
    )
}
