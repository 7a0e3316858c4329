import { computed } from '@preact/signals'
import { createPageStorage } from '../browser/page-storage.ts'
import { createLazyComposer, type LazyComposer } from '../state/composer/lazy-composer.ts'
import type { DraftCopies } from '../state/composer/storage/draft-copies.ts'
import type { SpecialFolders } from '../state/folder/special.ts'
import type { Dialogs } from '../state/notice/dialogs.ts'
import type { Notices } from '../state/notice/notices.ts'
import type { Texts } from '../state/page/texts.ts'
import type { Connection } from '../state/session/connection.ts'
import type { Session } from '../state/session/session.ts'
import type { Settings } from '../state/settings/settings.ts'
import type { HttpClient } from '../wire/http/http-client.ts'
import type { MessageRequests } from '../wire/message-requests.ts'
import type { MailPageEnv } from '../../wire/native/types.ts'
import type { ComposerPartOptions, LaterCode } from './later-parts.ts'
import type { MailHtml } from '../state/message/mail-html.ts'
import { inHiddenFrame } from '../browser/hidden-frame.ts'
import { newId } from '../browser/new-id.ts'

interface WritingOptions {
  readonly env: MailPageEnv
  readonly http: HttpClient
  readonly messages: MessageRequests
  readonly connection: Connection
  readonly session: Session
  readonly notices: Notices
  readonly settings: Settings
  readonly specialFolders: SpecialFolders
  readonly dialogs: Dialogs
  readonly texts: Texts
  readonly now: () => number
  readonly window: Window & typeof globalThis
  readonly loadLater: () => Promise<LaterCode>
  readonly loadMailHtml: MailHtml['load']
  /** Requests what changed on the server. */
  readonly catchUp: () => Promise<unknown>
  readonly signal: AbortSignal
}

/** The composer, of which the page has no more than what loads it. */
export function createWriting({
  env,
  http,
  messages,
  connection,
  session,
  notices,
  settings,
  specialFolders,
  dialogs,
  texts,
  now,
  window,
  loadLater,
  loadMailHtml,
  catchUp,
  signal,
}: WritingOptions): LazyComposer {
  const text = texts.kept
  const newComposeId = () => newId(window.crypto)
  const storage = createPageStorage(() => window.sessionStorage)
  const look = () => void catchUp()
  let draftCopies: DraftCopies | undefined
  const writingMark = `postern.writing.${env.user}`
  async function loadDraftCopies(): Promise<DraftCopies> {
    const { createDraftCopies } = await loadLater()
    return (draftCopies ??= createDraftCopies({
      ...{ owner: env.user, tabStorage: storage, mark: writingMark, now, newId: newComposeId },
      locks: window.isSecureContext ? window.navigator.locks : undefined,
    }))
  }
  /** What others wrote becomes something to write on in a document whose policy loads nothing. */
  const makeWritable = async (html: string) => {
    const { writableMarkup } = await loadMailHtml()
    const src = env.messageFrames.withoutImages
    return inHiddenFrame(window.document, src, (inside) => writableMarkup(html, inside))
  }
  const options: Omit<ComposerPartOptions, 'later' | 'draftCopies'> = {
    http,
    requestToken: session.requestToken,
    messages,
    makeWritable,
    connection,
    notices,
    storage,
    user: env.user,
    text,
    settings,
    newComposeId,
    maxBytes: env.maxMessageBytes,
    autosaveMs: 15_000,
    undoSeconds: env.undoSeconds,
    openOutbox: () => dialogs.show('outbox'),
    signal,
    isReady: computed(() => session.isIntact.value && connection.state.value.kind === 'online'),
    resumeAfterMs: () => Math.random() * 3_000,
    now,
    onSent: look,
    onFiled: look,
    confirmDiscard: (mailbox, run) => specialFolders.confirmDelete(mailbox ?? '', 1, run),
    onStoredMoved: look,
  }
  return createLazyComposer({
    async load() {
      const [code, copiesOfTab] = [await loadLater(), await loadDraftCopies()]
      const ready = { ...options, later: texts.later, draftCopies: copiesOfTab }
      return code.createComposerPart(ready)
    },
    async untilReachable() {
      const request = () => http.get('keep-alive', { asksMail: true }, signal)
      await connection.reach(request, signal)
    },
    hasCopy: () => storage().getItem(writingMark) !== null,
    forgetCopies: async () => (await loadDraftCopies()).forget(),
    notices,
    text,
  })
}
