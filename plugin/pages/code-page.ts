import { type PageAssets, defaultAssets } from '../http/assets/assets.ts'
import { escapeHtml } from '../http/escape.ts'
import type { PasskeyQuestion } from '../second-factor/passkeys.ts'
import type { PageEnv, SignInError } from '../wire/native/types.ts'
import type { ServerTexts } from '../texts/server-texts.ts'
import { serverTexts } from '../texts/server-texts.ts'
import { errorNote, type LoginPage, signInError } from './login-page.ts'
import { renderPlainCard } from './plain-card.ts'

/** What a page of the step after the password has. */
export type StepPage = Pick<
  LoginPage,
  'requestToken' | 'url' | 'productName' | 'error' | 'requestId' | 'language'
>

/** What the page shows that requests the second factor. */
interface CodePage extends StepPage {
  readonly hasCodes: boolean
  readonly passkey: PasskeyQuestion | undefined
}

/**
 * Requests a code, a passkey or either after the password. Tells nothing of whose mailbox it is. Codes work without JavaScript; the form
 * for the passkey is shown by the script (plugin/web/passkey-step.ts), which alone can ask for one.
 */
export function renderCodePage(page: CodePage, assets: PageAssets = defaultAssets): string {
  const { language = 'en', requestToken, productName, hasCodes, passkey } = page
  const texts = serverTexts(language).signIn
  const error = page.error === undefined ? null : signInError(page.error, { ...page, language })
  const about = error === null ? 'code-note' : 'sign-in-error code-note" aria-invalid="true'
  const content = `${error === null ? '' : errorNote(error, texts)}
${passkey === undefined ? '' : passkeyForm(page, passkey, texts)}
${hasCodes ? codeForm(page, about, texts) : ''}
${otherAccountForm(requestToken, texts)}`
  const requested = passkey === undefined ? {} : { passkey: passkey.options }
  const env = { ...stepEnv(page, error), ...requested }
  return renderPlainCard({ productName, language, content, env }, assets)
}

/** What the script of such a page is told. */
export function stepEnv(
  { requestToken, productName, language = 'en' }: StepPage,
  error: SignInError | null,
): PageEnv {
  return {
    task: 'login',
    step: 'code',
    request_token: requestToken,
    productName,
    usualLanguage: language,
    error,
  }
}

function codeForm(page: StepPage, about: string, texts: ServerTexts['signIn']): string {
  return stepForm(
    page,
    `<label class="field"><span>${escapeHtml(texts.code)}</span>
<input name="_code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="64" required autofocus aria-describedby="${about}"></label>
<p class="plain-note" id="code-note">${escapeHtml(texts.codeNote)}</p>
<button type="submit" class="button primary wide">${escapeHtml(texts.submit)}</button>`,
  )
}

function passkeyForm(
  page: StepPage,
  { ticket }: PasskeyQuestion,
  messages: ServerTexts['signIn'],
): string {
  return `<p>${escapeHtml(messages.passkeyNote)}</p>
<div id="passkey" class="plain-passkey" hidden>
<p class="plain-error" role="alert" hidden>${escapeHtml(messages.passkeyFailed)}</p>
${stepForm(
  page,
  `<input type="hidden" name="_ticket" value="${escapeHtml(ticket)}">
<input type="hidden" name="_passkey" value="">
<button type="submit" class="button primary wide">${escapeHtml(messages.passkey)}</button>`,
)}
</div>`
}

/** A form that posts to the sign-in; `fields` is HTML already made safe. */
export function stepForm({ requestToken, url }: StepPage, fields: string): string {
  return `<form method="post" action="?_task=login&amp;_action=login" class="plain-form">
${tokenField(requestToken)}
<input type="hidden" name="_task" value="login">
<input type="hidden" name="_action" value="login">
<input type="hidden" name="_url" value="${escapeHtml(url)}">
${fields}
</form>`
}

/** The way back to the sign-in form. */
export function otherAccountForm(requestToken: string, texts: ServerTexts['signIn']): string {
  return `<form method="post" action="?_task=logout" class="plain-form">
${tokenField(requestToken)}
<button type="submit" class="button wide">${escapeHtml(texts.otherAccount)}</button>
</form>`
}

function tokenField(requestToken: string): string {
  return `<input type="hidden" name="_token" value="${escapeHtml(requestToken)}">`
}
