import type { MailPageEnv, NativeMessageName } from '../../../wire/native/types.ts'
import type { MessageList } from '../list/list.ts'
import type { Session } from '../session/session.ts'
import type { MessageCache } from './cache.ts'
import type { Reader } from './reader.ts'

interface AheadOptions {
  readonly cache: Pick<MessageCache, 'fetchAhead' | 'forgetAhead'>
  readonly list: Pick<MessageList, 'rows' | 'name' | 'firstVisible'> & {
    readonly positionOf: Pick<MessageList['positionOf'], 'peek'>
  }
  readonly reader: Pick<Reader, 'opened'>
  readonly session: Pick<Session, 'isIntact'>
  /** Messages that are kept ready, at least 1; and the size of one on the mail server, over which it is left to the click. */
  readonly limits: Pick<MailPageEnv, 'readAheadMessages' | 'readAheadBytes'>
  /** Nothing is requested while no one looks at it. */
  readonly page: Pick<Document, 'hidden' | 'addEventListener'>
  /** Nothing is requested where the user told the browser to save data. */
  readonly navigator: object
  readonly whenIdle: (task: () => void) => void
  /** The list is at rest for so long before anything is requested. */
  readonly settleMs: number
}

/**
 * Starts to fetch the messages a user is likely to open next, while the page has nothing else to do: the first in
 * sight, or the one below the open message. One is requested at a time, so that what a user does meanwhile waits behind
 * one at most. What failed or was refused is not requested again before it is opened.
 */
export function fetchAheadWhenIdle(options: AheadOptions): void {
  const { cache, list, settleMs } = options
  const { opened } = options.reader
  const { isIntact } = options.session
  const { readAheadMessages: maxMessages, readAheadBytes: maxBytes } = options.limits
  const { signal: life } = new AbortController()
  let requested: string[] = []
  /** Aborted when something else is likely now; a question that is on its way stays. */
  let round = new AbortController()
  let fetching = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  function likely(): readonly NativeMessageName[] {
    const [rows, open, index] = [list.rows.peek(), opened.peek(), list.name.peek()]
    const openIndex = open === undefined ? undefined : list.positionOf.peek().get(open.uid)
    const [first, count] =
      openIndex === undefined ? [list.firstVisible.peek(), maxMessages] : [openIndex + 1, 1]
    return Array.from({ length: count }, (_, offset) => rows.get(first + offset))
      .filter((row) => row !== undefined)
      .filter(({ size }) => size <= maxBytes)
      .map(({ uid }) => ({ ...index, uid }))
  }

  async function fetchLikely(over: AbortSignal): Promise<void> {
    for (const name of over.aborted ? [] : likely()) {
      if (over.aborted || options.page.hidden || savesData(options.navigator)) return
      if (requested.includes(keyOf(name))) continue
      requested = [...requested.slice(1 - maxRequested), keyOf(name)]
      const isHere = await cache.fetchAhead(name, life)
      if (!isHere) return
    }
  }

  function follow(): void {
    if (!isIntact.peek()) {
      cache.forgetAhead()
      requested = []
    }
    round.abort()
    round = new AbortController()
    const { signal: over } = round
    const start = () => {
      fetching = fetching.then(() => fetchLikely(over))
    }
    clearTimeout(timer)
    timer = setTimeout(() => options.whenIdle(start), settleMs)
  }

  options.page.addEventListener('visibilitychange', follow)
  for (const change of [list.rows, list.name, list.firstVisible, opened, isIntact]) {
    change.subscribe(follow)
  }
}

/** Of how many it is remembered that they were requested. */
const maxRequested = 500

/** As messageKey, without code that the page's script has: shared code would be a file more at the start. */
function keyOf({ mailbox, uidValidity, uid }: NativeMessageName): string {
  return `${uidValidity} ${uid} ${mailbox}`
}

/** Save-Data of the Network Information API; Safari and Firefox do not say. */
function savesData(navigator: { readonly connection?: { readonly saveData?: boolean } }): boolean {
  return navigator.connection?.saveData === true
}
