import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { MailPageEnv } from '../../wire/native/types.ts'
import { keysInForce, type KeyMap } from './keys.ts'
import { createCommands, type Commands } from './commands.ts'
import type { Catalogue } from '../texts/first-texts.ts'
import type { LaterCatalogue } from '../texts/later-texts.ts'
import { followLanguage, type Texts } from '../state/page/texts.ts'
import { confirmBeforeLeaving } from '../browser/confirm-before-leaving.ts'
import { followTitle } from '../state/page/title.ts'
import { untilListed } from '../state/list/until-listed.ts'
import { newId } from '../browser/new-id.ts'
import { createPageStorage } from '../browser/page-storage.ts'
import { createIdleFetching } from './create-idle-fetching.ts'
import { codeLoader } from '../loading/code-loader.ts'
import { createLaterParts, type LaterCode, type LaterParts } from './later-parts.ts'
import { createLiveMail } from './create-live-mail.ts'
import { createReading } from './create-reading.ts'
import { createWriting } from './create-writing.ts'
import { openPage } from './open-page.ts'
import { whenIdle } from '../browser/when-idle.ts'
import { createMessageActions, type MessageActions } from '../state/action/message-actions.ts'
import type { Hover } from '../state/message/hover.ts'
import { createBulk, type Bulk } from '../state/action/bulk.ts'
import { createConnection, type Connection } from '../state/session/connection.ts'
import { createDialogs, type Dialogs } from '../state/notice/dialogs.ts'
import { createChosenCharsets, type ChosenCharsets } from '../state/message/chosen-charsets.ts'
import { createDrag, type Drag } from '../state/message/target.ts'
import { createListedParts, type ListedParts } from '../state/message/listed-parts.ts'
import { createMailHtml, type MailHtml } from '../state/message/mail-html.ts'
import { createLinkFinder, type LinkFinder } from '../state/message/link-finder.ts'
import { leaveDeletedFolder, leaveMissingThreads } from '../state/action/leave.ts'
import { createFolderActions, type FolderActions } from '../state/folder/folder-actions.ts'
import type { Live } from '../state/live/live.ts'
import { createListPreference } from '../state/settings/list-preference.ts'
import { createListMemory } from '../state/list/memory.ts'
import { createLayout, type PageLayout } from '../state/page/layout.ts'
import type { LazyComposer } from '../state/composer/lazy-composer.ts'
import { createList, type MessageList } from '../state/list/list.ts'
import { createMailboxes, type Mailboxes } from '../state/folder/mailboxes.ts'
import { createPageHistory, isThreadedEntry } from '../state/page/history.ts'
import { createNavigation, type Navigation } from '../state/message/navigation.ts'
import {
  createNotices,
  type Notices,
  createUndo,
  type UndoLastAction,
} from '../state/notice/notices.ts'
import { layerOfFragment } from '../state/page/location.ts'
import { createUnsaved, type Unsaved } from '../state/page/unsaved.ts'
import { createPageView } from '../state/page/view.ts'
import type { Reader } from '../state/message/reader.ts'
import type { Refresher } from '../state/live/refresher.ts'
import { createSelection, type Selection } from '../state/list/selection.ts'
import { createSpecialFolders, type SpecialFolders } from '../state/folder/special.ts'
import { followAppearance } from '../state/settings/appearance.ts'
import { createSettings, type Settings } from '../state/settings/settings.ts'
import { createSession, type Session } from '../state/session/session.ts'
import { createMessageRequests, type MessageRequests } from '../wire/message-requests.ts'
import type { FrontList } from './front-list.ts'
import { createHttpClient, type DoneAction, type HttpClient } from '../wire/http/http-client.ts'
import type { FirstResults } from '../wire/http/first-results.ts'
import { wholeMailbox } from '../wire/query.ts'
import { createSignIn } from '../wire/sign-in.ts'
import { openTabChannel } from '../browser/tab-channel.ts'

