import { contactsEn } from './messages/contacts/en.ts'
import { createComposer, type ComposerOptions } from './state/composer/composer.ts'
import type { ComposerPart } from './state/composer/lazy-composer.ts'
import { createRecipients } from './state/composer/recipients.ts'
import { ComposerContext } from './views/composer/context.ts'
import { Composer } from './views/composer/composer.tsx'

/** Builds what is needed to write a message. It is a chunk of its own: nothing but its loader imports it. */
export function createComposerPart(options: ComposerOptions): ComposerPart {
  const recipients = createRecipients({ ...options, words: contactsEn })
  const composer = createComposer({
    ...options,
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
