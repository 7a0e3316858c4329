import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeCompose, NativeMessageName, NativeSent } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../messages/en.ts'
import type { Api, ComposeMode } from '../../wire/api.ts'
import type { MailboxName } from '../../wire/message-name.ts'
import { failureOf, Problem, type Failure } from '../../wire/problem.ts'
import type { Connection } from '../session/connection.ts'
import {
  againForm,
  attachedBytes,
  draftOf,
  emptyDraft,
  isBlank,
  isAttachmentForgotten,
  draftOriginOf,
  sendForm,
  uploadBytes,
  type Draft,
} from './draft.ts'
import {
  startAutosave,
  autosaveDelayMs,
  createBackgroundSave,
  SMALL_UPLOAD_BYTES,
} from './autosave.ts'
import type { DraftCopy } from './draft-copy.ts'
import type { Notices } from '../notice/notices.ts'
import { createUploadTracker, type UploadTracker } from './upload-tracker.ts'
import type { PendingCopies } from './pending-copies.ts'
import { dropStored } from './stored-draft.ts'

export type ComposerStatus =
  | { readonly kind: 'writing' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'saving' }
  /** The person decides. */
  | { readonly kind: 'asking'; readonly question: ComposerQuestion }
  | ({ readonly kind: 'failed' } & Failure)

export type ComposerQuestion =
  /** The text speaks of an attachment and there is none. */
  | 'attachment'
  /** It may have been delivered. */
  | 'uncertain'
  /** It was delivered as it was before it was changed. */
  | 'changed'

/** The message being written. Nothing but the person's own wish, or a message sent, takes its text away. */
export interface ComposerState {
  readonly draft: ReadonlySignal<Draft | undefined>
  readonly status: ReadonlySignal<ComposerStatus>
  /** When this draft was last saved by itself (Unix ms). */
  readonly savedAt: ReadonlySignal<number | undefined>
  readonly uploads: UploadTracker
  readonly maxBytes: number
  startNew(fields?: NewFields): void
  start(mode: ComposeMode, name: NativeMessageName): void
  /** Forwards messages as files. */
  forwardAttached(mailbox: MailboxName, uids: readonly number[]): void
  /** Takes up the copy a crash or a reload left behind. */
  restore(): void
  /** Opens again what was closed last, as it was then. */
  reopen(): void
  edit(change: Partial<Draft>): void
  attach(files: readonly File[]): void
  readonly send: () => void
  /** Yes to what is asked: the message is sent all the same. */
  readonly sendAnyway: () => void
  readonly saveDraft: () => void
  readonly discard: () => void
  readonly close: () => void
}

/** What a link may fill in. */
export type NewFields = Partial<Pick<Draft, 'to' | 'cc' | 'bcc' | 'subject' | 'text'>>

/** What the server leaves to the person. */
const questions: ReadonlyMap<string, ComposerQuestion> = new Map([
  ['send_uncertain', 'uncertain'],
  ['already_sent', 'changed'],
])

/** What the composer works with. */
export interface ComposerOptions {
  readonly api: Api
  readonly connection: Connection
  readonly notices: Notices
  readonly copy: DraftCopy
  readonly copies: Pick<PendingCopies, 'keep'>
  readonly text: Catalogue
  readonly maxBytes: number
  readonly autosaveMs: number
  /** False while session or server are out. */
  readonly isReady: ReadonlySignal<boolean>
  readonly resumeAfterMs: () => number
  readonly now: () => number
  readonly newComposeId: () => string
  /** Called after the server took the message, so that folders and lists can be brought up to date. */
  readonly onSent: (sent: NativeSent) => void
  /** Asks, where a draft of this mailbox would be deleted for good; undefined: where drafts are kept. */
  readonly confirmDiscard: (mailbox: string | undefined, run: (isForGood: boolean) => void) => void
  /** Called after the stored copy of a draft went to the trash or came back, for the same reason. */
  readonly onStoredMoved: () => void
}

