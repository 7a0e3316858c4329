import { type PageAssets, defaultAssets } from '../http/assets/assets.ts'
import { escapeHtml } from '../http/escape.ts'
import type { Language } from '../language/language.ts'
import { serverTexts } from '../texts/server-texts.ts'
import { renderPlainCard } from './plain-card.ts'

/** What the page shows after a sign-out where the panel would sign in again automatically. */
interface SignedOutPage {
  readonly productName: string
  readonly language: Language
  /** The query of the page that was requested, which "Sign in again" opens. */
  readonly url: string
  /** Local path of the panel, where there is one. */
  readonly homePath: string | null
}

/** Says that no user is signed in, and has the ways back: by a click, or over the panel. Works without JavaScript. */
export function renderSignedOutPage(
  { productName, language, url, homePath }: SignedOutPage,
  assets: PageAssets = defaultAssets,
): string {
  const { signedOut, errorPage } = serverTexts(language)
  const home =
    homePath === null
      ? ''
      : `<p><a class="button wide" href="${escapeHtml(homePath)}">${escapeHtml(errorPage.toPanel)}</a></p>\n`
  const content = `<h2>${escapeHtml(signedOut.title)}</h2>
<p>${escapeHtml(signedOut.note)}</p>
<form method="post" action="?_task=login&amp;_action=login" class="plain-form">
<input type="hidden" name="_again" value="1">
<input type="hidden" name="_url" value="${escapeHtml(url)}">
<button type="submit" class="button primary wide">${escapeHtml(signedOut.again)}</button>
</form>
${home}`
  const env = {
    ...({ task: 'login', step: 'signed-out', request_token: '', productName } as const),
    ...{ usualLanguage: language, error: null },
  }
  return renderPlainCard({ productName, language, content, env }, assets)
}
