import type { Signal } from '@preact/signals'
import { useApp } from '../../app/app-context.ts'
import type { Draft } from '../../state/composer/draft.ts'
import { wouldLoseFormatting } from '../../state/composer/formatted-draft.ts'
import { useComposer } from './context.ts'

interface FormatProps {
  readonly draft: Draft
  /** Whether it is asked if the formatting may be lost. */
  readonly isRequesting: Signal<boolean>
}

/** Text or formatted, for this message; asks before formatting is lost. */
export function FormatChoice({ draft, isRequesting }: FormatProps) {
  const texts = useApp().laterText.settings
  const { composer } = useComposer()
  const isFormatted = draft.html !== null

  return (
    <label class="receipt-choice">
      <input
        type="checkbox"
        checked={isFormatted}
        onChange={(event) => {
          // Not by preventDefault: the browser would roll back what was drawn meanwhile as well.
          const { currentTarget: box } = event
          isRequesting.value = !box.checked && wouldLoseFormatting(draft)
          if (isRequesting.value) box.checked = true
          else composer.writeFormatted(box.checked)
        }}
      />
      {texts.formattedText}
    </label>
  )
}

/** What the choice asks. */
export function FormatQuestion({ draft, isRequesting: isConfirming }: FormatProps) {
  const texts = useApp().laterText.settings
  const { composer } = useComposer()
  if (!isConfirming.value || draft.html === null) return null

  const choice = (isPlain: boolean) => {
    isConfirming.value = false
    if (isPlain) composer.writeFormatted(false)
  }
  return (
    <div class="composer-problem is-question" role="alert">
      <span>{texts.formatLost}</span>
      <button type="button" class="button small" onClick={() => choice(true)}>
        {texts.dropFormat}
      </button>
      <button type="button" class="button small quiet" onClick={() => choice(false)}>
        {texts.keepFormat}
      </button>
    </div>
  )
}
