import type { NativeMessage, NativeMessageName } from '../../wire/native-types.ts'
import type { Api } from '../wire/api.ts'
import type { Connection } from './connection.ts'

/** Messages read or fetched ahead. Their bodies never change (IMAP), so they are kept until others need the room. */
export interface MessageCache {
  get(name: NativeMessageName): NativeMessage | undefined
  fetch(name: NativeMessageName, signal: AbortSignal): Promise<NativeMessage>
  /** Fetches in the background; a failure is left to the moment the message is opened. */
  prefetch(name: NativeMessageName, signal: AbortSignal): void
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

  async function fetch(name: NativeMessageName, abort: AbortSignal): Promise<NativeMessage> {
    const message = await connection.reach(() => api.message(name, abort), abort)
    keep(keyOf(name), message)
    return message
  }

  return {
    fetch,
    get(name) {
      const key = keyOf(name)
      const message = messages.get(key)
      if (message !== undefined) keep(key, message)
      return message
    },
    prefetch(name, abort) {
      const isIdle = connection.state.peek().kind === 'online'
      if (!isIdle || messages.has(keyOf(name))) return
      void api.message(name, abort).then(
        (message) => keep(keyOf(name), message),
        () => undefined,
      )
    },
  }
}

function keyOf({ mailbox, uidValidity, uid }: NativeMessageName): string {
  return `${uidValidity} ${uid} ${mailbox}`
}
