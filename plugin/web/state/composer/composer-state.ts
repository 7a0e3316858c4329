import type { ReadonlySignal } from '@preact/signals'
import type { NativeIdentity, NativeMessageName } from '../../../wire/native/types.ts'
import type { Failure } from '../../wire/http/problem.ts'
import type { Draft } from './draft.ts'
import type { VersionChoice } from './storage/draft-versions.ts'
import type { FileUploads } from './storage/file-uploads.ts'
import type { UploadTracker } from './storage/upload-tracker.ts'

export type ComposerStatus =
  | { readonly kind: 'writing' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'saving' }
  /** The user decides. */
  | {
      readonly kind: 'asking'
      readonly question: ComposerQuestion
      /** Addresses. */
      readonly about?: readonly string[]
    }
  /** The draft was changed elsewhere: the user chooses. `other` is the stored version, where it is known. */
  | { readonly kind: 'versions'; readonly other: NativeMessageName | undefined }
  | ({ readonly kind: 'failed' } & Failure)

/** What is asked before a message goes out (`checkBeforeSending`). */
export type SendCheck =
  'recipient' | 'refused' | 'blindCopy' | 'disclosed' | 'attachment' | 'subject'

export type ComposerQuestion =
  | SendCheck
  /** It may have been delivered. */
  | 'uncertain'
  /** It was delivered as it was before it was changed. */
  | 'changed'
  /** The mail server did not take it to wait in the outbox. */
  | 'unheld'

/** A message being written. Nothing but the user's own wish, or a message sent, takes its text away. */
export interface ComposerState {
  readonly draft: ReadonlySignal<Draft | undefined>
  readonly status: ReadonlySignal<ComposerStatus>
  /** When this draft was last saved automatically (Unix ms). */
  readonly savedAt: ReadonlySignal<number | undefined>
  readonly uploads: UploadTracker
  readonly fileUploads: FileUploads['states']
  readonly maxBytes: number
  /** Takes a draft to write on. */
  readonly open: (draft: Draft) => void
  /** Signs what has no sender yet. */
  readonly sign: (identity: NativeIdentity | undefined) => void
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
  /** Takes what the question proposes in place of a yes, and sends. */
  readonly sendAsProposed: () => void
  /** No to what is asked: nothing is sent, and writing continues. */
  readonly takeBack: () => void
  /** Of a draft that was changed elsewhere; what was requested goes on then. */
  readonly chooseVersion: (choice: VersionChoice) => void
  readonly saveDraft: () => void
  readonly discard: () => void
  readonly close: () => void
  /** Stores the draft on the server and closes it here; where it is then. undefined: it could not be stored, and stays. */
  readonly moveToServer: () => Promise<NativeMessageName | undefined>
}