/** Builds the composer; one message is written at a time. */
export function createComposer(options: ComposerOptions): ComposerState {
  const { api, connection, notices, copy, copies, text, maxBytes, newComposeId, now } = options
  const { onSent } = options
  const draft = signal<Draft | undefined>(undefined)
  const status = signal<ComposerStatus>({ kind: 'writing' })
  const savedAt = signal<number | undefined>(undefined)
  const { signal: abort } = new AbortController()
  const uploads = createUploadTracker({ shownAfterMs: 1_000, stoppedMessage: text.uploadStopped })
  /** A save under way that nobody asked for; whoever sends or discards waits for it. */
  let autosaving: Promise<Draft['source']> | undefined
  /** Left unsent, so that going forward opens it again. */
  let closed: Draft | undefined

  function show(next: Draft): void {
    draft.value = next
    status.value = { kind: 'writing' }
    savedAt.value = undefined
    // Also before the first word: a reload opens it again.
    copy.keep(next)
  }

  function isOccupied(): boolean {
    if (draft.value?.isChanged !== true) return false
    notices.say(text.finishDraftFirst)
    return true
  }

  async function start(ask: () => Promise<NativeCompose>): Promise<void> {
    if (isOccupied()) return
    try {
      const answer = await connection.reach(ask, abort)
      if (!isOccupied()) show(draftOf(answer.composeId ?? newComposeId(), answer))
    } catch (error) {
      notices.failed(error, text.actFailed)
    }
  }

  async function hand(act: 'save' | 'send' | 'send again'): Promise<void> {
    const isDraft = act === 'save'
    if (draft.value === undefined || isBusy()) return
    if (attachedBytes(draft.value) > maxBytes) {
      fail(text.tooLarge(maxBytes))
      return
    }
    status.value = { kind: isDraft ? 'saving' : 'sending' }
    const handed = await settledDraft()
    if (handed === undefined) return
    try {
      const ready = await withFilesStored(handed, isDraft)
      const sent = await post(act === 'send again' ? againForm(ready) : sendForm(ready, isDraft))
      if (isDraft) await savedOnWish(ready, sent)
      else delivered(ready, sent)
      onSent(sent)
    } catch (error) {
      const question = error instanceof Problem ? questions.get(error.code) : undefined
      status.value =
        question === undefined
          ? { kind: 'failed', ...failureOf(error) }
          : { kind: 'asking', question }
    }
  }

  // Where a save under way stores it has to be known first, or the stored copy would stay behind.
  async function settledDraft(): Promise<Draft | undefined> {
    await autosaving
    return draft.value
  }

  function delivered(handed: Draft, sent: NativeSent): void {
    if (sent.isCopyPending) copies.keep(handed)
    clear()
    if (sent.isCopyPending) notices.say(text.sentCopyPending)
    else notices.say(sent.filedIn === null ? text.sentButNotFiled : text.sent)
  }

  async function savedOnWish(handed: Draft, sent: NativeSent): Promise<void> {
    await saved(handed, sent)
    status.value = { kind: 'writing' }
    notices.say(text.draftSaved)
    if (draft.value !== undefined) copy.keep(draft.value)
  }

  async function store(handed: Draft): Promise<void> {
    const storing = post(sendForm(handed, true)).then(async (sent) => {
      await saved(handed, sent)
      savedAt.value = now()
      if (draft.value !== undefined) copy.keep(draft.value)
      onSent(sent)
      return sent.filed
    })
    autosaving = storing.catch(() => null)
    await storing.finally(() => (autosaving = undefined))
  }

  // What is refused for a word or an address must not cost an upload: large files go when the words are
  // stored, and become part of the draft on the server. Sending it refers to them.
  async function withFilesStored(handed: Draft, isDraft: boolean): Promise<Draft> {
    if (uploadBytes(handed) <= SMALL_UPLOAD_BYTES) return handed
    try {
      const words = await storeFirst({ ...handed, files: [] })
      // A server that does not say where it stores drafts cannot be referred to.
      return isDraft || words.mode !== 'draft' ? words : await storeFirst(words)
    } catch (error) {
      if (!isDraft && error instanceof Problem && error.code === 'mailbox_not_found') return handed
      throw error
    }
  }

  async function storeFirst(handed: Draft): Promise<Draft> {
    await saved(handed, await post(sendForm(handed, true)))
    return draft.value ?? handed
  }

  function post(form: FormData): Promise<NativeSent> {
    return uploads.run((signal, onProgress) =>
      connection.once(() => api.send(form, { signal, onProgress }), signal),
    )
  }

  // The next save replaces this copy on the server; words typed meanwhile stay.
  async function saved(handed: Draft, { filed }: NativeSent): Promise<void> {
    const stored = filed === null ? {} : await asStored(handed, filed)
    const current = draft.value
    if (current === undefined) return
    const isUntouched = current === handed
    const added = current.files.filter((file) => !handed.files.includes(file))
    draft.value = {
      ...current,
      ...stored,
      ...('kept' in stored ? { files: added } : {}),
      isChanged: !isUntouched,
    }
  }

  // Attachments have new part ids in the stored copy. Without them the old source stays in charge of its parts.
  async function asStored(handed: Draft, source: NativeMessageName): Promise<Partial<Draft>> {
    const stored = { mode: 'draft', source, draftOf: draftOriginOf(handed) } as const
    if (handed.files.length + handed.kept.length === 0) return stored
    return connection
      .reach(() => api.compose('draft', source, abort), abort)
      .then(
        ({ attachments }) => ({ ...stored, kept: attachments }),
        () => ({}),
      )
  }

  function fail(message: string): void {
    status.value = { kind: 'failed', message }
  }

  function isBusy(): boolean {
    return status.value.kind === 'sending' || status.value.kind === 'saving'
  }

  function edit(change: Partial<Draft>): void {
    if (draft.value === undefined) return
    draft.value = { ...draft.value, ...change, isChanged: true }
    copy.keep(draft.value)
  }

  function askDiscard(): void {
    if (draft.value === undefined) return
    const { mode, source } = draft.value
    const stored = mode === 'draft' ? source?.mailbox : undefined
    if (stored === undefined && autosaving === undefined) void discard(false)
    else options.confirmDiscard(stored, (isForGood) => void discard(isForGood))
  }

  async function discard(isForGood: boolean): Promise<void> {
    const dropped = draft.value
    const saving = autosaving
    clear()
    if (dropped === undefined) return
    // A save that ended meanwhile stored it under a newer UID than the draft knows.
    const source = (await saving) ?? (dropped.mode === 'draft' ? dropped.source : null)
    if (!dropped.isChanged && source === null) return
    try {
      const takeBack =
        source === null
          ? undefined
          : await dropStored({ stored: source, isForGood }, options, abort)
      notices.say(text.discarded, {
        label: text.undo,
        run: () => void undiscard(dropped, takeBack),
      })
    } catch (error) {
      notices.failed(error, text.actFailed)
    }
  }

  async function undiscard(
    dropped: Draft,
    takeBack: (() => Promise<Draft['source'] | undefined>) | undefined,
  ): Promise<void> {
    if (draft.value !== undefined) return
    show(dropped)
    const source = await takeBack?.().catch(() => undefined)
    if (source !== undefined) edit({ source })
  }

  const afterMs = () => autosaveDelayMs(draft.peek(), options.autosaveMs)
  const autosave = startAutosave({
    draft,
    isReady: options.isReady,
    afterMs,
    resumeAfterMs: options.resumeAfterMs,
    save: createBackgroundSave({
      draft,
      isBusy,
      maxBytes,
      store,
      afterMs,
      now,
      firstPauseMs: 60_000,
      maxPauseMs: 900_000,
    }),
  })

  return {
    draft,
    status,
    savedAt,
    uploads,
    maxBytes,
    edit,
    startNew(fields = {}) {
      if (!isOccupied()) show({ ...emptyDraft(newComposeId()), ...fields })
    },
    start: (mode, name) => void start(() => api.compose(mode, name, abort)),
    forwardAttached: (mailbox, uids) => void start(() => api.attach(mailbox, uids, abort)),
    restore() {
      const found = copy.restore()
      if (found === undefined) return
      show(found)
      if (found.isChanged) notices.say(text.draftRestored)
    },
    reopen() {
      if (draft.value === undefined && closed !== undefined) show(closed)
    },
    attach(files) {
      if (draft.value === undefined) return
      edit({ files: [...draft.value.files, ...files] })
      if (attachedBytes(draft.value) > maxBytes) fail(text.tooLarge(maxBytes))
      else if (uploadBytes(draft.value) > SMALL_UPLOAD_BYTES) autosave.soon()
    },
    send() {
      if (draft.value === undefined || isBusy()) return
      const { to, cc, bcc } = draft.value
      if (`${to}${cc}${bcc}`.trim() === '') {
        fail(text.noRecipient)
        return
      }
      if (isAttachmentForgotten(draft.value, text.attachmentWords)) {
        status.value = { kind: 'asking', question: 'attachment' }
        return
      }
      void hand('send')
    },
    sendAnyway() {
      if (status.value.kind !== 'asking') return
      const { question } = status.value
      // Other words than those that were sent are another message.
      if (question === 'changed') edit({ composeId: newComposeId() })
      void hand(question === 'uncertain' ? 'send again' : 'send')
    },
    saveDraft: () => void hand('save'),
    discard: askDiscard,
    close() {
      if (draft.value === undefined || isBusy()) return
      const isWorthSaving = draft.value.mode === 'draft' || !isBlank(draft.value)
      if (draft.value.isChanged && isWorthSaving) void hand('save').then(() => closeSaved())
      else leave()
    },
  }

  function clear(): void {
    copy.drop()
    draft.value = undefined
    status.value = { kind: 'writing' }
  }

  function closeSaved(): void {
    if (status.value.kind === 'writing' && draft.value?.isChanged === false) leave()
  }

  function leave(): void {
    closed = draft.value
    clear()
  }
}
