import type { ReadonlySignal } from '@preact/signals'
import type { NativeMessageName } from '../../../wire/native/types.ts'
import type { ComposeMode } from '../../wire/inputs.ts'
import type { MailboxName } from '../../wire/message-name.ts'
import type { Failure } from '../../wire/http/problem.ts'
import type { Draft } from './draft.ts'
import type { FileUploads } from './storage/file-uploads.ts'
import type { UploadTracker } from './storage/upload-tracker.ts'

export type ComposerStatus =
  | { readonly kind: 'writing' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'saving' }
  /** The user decides. */
  | { readonly kind: 'asking'; readonly question: ComposerQuestion }
  | ({ readonly kind: 'failed' } & Failure)

export type ComposerQuestion =
  /** The text speaks of an attachment and there is none. */
  | 'attachment'
  /** It may have been delivered. */
  | 'uncertain'
  /** It was delivered as it was before it was changed. */
  | 'changed'
  /** The mail server did not take it to wait in the outbox. */
  | 'unheld'

/** The message being written. Nothing but the user's own wish, or a message sent, takes its text away. */
export interface ComposerState {
  readonly draft: ReadonlySignal<Draft | undefined>
  readonly status: ReadonlySignal<ComposerStatus>
  /** When this draft was last saved automatically (Unix ms). */
  readonly savedAt: ReadonlySignal<number | undefined>
  readonly uploads: UploadTracker
  readonly fileUploads: FileUploads['states']
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
  /** A change that is read off what is on the screen: of a long message once typing pauses, and before anything is done with it. */
  editAsShown(read: () => Partial<Draft>): void
  /** Takes over, and keeps in the browser, what waits for a pause of typing. */
  readonly settle: () => void
  /** Another identity of the owner writes. */
  writeAs(id: string): void
  /** With its looks, or as text; the words stay. */
  writeFormatted(isFormatted: boolean): void
  attach(files: readonly File[]): void
  /** At once, unless there is time to undo; or at a time (Unix ms). */
  readonly send: (dueAt?: number) => void
  /** Yes to what is asked: the message is sent all the same. */
  readonly sendAnyway: () => void
  /** No to what is asked: nothing is sent, and writing continues. */
  readonly takeBack: () => void
  readonly saveDraft: () => void
  readonly discard: () => void
  readonly close: () => void
}

/** What a link may fill in. */
export type NewFields = Partial<Pick<Draft, 'to' | 'cc' | 'bcc' | 'subject' | 'text'>>
