import type { Signal } from '@preact/signals'
import type {
  NativeInputOf,
  NativeResponseOf,
  NativeSent,
  NativeWaiting,
} from '../../../../wire/native/types.ts'
import type { HttpClient } from '../../../wire/http/http-client.ts'
import type { MessageRequests } from '../../../wire/message-requests.ts'
import { Problem } from '../../../wire/http/problem.ts'
import type { Connection } from '../../session/connection.ts'
import type { DraftCopy } from './draft-copy.ts'
import {
  draftOriginOf,
  filesToSend,
  keepsSource,
  laterInput,
  sendInput,
  SMALL_UPLOAD_BYTES,
  uploadBytes,
  withSaveConfirmed,
  withPendingSave,
  withSaveRefused,
  type Draft,
} from '../draft.ts'
import type { FileUploads } from './file-uploads.ts'
import type { UploadTracker } from './upload-tracker.ts'

interface DraftStorageOptions {
  readonly http: HttpClient
  readonly messages: Pick<MessageRequests, 'compose'>
  readonly connection: Connection
  readonly uploads: UploadTracker
  readonly fileUploads: FileUploads
  /** What is written now; after a save it names its stored copy. */
  readonly draft: Signal<Draft | undefined>
  readonly copy: Pick<DraftCopy, 'keep'>
  readonly newSaveId: () => string
  readonly abort: AbortSignal
}

/** Stores the draft that is written in the folder for drafts, and sends it. All throw Problem. */
export interface DraftStorage {
  post(input: NativeInputOf<'send'>, files: readonly File[]): Promise<NativeSent>
  /** Sends it later: at a time (Unix ms), or when the time to undo is over. */
  sendLater(submitted: Draft, wish: LaterWish): Promise<NativeSent | NativeWaiting>
  save(submitted: Draft): Promise<NativeSent>
  /** The draft with its large files stored first, where that is of use. */
  withFilesStored(submittedDraft: Draft, isDraft: boolean): Promise<Draft>
}

/** How a message is sent later. */
interface LaterWish {
  readonly isAgain: boolean
  readonly dueAt: number | undefined
}

export function createDraftStorage(options: DraftStorageOptions): DraftStorage {
  const { http, messages, connection, uploads, fileUploads, draft, copy, newSaveId, abort } =
    options

  function save(submitted: Draft): Promise<NativeSent> {
    return storing(submitted, async (saveId, started) => {
      const sent = await post({ ...sendInput(submitted, true), saveId }, filesToSend(submitted))
      await saved(started, saveId, sent)
      return sent
    })
  }

  function sendLater(submitted: Draft, wish: LaterWish): Promise<NativeSent | NativeWaiting> {
    return storing(submitted, (saveId) =>
      upload('send-later', { ...laterInput(submitted), ...wish, saveId }, filesToSend(submitted)),
    )
  }

  /** A request that stores the draft: the next save names it, in case its reply is lost. */
  async function storing<Result>(
    submitted: Draft,
    request: (saveId: string, started: Draft) => Promise<Result>,
  ): Promise<Result> {
    const saveId = newSaveId()
    const started = changed(submitted, (one) => withPendingSave(one, saveId))
    try {
      return await request(saveId, started)
    } catch (error) {
      if (isRefused(error)) changed(started, (one) => withSaveRefused(one, saveId))
      throw error
    }
  }

  /** Notes something of a save in the draft, and in its copy: the page may be closed before the reply. */
  function changed(submittedDraft: Draft, change: (draft: Draft) => Draft): Draft {
    const current = draft.value
    if (current?.composeId !== submittedDraft.composeId) return submittedDraft
    const next = change(current)
    draft.value = next
    copy.keep(next)
    return current === submittedDraft ? next : submittedDraft
  }

  // What is refused for a word or an address must not cost an upload: large files go when the words are
  // stored, and become part of the draft on the server. Sending it refers to them.
  async function withFilesStored(submitted: Draft, isDraft: boolean): Promise<Draft> {
    if (uploadBytes(submitted) <= SMALL_UPLOAD_BYTES) return submitted
    if (fileUploads.areStaged(submitted.files)) return submitted
    try {
      const text = await storeFirst({ ...submitted, files: [] })
      // A server that does not say where it stores drafts cannot be referred to.
      return isDraft || text.mode !== 'draft' ? text : await storeFirst(text)
    } catch (error) {
      if (!isDraft && error instanceof Problem && error.code === 'mailbox_not_found')
        return submitted
      throw error
    }
  }

  async function storeFirst(submittedDraft: Draft): Promise<Draft> {
    await save(submittedDraft)
    return draft.value ?? submittedDraft
  }

  function post(input: NativeInputOf<'send'>, files: readonly File[]): Promise<NativeSent> {
    return upload('send', input, files)
  }

  function upload<Name extends 'send' | 'send-later'>(
    action: Name,
    input: NativeInputOf<Name>,
    files: readonly File[],
  ): Promise<NativeResponseOf<Name>> {
    return uploads.run(async (signal, onProgress) => {
      const watch = { signal, onProgress }
      const { ids, files: rest } = await fileUploads.settled(files, watch)
      const post = (named: readonly string[], sent: readonly File[]) =>
        connection.once(
          () => http.upload(action, { ...input, uploads: [...named] }, sent, watch),
          signal,
        )
      try {
        return await post(ids, rest)
      } catch (error) {
        if (ids.length === 0 || !isGone(error)) throw error
        // Another instance has them, or they were left for too long.
        fileUploads.giveUp(files)
        return post([], files)
      }
    })
  }

  // The next save replaces this copy on the server; words typed meanwhile stay. Until the page knows where it is, also when
  // it is closed before that, the next save finds it by its id.
  async function saved(submitted: Draft, saveId: string, sent: NativeSent): Promise<void> {
    const stored = keepsSource(submitted, sent) ? undefined : await asStored(submitted, sent)
    const current = draft.value
    if (current === undefined) return
    const isUntouched = current === submitted
    // Images stay as long as it is written: an undo may bring one back that was not stored.
    const added = current.files.filter(
      (file) => !submitted.files.includes(file) || current.imageNames.includes(file.name),
    )
    draft.value = {
      ...(stored === undefined ? current : withSaveConfirmed(current, saveId, sent)),
      ...stored,
      ...(stored?.kept === undefined ? {} : { files: added }),
      isChanged: !isUntouched,
    }
  }

  // Attachments have new part ids in the stored copy. Without them the old source stays in charge of its parts.
  async function asStored(
    submittedDraft: Draft,
    { filed: source, messageId }: NativeSent,
  ): Promise<Partial<Draft> | undefined> {
    if (source === null) return undefined
    const draftOf = draftOriginOf(submittedDraft)
    const stored = { mode: 'draft', source, draftOf, messageId, isSeparate: false } as const
    if (submittedDraft.files.length + submittedDraft.kept.length === 0) return stored
    return connection
      .reach(() => messages.compose('draft', source, abort), abort)
      .then(
        ({ attachments }) => ({ ...stored, kept: attachments }),
        () => undefined,
      )
  }

  return { post, sendLater, save, withFilesStored }
}

function isGone(error: unknown): boolean {
  return error instanceof Problem && error.code === 'attachments_gone'
}

/** The server answered that it stored nothing. */
function isRefused(error: unknown): boolean {
  return error instanceof Problem && error.status >= 400 && error.status < 500
}
