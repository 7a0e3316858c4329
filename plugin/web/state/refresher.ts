import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeRefresh, NativeRow } from '../../wire/native-types.ts'
import type { Catalogue } from '../messages/en.ts'
import { namesOf } from '../names.ts'
import type { Api, Shown } from '../wire/api.ts'
import type { Connection } from './connection.ts'
import { isSeen } from './flags.ts'
import type { MessageList } from './list.ts'
import type { Mailboxes } from './mailboxes.ts'
import type { Notices } from './notices.ts'

/** Asks what changed, by a timer and on demand. Server-sent events can take the timer's place: they end in `refresh` too. */
export interface Refresher {
  readonly isRefreshing: ReadonlySignal<boolean>
  refresh(): Promise<void>
  start(): void
}

interface RefresherOptions {
  readonly api: Api
  readonly connection: Connection
  readonly list: MessageList
  readonly mailboxes: Mailboxes
  readonly notices: Notices
  readonly text: Catalogue
  readonly everyMs: number
  /** A hidden page asks more seldom: its title still counts new mail. */
  readonly hiddenEveryMs: number
  readonly page: Document
}

/** Builds the refresher; it is silent until `start`. */
export function createRefresher(options: RefresherOptions): Refresher {
  const { api, connection, list, mailboxes, page } = options
  const isRefreshing = signal(false)
  const { signal: abort } = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function refresh(): Promise<void> {
    if (isRefreshing.value) return
    isRefreshing.value = true
    try {
      let shown = list.shown()
      const answer = await connection.reach(() => {
        shown = list.shown()
        return api.refresh(shown, abort)
      }, abort)
      apply(answer, shown)
    } catch {
      // A refusal here changes nothing on the page; the next round asks again.
    } finally {
      isRefreshing.value = false
      schedule()
    }
  }

  function apply(answer: NativeRefresh, shown: Shown | undefined): void {
    announce(options, answer)
    mailboxes.applyCounts(answer.counts)
    if (shown === undefined || !list.isCurrent(shown)) return
    if (answer.list !== null) list.apply(answer.list)
    for (const { uid, flags } of answer.changed) list.editFlags([uid], () => flags)
  }

  function schedule(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), page.hidden ? options.hiddenEveryMs : options.everyMs)
  }

  return {
    isRefreshing,
    refresh,
    start() {
      page.addEventListener('visibilitychange', () => {
        if (page.hidden) schedule()
        else void refresh()
      })
      schedule()
    },
  }
}

/** Says what came, once, in words: a screen reader hears it without losing its place. */
function announce(
  { list, mailboxes, notices, text }: RefresherOptions,
  answer: NativeRefresh,
): void {
  const arrived = answer.list === null ? [] : newRows(list, answer.list.rows)
  const [first] = arrived
  if (arrived.length === 1 && first !== undefined) {
    notices.announce(text.newMessageFrom(namesOf(first.from), first.subject))
    return
  }
  const inbox = mailboxes.special('inbox')
  const before = inbox?.unseen ?? 0
  const after = answer.counts.find((count) => count.mailbox === inbox?.path)?.unseen ?? before
  const count = Math.max(arrived.length, after - before)
  if (count > 0) notices.announce(text.newMessages(count))
}

function newRows(list: MessageList, rows: readonly NativeRow[]): readonly NativeRow[] {
  const newest = Math.max(0, ...list.placeOf.peek().keys())
  return rows.filter((row) => row.uid > newest && !isSeen(row.flags))
}
