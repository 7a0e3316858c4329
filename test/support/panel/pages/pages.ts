import { escapeHtml } from '../../../../plugin/http/escape.ts'
import { style } from './style.ts'

interface SignInPage {
  readonly gotoUri: string
  /** Why the user is here again. */
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

/** One thing to open from the dashboard. */
export interface DashboardEntry {
  readonly href: string
  readonly name: string
  readonly description: string
  readonly isDefault?: boolean
}

interface DashboardPage {
  readonly title: string
  readonly lead: string
  readonly user: string
  readonly entries: readonly DashboardEntry[]
}

/** The first page after the sign-in: the applications, or an account's mailboxes. */
export function renderDashboardPage({ title, lead, user, entries }: DashboardPage): string {
  return renderDocument({
    title,
    user,
    logoutPath: '/logout/',
    main: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
<ul class="apps">
${entries.map(renderEntry).join('\n')}
</ul>`,
  })
}

function renderEntry({ href, name, description, isDefault = false }: DashboardEntry): string {
  const badge = isDefault ? '<span class="badge">Default</span>' : ''
  return `<li><a class="app" href="${escapeHtml(href)}">${envelope}<span><strong>${escapeHtml(name)}</strong>${badge}</span>
<small>${escapeHtml(description)}</small></a></li>`
}

const envelope =
  '<svg viewBox="0 0 48 48" aria-hidden="true"><rect class="tile" width="48" height="48" rx="12"/>' +
  '<path class="drawing" d="M12 16h24v17H12zM12 17l12 9 12-9"/></svg>'

/** The page that posts a session string to the webmail listener: the browser itself must get the cookie. */
export function renderHandOverPage({
  action,
  session,
  gotoUri,
}: {
  readonly action: string
  readonly session: string
  readonly gotoUri: string
}): string {
  return renderDocument({
    title: 'Opening webmail',
    main: `<div class="card"><h1>Opening webmail</h1>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="session" value="${escapeHtml(session)}">
<input type="hidden" name="goto_uri" value="${escapeHtml(gotoUri)}">
<button type="submit">Open webmail</button>
</form></div>
<script>document.forms[0].submit()</script>`,
  })
}

/** What the panel shows when the segment is missing or belongs to another session. */
export function renderTokenDeniedPage(reason: 'missing' | 'incorrect'): string {
  return renderDocument({
    title: 'Token Denied',
    main: `<div class="card"><h1>Token Denied</h1>
<p class="lead">The security token of this address is ${reason}.</p>
<p><a href="/">Open the panel again</a></p></div>`,
  })
}

/** Parts of a page. `main` is HTML made safe by its page. */
interface Parts {
  readonly title: string
  readonly main: string
  readonly user?: string
  readonly logoutPath?: string
}

/** A whole page of the panel. */
function renderDocument({ title, main, user, logoutPath }: Parts): string {
  const who =
    user === undefined || logoutPath === undefined
      ? ''
      : `<span class="who">${escapeHtml(user)}</span>
<a class="quiet" href="${escapeHtml(logoutPath)}">Log out</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} - Hosting panel</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<span class="brand">${panelMark}Hosting panel</span>
${who}
</header>
<main>
${main}
</main>
<footer>A simulated hosting panel for demonstrations and tests</footer>
</body>
</html>
`
}

const panelMark =
  '<svg viewBox="0 0 28 28" aria-hidden="true"><rect class="tile" width="28" height="28" rx="7"/>' +
  '<path class="drawing" d="M7 9h14M7 14h14M7 19h9"/></svg>'
