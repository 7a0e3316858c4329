import { type PageAssets, defaultAssets } from '../http/assets/assets.ts'
import { escapeHtml } from '../http/escape.ts'
import { wordsOf } from '../words/words.ts'
import { logo, renderDocument } from './document.ts'
import { errorNote, type LoginPage, signInError } from './login-page.ts'

/** What the page shows that asks for the second factor. */
type CodePage = Pick<
  LoginPage,
  'requestToken' | 'url' | 'productName' | 'error' | 'requestId' | 'language'
>

/** Asks for a code after the password. Tells nothing of whose mailbox it is, works without JavaScript. */
export function renderCodePage(page: CodePage, assets: PageAssets = defaultAssets): string {
  const { language = 'en', requestToken, url, productName } = page
  const words = wordsOf(language).signIn
  const error = page.error === undefined ? null : signInError(page.error, { ...page, language })
  const token = `<input type="hidden" name="_token" value="${escapeHtml(requestToken)}">`
  const about = error === null ? 'code-note' : 'sign-in-error code-note" aria-invalid="true'
  const body = `<main class="plain-card">
<div class="plain-brand">${logo}<h1>${escapeHtml(productName)}</h1></div>
${error === null ? '' : errorNote(error, words)}
<form method="post" action="?_task=login&amp;_action=login" class="plain-form">
${token}
<input type="hidden" name="_task" value="login">
<input type="hidden" name="_action" value="login">
<input type="hidden" name="_url" value="${escapeHtml(url)}">
<label class="field"><span>${escapeHtml(words.code)}</span>
<input name="_code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="64" required autofocus aria-describedby="${about}"></label>
<p class="plain-note" id="code-note">${escapeHtml(words.codeNote)}</p>
<button type="submit" class="button primary wide">${escapeHtml(words.submit)}</button>
</form>
<form method="post" action="?_task=logout" class="plain-form">
${token}
<button type="submit" class="button wide">${escapeHtml(words.otherAccount)}</button>
</form></main>`
  return renderDocument({
    title: words.title(productName),
    bodyClass: 'plain-page',
    body,
    assets,
    language,
    env: {
      task: 'login',
      step: 'code',
      request_token: requestToken,
      productName,
      usualLanguage: language,
      error,
    },
  })
}