/** All parts of the running application; the views find them in one context. */
export interface App {
  readonly env: MailPageEnv
  readonly text: Catalogue
  /** The texts of the later part, for its views. */
  readonly laterText: LaterCatalogue
  readonly session: Session
  readonly connection: Connection
  readonly notices: Notices
  readonly undo: UndoLastAction
  readonly mailboxes: Mailboxes
  readonly list: MessageList
  readonly selection: Selection
  readonly reader: Reader
  readonly chosenCharsets: ChosenCharsets
  readonly listedParts: ListedParts
  /** How often this page changed contacts: a sender may be one now. */
  readonly contactChanges: ReadonlySignal<number>
  /** Counts one. */
  readonly noteContactChange: () => void
  /** The text of a message that was told without it. Throws Problem. */
  readonly messageText: MessageRequests['messageText']
  /** The message as it is now. Throws Problem. */
  readonly questionMessage: MessageRequests['message']
  readonly hover: Hover
  readonly mailHtml: MailHtml
  /** First words of messages of the open list, by UID. */
  readonly previews: ReadonlySignal<ReadonlyMap<number, string>>
  readonly actions: MessageActions
  readonly bulk: Bulk
  readonly folderActions: FolderActions
  readonly drag: Drag
  readonly linkFinder: LinkFinder
  readonly composer: LazyComposer
  readonly refresher: Refresher
  readonly live: Live
  readonly layout: PageLayout
  readonly navigation: Navigation
  readonly dialogs: Dialogs
  readonly unsaved: Unsaved
  readonly settings: Settings
  readonly keys: ReadonlySignal<KeyMap>
  readonly parts: LaterParts
  readonly http: HttpClient
  /** What was done to messages last, wherever it was requested. */
  readonly lastDone: ReadonlySignal<DoneAction | undefined>
  /** Set once its code is there. */
  readonly front: Signal<FrontList | undefined>
  readonly specialFolders: SpecialFolders
  readonly commands: Commands
  /** Requests what the page shows first; resolves once folders and list are there, or are known to fail. */
  open(): Promise<void>
  /** Starts what continues automatically, after the first drawing. */
  start(): void
}

const firstMailbox = 'INBOX'

export interface AppOptions {
  readonly env: MailPageEnv
  readonly first: FirstResults
  readonly texts: Texts
  readonly window: Window & typeof globalThis
  /** Fetches the code of what is not needed for the first list. */
  readonly loadLater: () => Promise<LaterCode>
}

