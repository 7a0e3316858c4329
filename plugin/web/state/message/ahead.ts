import type { MailPageEnv, NativeMessageName } from '../../../wire/native/types.ts'
import type { MessageList } from '../list/list.ts'
import type { Session } from '../session/session.ts'
import type { MessageCache } from './cache.ts'
import type { Reader } from './reader.ts'

interface AheadOptions {
  readonly cache: Pick<MessageCache, 'fetchAhead' | 'forgetAhead'>
  readonly list: Pick<MessageList, 'rows' | 'name' | 'firstInSight'> & {
    readonly placeOf: Pick<MessageList['placeOf'], 'peek'>
  }
  readonly reader: Pick<Reader, 'opened'>
  readonly session: Pick<Session, 'isIntact'>
  /** Messages that are kept ready, at least 1; and the size of one on the mail server, over which it is left to the click. */
  readonly limits: Pick<MailPageEnv, 'readAheadMessages' | 'readAheadBytes'>
  /** Nothing is asked for while nobody looks at it. */
  readonly page: Pick<Document, 'hidden' | 'addEventListener'>
  /** Nothing is asked for where the person told the browser to save data. */
  readonly navigator: object
  readonly whenIdle: (task: () => void) => void
  /** The list is at rest for so long before anything is asked for. */
  readonly settleMs: number
}

/**
 * Begins to fetch the messages a person is likely to open next, while the page has nothing else to do: the first in
 * sight, or the one below the open message. One is asked for at a time, so that what a person does meanwhile waits behind
 * one at most. What failed or was refused is not asked for again before it is opened.
 */
export function fetchAheadWhenIdle(options: AheadOptions): void {
  const { cache, list, settleMs } = options
  const { opened } = options.reader
  const { isIntact } = options.session
  const { readAheadMessages: maxMessages, readAheadBytes: maxBytes } = options.limits
  const { signal: life } = new AbortController()
  let asked: string[] = []
  /** Aborted when something else is likely now; a question that is on its way stays. */
  let round = new AbortController()
  let fetching = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  function likely(): readonly NativeMessageName[] {
    const [rows, open, place] = [list.rows.peek(), opened.peek(), list.name.peek()]
    const openIndex = open === undefined ? undefined : list.placeOf.peek().get(open.uid)
    const [first, count] =
      openIndex === undefined ? [list.firstInSight.peek(), maxMessages] : [openIndex + 1, 1]
    return Array.from({ length: count }, (_, offset) => rows.get(first + offset))
      .filter((row) => row !== undefined)
      .filter(({ size }) => size <= maxBytes)
      .map(({ uid }) => ({ ...place, uid }))
  }

  async function fetchLikely(over: AbortSignal): Promise<void> {
    for (const name of over.aborted ? [] : likely()) {
      if (over.aborted || options.page.hidden || savesData(options.navigator)) return
      if (asked.includes(keyOf(name))) continue
      asked = [...asked.slice(1 - maxAsked), keyOf(name)]
      const isHere = await cache.fetchAhead(name, life)
      if (!isHere) return
    }
  }

  function follow(): void {
    if (!isIntact.peek()) {
      cache.forgetAhead()
      asked = []
    }
    round.abort()
    round = new AbortController()
    const { signal: over } = round
    const begin = () => {
      fetching = fetching.then(() => fetchLikely(over))
    }
    clearTimeout(timer)
    timer = setTimeout(() => options.whenIdle(begin), settleMs)
  }

  options.page.addEventListener('visibilitychange', follow)
  for (const change of [list.rows, list.name, list.firstInSight, opened, isIntact]) {
    change.subscribe(follow)
  }
}

/** Of how many it is remembered that they were asked for. */
const maxAsked = 500

/** As messageKey, without code that the page's script has: shared code would be a file more at the start. */
function keyOf({ mailbox, uidValidity, uid }: NativeMessageName): string {
  return `${uidValidity} ${uid} ${mailbox}`
}

/** Save-Data of the Network Information API; Safari and Firefox do not say. */
function savesData(navigator: { readonly connection?: { readonly saveData?: boolean } }): boolean {
  return navigator.connection?.saveData === true
}
