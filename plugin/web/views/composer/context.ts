import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ComposerState } from '../../state/composer/composer-state.ts'
import type { Recipients } from '../../state/composer/recipients.ts'

/** What the views of the composer work on. */
export interface ComposerScope {
  readonly composer: ComposerState
  readonly recipients: Recipients
}

/** Carries the composer to its views. */
export const ComposerContext = createContext<ComposerScope | undefined>(undefined)

/** The composer a view belongs to. Throws outside of it: that is a mistake of the programmer. */
export function useComposer(): ComposerScope {
  const scope = useContext(ComposerContext)
  if (scope === undefined) throw new Error('a view was rendered outside the composer')
  return scope
}
