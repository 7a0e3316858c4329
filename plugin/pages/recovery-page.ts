import { type PageAssets, defaultAssets } from '../http/assets/assets.ts'
import { escapeHtml } from '../http/escape.ts'
import type { Language } from '../language/language.ts'
import { serverTexts } from '../texts/server-texts.ts'
import { renderPlainCard } from './plain-card.ts'

/** What the page shows that follows setting the second factor up. */
interface RecoveryPage {
  readonly productName: string
  readonly language: Language
  /** Whose codes they are. */
  readonly user: string
  readonly codes: readonly string[]
  /** Address of the mailbox. */
  readonly goOn: string
}

/**
 * Shows the recovery codes, this once, and leads on. They are saved as a file without JavaScript; the script
 * (plugin/web/recovery-step.ts) copies and prints them.
 */
export function renderRecoveryPage(
  { productName, language, user, codes, goOn }: RecoveryPage,
  assets: PageAssets = defaultAssets,
): string {
  const { secondStep } = serverTexts(language)
  const items = codes.map((code) => `<li><code dir="ltr">${escapeHtml(code)}</code></li>`).join('')
  const { recoveryCodes, copy, copied, download, print } = secondStep
  const file = [`${productName}: ${recoveryCodes}`, user, '', ...codes, ''].join('\r\n')
  const fileUrl = `data:text/plain;charset=utf-8,${encodeURIComponent(file)}`
  const content = `<h2>${escapeHtml(secondStep.recoveryCodes)}</h2>
<p>${escapeHtml(secondStep.recoveryNote)}</p>
<ul class="recovery-codes">${items}</ul>
<div class="dialog-acts setting-acts">
<span hidden><button type="button" class="button" data-done="${escapeHtml(copied)}">${escapeHtml(copy)}</button></span>
<a class="button" href="${escapeHtml(fileUrl)}" download="${escapeHtml(recoveryCodes)}.txt">${escapeHtml(download)}</a>
<span hidden><button type="button" class="button">${escapeHtml(print)}</button></span>
</div>
<p role="status"></p>
<div class="dialog-acts"><a class="button primary wide" href="${escapeHtml(goOn)}">${escapeHtml(secondStep.recoveryKept)}</a></div>
`
  const env = {
    ...({ task: 'login', step: 'recovery', request_token: '', productName } as const),
    ...{ usualLanguage: language, error: null },
  }
  return renderPlainCard({ productName, language, content, env }, assets)
}
