import type { FunctionComponent } from 'preact'
import type { NativeMessageName } from '../wire/native/types.ts'
import { createComposer } from './state/composer/composer.ts'
import { createComposers } from './state/composer/composers.ts'
import { createDraftStart } from './state/composer/draft-start.ts'
import type { ComposerPartOptions } from './app/later-parts.ts'
import type { ComposerPart } from './state/composer/lazy-composer.ts'
import { createOutbox } from './state/outbox/outbox.ts'
import { createRefusedAddresses } from './state/composer/send-checks.ts'
import { createPendingCopies } from './state/composer/storage/pending-copies.ts'
import { createRecipients } from './state/composer/recipients.ts'
import { WritingContext } from './views/composer/context.ts'
import { DropArea } from './views/composer/drop-area.tsx'
import { OpenComposers } from './views/composer/open-composers.tsx'
import { OutboxDialog } from './views/outbox/outbox-dialog.tsx'
import { OutboxLink } from './views/outbox/outbox-link.tsx'

/** Builds what is needed to write a message, with what was being written before. It is a chunk of its own: nothing but its loader imports it. */
export async function createComposerPart(options: ComposerPartOptions): Promise<ComposerPart> {
  const recipients = createRecipients({
    ...options,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    texts: { groupOf: (values) => options.later().contacts.groupOf(values) },
  })
  const texts = () => options.later().mail
  const refused = createRefusedAddresses()
  const openDraft = (draft: NativeMessageName) => composers.start('draft', draft)
  const outbox = createOutbox({
    ...options,
    texts,
    openDraft,
    onRefused: refused.add,
    onMoved: options.onStoredMoved,
  })
  const copies = createPendingCopies({ ...options, texts })
  const composers = createComposers({
    ...options,
    texts,
    start: createDraftStart(options),
    create: (slot, events) =>
      createComposer({
        ...options,
        ...events,
        openDraft,
        copies,
        copy: options.draftCopies.copyIn(slot),
        texts,
        outbox,
        refused,
        onSent(sent) {
          if (!sent.isDraft) recipients.forget()
          options.onSent(sent)
        },
      }),
  })
  const scope = { composers, recipients, outbox }
  outbox.load()
  // First of all, so that nothing new takes the place of what was written before.
  copies.restore()
  composers.restore(await options.draftCopies.takeUp())
  const within = (View: FunctionComponent) => () => (
    <WritingContext.Provider value={scope}>
      <View />
    </WritingContext.Provider>
  )

  return {
    composers,
    outbox,
    copies,
    View: within(() => (
      <>
        <OpenComposers />
        <OutboxDialog />
        <DropArea />
      </>
    )),
    OutboxLink: within(OutboxLink),
  }
}
