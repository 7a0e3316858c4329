import { useSignal } from '@preact/signals'
import type { Draft } from '../../state/composer/draft.ts'
import { useApp } from '../../app/app-context.ts'
import { AddressField } from './address-field.tsx'
import { useComposer } from './context.ts'

/** Recipients and subject. */
export function ComposerFields({ draft }: { readonly draft: Draft }) {
  const { text } = useApp()
  const { composer } = useComposer()
  const wantsCopies = useSignal(false)
  const showsCopies = wantsCopies.value || draft.cc !== '' || draft.bcc !== ''

  return (
    <div class="composer-fields">
      <div class="composer-field">
        <label for="composer-to">{text.to}</label>
        <AddressField
          id="composer-to"
          name="to"
          value={draft.to}
          onEdit={(to) => composer.edit({ to })}
        />
        {showsCopies ? null : (
          <button
            type="button"
            class="button small quiet"
            onClick={() => (wantsCopies.value = true)}
          >
            {text.addCc}
          </button>
        )}
      </div>
      {showsCopies ? (
        <>
          <div class="composer-field">
            <label for="composer-cc">{text.cc}</label>
            <AddressField
              id="composer-cc"
              name="cc"
              value={draft.cc}
              onEdit={(cc) => composer.edit({ cc })}
            />
          </div>
          <div class="composer-field">
            <label for="composer-bcc">{text.bcc}</label>
            <AddressField
              id="composer-bcc"
              name="bcc"
              value={draft.bcc}
              onEdit={(bcc) => composer.edit({ bcc })}
            />
          </div>
        </>
      ) : null}
      <div class="composer-field">
        <label for="composer-subject">{text.subject}</label>
        <input
          id="composer-subject"
          name="subject"
          dir="auto"
          type="text"
          autocomplete="off"
          value={draft.subject}
          onInput={(event) => composer.edit({ subject: event.currentTarget.value })}
        />
      </div>
    </div>
  )
}
