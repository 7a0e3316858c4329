import type { ReadonlySignal, Signal } from '@preact/signals'
import type { NativePreviews } from '../../../wire/native/types.ts'
import type { MailboxName } from '../../wire/message-name.ts'
import type { Session } from '../session/session.ts'
import type { MessageList } from './list.ts'

interface PreviewOptions {
  /** Set to what is known of the open list. */
  readonly previews: Signal<ReadonlyMap<number, string>>
  readonly list: Pick<MessageList, 'rows' | 'name' | 'firstVisible'>
  /** In pixels. */
  readonly rowHeight: ReadonlySignal<number>
  readonly session: Pick<Session, 'isIntact'>
  readonly isWanted: () => boolean
  /** Rejects as well where the server has others to answer first. */
  readonly request: (mailbox: MailboxName, uids: readonly number[]) => Promise<NativePreviews>
  readonly isReachable: ReadonlySignal<boolean>
  readonly page: Pick<Document, 'hidden' | 'addEventListener'>
  readonly heightOfPage: () => number
  /** The list is at rest for so long before anything is requested. */
  readonly settleMs: number
  /** After this time what was refused is requested again. */
  readonly againMs: number
}

/** Rows beyond those in view, which a short scroll shows. */
const beyond = 10
/** What is refused so often is left without a preview. */
const maxAttempts = 3

/** Fetches the first words of the messages in view, one request at a time, while the page is looked at. */
export function fetchPreviews(options: PreviewOptions): void {
  const { previews, list, rowHeight, session, isReachable, page, settleMs, againMs } = options
  let attempts = new Map<number, number>()
  let isRequesting = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function missing(): readonly number[] {
    const rows = list.rows.peek()
    const first = list.firstVisible.peek()
    const visible = Math.ceil(options.heightOfPage() / rowHeight.peek())
    return Array.from({ length: visible + 2 * beyond }, (_, index) =>
      rows.get(first - beyond + index),
    )
      .flatMap((row) => (row === undefined ? [] : [row.uid]))
      .filter((uid) => !previews.peek().has(uid) && (attempts.get(uid) ?? 0) < maxAttempts)
      .slice(0, 100)
  }

  async function fetchMissing(): Promise<void> {
    if (isRequesting || page.hidden || !options.isWanted()) return
    if (!session.isIntact.peek() || !isReachable.peek()) return
    const [name, uids] = [list.name.peek(), missing()]
    if (uids.length === 0 || name.uidValidity === '') return
    isRequesting = true
    for (const uid of uids) attempts.set(uid, (attempts.get(uid) ?? 0) + 1)
    // What is refused is requested again later; no one is told of it.
    const found = await options.request(name, uids).catch(() => undefined)
    isRequesting = false
    const isSame = list.name.peek() === name
    if (isSame && found !== undefined) {
      previews.value = new Map([
        ...previews.peek(),
        ...found.map(({ uid, text }) => [uid, text] as const),
      ])
    }
    follow(isSame && found === undefined ? againMs : settleMs)
  }

  function follow(afterMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void fetchMissing(), afterMs)
  }

  list.name.subscribe(() => {
    attempts = new Map()
    if (previews.peek().size > 0) previews.value = new Map()
  })
  page.addEventListener('visibilitychange', () => follow(settleMs))
  const changes = [list.rows, list.name, list.firstVisible, rowHeight]
  for (const change of [...changes, session.isIntact, isReachable]) {
    change.subscribe(() => follow(settleMs))
  }
}
