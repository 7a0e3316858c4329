import type { FunctionComponent } from 'preact'
import { createComposer } from './state/composer/composer.ts'
import type { ComposerPartOptions } from './app/later-parts.ts'
import type { ComposerPart } from './state/composer/lazy-composer.ts'
import { createOutbox } from './state/outbox/outbox.ts'
import { createRefusedAddresses } from './state/composer/send-checks.ts'
import { createRecipients } from './state/composer/recipients.ts'
import { ComposerContext } from './views/composer/context.ts'
import { Composer } from './views/composer/composer.tsx'
import { OutboxDialog } from './views/outbox/outbox-dialog.tsx'
import { OutboxLink } from './views/outbox/outbox-link.tsx'

/** Builds what is needed to write a message. It is a chunk of its own: nothing but its loader imports it. */
export function createComposerPart(options: ComposerPartOptions): ComposerPart {
  const recipients = createRecipients({
    ...options,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    texts: { groupOf: (values) => options.later().contacts.groupOf(values) },
  })
  const texts = () => options.later().mail
  const refused = createRefusedAddresses()
  const outbox = createOutbox({
    ...options,
    texts,
    openDraft: (draft) => composer.start('draft', draft),
    onRefused: refused.add,
    onMoved: options.onStoredMoved,
  })
  const composer = createComposer({
    ...options,
    texts,
    outbox,
    refused,
    onSent(sent) {
      if (!sent.isDraft) recipients.forget()
      options.onSent(sent)
    },
  })
  const scope = { composer, recipients, outbox }
  outbox.load()
  const within = (View: FunctionComponent) => () => (
    <ComposerContext.Provider value={scope}>
      <View />
    </ComposerContext.Provider>
  )

  return {
    composer,
    outbox,
    View: within(() => (
      <>
        <Composer />
        <OutboxDialog />
      </>
    )),
    OutboxLink: within(OutboxLink),
  }
}
