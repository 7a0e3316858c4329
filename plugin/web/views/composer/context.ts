import type { ComposerState } from '../../state/composer/composer-state.ts'
import type { Outbox } from '../../state/outbox/outbox.ts'
import type { Recipients } from '../../state/composer/recipients.ts'
import { createScope } from '../../app/create-scope.ts'

/** What the views of the composer work on. */
export interface ComposerScope {
  readonly composer: ComposerState
  readonly recipients: Recipients
  readonly outbox: Outbox
}

/** Carries it to the views. */
export const [ComposerContext, useComposer] = createScope<ComposerScope>('the composer')
