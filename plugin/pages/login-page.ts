import { refusals, type RefusalCode } from '../http/refusal.ts'
import { defaultAssets, type PageAssets } from '../http/assets/assets.ts'
import { renderDocument } from './document.ts'
import { escapeHtml } from './escape.ts'
import { logo } from './logo.ts'

/** What the sign-in page shows. `url` is the page's own query string, handed back after the sign-in. */
export interface LoginPage {
  readonly requestToken: string
  readonly url: string
  readonly productName: string
  readonly error?: RefusalCode | undefined
  readonly username?: string | undefined
}

/**
 * The sign-in page. Works without JavaScript; the field names are Roundcube's (plugin/docs/protocol.md,
 * "Sign-in"). With it the mail page takes this one's place without another navigation.
 */
export function renderLoginPage(page: LoginPage, assets: PageAssets = defaultAssets): string {
  return renderDocument({
    title: `Sign in - ${page.productName}`,
    bodyClass: 'plain-page',
    body: signInForm(page),
    assets,
    env: {
      task: 'login',
      request_token: page.requestToken,
      productName: page.productName,
      error:
        page.error === undefined
          ? null
          : { code: page.error, message: refusals[page.error].message },
    },
  })
}

function signInForm({ requestToken, url, productName, error, username = '' }: LoginPage): string {
  const name = escapeHtml(productName)
  const focusUser = username === '' ? ' autofocus' : ''
  const focusPassword = username === '' ? '' : ' autofocus'
  const invalid = error === undefined ? '' : ' aria-invalid="true" aria-describedby="sign-in-error"'

  return `<main class="plain-card">
<div class="plain-brand">${logo}<h1>${name}</h1></div>
${error === undefined ? '' : `<p class="plain-error" id="sign-in-error" role="alert">${escapeHtml(refusals[error].message)}</p>`}
<form method="post" action="?_task=login&amp;_action=login" class="plain-form">
<input type="hidden" name="_token" value="${escapeHtml(requestToken)}">
<input type="hidden" name="_task" value="login">
<input type="hidden" name="_action" value="login">
<input type="hidden" name="_timezone" value="_default_">
<input type="hidden" name="_url" value="${escapeHtml(url)}">
<label class="field"><span>Email address</span>
<input name="_user" type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${escapeHtml(username)}"${focusUser}${invalid}></label>
<label class="field"><span>Password</span>
<input name="_pass" type="password" autocomplete="current-password" required${focusPassword}${invalid}></label>
<button type="submit" class="button primary wide">Sign in</button>
</form>
</main>`
}
