import { createComposer, type ComposerOptions } from './state/composer/composer.ts'
import type { ComposerPart } from './state/composer/lazy-composer.ts'
import { createRecipients } from './state/composer/recipients.ts'
import type { Texts } from './state/page/texts.ts'
import { ComposerContext } from './views/composer/context.ts'
import { Composer } from './views/composer/composer.tsx'

/** Builds what is needed to write a message. It is a chunk of its own: nothing but its loader imports it. */
export function createComposerPart(
  options: Omit<ComposerOptions, 'texts'> & Pick<Texts, 'later'>,
): ComposerPart {
  const recipients = createRecipients({
    ...options,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    texts: { groupOf: (values) => options.later().contacts.groupOf(values) },
  })
  const composer = createComposer({
    ...options,
    texts: () => options.later().mail,
    onSent(sent) {
      if (!sent.isDraft) recipients.forget()
      options.onSent(sent)
    },
  })
  const scope = { composer, recipients }

  return {
    composer,
    View: () => (
      <ComposerContext.Provider value={scope}>
        <Composer />
      </ComposerContext.Provider>
    ),
  }
}
