import { type PageAssets, defaultAssets } from '../http/assets/assets.ts'
import { escapeHtml } from '../http/escape.ts'
import type { Language } from '../language/language.ts'
import { wordsOf } from '../words/words.ts'
import { logo, renderDocument } from './document.ts'

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
  const { signIn, secondStep } = wordsOf(language)
  const items = codes.map((code) => `<li><code dir="ltr">${escapeHtml(code)}</code></li>`).join('')
  const body = `<main class="plain-card">
<div class="plain-brand">${logo}<h1>${escapeHtml(productName)}</h1></div>
<h2>${escapeHtml(secondStep.recoveryCodes)}</h2>
<p>${escapeHtml(secondStep.recoveryNote)}</p>
<ul class="recovery-codes">${items}</ul>
<a class="button primary wide" href="${escapeHtml(goOn)}">${escapeHtml(secondStep.recoveryKept)}</a>
</main>`
  return renderDocument({
    title: signIn.title(productName),
    bodyClass: 'plain-page',
    body,
    assets,
    language,
    env: undefined,
  })
}
