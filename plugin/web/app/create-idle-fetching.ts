import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { createMessageCache } from '../state/message/cache.ts'
import type { MessageList } from '../state/list/list.ts'
import type { PageLayout } from '../state/page/layout.ts'
import type { Reader } from '../state/message/reader.ts'
import type { Connection } from '../state/session/connection.ts'
import type { Session } from '../state/session/session.ts'
import type { Settings } from '../state/settings/settings.ts'
import type { HttpClient } from '../wire/http/http-client.ts'
import { messagesInput } from '../wire/inputs.ts'
import type { MailPageEnv } from '../../wire/native/types.ts'
import { whenIdle } from '../browser/when-idle.ts'

interface IdleOptions {
  readonly env: MailPageEnv
  readonly http: HttpClient
  readonly connection: Connection
  readonly session: Session
  readonly list: MessageList
  readonly reader: Reader
  readonly messages: ReturnType<typeof createMessageCache>
  readonly layout: PageLayout
  readonly settings: Settings
  readonly window: Window & typeof globalThis
  /** Of what shows the HTML of mail. */
  readonly loadMailHtml: () => Promise<unknown>
  readonly signal: AbortSignal
}

/** What is fetched before anyone asks, while the page rests; each by code that comes only then. */
interface IdleFetching {
  /** First words of messages of the open list, by UID. */
  readonly previews: ReadonlySignal<ReadonlyMap<number, string>>
  start(): void
}

export function createIdleFetching(options: IdleOptions): IdleFetching {
  const { env, http, connection, session, list, reader, messages, layout, settings, window } =
    options
  const page = window.document
  const previews = signal<ReadonlyMap<number, string>>(new Map())

  /** Rejects when its code can not be had: everything is then fetched when it is opened. */
  async function fetchAhead(): Promise<void> {
    const { fetchAheadWhenIdle } = await import('../state/message/ahead.ts')
    fetchAheadWhenIdle({
      cache: messages,
      list,
      reader,
      session,
      limits: env,
      page,
      navigator: window.navigator,
      whenIdle: (task) => whenIdle(window, task),
      settleMs: 100,
    })
  }

  /** Once, when they are first wanted. Rejects when their code can not be had: rows are then without them. */
  async function showPreviews(): Promise<void> {
    const { fetchPreviews } = await import('../state/list/previews.ts')
    fetchPreviews({
      ...{ previews, list, session, rowHeight: layout.rowHeight },
      isWanted: () => settings.preferences.peek().previewLines > 0,
      async request(name, uids) {
        const input = messagesInput(name, uids)
        return (await http.get('previews', input, options.signal)).previews
      },
      isReachable: computed(() => connection.state.value.kind === 'online'),
      page,
      heightOfPage: () => window.innerHeight,
      settleMs: 200,
      againMs: 5_000,
    })
  }

  return {
    previews,
    start() {
      // What fails here is tried again with the first message.
      whenIdle(window, () => void options.loadMailHtml().catch(() => undefined))
      if (env.readAheadMessages > 0) {
        whenIdle(window, () => void fetchAhead().catch(() => undefined))
      }
      const stopWaiting = effect(() => {
        if (settings.preferences.value.previewLines === 0) return
        queueMicrotask(() => stopWaiting())
        void showPreviews().catch(() => undefined)
      })
    },
  }
}
