import { useApp } from '../../app/app-context.ts'
import type { Draft } from '../../state/composer/draft.ts'
import { markupOfText } from '../../state/composer/markup.ts'
import { originalUrl } from '../../wire/links.ts'
import { useComposer } from './context.ts'

/** The message that is forwarded below the text as it looks, with the ways to go without. */
export function ComposerOriginal({ draft }: { readonly draft: Draft }) {
  const { laterText } = useApp()
  const { composer } = useComposer()
  const { original, source, mode } = draft
  if (original === null || source === null) return null

  return (
    <section class="composer-original" aria-label={laterText.mail.originalBelow}>
      <div class="original-head">
        <span class="original-name">{laterText.mail.originalBelow}</span>
        <button
          type="button"
          class="button small quiet"
          onClick={() => {
            const html = draft.html === null ? null : draft.html + markupOfText(original.text)
            composer.edit({ original: null, text: draft.text + original.text, html })
          }}
        >
          {laterText.mail.originalAsText}
        </button>
        <button
          type="button"
          class="button small quiet"
          onClick={() => composer.edit({ original: null })}
        >
          {laterText.mail.removeOriginal}
        </button>
      </div>
      <iframe
        class="original-frame"
        title={laterText.mail.originalBelow}
        sandbox=""
        referrerpolicy="no-referrer"
        src={originalUrl(source, mode === 'draft')}
      />
    </section>
  )
}
