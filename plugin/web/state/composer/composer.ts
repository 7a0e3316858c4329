import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeMessageName, NativeSent } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { MailCatalogue } from '../../texts/later-texts.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { MessageRequests } from '../../wire/message-requests.ts'
import { failureOf, Problem } from '../../wire/http/problem.ts'
import type { Notices } from '../notice/notices.ts'
import type { Settings } from '../settings/settings.ts'
import type { Connection } from '../session/connection.ts'
import { startAutosave, autosaveDelayMs, createBackgroundSave } from './storage/autosave.ts'
import type { ComposerQuestion, ComposerState, ComposerStatus } from './composer-state.ts'
import { createAfterOutage } from './after-outage.ts'
import { createDiscard } from './storage/discard.ts'
import type { DraftCopy } from './storage/draft-copy.ts'
import { createDraftVersions, type VersionChoice } from './storage/draft-versions.ts'
import { createFileUploads } from './storage/file-uploads.ts'
import { createDraftStorage } from './storage/draft-storage.ts'
import { attachedBytes, filesToSend, isBlank, sendInput, type Draft } from './draft.ts'
import { createEdits } from './edits.ts'
import { asFormatted, asPlain } from './formatted-draft.ts'
import type { PendingCopies } from './storage/pending-copies.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { writtenAs } from './signature.ts'
import { changedAsProposed, checkBeforeSending, type RefusedAddresses } from './send-checks.ts'
import { createUploadTracker } from './storage/upload-tracker.ts'
import { formatBytes } from '../../texts/locale.ts'

/** What the composer works with. */
export interface ComposerOptions {
  readonly http: HttpClient
  readonly requestToken: () => string
  readonly messages: Pick<MessageRequests, 'compose'>
  readonly connection: Connection
  readonly notices: Notices
  readonly copy: DraftCopy
  readonly copies: Pick<PendingCopies, 'keep'>
  readonly text: Catalogue
  /** The texts that come with the code for writing, in the language of the moment. */
  readonly texts: () => MailCatalogue
  readonly settings: Settings
  readonly maxBytes: number
  readonly autosaveMs: number
  /** How long sending can be undone where the owner has not chosen. */
  readonly undoSeconds: number
  /** False while session or server are out. */
  readonly isReady: ReadonlySignal<boolean>
  readonly resumeAfterMs: () => number
  readonly now: () => number
  readonly newComposeId: () => string
  /** Called after the server took the message, so that folders and lists can be brought up to date. */
  readonly onSent: (sent: NativeSent) => void
  /** Asks, where a draft of this mailbox would be deleted permanently; undefined: where drafts are kept. */
  readonly confirmDiscard: (
    mailbox: string | undefined,
    run: (isPermanent: boolean) => void,
  ) => void
  /** Called after the stored copy of a draft went to the trash or came back, for the same reason. */
  readonly onStoredMoved: () => void
  readonly outbox: Pick<Outbox, 'waits'>
  /** Called with what was closed unsent. */
  readonly onLeft: (draft: Draft) => void
  /** Opens a draft that is stored. */
  readonly openDraft: (name: NativeMessageName) => void
  /** Opens a draft again; undefined where no more can be open. */
  readonly reopen: (draft: Draft) => Pick<ComposerState, 'edit'> | undefined
  /** Shared by all that is written in this page. */
  readonly refused: RefusedAddresses
}

/** What the server leaves to the user. */
const questions: ReadonlyMap<string, ComposerQuestion> = new Map([
  ['send_uncertain', 'uncertain'],
  ['already_sent', 'changed'],
  ['outbox_unavailable', 'unheld'],
])

/** How a message is to be sent. */
interface SendWish {
  /** Questions that were answered with yes. */
  readonly accepted: ReadonlySet<ComposerQuestion>
  /** Unix ms; undefined: now. */
  readonly dueAt?: number | undefined
}

const AT_ONCE: SendWish = { accepted: new Set() }

function isOtherVersion(error: unknown): boolean {
  return error instanceof Problem && error.code === 'draft_changed'
}

/** Anyone who continues typing after so many saves is writing, and not leaving. */
const MAX_CLOSING_SAVES = 3

