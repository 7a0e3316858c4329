import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import type { MailPageEnv, NativeMessageName } from '../../wire/native/types.ts'
import { keysInForce, type KeyMap } from './keys.ts'
import { createCommands, type Commands } from './commands.ts'
import type { Catalogue } from '../messages/en.ts'
import type { LaterCatalogue } from '../messages/languages.ts'
import { followLanguage, type Texts } from '../state/page/texts.ts'
import { askBeforeLeaving } from '../browser/ask-before-leaving.ts'
import { followTitle } from '../state/page/title.ts'
import { untilListed } from '../state/list/until-listed.ts'
import { newId } from './new-id.ts'
import { createPageStorage } from '../browser/page-storage.ts'
import { openPage } from './open-page.ts'
import { whenIdle } from './when-idle.ts'
import { createActs, type Acts, createEmptying } from '../state/act/acts.ts'
import { createAim, type Aim } from '../state/message/aim.ts'
import { createBulk, type Bulk } from '../state/act/bulk.ts'
import type { ComposerOptions } from '../state/composer/composer.ts'
import { createConnection, type Connection } from '../state/session/connection.ts'
import { createDialogs, type Dialogs } from '../state/notice/dialogs.ts'
import { createDrag, type Drag } from '../state/message/target.ts'
import { createDraftCopy } from '../state/composer/draft-copy.ts'
import { createListedParts, type ListedParts } from '../state/message/listed-parts.ts'
import { createLinkFinder, type LinkFinder } from '../state/message/link-finder.ts'
import { leaveGoneFolder, leaveMissingThreads } from '../state/act/leave.ts'
import { createFolderActs, type FolderActs } from '../state/folder/acts.ts'
import { createLive, type Live, applyPushed } from '../state/live/live.ts'
import { withNotifications } from '../state/live/notifications.ts'
import { createListPreference } from '../state/settings/list-preference.ts'
import { createListMemory } from '../state/list/memory.ts'
import { createLayout, type PageLayout } from '../state/page/layout.ts'
import {
  createLazyComposer,
  type ComposerPart,
  type LazyComposer,
} from '../state/composer/lazy-composer.ts'
import { createList, type MessageList } from '../state/list/list.ts'
import { createMailboxes, type Mailboxes } from '../state/folder/mailboxes.ts'
import { createMessageCache } from '../state/message/cache.ts'
import { createPageHistory, isThreadedEntry } from '../state/page/history.ts'
import { createNavigation, type Navigation } from '../state/message/navigation.ts'
import {
  createNotices,
  type Notices,
  createUndo,
  type UndoLastAct,
} from '../state/notice/notices.ts'
import { layerOfFragment } from '../state/page/place.ts'
import { createPageView } from '../state/page/view.ts'
import { createPendingCopies, type PendingCopies } from '../state/composer/pending-copies.ts'
import { createReader, type Reader } from '../state/message/reader.ts'
import { createRefresher, type Refresher } from '../state/live/refresher.ts'
import { createRest } from '../state/message/rest.ts'
import { createSelection, type Selection } from '../state/list/selection.ts'
import { createSpecialFolders, type SpecialFolders } from '../state/folder/special.ts'
import { followAppearance } from '../state/settings/appearance.ts'
import { createLazyPart, type LazyPart } from '../state/settings/lazy-part.ts'
import { createSettings, type Settings } from '../state/settings/settings.ts'
import { createSession, type Session } from '../state/session/session.ts'
import { createApi, type Api } from '../wire/api.ts'
import { createHttpClient, type HttpClient } from '../wire/http-client.ts'
import type { FirstResults } from '../wire/first-results.ts'
import { createEventConnections } from '../wire/event-source.ts'
import { wholeMailbox } from '../wire/query.ts'
import { createSignIn } from '../wire/sign-in.ts'
import { openTabChannel } from '../browser/tab-channel.ts'

/** Views whose code comes after the first list. */
type PartName =
  'settings' | 'contacts' | 'folders' | 'help' | 'message' | 'move' | 'question' | 'borders'

