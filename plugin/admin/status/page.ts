import type { OutboxCounts } from '../../outbox/due-index.ts'
import type { StagingCounts } from '../../uploads/staging.ts'
import { hostname } from 'node:os'
import type { RecentFailure } from '../../metrics/recent-failures.ts'
import { escapeHtml } from '../../http/escape.ts'
import { favicon, logo } from '../../pages/document.ts'
import { percentText, shareOf } from '../../findings/accelerator-findings.ts'
import type { Finding } from '../../findings/finding.ts'
import { acceleratorSection, type AcceleratorState } from './accelerator-section.ts'
import type { Backend } from './backends.ts'
import { ago, countText, durationText, section, sentence, table } from './elements.ts'
import { findingsSection } from './findings-section.ts'
import { sessionsSection } from './sessions-section.ts'
import type { FoundSessions } from './live-sessions.ts'
import type { MailEngineState } from '../../../proxy/mail/index.ts'
import type { StoreHealth } from '../../../store/index.ts'

/** More are in the operational log. */
const FAILURES_SHOWN = 20

/**
 * The status page: one HTML document without script, readable on a phone, light and dark. Its forms carry `formToken`,
 * which proves that they came from here.
 */
export function renderStatusPage(status: Status, formToken: string): string {
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
${findingsSection(status.findings)}
${section('backends', 'Backends', backendTable(backends))}
${status.accelerator === undefined ? '' : acceleratorSection(status.accelerator, formToken)}
${section('failures', 'Failed and slow requests', failureList(status.failures, at))}
${sessionsSection(status, formToken)}
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

function figures({
  sessions,
  mailEngine,
  outbox,
  uploads,
  store,
  memoryBytes,
  lostLogLines,
  accelerator,
}: Status): string {
  const { connections, maxConnections, waiting, maxWaiting } = mailEngine
  const rows = [
    figure('Signed in', countText(sessions.ofAll, sessions.isComplete), 'sessions'),
    figure('IMAP connections', `${connections}`, `of ${maxConnections} at most`),
    figure('Waiting for mail', `${waiting}`, `of ${maxWaiting} at most`),
    figure(
      'Outbox',
      `${outbox.waiting + outbox.retrying}`,
      `messages wait, ${outbox.retrying} of them after a failure; ${outbox.undecided} for their owners`,
    ),
    figure('Uploads', `${uploads.files}`, `files, ${Math.ceil(uploads.bytes / 1_048_576)} MiB`),
    figure(
      'Spool',
      store === undefined ? '?' : `${store.backlog}`,
      store === undefined || store.backlog === 0
        ? 'rows wait'
        : `rows wait, the oldest for ${durationText(store.backlogMs)}`,
    ),
    figure('Memory', `${Math.round(memoryBytes / 1_048_576)}`, 'MiB'),
  ]
  if (accelerator !== undefined) {
    const { own, requests } = shareOf(accelerator.counts)
    const unit = `of ${requests} hot requests`
    rows.splice(1, 0, figure('Answered by Postern', percentText(own, requests), unit))
  }
  if (lostLogLines > 0) rows.push(figure('Lost log lines', `${lostLogLines}`, 'check the disk'))
  return `<dl class="figures">${rows.join('')}</dl>`
}

function figure(name: string, value: string, unit: string): string {
  return `<div><dt>${escapeHtml(name)}</dt><dd><b>${escapeHtml(value)}</b> ${escapeHtml(unit)}</dd></div>`
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
  readonly outbox: OutboxCounts
  readonly uploads: StagingCounts
  /** undefined: even the spool does not answer. */
  readonly store: StoreHealth | undefined
  /** What deserves attention, as far as the process can see itself. */
  readonly findings: readonly Finding[]
  /** undefined: there is no webmail behind Postern. */
  readonly accelerator: AcceleratorState | undefined
  /** Those that were searched for, or else those used last. */
  readonly sessions: FoundSessions
  /** What was searched for. */
  readonly sessionsOf: string | undefined
  readonly failures: readonly RecentFailure[]
  /** Lines of the error log that the disk or the queue lost. */
  readonly lostLogLines: number
}