/** Builds the parts and passes them to each other; the only place of the page that knows all of them. */
export function createApp(options: AppOptions): App {
  const { env, first, texts, window } = options
  const text = texts.kept
  const { document } = window
  const loadLater = async () => (await Promise.all([options.loadLater(), texts.loadLater()]))[0]
  const strings = { text, language: () => document.documentElement.lang }
  const contactChanges = signal(0)
  const lastDone = signal<DoneAction | undefined>(undefined)
  const front = signal<FrontList | undefined>(undefined)
  const life = new AbortController()
  const fetch = window.fetch.bind(window)
  const now = () => Date.now()
  // The panel lives on this origin as well, and other mailbox owners may: they have channels of their own.
  const tabs = openTabChannel(`postern.${env.user}`, window.BroadcastChannel)
  const session = createSession({
    env,
    now,
    tabs,
    signIn: createSignIn(fetch, strings),
    silentAttemptEveryMs: 10_000,
    lookAgainMs: 2_000,
    leave: () => window.location.reload(),
  })
  const http = createHttpClient({
    fetch,
    texts: strings,
    first,
    requestToken: session.requestToken,
    deadlineMs: 30_000,
    searchDeadlineMs: 3_600_000,
    uploadSilenceMs: 120_000,
    onReplaced: () => list.reload(),
    onDone: (done) => (lastDone.value = done),
    onSessionEnded: () => reloadFolders(),
  })
  const chosenCharsets = createChosenCharsets({
    storage: createPageStorage(() => window.localStorage),
    user: env.user,
  })
  const requests = createMessageRequests(http, chosenCharsets)
  const connection = createConnection({
    session,
    tabs,
    tabId: newId(window.crypto),
    takeOverMs: 5_000,
    now,
    probe: (signal) => http.get('keep-alive', { asksMail: true }, signal).then(() => undefined),
    random: Math.random,
    delay: { firstMs: 1_000, maxMs: 30_000 },
  })
  const settings = createSettings({ http, connection, tabs, preferences: env.preferences })
  const notices = createNotices({ shownMs: 8_000 })
  const undo = createUndo({ notices, text })
  const mailboxes = createMailboxes({ http, connection })
  const listPreference = createListPreference(settings)
  const list = createList({
    http,
    connection,
    first: wholeMailbox(firstMailbox, false),
    pageSize: env.pageSize,
    maxRows: 1_000,
    memory: createListMemory({ maxLists: 20, maxRows: 100 }),
  })
  const selection = createSelection({
    http,
    connection,
    list,
    onFailed: (error) => notices.failed(error, text.actFailed),
  })
  const layout = createLayout()
  const dialogs = createDialogs()
  const unsaved = createUnsaved()
  const specialFolders = createSpecialFolders({
    http,
    connection,
    mailboxes,
    dialogs,
    notices,
    text,
  })
  const actions = createMessageActions({ http, connection, list, mailboxes, notices, text })
  const stepSize = 500
  const bulk = createBulk({ http, connection, list, mailboxes, notices, text, stepSize })
  const openMailbox = (path: string) => commands.openMailbox(path)
  const folderActions = createFolderActions({
    http,
    connection,
    mailboxes,
    list,
    notices,
    text,
    openMailbox,
  })
  const drag = createDrag()
  const reading = createReading({
    ...{ env, requests, connection, list, settings, now, page: document },
    onRead: (name) => commands.markRead(name),
  })
  const { messages, reader, hover } = reading
  const mailHtml = createMailHtml(codeLoader(() => import('../mail-html-part.ts')))
  const idle = createIdleFetching({
    ...{ env, http, connection, session, list, reader, messages, layout, settings, window },
    loadMailHtml: mailHtml.load,
    signal: life.signal,
  })
  const navigation = createNavigation({
    page: document,
    isNarrow: layout.isNarrow,
    reader,
  })
  const loadFolders = () =>
    mailboxes.load(life.signal).catch((error: unknown) => notices.failed(error))
  const reloadFolders = () => void loadFolders()
  const { refresher, live } = createLiveMail({
    ...{ env, http, connection, list, selection, mailboxes, notices, settings, text, now, window },
    reloadFolders,
    outboxChanged: () => composer.part.peek()?.outbox.load(),
    notify: (texts, arrival) => {
      loadLater().then(
        ({ notifyBySystem }) => notifyBySystem(texts, arrival, app),
        () => undefined,
      )
    },
  })
  const composer = createWriting({
    ...{ env, http, connection, session, notices, settings, specialFolders, texts, now, window },
    dialogs,
    messages: requests,
    loadLater,
    loadMailHtml: mailHtml.load,
    catchUp: refresher.catchUp,
    signal: life.signal,
  })
  const commands = createCommands({
    mailboxes,
    list,
    listPreference,
    selection,
    reader,
    actions,
    bulk,
    composer,
    navigation,
    dialogs,
    undo,
    specialFolders,
    stepSize,
    print: (message) => {
      Promise.all([loadLater(), mailHtml.load()]).then(
        ([{ printMessage }, { fillFrame }]) => printMessage(message, fillFrame, app),
        (error: unknown) => notices.failed(error),
      )
    },
    showsNext: () => settings.preferences.peek().afterMove === 'next',
  })
  const parts = createLaterParts({ loadLater, notices, text })
  const pageView = createPageView({
    list,
    reader,
    composer,
    dialogs,
    unsaved,
    folderActions,
    navigation,
    front,
  })
  const history = createPageHistory({
    window,
    view: pageView.view,
    show: pageView.show,
    isChosen: reader.isChosen,
    isThreaded: () => list.query.peek().isThreaded,
    settleMs: 300,
  })

  const app: App = {
    env,
    // Read by a view while it is drawn: that draws it again in another language.
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
    chosenCharsets,
    listedParts: createListedParts(),
    contactChanges,
    noteContactChange() {
      // Each says whether its author is one.
      messages.forgetAll()
      contactChanges.value += 1
    },
    messageText: (name, signal) =>
      connection.reach(() => requests.messageText(name, signal), signal),
    questionMessage: (name, signal) =>
      connection.reach(() => requests.message(name, signal), signal),
    hover,
    mailHtml,
    previews: idle.previews,
    actions,
    bulk,
    folderActions,
    drag,
    linkFinder: createLinkFinder(codeLoader(() => import('linkifyjs'))),
    composer,
    refresher,
    live,
    layout,
    navigation,
    dialogs,
    unsaved,
    settings,
    keys: computed(() => keysInForce(settings.preferences.value.keys)),
    parts,
    http,
    lastDone,
    front,
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
      if (layer !== undefined) pageView.showLayer(layer)
      first.close()
      await Promise.all([folders, untilListed(list)])
    },
    start() {
      refresher.start()
      followLanguage({
        preferences: settings.preferences,
        defaultLanguage: env.usualLanguage,
        texts,
        onFailed: () => notices.fail(text.partNotLoaded),
      })
      composer.restore()
      whenIdle(window, composer.preload)
      // They come with the same chunk, and are not requested alone: no one misses them at once.
      effect(() => {
        if (composer.part.value === undefined) return
        const { banners, borders, search, name, receipt, sender, rendered, earlier, later } = parts
        for (const part of [banners, borders, search, name, receipt, sender, rendered]) part.load()
        for (const part of [earlier, later]) part.load()
      })
      idle.start()
      if (env.heartbeatSeconds !== null) live.start()
      reading.followReadAfter()
      listPreference.follow((isThreaded) => list.open({ ...list.query.peek(), isThreaded }))
      leaveMissingThreads({ list, listPreference, notices, text })
      leaveDeletedFolder({ mailboxes, list, notices, text, openMailbox })
      followTitle({ mailboxes, list, texts, productName: env.productName, page: document })
      confirmBeforeLeaving(
        window,
        () => composer.isUnsaved.value || unsaved.texts.value !== undefined,
      )
    },
  }
  return app
}
