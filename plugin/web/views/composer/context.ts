import type { ComposerState } from '../../state/composer/composer-state.ts'
import type { Composers } from '../../state/composer/composers.ts'
import type { Outbox } from '../../state/outbox/outbox.ts'
import type { Recipients } from '../../state/composer/recipients.ts'
import { createScope } from '../../app/create-scope.ts'

/** What the views of all messages being written work on. */
export interface WritingScope {
  readonly composers: Composers
  readonly recipients: Recipients
  readonly outbox: Outbox
}

/** What the views of one of them work on. */
export interface ComposerScope {
  readonly composer: ComposerState
  /** Id of one of its elements: several composers are in the page. */
  readonly idOf: (name: string) => string
}

/** Carries what all share to the views. */
export const [WritingContext, useWriting] = createScope<WritingScope>('the composers')

/** Carries one message to its views. */
export const [ComposerContext, useComposer] = createScope<ComposerScope>('a composer')
