/** What became of a change of a password, by the word of who makes it. */
export type ChangeOutcome =
  | { readonly kind: 'changed' }
  /** The old password is not the mailbox's. */
  | { readonly kind: 'old-refused' }
  /** The new one is against its rules; words for the owner where it gave any. */
  | { readonly kind: 'new-refused'; readonly message: string | undefined }
  /** It could not be made, or no one knows whether it was. `reason` holds nothing of what was sent or answered. */
  | { readonly kind: 'failed'; readonly reason: string }

/** A mailbox with its two passwords, each of one line. */
export interface WantedChange {
  readonly user: string
  readonly present: string
  readonly wanted: string
}

/** Makes changes of passwords. Never throws. */
export type MakeChange = (change: WantedChange) => Promise<ChangeOutcome>

const MAX_WORDS = 300

/** The first line of what was said, for the owner's eyes. */
export function wordsFor(text: string): string | undefined {
  const [line = ''] = text.trim().split(/[\r\n]/, 1)
  const message = line.replaceAll(/\p{Cc}/gu, ' ').slice(0, MAX_WORDS)
  return message === '' ? undefined : message
}