/** All parts of the running application; the views find them in one context. */
export interface App {
  readonly env: MailPageEnv
  readonly text: Catalogue
  /** The texts of the later part, for its views. */
  readonly laterText: LaterCatalogue
  readonly session: Session
  readonly connection: Connection
  readonly notices: Notices
  readonly undo: UndoLastAct
  readonly mailboxes: Mailboxes
  readonly list: MessageList
  readonly selection: Selection
  readonly reader: Reader
  readonly listedParts: ListedParts
  /** The text of a message that was told without it. Throws Problem. */
  readonly messageText: Api['messageText']
  readonly aim: Aim
  /** Messages that were fetched before anybody opened them. */
  readonly ahead: ReadonlySignal<readonly NativeMessageName[]>
  /** First words of messages of the open list, by UID. */
  readonly previews: ReadonlySignal<ReadonlyMap<number, string>>
  readonly acts: Acts
  readonly bulk: Bulk
  readonly folderActs: FolderActs
  readonly drag: Drag
  readonly linkFinder: LinkFinder
  readonly composer: LazyComposer
  readonly copies: PendingCopies
  readonly refresher: Refresher
  readonly live: Live
  readonly layout: PageLayout
  readonly navigation: Navigation
  readonly dialogs: Dialogs
  readonly settings: Settings
  readonly keys: ReadonlySignal<KeyMap>
  /** Views that are not needed for the first list. */
  readonly parts: Readonly<Record<PartName, LazyPart>>
  readonly api: Api
  /** For what only a later part asks. */
  readonly http: HttpClient
  readonly specialFolders: SpecialFolders
  readonly commands: Commands
  /** Asks for what the page shows first; resolves once folders and list are there, or are known to fail. */
  open(): Promise<void>
  /** Begins what goes on by itself, after the first drawing. */
  start(): void
}

const firstMailbox = 'INBOX'

export interface AppOptions {
  readonly env: MailPageEnv
  readonly first: FirstResults
  readonly texts: Texts
  readonly window: Window & typeof globalThis
  /** Fetches the code of what is not needed for the first list. */
  readonly loadLater: () => Promise<{
    createComposerPart(options: ComposerOptions & Pick<Texts, 'later'>): ComposerPart
    readonly SettingsDialog: FunctionComponent
    readonly ContactsDialog: FunctionComponent
    readonly FolderDialog: FunctionComponent
    readonly HelpDialog: FunctionComponent
    readonly MoveDialog: FunctionComponent
    readonly PaneBorders: FunctionComponent
    readonly MessageMenu: FunctionComponent
    readonly QuestionDialog: FunctionComponent
  }>
}

