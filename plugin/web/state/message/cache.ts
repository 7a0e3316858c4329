import type { NativeMessage, NativeMessageName } from '../../../wire/native/types.ts'
import type { MessageRequests } from '../../wire/message-requests.ts'
import { messageKey } from '../../wire/message-name.ts'
import { Problem } from '../../wire/http/problem.ts'
import type { Connection } from '../session/connection.ts'

/** Messages read or fetched ahead. Their bodies never change (IMAP), so they are stored until others need the room. */
export interface MessageCache {
  get(name: NativeMessageName): NativeMessage | undefined
  fetch(name: NativeMessageName, signal: AbortSignal): Promise<NativeMessage>
  /** Fetches in the background; a failure is left to the moment the message is opened. */
  prefetch(name: NativeMessageName, signal: AbortSignal): void
  /** As `prefetch`, of what no one pointed at: the server may refuse it. Reports whether the message is here. Never fails. */
  fetchAhead(name: NativeMessageName, signal: AbortSignal): Promise<boolean>
  /** Forgets what `fetchAhead` brought and no one opened. */
  forgetAhead(): void
  /** Forgets everything: what the server says with a message is another now. */
  readonly forgetAll: () => void
  /**
   * Asks again for a message that `fetchAhead` brought a while ago: it may be deleted. Resolves at once for any other.
   * Throws Problem.
   */
  confirm(name: NativeMessageName, signal: AbortSignal): Promise<void>
}

/** Builds the cache; the message used longest ago goes first. */
export function createMessageCache({
  requests,
  connection,
  maxMessages,
  freshMs,
  now,
}: {
  readonly requests: Pick<MessageRequests, 'message' | 'messageAhead'>
  readonly connection: Pick<Connection, 'reach'> & {
    readonly state: Pick<Connection['state'], 'peek'>
  }
  readonly maxMessages: number
  /** What was fetched ahead is believed for so long. */
  readonly freshMs: number
  readonly now: () => number
}): MessageCache {
  const messages = new Map<string, NativeMessage>()
  /** When those came that no one opened yet. */
  const ahead = new Map<string, number>()
  const coming = new Map<string, Promise<NativeMessage>>()

  function keep(key: string, message: NativeMessage): void {
    messages.delete(key)
    messages.set(key, message)
    const oldest = messages.keys().next()
    if (messages.size > maxMessages && oldest.done !== true) forget(oldest.value)
  }

  function forget(key: string): void {
    messages.delete(key)
    ahead.delete(key)
  }

  /** A message that is on its way is not requested twice. */
  function request(
    name: NativeMessageName,
    abort: AbortSignal,
    from: 'message' | 'messageAhead' = 'message',
  ): Promise<NativeMessage> {
    const key = messageKey(name)
    const requested = requests[from](name, abort).then((message) => {
      keep(key, message)
      return message
    })
    coming.set(key, requested)
    const settle = () => coming.delete(key)
    requested.then(settle, settle)
    return requested
  }

  return {
    fetch: (name, abort) =>
      connection.reach(async () => {
        const ahead = await coming.get(messageKey(name))?.catch(unlessOutage)
        abort.throwIfAborted()
        return ahead ?? request(name, abort)
      }, abort),
    get(name) {
      const key = messageKey(name)
      const message = messages.get(key)
      if (message !== undefined) keep(key, message)
      return message
    },
    prefetch(name, abort) {
      const key = messageKey(name)
      const isIdle = connection.state.peek().kind === 'online'
      if (isIdle && !messages.has(key) && !coming.has(key))
        request(name, abort).catch(() => undefined)
    },
    async fetchAhead(name, abort) {
      const key = messageKey(name)
      if (messages.has(key)) return true
      if (coming.has(key) || connection.state.peek().kind !== 'online') return false
      try {
        await request(name, abort, 'messageAhead')
        ahead.set(key, now())
        return true
      } catch {
        return false
      }
    },
    forgetAhead() {
      for (const key of [...ahead.keys()]) forget(key)
    },
    forgetAll() {
      messages.clear()
      ahead.clear()
    },
    async confirm(name, abort) {
      const key = messageKey(name)
      const fetchedAt = ahead.get(key)
      ahead.delete(key)
      if (fetchedAt === undefined || now() - fetchedAt < freshMs) return
      try {
        await request(name, abort)
      } catch (error) {
        forget(key)
        throw error
      }
    },
  }
}

/** Who waits is told of an outage when it is met, and does not wait for the next request to meet it as well. */
function unlessOutage(error: unknown): undefined {
  if (error instanceof Problem && error.canRetry) throw error
}
