import { escapeHtml } from '../../http/escape.ts'
import { ago, countText, section, table } from './elements.ts'
import type { LiveSessionList } from './live-sessions.ts'

/** Sessions as the page shows them. */
interface ShownSessions {
  readonly sessions: LiveSessionList
  /** The login name or the id of a session that was searched for; undefined: the sessions used last. */
  readonly sessionsOf: string | undefined
  readonly at: number
}

/** Who is signed in; with the sessions that were searched for the form that ends them. */
export function sessionsSection(shown: ShownSessions, formToken: string): string {
  const { sessions, sessionsOf, at } = shown
  const content = [searchForm(sessionsOf), sessionTable(sessions, at)]
  if (sessionsOf !== undefined && sessions.total > 0) {
    content.push(endForm(sessionsOf, countText(sessions.total, sessions.isComplete), formToken))
  }
  const title = sessionsOf === undefined ? 'Signed-in sessions' : `Sessions of ${sessionsOf}`
  return section('sessions', title, content.join(''), sessionNote(sessions))
}

function searchForm(sessionsOf = ''): string {
  const back = sessionsOf === '' ? '' : '<a href="./#sessions">All sessions</a>'
  return `<form class="line" action="./#sessions" method="get">
<label for="user">User name or session id</label>
<input id="user" name="user" type="search" maxlength="320" autocomplete="off" autocapitalize="off" spellcheck="false" value="${escapeHtml(sessionsOf)}">
<button>Find</button>${back}
</form>`
}

function endForm(sessionsOf: string, count: string, formToken: string): string {
  return `<form class="line act" action="status/end-sessions" method="post">
<input type="hidden" name="token" value="${formToken}">
<input type="hidden" name="user" value="${escapeHtml(sessionsOf)}">
<button class="danger">End ${count === '1' ? 'this session' : `all ${count} sessions`}</button>
<span class="note">They have to sign in again. What somebody was writing and had not saved is lost.</span>
</form>`
}

function sessionTable({ sessions }: LiveSessionList, at: number): string {
  if (sessions.length === 0) return '<p class="empty">No sessions.</p>'
  const rows = sessions.map(({ shortId, user, webmail, ip, since, usedAt }) => [
    `<b>${escapeHtml(user)}</b>${webmail === 'roundcube' ? ' (Roundcube)' : ''}`,
    `<code>${escapeHtml(shortId)}</code>`,
    `<code>${escapeHtml(ip)}</code>`,
    ago(since, at),
    ago(usedAt, at),
  ])
  return table(['User', 'Session', 'Address', 'Since', 'Last used'], rows)
}

function sessionNote({ sessions, total, isComplete }: LiveSessionList): string {
  const partial = isComplete ? '' : ' The database did not tell all of them.'
  if (total === sessions.length && isComplete) return ''
  return `<p class="note">The ${sessions.length} used last of ${countText(total, isComplete)}.${partial}</p>`
}