/** Builds the composer of one message; nothing is written in it until a draft is opened. */
export function createComposer(options: ComposerOptions): ComposerState {
  const { http, connection, notices, copy, copies, text, texts, maxBytes, newComposeId } = options
  const { now, onSent, settings } = options
  const draft = signal<Draft | undefined>(undefined)
  const status = signal<ComposerStatus>({ kind: 'writing' })
  const savedAt = signal<number | undefined>(undefined)
  const { signal: abort } = new AbortController()
  const uploads = createUploadTracker({
    shownAfterMs: 1_000,
    stoppedMessage: texts().uploadStopped,
  })
  /** A save under way that no one requested; anyone who sends or discards waits for it. */
  let autosaving: Promise<Draft['source']> | undefined
  /** The mail server lets no one delete drafts: what a save was to take the place of stayed. */
  let areDraftsStored = false
  /** What Send was pressed for, until a question about it is answered. */
  let wished = AT_ONCE
  /** What met another version of the draft. */
  let refusedAction: 'save' | 'send' = 'save'
  const afterOutage = createAfterOutage({ status, connection, notSent: texts().sendAfterOutage })
  const { messages } = options
  const fileUploads = createFileUploads({
    draft,
    maxBytes,
    connection,
    headers: () => ({ 'X-Roundcube-Request': options.requestToken() }),
    onSettled: () => autosave.soon(),
  })
  const stored = {
    http,
    messages,
    connection,
    uploads,
    fileUploads,
    draft,
    copy,
    newSaveId: newComposeId,
    abort,
  }
  const storage = createDraftStorage(stored)
  const versions = createDraftVersions({ ...options, abort })
  const edits = createEdits({ draft, status, copy })
  const discard = createDiscard({
    ...options,
    draft,
    autosaving: () => autosaving,
    clear,
    abort,
  })

  function open(next: Draft): void {
    draft.value = next
    status.value = { kind: 'writing' }
    savedAt.value = undefined
    // Also before the first word: a reload opens it again.
    copy.keep(next)
  }

  function identityOf(id: string) {
    return settings.identities.peek().find((identity) => identity.id === id)
  }

  async function submit(action: 'save' | 'send', wish = AT_ONCE): Promise<void> {
    const isDraft = action === 'save'
    if (draft.value === undefined || isBusy()) return
    if (attachedBytes(draft.value) > maxBytes) {
      fail(texts().tooLarge({ max: formatBytes(maxBytes) }))
      return
    }
    edits.settle()
    status.value = { kind: isDraft ? 'saving' : 'sending' }
    const submitted = await settledDraft()
    if (submitted === undefined) return
    try {
      const ready = await storage.withFilesStored(submitted, isDraft)
      const sent = isDraft ? await saveOnWish(ready) : await deliver(ready, wish)
      if (sent !== undefined) onSent(sent)
    } catch (error) {
      if (error instanceof Problem) noteRefused(error)
      if (isOtherVersion(error)) {
        await requestVersionChoice(action)
        return
      }
      const question = error instanceof Problem ? questions.get(error.code) : undefined
      status.value =
        question === undefined
          ? { kind: 'failed', ...failureOf(error) }
          : { kind: 'asking', question }
      const isOutage = error instanceof Problem && error.canRetry
      if (isOutage) afterOutage.failed(isDraft ? 'save' : 'send', status.value)
    }
  }

  async function requestVersionChoice(action: 'save' | 'send'): Promise<void> {
    refusedAction = action
    if (draft.value === undefined) return
    try {
      status.value = { kind: 'versions', other: await versions.newest(draft.value) }
    } catch (error) {
      status.value = { kind: 'failed', ...failureOf(error) }
    }
  }

  async function chooseVersion(choice: VersionChoice): Promise<void> {
    const { value: mine } = draft
    if (status.value.kind !== 'versions' || mine === undefined) return
    const { other } = status.value
    status.value = { kind: 'saving' }
    try {
      const kind = choice === 'mine' ? 'mine' : 'both'
      const { change, isWithoutFiles } = await versions.rebased(mine, other, kind)
      status.value = { kind: 'writing' }
      if (choice === 'other' && other !== undefined) {
        clear()
        options.openDraft(other)
        const undo = () => void options.reopen({ ...mine, ...change })
        notices.say(texts().discarded, { label: text.undo, run: undo })
        return
      }
      edits.edit(change)
      if (isWithoutFiles) notices.say(texts().draftVersions.filesMissing)
      if (refusedAction === 'send') sendChecked()
      else void submit('save')
    } catch (error) {
      status.value = { kind: 'failed', ...failureOf(error) }
    }
  }

  function noteRefused({ code, about }: Problem): void {
    if (code === 'recipient_refused' && about !== undefined) options.refused.add(about)
  }

  /** Sends what was wished for, unless there is something to be asked first. */
  function sendChecked(): void {
    if (draft.value === undefined) return
    const { accepted } = wished
    const found = checkBeforeSending(draft.value, { accepted, refused: options.refused })
    if (found === undefined) void submit('send', wished)
    else status.value = { kind: 'asking', ...found }
  }

  // Where a save under way stores it has to be known first, or the stored copy would stay behind.
  async function settledDraft(): Promise<Draft | undefined> {
    await autosaving
    return draft.value
  }

  /** undefined while it waits in the outbox. */
  async function deliver(submitted: Draft, wish: SendWish): Promise<NativeSent | undefined> {
    const { accepted, dueAt } = wish
    const isAgain = accepted.has('uncertain')
    const isHeld = dueAt !== undefined || undoSeconds() > 0
    const sent =
      isHeld && !accepted.has('unheld')
        ? await storage.sendLater(submitted, { isAgain, dueAt })
        : await storage.post({ ...sendInput(submitted, false), isAgain }, filesToSend(submitted))
    if (sent.kind === 'waiting') {
      clear()
      options.outbox.waits(sent, submitted.subject)
      return undefined
    }
    if (sent.isCopyPending) copies.keep(submitted, sent.copyRefusal)
    clear()
    if (sent.isCopyPending) notices.say(texts().sentCopyPending)
    else if (sent.filedIn === null) notices.say(texts().sentButNotFiled)
    else notices.say(sent.draftLeft === 'refused' ? texts().sentDraftLeft : text.sent)
    return sent
  }

  function undoSeconds(): number {
    return settings.preferences.peek().undoSeconds ?? options.undoSeconds
  }

  async function saveOnWish(submittedDraft: Draft): Promise<NativeSent> {
    const sent = await storage.save(submittedDraft)
    status.value = { kind: 'writing' }
    notices.say(texts().draftSaved)
    noteStored(sent)
    if (draft.value !== undefined) copy.keep(draft.value)
    return sent
  }

  async function saveAutomatically(submitted: Draft): Promise<void> {
    const saving = storage.save(submitted).then((sent) => {
      savedAt.value = now()
      noteStored(sent)
      if (draft.value !== undefined) copy.keep(draft.value)
      onSent(sent)
      return sent.filed
    })
    autosaving = saving.catch(() => null)
    try {
      await saving
    } catch (error) {
      // Nobody is interrupted while writing, but it is not saved any more until a version was chosen.
      // What is asked stays on the screen.
      const isWriting = status.value.kind === 'writing'
      if (isWriting && isOtherVersion(error)) status.value = { kind: 'failed', ...failureOf(error) }
      throw error
    } finally {
      autosaving = undefined
    }
  }

  function noteStored({ draftLeft }: NativeSent): void {
    if (draftLeft !== 'refused' || areDraftsStored) return
    areDraftsStored = true
    notices.say(texts().draftsKept)
  }

  /** One version of each draft is on the server; more of them could only pile up. */
  function mayAutosave({ mode, unansweredSaves }: Draft): boolean {
    return !areDraftsStored || (mode !== 'draft' && unansweredSaves.length === 0)
  }

  function fail(message: string): void {
    status.value = { kind: 'failed', message }
  }

  function isBusy(): boolean {
    return status.value.kind === 'sending' || status.value.kind === 'saving'
  }

  const afterMs = () => autosaveDelayMs(draft.peek(), options.autosaveMs)
  const saveInBackground = createBackgroundSave({
    draft,
    isBusy,
    maxBytes,
    fileUploads,
    mayStore: mayAutosave,
    store: saveAutomatically,
    afterMs,
    now,
    pause: { firstMs: 60_000, maxMs: 900_000 },
  })
  const autosave = startAutosave({
    draft,
    isReady: options.isReady,
    afterMs,
    resumeAfterMs: options.resumeAfterMs,
    save: () => {
      edits.settle()
      return saveInBackground()
    },
  })

  return {
    draft,
    status,
    savedAt,
    uploads,
    fileUploads: fileUploads.states,
    maxBytes,
    edit: edits.edit,
    editAsShown: edits.editAsShown,
    settle: edits.settle,
    open,
    sign(identity) {
      const current = draft.value
      if (current?.identity !== '') return
      const { isChanged } = current
      const signed = writtenAs(current, identity, settings.preferences.peek())
      draft.value = { ...signed, isChanged }
      copy.keep(draft.value)
    },
    writeAs(id) {
      edits.settle()
      if (draft.value === undefined) return
      edits.edit(writtenAs(draft.value, identityOf(id), settings.preferences.peek()))
    },
    writeFormatted(isFormatted) {
      edits.settle()
      const current = draft.value
      if (current === undefined) return
      edits.edit(
        isFormatted ? asFormatted(current, identityOf(current.identity)) : asPlain(current),
      )
    },
    attach(files) {
      if (draft.value === undefined) return
      edits.edit({ files: [...draft.value.files, ...files] })
      if (attachedBytes(draft.value) > maxBytes)
        fail(texts().tooLarge({ max: formatBytes(maxBytes) }))
    },
    send(dueAt) {
      edits.settle()
      if (draft.value === undefined || isBusy()) return
      wished = { accepted: new Set(), dueAt }
      sendChecked()
    },
    sendAnyway() {
      if (status.value.kind !== 'asking') return
      const { question, about = [] } = status.value
      // Other words than those that were sent are another message.
      if (question === 'changed') edits.edit({ composeId: newComposeId() })
      if (question === 'refused') for (const address of about) options.refused.forget(address)
      wished = { ...wished, accepted: new Set([...wished.accepted, question]) }
      sendChecked()
    },
    sendAsProposed() {
      if (status.value.kind !== 'asking' || draft.value === undefined) return
      edits.edit(changedAsProposed(draft.value, status.value.question) ?? {})
      sendChecked()
    },
    takeBack() {
      const isQuestion = status.value.kind === 'asking' || status.value.kind === 'versions'
      if (isQuestion) status.value = { kind: 'writing' }
    },
    chooseVersion: (choice) => void chooseVersion(choice),
    saveDraft: () => void submit('save'),
    discard() {
      edits.settle()
      discard()
    },
    close() {
      edits.settle()
      if (draft.value === undefined || isBusy()) return
      const isWorthSaving = draft.value.mode === 'draft' || !isBlank(draft.value)
      if (!draft.value.isChanged || !isWorthSaving) leave()
      else void saveAndClose()
    },
    async moveToServer() {
      edits.settle()
      if (draft.value?.mode !== 'draft' || draft.value.isChanged) await submit('save')
      const { mode, source } = draft.value ?? {}
      if (mode !== 'draft' || status.value.kind !== 'writing') return undefined
      leave()
      return source ?? undefined
    },
  }

  function clear(): void {
    edits.drop()
    copy.drop()
    draft.value = undefined
    status.value = { kind: 'writing' }
  }

  /** What changes while it is saved is saved as well: words typed meanwhile, or a signature that comes late. */
  async function saveAndClose(): Promise<void> {
    for (let saves = 0; saves < MAX_CLOSING_SAVES; saves += 1) {
      await submit('save')
      edits.settle()
      if (status.value.kind !== 'writing' || draft.value === undefined) return
      if (!draft.value.isChanged) {
        leave()
        return
      }
    }
  }

  function leave(): void {
    const left = draft.value
    clear()
    if (left !== undefined) options.onLeft(left)
  }
}
