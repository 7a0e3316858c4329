import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeRefresh, NativeRow } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import { namesOf } from '../folder/names.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import { refreshInput, type Shown } from '../../wire/inputs.ts'
import { parseUidSet } from '../../wire/uid-set.ts'
import type { Connection } from '../session/connection.ts'
import { isSeen } from '../action/flags.ts'
import type { MessageList } from '../list/list.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'
import type { Notices } from '../notice/notices.ts'
import type { Selection } from '../list/selection.ts'

/** Asks what changed: by a timer, when an event says so, and when the user asks. */
export interface Refresher {
  /** True while the user waits for the response; what happens automatically does not stir the page. */
  readonly isRefreshing: ReadonlySignal<boolean>
  readonly refresh: () => Promise<void>
  /** Asks quietly; resolves once the server has answered. */
  readonly catchUp: () => Promise<void>
  /** Asks quietly at once, or a moment after the last response: a burst of events is few questions. */
  readonly refreshSoon: () => void
  start(): void
}

interface RefresherOptions {
  readonly http: HttpClient
  readonly connection: Connection
  readonly list: MessageList
  readonly selection: Selection
  readonly mailboxes: Mailboxes
  readonly notices: Notices
  readonly text: Catalogue
  /** Time between two timed questions, as things stand now. */
  readonly everyMs: () => number
  /** Least time between two questions that events ask for. */
  readonly gapMs: number
  readonly now: () => number
  readonly page: Document
}

/** Builds the refresher; it is silent until `start`. */
export function createRefresher(options: RefresherOptions): Refresher {
  const { http, connection, list, selection, mailboxes, page, everyMs, gapMs, now, notices } =
    options
  const isRefreshing = signal(false)
  const { signal: abort } = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | undefined
  /** Something changed that the response under way may not know yet. */
  let isOwed = false
  let isSoon = false
  /** What the mail server wants to be read; it waits while the page is hidden. */
  const untold: string[] = []
  let answeredAt = Number.NEGATIVE_INFINITY

  // One question at a time; when a user asks meanwhile, another follows.
  function catchUp(): Promise<void> {
    if (underWay !== undefined) {
      isOwed = true
      return underWay
    }
    clearTimeout(timer)
    isSoon = false
    underWay = request().finally(() => {
      underWay = undefined
      answeredAt = now()
      isSoon = isOwed
      isOwed = false
      schedule(isSoon ? gapMs : everyMs())
    })
    return underWay
  }

  async function request(): Promise<void> {
    try {
      let shown = list.shown()
      const response = await connection.reach(() => {
        shown = list.shown()
        const input = refreshInput(shown, selection.selected.peek())
        return http.post('check-recent', input, abort)
      }, abort)
      untold.push(...response.notices)
      notifyWords()
      apply(response, shown)
    } catch {
      // A refusal here changes nothing on the page; the next round asks again.
    }
  }

  function notifyWords(): void {
    if (!page.hidden && untold.length > 0) notices.fail(untold.splice(0).join('\n'))
  }

  function apply(response: NativeRefresh, shown: Shown | undefined): void {
    // An action is or was under way: what changed besides is requested when it is over, and by the counts before it what it
    // takes away would look like new mail.
    const isHeld = list.isHeld()
    isOwed ||= isHeld || (shown !== undefined && !list.isCurrent(shown))
    if (isHeld) return
    announce(options, response)
    mailboxes.applyCounts(response.counts)
    if (shown === undefined || !list.isCurrent(shown)) return
    for (const { uid, flags } of response.changed) list.editFlags([uid], () => flags)
    if (response.list !== null) list.apply(response.list)
    else if (response.state !== null) list.confirm(shown, response.state)
    selection.untick(parseUidSet(response.gone))
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void catchUp(), delayMs)
  }

  return {
    isRefreshing,
    catchUp,
    async refresh() {
      isRefreshing.value = true
      await catchUp()
      isRefreshing.value = false
    },
    refreshSoon() {
      if (underWay !== undefined) isOwed = true
      else if (now() - answeredAt >= gapMs) void catchUp()
      else if (!isSoon) {
        isSoon = true
        schedule(gapMs)
      }
    },
    start() {
      page.addEventListener('visibilitychange', () => {
        notifyWords()
        if (page.hidden) schedule(everyMs())
        else void catchUp()
      })
      schedule(everyMs())
    },
  }
}

/** Says what came, once, in words: a screen reader hears it without losing its place. */
function announce(
  { list, mailboxes, notices, text }: RefresherOptions,
  response: NativeRefresh,
): void {
  const arrived = response.list === null ? [] : newRows(list, response.list.rows)
  const [first] = arrived
  if (arrived.length === 1 && first !== undefined) {
    const message = { ...list.name.peek(), uid: first.uid }
    const arrival = { mailbox: message.mailbox, count: 1, message }
    notices.announce(
      text.newMessageFrom({ sender: namesOf(first.from), subject: first.subject }),
      arrival,
    )
    return
  }
  const count = Math.max(arrived.length, mailboxes.arrivals(response.counts))
  const mailbox = arrived.length > 0 ? list.query.peek().mailbox : 'INBOX'
  if (count > 0) notices.announce(text.newMessages({ count }), { mailbox, count })
}

function newRows(list: MessageList, rows: readonly NativeRow[]): readonly NativeRow[] {
  const newest = Math.max(0, ...list.positionOf.peek().keys())
  return rows.filter((row) => row.uid > newest && !isSeen(row.flags))
}
