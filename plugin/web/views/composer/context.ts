import type { ComposerState } from '../../state/composer/composer-state.ts'
import type { Recipients } from '../../state/composer/recipients.ts'
import { createScope } from '../../app/create-scope.ts'

/** What the views of the composer work on. */
export interface ComposerScope {
  readonly composer: ComposerState
  readonly recipients: Recipients
}

/** Carries it to the views. */
export const [ComposerContext, useComposer] = createScope<ComposerScope>('the composer')
