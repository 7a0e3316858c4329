import type { NativeMessage } from '../../wire/native-types.ts'
import type { Api } from '../wire/api.ts'
import type { Connection } from './connection.ts'

/** Messages read or fetched ahead. Their bodies never change (IMAP), so they are kept until others need the room. */
export interface MessageCache {
  get(mailbox: string, uid: number): NativeMessage | undefined
  fetch(mailbox: string, uid: number, signal: AbortSignal): Promise<NativeMessage>
  /** Fetches in the background; a failure is left to the moment the message is opened. */
  prefetch(mailbox: string, uid: number, signal: AbortSignal): void
}

/** Builds the cache; the message used longest ago goes first. */
export function createMessageCache({
  api,
  connection,
  maxMessages,
}: {
  readonly api: Api
  readonly connection: Connection
  readonly maxMessages: number
}): MessageCache {
  const messages = new Map<string, NativeMessage>()

  function keep(key: string, message: NativeMessage): void {
    messages.delete(key)
    messages.set(key, message)
    const oldest = messages.keys().next()
    if (messages.size > maxMessages && oldest.done !== true) messages.delete(oldest.value)
  }

  async function fetch(mailbox: string, uid: number, abort: AbortSignal): Promise<NativeMessage> {
    const message = await connection.reach(() => api.message(mailbox, uid, abort), abort)
    keep(keyOf(mailbox, uid), message)
    return message
  }

  return {
    fetch,
    get(mailbox, uid) {
      const key = keyOf(mailbox, uid)
      const message = messages.get(key)
      if (message !== undefined) keep(key, message)
      return message
    },
    prefetch(mailbox, uid, abort) {
      const isIdle = connection.state.peek().kind === 'online'
      if (!isIdle || messages.has(keyOf(mailbox, uid))) return
      void api.message(mailbox, uid, abort).then(
        (message) => keep(keyOf(mailbox, uid), message),
        () => undefined,
      )
    },
  }
}

function keyOf(mailbox: string, uid: number): string {
  return `${uid} ${mailbox}`
}
