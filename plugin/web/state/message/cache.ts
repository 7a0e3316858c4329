import type { NativeMessage, NativeMessageName } from '../../../wire/native/types.ts'
import type { Api } from '../../wire/api.ts'
import type { Connection } from '../session/connection.ts'

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
  const coming = new Map<string, Promise<NativeMessage>>()

  function keep(key: string, message: NativeMessage): void {
    messages.delete(key)
    messages.set(key, message)
    const oldest = messages.keys().next()
    if (messages.size > maxMessages && oldest.done !== true) messages.delete(oldest.value)
  }

  /** A message that is on its way is not asked for twice. */
  function ask(name: NativeMessageName, abort: AbortSignal): Promise<NativeMessage> {
    const key = keyOf(name)
    const asked = api.message(name, abort).then((message) => {
      keep(key, message)
      return message
    })
    coming.set(key, asked)
    const settle = () => coming.delete(key)
    asked.then(settle, settle)
    return asked
  }

  return {
    async fetch(name, abort) {
      const ahead = await coming.get(keyOf(name))?.catch(() => undefined)
      abort.throwIfAborted()
      return ahead ?? connection.reach(() => ask(name, abort), abort)
    },
    get(name) {
      const key = keyOf(name)
      const message = messages.get(key)
      if (message !== undefined) keep(key, message)
      return message
    },
    prefetch(name, abort) {
      const key = keyOf(name)
      const isIdle = connection.state.peek().kind === 'online'
      if (isIdle && !messages.has(key) && !coming.has(key)) ask(name, abort).catch(() => undefined)
    },
  }
}

function keyOf({ mailbox, uidValidity, uid }: NativeMessageName): string {
  return `${uidValidity} ${uid} ${mailbox}`
}
