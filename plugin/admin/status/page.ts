import { hostname } from 'node:os'
import type { RecentFailure } from '../../metrics/recent-failures.ts'
import { escapeHtml } from '../../http/escape.ts'
import { favicon, logo } from '../../pages/document.ts'
import type { Backend } from './backends.ts'
import type { LiveSessionList } from './live-sessions.ts'
import type { MailEngineState } from '../../../proxy/mail/index.ts'
import type { StoreHealth } from '../../../store/index.ts'

/** More are in the operational log. */
const FAILURES_SHOWN = 20

/** The status page: one HTML document without script, readable on a phone, light and dark. */
export function renderStatusPage(status: Status): string {
  const { version, at, startedAt, backends } = status
  const down = backends.filter(({ state }) => state === 'down')
  const headline =
    down.length === 0
      ? 'Everything answers'
      : `${listed(down)} ${down.length === 1 ? 'is' : 'are'} down`

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(headline)} - Postern on ${escapeHtml(hostname())}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="status.css">
</head>
<body>
<header>
${logo}
<div><h1>Postern</h1><p>${escapeHtml(hostname())}, version ${escapeHtml(version)}, up ${durationText(at - startedAt)}</p></div>
<p class="state ${down.length === 0 ? 'up' : 'down'}">${escapeHtml(headline)}</p>
</header>
<main>
${figures(status)}
${section('Backends', backendTable(backends))}
${section('Failed and slow requests', failureList(status.failures, at))}
${section('Signed-in sessions', sessionTable(status.sessions, at), sessionNote(status.sessions))}
</main>
<footer><p>As of ${new Date(at).toISOString().replace('T', ' ').slice(0, 19)} UTC. <a href="./">Look again</a></p>
<p>Node ${escapeHtml(status.node)}. <a href="metrics">Metrics</a>, <a href="healthz">health</a>.</p></footer>
</body>
</html>
`
}

function listed(backends: readonly Backend[]): string {
  return backends.map(({ name }) => name).join(' and ')
}

function figures({ sessions, mailEngine, store, memoryBytes, lostLogLines }: Status): string {
  const { connections, maxConnections, waiting, maxWaiting } = mailEngine
  const rows = [
    figure('Signed in', countText(sessions.total, sessions.isComplete), 'sessions'),
    figure('IMAP connections', `${connections}`, `of ${maxConnections} at most`),
    figure('Waiting for mail', `${waiting}`, `of ${maxWaiting} at most`),
    figure(
      'Spool',
      store === undefined ? '?' : `${store.backlog}`,
      store === undefined || store.backlog === 0
        ? 'rows wait'
        : `rows wait, the oldest for ${durationText(store.backlogMs)}`,
    ),
    figure('Memory', `${Math.round(memoryBytes / 1_048_576)}`, 'MiB'),
  ]
  if (lostLogLines > 0) rows.push(figure('Lost log lines', `${lostLogLines}`, 'check the disk'))
  return `<dl class="figures">${rows.join('')}</dl>`
}

function figure(name: string, value: string, unit: string): string {
  return `<div><dt>${escapeHtml(name)}</dt><dd><b>${escapeHtml(value)}</b> ${escapeHtml(unit)}</dd></div>`
}

function section(title: string, content: string, note = ''): string {
  return `<section><h2>${escapeHtml(title)}</h2>${note}${content}</section>`
}

function backendTable(backends: readonly Backend[]): string {
  const rows = backends.map(({ name, address, state, detail }) => [
    `<b>${escapeHtml(name)}</b>`,
    `<span class="state ${state}">${state}</span>`,
    `<code>${escapeHtml(address)}</code>`,
    escapeHtml(detail),
  ])
  return table(['Backend', 'State', 'Address', 'It says'], rows)
}

function sessionTable({ sessions }: LiveSessionList, at: number): string {
  if (sessions.length === 0) return '<p class="empty">Nobody is signed in.</p>'
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
  return `<p class="note">The ${sessions.length} used last of ${countText(total, isComplete)}.${partial} End one with <code>postern sessions revoke</code>.</p>`
}

function failureList(failures: readonly RecentFailure[], at: number): string {
  if (failures.length === 0) return '<p class="empty">None since the start.</p>'
  const items = failures.slice(0, FAILURES_SHOWN).map(
    (failure) => `<li>
<p><b>${sentence(failure.cause)}</b> <span class="advice">${sentence(failure.advice)}</span></p>
<p class="note"><code>${escapeHtml(failure.requestId)}</code> ${escapeHtml(failure.action)}${failure.user === undefined ? '' : ` for ${escapeHtml(failure.user)}`}, ${Math.round(failure.totalMs)} ms, ${ago(failure.at, at)}</p>
</li>`,
  )
  return `<ol class="failures">${items.join('')}</ol>`
}

function sentence(words: string): string {
  return escapeHtml(`${words.charAt(0).toUpperCase()}${words.slice(1)}.`)
}

/** Cells are HTML. On a phone the head of the table is gone: each cell says what it is. */
function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = names.map((name) => `<th scope="col">${name}</th>`).join('')
  const body = rows.map((cells) => {
    const named = cells.map((html, at) => `<td data-name="${names[at] ?? ''}">${html}</td>`)
    return `<tr>${named.join('')}</tr>`
  })
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

function ago(then: number, at: number): string {
  const iso = new Date(then).toISOString()
  return `<time datetime="${iso}" title="${iso}">${durationText(at - then)} ago</time>`
}

function countText(count: number, isComplete: boolean): string {
  return isComplete ? `${count}` : `${count}+`
}

/** Everything the status page tells, as of one moment. */
export interface Status {
  readonly version: string
  readonly node: string
  /** Unix ms. */
  readonly at: number
  readonly startedAt: number
  readonly memoryBytes: number
  readonly backends: readonly Backend[]
  readonly mailEngine: MailEngineState
  /** undefined: even the spool does not answer. */
  readonly store: StoreHealth | undefined
  readonly sessions: LiveSessionList
  readonly failures: readonly RecentFailure[]
  /** Lines of the error log that the disk or the queue lost. */
  readonly lostLogLines: number
}

/** A length of time as people say it, to two units: `3 d 4 h`, `12 min`, `45 s`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return withRest(hours, 'h', minutes % 60, 'min')
  return withRest(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

function withRest(whole: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${restUnit}`
}
