import { type RefusalCode, refusals } from '../http/refusal.ts'
import type { SignInError } from '../wire/native/types.ts'
import { type PageAssets, defaultAssets } from '../http/assets/assets.ts'
import { renderPlainCard } from './plain-card.ts'
import type { BrandLinks } from '../branding/brands.ts'
import { escapeHtml } from '../http/escape.ts'
import type { Language } from '../language/language.ts'
import type { ServerTexts } from '../texts/server-texts.ts'
import { refusalText, serverTexts } from '../texts/server-texts.ts'

/** What the sign-in page shows. `url` is the page's own query string, handed back after the sign-in. */
export interface LoginPage {
  readonly requestToken: string
  readonly url: string
  readonly productName: string
  readonly error?: RefusalCode | undefined
  /** Of the sign-in that failed. */
  readonly requestId?: string | undefined
  /** What the mail server said of it, where users are to read that. */
  readonly serverText?: string | undefined
  readonly username?: string | undefined
  /** Plain text above the form; empty for none. */
  readonly signInText?: string
  readonly links?: BrandLinks
  /** English where it is not said. */
  readonly language?: Language | undefined
}

/**
 * The sign-in page. Works without JavaScript; the field names are Roundcube's (plugin/docs/protocol.md,
 * "Sign-in"). With it the mail page takes this one's place without another navigation.
 */
export function renderLoginPage(page: LoginPage, assets: PageAssets = defaultAssets): string {
  const { language = 'en' } = page
  const texts = serverTexts(language).signIn
  const error = page.error === undefined ? null : signInError(page.error, { ...page, language })
  const { productName, requestToken } = page
  return renderPlainCard(
    {
      productName,
      language,
      content: signInForm(page, error, texts),
      env: {
        task: 'login',
        request_token: requestToken,
        productName,
        usualLanguage: language,
        error,
      },
    },
    assets,
  )
}

/** What is told of a sign-in that failed. */
export function signInError(
  code: RefusalCode,
  {
    requestId,
    serverText,
    language,
  }: Pick<LoginPage, 'requestId' | 'serverText'> & { readonly language: Language },
): SignInError {
  const { status } = refusals[code]
  const { mailAway, mailBusy } = serverTexts(language).signIn
  const own: Partial<Record<RefusalCode, string>> = {
    mail_unavailable: mailAway,
    mail_busy: mailBusy,
  }
  const texts = own[code] ?? refusalText({ code, about: undefined }, language)
  const message = serverText === undefined ? texts : `${texts}\n${serverText}`
  return { code, message, requestId: (status >= 500 ? requestId : undefined) ?? null }
}

function signInForm(
  { requestToken, url, username = '', signInText = '', links }: LoginPage,
  error: SignInError | null,
  messages: ServerTexts['signIn'],
): string {
  const focusUser = username === '' ? ' autofocus' : ''
  const focusPassword = username === '' ? '' : ' autofocus'
  const invalid = error === null ? '' : ' aria-invalid="true" aria-describedby="sign-in-error"'

  return `${signInText === '' ? '' : `<p class="sign-in-text">${escapeHtml(signInText)}</p>`}
${error === null ? '' : errorNote(error, messages)}
<form method="post" action="?_task=login&amp;_action=login" class="plain-form">
<input type="hidden" name="_token" value="${escapeHtml(requestToken)}">
<input type="hidden" name="_task" value="login">
<input type="hidden" name="_action" value="login">
<input type="hidden" name="_timezone" value="_default_">
<input type="hidden" name="_url" value="${escapeHtml(url)}">
<label class="field"><span>${escapeHtml(messages.address)}</span>
<input name="_user" type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${escapeHtml(username)}"${focusUser}${invalid}></label>
<label class="field"><span>${escapeHtml(messages.password)}</span>
<input name="_pass" type="password" autocomplete="current-password" required${focusPassword}${invalid}></label>
<button type="submit" class="button primary wide">${escapeHtml(messages.submit)}</button>
<p id="sign-in-wait" role="status" data-text="${escapeHtml(messages.mailSlow)}"></p>
</form>
${links === undefined ? '' : linksNote(links, messages)}`
}

function linksNote({ help, privacy, legal }: BrandLinks, texts: ServerTexts['signIn']): string {
  const links = [
    [texts.help, help],
    [texts.privacy, privacy],
    [texts.legalNotice, legal],
  ] as const
  const shown = links.flatMap(([label, url]) =>
    url === null ? [] : [`<a href="${escapeHtml(url)}" rel="noopener">${escapeHtml(label)}</a>`],
  )
  return shown.length === 0 ? '' : `<p class="plain-note plain-links">${shown.join(' ')}</p>\n`
}

/** plugin/web/sign-in-form.ts writes the same where the script posts the form. */
export function errorNote(
  { message, requestId }: SignInError,
  messages: ServerTexts['signIn'],
): string {
  const reference =
    requestId === null
      ? ''
      : ` <small class="reference">${escapeHtml(messages.reference({ requestId }))}</small>`
  return `<p class="plain-error" id="sign-in-error" role="alert">${escapeHtml(message)}${reference}</p>`
}
