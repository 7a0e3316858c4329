import { useMemo } from 'preact/hooks'
import { useApp } from '../../../app/app-context.ts'
import { scriptDifferences } from '../../../state/filters/script-differences.ts'

/** More lines than anyone compares. */
const MAX_SHOWN = 500

/** What a save would remove and add. */
export function ScriptDifferences({
  before,
  after,
}: {
  readonly before: string
  readonly after: string
}) {
  const { laterText } = useApp()
  const texts = laterText.filters
  const lines = useMemo(() => scriptDifferences(before, after), [before, after])
  if (lines.length === 0) return <p role="status">{texts.noDifferences}</p>

  return (
    <section aria-label={texts.differences}>
      <h3 class="setting-heading">{texts.differences}</h3>
      <p class="dialog-text">{texts.replaceNote}</p>
      <ul class="script-differences" tabIndex={0} dir="ltr">
        {lines.slice(0, MAX_SHOWN).map(({ kind, text }, at) => (
          <li
            key={at}
            class={kind}
            aria-label={texts[kind === 'added' ? 'addedLine' : 'removedLine']({ line: text })}
          >
            {kind === 'added' ? '+' : '−'} {text}
          </li>
        ))}
        {lines.length > MAX_SHOWN ? <li>…</li> : null}
      </ul>
    </section>
  )
}
