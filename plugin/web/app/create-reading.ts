import { computed } from '@preact/signals'
import type { MessageList } from '../state/list/list.ts'
import { createHover, type Hover } from '../state/message/hover.ts'
import { createMessageCache } from '../state/message/cache.ts'
import { createReader, type Reader } from '../state/message/reader.ts'
import { createRest } from '../state/message/rest.ts'
import type { Connection } from '../state/session/connection.ts'
import type { Settings } from '../state/settings/settings.ts'
import type { MessageRequests } from '../wire/message-requests.ts'
import type { MailPageEnv, NativeMessageName } from '../../wire/native/types.ts'

interface ReadingOptions {
  readonly env: MailPageEnv
  readonly requests: MessageRequests
  readonly connection: Connection
  readonly list: MessageList
  readonly settings: Settings
  readonly now: () => number
  readonly page: Document
  readonly onRead: (name: NativeMessageName) => void
}

/** Messages that were read lately, the one that is open, and the one that the pointer rests on. */
interface Reading {
  readonly messages: ReturnType<typeof createMessageCache>
  readonly reader: Reader
  readonly hover: Hover
  /** From then on a changed time of "counts as read" holds for the open message as well. */
  followReadAfter(): void
}

export function createReading({
  env,
  requests,
  connection,
  list,
  settings,
  now,
  page,
  onRead,
}: ReadingOptions): Reading {
  /** As the owner has it for all messages, else as the administrator has it for those that no one requested. */
  const readAfterMs = (isRequested: boolean) => {
    const chosen = settings.preferences.peek().readAfterSeconds
    const seconds = chosen ?? (isRequested ? 0 : env.readAfterSeconds)
    return seconds < 0 ? Infinity : seconds * 1_000
  }
  const readAfter = computed(() => settings.preferences.value.readAfterSeconds)
  const messages = createMessageCache({
    requests,
    connection,
    maxMessages: 30,
    freshMs: 5_000,
    now,
  })
  const rest = createRest({ afterMs: readAfterMs, page })
  const reader = createReader({
    list,
    cache: messages,
    rest,
    settleMs: 120,
    prefetchAfterMs: 300,
    onRead,
  })
  const hover = createHover({ cache: messages, opened: reader.opened, restMs: 40 })
  return { messages, reader, hover, followReadAfter: () => void readAfter.subscribe(rest.restart) }
}
