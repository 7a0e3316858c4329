import type { Signal } from '@preact/signals'
import { useApp } from '../../app/app-context.ts'
import type { Draft } from '../../state/composer/draft.ts'
import { wouldLoseFormatting } from '../../state/composer/formatted-draft.ts'
import { useComposer } from './context.ts'

interface FormatProps {
  readonly draft: Draft
  /** Whether it is asked if the formatting may be lost. */
  readonly isAsking: Signal<boolean>
}

/** Text or formatted, for this message; asks before formatting is lost. */
export function FormatChoice({ draft, isAsking }: FormatProps) {
  const words = useApp().laterText.settings
  const { composer } = useComposer()
  const isFormatted = draft.html !== null

  return (
    <label class="receipt-choice">
      <input
        type="checkbox"
        checked={isFormatted}
        onChange={(event) => {
          // Not by preventDefault: the browser would take back what was drawn meanwhile as well.
          const { currentTarget: box } = event
          isAsking.value = !box.checked && wouldLoseFormatting(draft)
          if (isAsking.value) box.checked = true
          else composer.writeFormatted(box.checked)
        }}
      />
      {words.formattedText}
    </label>
  )
}

/** What the choice asks. */
export function FormatQuestion({ draft, isAsking }: FormatProps) {
  const words = useApp().laterText.settings
  const { composer } = useComposer()
  if (!isAsking.value || draft.html === null) return null

  const answer = (isPlain: boolean) => {
    isAsking.value = false
    if (isPlain) composer.writeFormatted(false)
  }
  return (
    <div class="composer-problem is-question" role="alert">
      <span>{words.formatLost}</span>
      <button type="button" class="button small" onClick={() => answer(true)}>
        {words.dropFormat}
      </button>
      <button type="button" class="button small quiet" onClick={() => answer(false)}>
        {words.keepFormat}
      </button>
    </div>
  )
}
