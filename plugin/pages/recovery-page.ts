import { type PageAssets, defaultAssets } from '../http/assets/assets.ts'
import { escapeHtml } from '../http/escape.ts'
import type { Language } from '../language/language.ts'
import { wordsOf } from '../words/words.ts'
import { renderPlainCard } from './plain-card.ts'

/** What the page shows that follows setting the second factor up. */
interface RecoveryPage {
  readonly productName: string
  readonly language: Language
  readonly codes: readonly string[]
  /** Address of the mailbox. */
  readonly goOn: string
}

/** Shows the recovery codes, this once, and leads on. Runs no script. */
export function renderRecoveryPage(
  { productName, language, codes, goOn }: RecoveryPage,
  assets: PageAssets = defaultAssets,
): string {
  const { secondStep } = wordsOf(language)
  const items = codes.map((code) => `<li><code dir="ltr">${escapeHtml(code)}</code></li>`).join('')
  const content = `<h2>${escapeHtml(secondStep.recoveryCodes)}</h2>
<p>${escapeHtml(secondStep.recoveryNote)}</p>
<ul class="recovery-codes">${items}</ul>
<a class="button primary wide" href="${escapeHtml(goOn)}">${escapeHtml(secondStep.recoveryKept)}</a>
`
  return renderPlainCard({ productName, language, content, env: undefined }, assets)
}
