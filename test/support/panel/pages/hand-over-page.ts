import { escapeHtml } from '../../../../plugin/pages/escape.ts'
import { renderDocument } from './document.ts'

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
