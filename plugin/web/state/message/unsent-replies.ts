import type { PageStorage } from '../../browser/page-storage.ts'
import type { InvitationAnswer } from '../../wire/inputs.ts'

interface UnsentRepliesOptions {
  readonly storage: () => PageStorage
  readonly user: string
  readonly newId: () => string
}

/** Reply to invitations of which no one knows yet that they were sent. */
export interface UnsentReplies {
  /** By what the server knows one again and sends it once: as at the last try, unless another answer was tried since. */
  composeIdOf(message: string, answer: InvitationAnswer): string
  /** It was sent, or is to be sent as a new one. */
  close(message: string): void
}

/** Remembers one answer of each message, named by its key, as long as the tab is open. */
export function createUnsentReplies({ storage, user, newId }: UnsentRepliesOptions): UnsentReplies {
  const nameOf = (message: string) => `postern.answer.${user}.${message}`
  return {
    composeIdOf(message, answer) {
      const [before, id] = storage().getItem(nameOf(message))?.split(' ') ?? []
      if (before === answer && id !== undefined) return id
      const composeId = newId()
      try {
        storage().setItem(nameOf(message), `${answer} ${composeId}`)
      } catch {
        // The storage is full: a second try is a second answer, which says the same.
      }
      return composeId
    },
    close: (message) => storage().removeItem(nameOf(message)),
  }
}
