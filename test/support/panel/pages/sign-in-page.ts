import { escapeHtml } from '../../../../plugin/pages/escape.ts'
import { renderDocument } from './document.ts'

interface SignInPage {
  readonly gotoUri: string
  /** Why the person is here again. */
  readonly notice?: string | undefined
  readonly user?: string | undefined
  readonly hint?: { readonly user: string; readonly password: string } | undefined
}

/** The sign-in form with the panel's field names: `user`, `pass`, `goto_uri`. */
export function renderSignInPage({ gotoUri, notice, user = '', hint }: SignInPage): string {
  const alert = notice === undefined ? '' : `<p class="note" role="alert">${escapeHtml(notice)}</p>`
  return renderDocument({
    title: 'Sign in',
    main: `<div class="card">
<h1>Sign in</h1>
<p class="lead">Use your mailbox address and its password.</p>
${alert}
<form method="post" action="/login/">
<input type="hidden" name="goto_uri" value="${escapeHtml(gotoUri)}">
<input type="hidden" name="login_theme" value="cpanel">
<label>Mailbox or user name
<input name="user" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus value="${escapeHtml(user)}"></label>
<label>Password
<input name="pass" type="password" autocomplete="current-password" required></label>
<button type="submit">Sign in</button>
</form>
${hint === undefined ? '' : renderHint(hint)}
</div>`,
  })
}

function renderHint({ user, password }: { readonly user: string; readonly password: string }) {
  return `<div class="hint"><strong>For this demonstration</strong>
<dl><dt>Mailbox</dt><dd>${escapeHtml(user)}</dd><dt>Password</dt><dd>${escapeHtml(password)}</dd></dl></div>`
}