/** Builds the parts and hands them to each other; the only place of the page that knows all of them. */
export function createApp(options: AppOptions): App {
  const { env, first, texts, window } = options
  const text = texts.kept
  const { document } = window
  const loadLater = async () => (await Promise.all([options.loadLater(), texts.loadLater()]))[0]
  const words = { text, language: () => document.documentElement.lang }
  const life = new AbortController()
  const fetch = window.fetch.bind(window)
  const now = () => Date.now()
  // The panel lives on this origin as well, and other mailbox owners may: they have channels of their own.
  const tabs = openTabChannel(`postern.${env.user}`, window.BroadcastChannel)
  const session = createSession({
    env,
    now,
    tabs,
    signIn: createSignIn(fetch, words),
    silentAttemptEveryMs: 10_000,
    lookAgainMs: 2_000,
  })
  const http = createHttpClient({
    fetch,
    words,
    first,
    requestToken: session.requestToken,
    deadlineMs: 30_000,
    searchDeadlineMs: 3_600_000,
    uploadSilenceMs: 120_000,
    onReplaced: () => list.reload(),
    onGone: () => reloadFolders(),
  })
  const api = createApi(http)
  const connection = createConnection({
    session,
    tabs,
    tabId: newId(window.crypto),
    takeOverMs: 5_000,
    now,
    probe: api.keepAlive,
    random: Math.random,
    firstDelayMs: 1_000,
    maxDelayMs: 30_000,
  })
  const settings = createSettings({ api, connection, tabs, preferences: env.preferences })
  const notices = createNotices({ shownMs: 8_000 })
  const undo = createUndo({ notices, text })
  const mailboxes = createMailboxes({ api, connection })
  const listPreference = createListPreference(settings)
  const list = createList({
    api,
    connection,
    first: wholeMailbox(firstMailbox, false),
    pageSize: env.pageSize,
    maxRows: 1_000,
    memory: createListMemory({ maxLists: 20, maxRows: 100 }),
  })
  const selection = createSelection({
    api,
    connection,
    list,
    onFailed: (error) => notices.failed(error, text.actFailed),
  })
  const layout = createLayout()
  const dialogs = createDialogs()
  const specialFolders = createSpecialFolders({
    api,
    connection,
    mailboxes,
    dialogs,
    notices,
    text,
  })
  const acts = createActs({ api, connection, list, mailboxes, notices, text })
  const stepSize = 500
  const bulk = createBulk({ api, connection, list, mailboxes, notices, text, stepSize })
  const openMailbox = (path: string) => commands.openMailbox(path)
  const folderActs = createFolderActs({
    api,
    connection,
    mailboxes,
    list,
    notices,
    text,
    openMailbox,
  })
  const drag = createDrag()
  /** As the owner has it for all messages, else as the administrator has it for those that nobody asked for. */
  const readAfterMs = (isAskedFor: boolean) => {
    const chosen = settings.preferences.peek().readAfterSeconds
    const seconds = chosen ?? (isAskedFor ? 0 : env.readAfterSeconds)
    return seconds < 0 ? Infinity : seconds * 1_000
  }
  const readAfter = computed(() => settings.preferences.value.readAfterSeconds)
  const messages = createMessageCache({
    api,
    connection,
    maxMessages: 30,
    freshMs: 5_000,
    now,
  })
  const rest = createRest({ afterMs: readAfterMs, page: document })
  const reader = createReader({
    list,
    cache: messages,
    rest,
    settleMs: 120,
    prefetchAfterMs: 300,
    onRead: (name) => commands.markRead(name),
  })
  const aim = createAim({ cache: messages, opened: reader.opened, restMs: 40 })
  const ahead = signal<readonly NativeMessageName[]>([])
  const previews = signal<ReadonlyMap<number, string>>(new Map())
  const navigation = createNavigation({
    page: document,
    isNarrow: layout.isNarrow,
    reader,
  })
  const arrivals = withNotifications(notices, {
    window,
    title: env.productName,
    isWanted: () => settings.preferences.peek().notifies,
  })
  const refresher = createRefresher({
    api,
    connection,
    list,
    selection,
    mailboxes,
    notices: arrivals,
    text,
    everyMs: () => env.refreshSeconds * (live.isLive.peek() ? 5 : document.hidden ? 3 : 1) * 1_000,
    gapMs: 500,
    now,
    page: document,
  })
  const loadFolders = () =>
    mailboxes.load(life.signal).catch((error: unknown) => notices.failed(error))
  const reloadFolders = () => void loadFolders()
  const live = createLive({
    list,
    open: createEventConnections(window.EventSource),
    onEvent: applyPushed({
      ...{ list, mailboxes, refresher, notices: arrivals, text, reloadFolders },
      settingsChanged: settings.changed,
    }),
    catchUp: refresher.catchUp,
    page: document,
    random: Math.random,
    silenceMs: (env.heartbeatSeconds ?? 0) * 3_000,
    firstDelayMs: 1_000,
    maxDelayMs: 300_000,
    settleMs: 300,
  })
  const newComposeId = () => newId(window.crypto)
  const tabStorage = createPageStorage(() => window.sessionStorage)
  const copies = createPendingCopies({
    api,
    connection,
    notices,
    text,
    storage: tabStorage,
    user: env.user,
    firstDelayMs: 2_000,
    maxDelayMs: 300_000,
    maxCopies: 20,
    onFiled: () => void refresher.catchUp(),
  })
  const copy = createDraftCopy({ storage: tabStorage, user: env.user, newComposeId })
  const composerOptions: ComposerOptions = {
    api,
    connection,
    notices,
    copies,
    text,
    settings,
    newComposeId,
    copy,
    maxBytes: env.maxMessageBytes,
    autosaveMs: 15_000,
    isReady: computed(() => session.isIntact.value && connection.state.value.kind === 'online'),
    resumeAfterMs: () => Math.random() * 3_000,
    now,
    onSent: () => void refresher.catchUp(),
    confirmDiscard: (mailbox, run) => specialFolders.confirmDelete(mailbox ?? '', 1, run),
    onStoredMoved: () => void refresher.catchUp(),
  }
  const composer = createLazyComposer({
    load: async () =>
      (await loadLater()).createComposerPart({ ...composerOptions, later: texts.later }),
    untilReachable: () => connection.reach(() => api.keepAlive(life.signal), life.signal),
    hasCopy: () => copy.restore() !== undefined,
    notices,
    text,
  })
  const commands = createCommands({
    mailboxes,
    list,
    listPreference,
    selection,
    reader,
    acts,
    bulk,
    composer,
    navigation,
    dialogs,
    undo,
    specialFolders,
    empty: createEmptying({
      api,
      connection,
      mailboxes,
      list,
      reader,
      acts,
      dialogs,
      notices,
      text,
      openMailbox,
    }),
    stepSize,
    showsNext: () => settings.preferences.peek().afterMove === 'next',
  })
  const partOf = (
    name: Exclude<keyof Awaited<ReturnType<typeof loadLater>>, 'createComposerPart'>,
  ) => createLazyPart({ load: async () => (await loadLater())[name], notices, text })
  const parts = {
    settings: partOf('SettingsDialog'),
    contacts: partOf('ContactsDialog'),
    folders: partOf('FolderDialog'),
    help: partOf('HelpDialog'),
    move: partOf('MoveDialog'),
    message: partOf('MessageMenu'),
    question: partOf('QuestionDialog'),
    borders: partOf('PaneBorders'),
  }
  const pageView = createPageView({
    list,
    reader,
    composer,
    dialogs,
    folderActs,
    navigation,
  })
  const history = createPageHistory({
    window,
    view: pageView.view,
    show: pageView.show,
    isChosen: reader.isChosen,
    isThreaded: () => list.query.peek().isThreaded,
    settleMs: 300,
  })

  /** Rejects when its code can not be had: everything is then fetched when it is opened. */
  async function fetchAhead(): Promise<void> {
    const { fetchAheadWhenIdle } = await import('../state/message/ahead.ts')
    fetchAheadWhenIdle({
      ready: ahead,
      cache: messages,
      list,
      reader,
      session,
      limits: env,
      page: document,
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
      ask: (name, uids) => api.previews(name, uids, life.signal),
      isReachable: computed(() => connection.state.value.kind === 'online'),
      page: document,
      heightOfPage: () => window.innerHeight,
      settleMs: 200,
      againMs: 5_000,
    })
  }

  return {
    env,
    // Read by a view while it is drawn: that draws it anew in another language.
    get text() {
      return texts.shown.value
    },
    get laterText() {
      return texts.later()
    },
    session,
    connection,
    notices,
    undo,
    mailboxes,
    list,
    selection,
    reader,
    listedParts: createListedParts(),
    messageText: (name, signal) => connection.reach(() => api.messageText(name, signal), signal),
    aim,
    ahead,
    previews,
    acts,
    bulk,
    folderActs,
    drag,
    linkFinder: createLinkFinder(() => import('linkifyjs')),
    composer,
    copies,
    refresher,
    live,
    layout,
    navigation,
    dialogs,
    settings,
    keys: computed(() => keysInForce(settings.preferences.value.keys)),
    parts,
    api,
    http,
    specialFolders,
    commands,
    async open() {
      followAppearance(settings.preferences, document.documentElement)
      const folders = loadFolders()
      const { history: entries, location } = window
      // Asked for only where it has to be: a browser's storage comes from another process, and the page waits.
      const isThreaded = isThreadedEntry(entries.state) ?? listPreference.isThreaded()
      const fragment = location.hash
      history.start(openPage({ env, fragment, isThreaded, list, reader, composer }))
      const layer = layerOfFragment(fragment)
      if (layer !== undefined) dialogs.show(layer)
      first.close()
      await Promise.all([folders, untilListed(list)])
    },
    start() {
      refresher.start()
      followLanguage({
        preferences: settings.preferences,
        usual: env.usualLanguage,
        texts,
        onFailed: () => notices.fail(text.partNotLoaded),
      })
      composer.restore()
      whenIdle(window, composer.preload)
      // They come with the same chunk, and are not asked for alone: nobody misses them at once.
      effect(() => {
        if (composer.part.value !== undefined) parts.borders.load()
      })
      if (env.readAheadMessages > 0)
        whenIdle(window, () => void fetchAhead().catch(() => undefined))
      if (env.heartbeatSeconds !== null) live.start()
      const stopWaiting = effect(() => {
        if (settings.preferences.value.previewLines === 0) return
        queueMicrotask(() => stopWaiting())
        void showPreviews().catch(() => undefined)
      })
      readAfter.subscribe(rest.restart)
      listPreference.follow((isThreaded) => list.open({ ...list.query.peek(), isThreaded }))
      leaveMissingThreads({ list, listPreference, notices, text })
      leaveGoneFolder({ mailboxes, list, notices, text, openMailbox })
      copies.restore()
      followTitle({ mailboxes, list, texts, productName: env.productName, page: document })
      askBeforeLeaving(window, () => composer.isChanged.value || copies.drafts.value.length > 0)
    },
  }
}
