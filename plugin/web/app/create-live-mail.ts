import type { Catalogue } from '../texts/first-texts.ts'
import { createLive, type Live, applyPushed } from '../state/live/live.ts'
import { createRefresher, type Refresher } from '../state/live/refresher.ts'
import type { MessageList } from '../state/list/list.ts'
import type { Selection } from '../state/list/selection.ts'
import type { Mailboxes } from '../state/folder/mailboxes.ts'
import type { Arrival, Notices } from '../state/notice/notices.ts'
import type { Connection } from '../state/session/connection.ts'
import type { Settings } from '../state/settings/settings.ts'
import type { HttpClient } from '../wire/http/http-client.ts'
import { createEventConnections } from '../wire/http/event-source.ts'
import type { MailPageEnv } from '../../wire/native/types.ts'

interface LiveMailOptions {
  readonly env: MailPageEnv
  readonly http: HttpClient
  readonly connection: Connection
  readonly list: MessageList
  readonly selection: Selection
  readonly mailboxes: Mailboxes
  readonly notices: Notices
  readonly settings: Settings
  readonly text: Catalogue
  readonly now: () => number
  readonly window: Window & typeof globalThis
  readonly reloadFolders: () => void
  readonly outboxChanged: () => void
  /** Has the system tell of new mail. */
  readonly notify: (texts: string, arrival: Arrival) => void
}

/** What reports new mail: events that the server pushes, and questions that are asked again and again, seldom beside them. */
export function createLiveMail({
  env,
  http,
  connection,
  list,
  selection,
  mailboxes,
  notices,
  settings,
  text,
  now,
  window,
  reloadFolders,
  outboxChanged,
  notify,
}: LiveMailOptions): { readonly refresher: Refresher; readonly live: Live } {
  const page = window.document
  /** They also tell what arrives while no one sees the page. */
  const arrivals: Notices = {
    ...notices,
    announce(texts, arrival) {
      notices.announce(texts)
      const isUnseen = page.hidden && settings.preferences.peek().notifies
      if (isUnseen && arrival !== undefined) notify(texts, arrival)
    },
  }
  const refresher = createRefresher({
    http,
    connection,
    list,
    selection,
    mailboxes,
    notices: arrivals,
    text,
    everyMs: () => env.refreshSeconds * (live.isLive.peek() ? 5 : page.hidden ? 3 : 1) * 1_000,
    gapMs: 500,
    now,
    page,
  })
  const live = createLive({
    list,
    open: createEventConnections(window.EventSource),
    onEvent: applyPushed({
      ...{ list, mailboxes, refresher, notices: arrivals, text, reloadFolders },
      settingsChanged: settings.changed,
      outboxChanged,
    }),
    catchUp: refresher.catchUp,
    page,
    random: Math.random,
    silenceMs: (env.heartbeatSeconds ?? 0) * 3_000,
    delay: { firstMs: 1_000, maxMs: 300_000 },
    settleMs: 300,
  })
  return { refresher, live }
}
