import { medianOf } from '../measure/latencies.ts'
import type {
  BenchResults,
  ContactsResult,
  HoldResult,
  IdleTabsRow,
  OpenRow,
  Measured,
  PageRow,
  PushResult,
  Round,
  ResultRow,
  SessionRow,
} from './results.ts'

/** The results as Markdown that also reads well in a terminal. */
export function tableOf(results: BenchResults): string {
  const { machine, startedAt, rows, imap, hold, push, pages, opening } = results
  const { sessions, idleTabs, contacts } = results
  return [
    `${startedAt.slice(0, 10)}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, Node ${machine.node}. Ratios are Postern to Roundcube in the same run.`,
    rows.length > 0 && rowTable(rows),
    imap.length > 0 &&
      markdown(
        ['per 1,000 mixed requests', 'IMAP logins', 'IMAP commands'],
        imap.map((use) => [use.server, text(use.loginsPer1000), text(use.commandsPer1000)]),
      ),
    sessions.length > 0 && sessionTable(sessions),
    idleTabs.length > 0 && idleTabsTable(idleTabs),
    pages.length > 0 && pageTable(pages),
    opening.length > 0 && openingTable(opening),
    hold && holdLine(hold),
    push && pushLine(push),
    contacts && contactsLine(contacts),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function sessionTable(rows: readonly SessionRow[]): string {
  return markdown(
    [
      ...['session store', 'c', 'plain Redis p50, p99 ms', 'Redis, appendfsync always'],
      ...['Postern p50, p99 ms', 'without Redis', 'to plain', 'to appendfsync always'],
    ],
    rows.map(({ command, concurrency, redis, durableRedis, postern, posternAlone }) => [
      ...[command, String(concurrency)],
      ...[redis, durableRedis, postern, posternAlone].map(
        ({ p50Ms, p99Ms }) => `${fine(p50Ms)}, ${fine(p99Ms)}`,
      ),
      ...[redis, durableRedis].map(
        ({ p50Ms }) => `${((postern.p50Ms ?? 0) / (p50Ms ?? 1)).toFixed(1)} x`,
      ),
    ]),
  )
}

function idleTabsTable(rows: readonly IdleTabsRow[]): string {
  const [alone] = rows
  const saved = (own: number, theirs = 0) =>
    theirs === 0 ? '-' : `${text((own / theirs - 1) * 100)} %`
  return markdown(
    [
      ...[`${alone?.tabs} idle tabs, ${alone?.minutes} minutes`, 'refreshes', 'errors'],
      ...['PHP requests', 'to alone', 'IMAP logins', 'to alone'],
    ],
    rows.map(({ server, requests, errors, phpRequests, imapLogins }) => [
      ...[server, String(requests), String(errors)],
      ...[String(phpRequests), saved(phpRequests, alone?.phpRequests)],
      ...[String(imapLogins), saved(imapLogins, alone?.imapLogins)],
    ]),
  )
}

function fine(ms: number | undefined): string {
  return ms === undefined ? '' : ms.toFixed(3)
}

function rowTable(rows: readonly ResultRow[]): string {
  return markdown(
    [
      ...['operation', 'c', 'server', 'requests/s (min–max)', 'p50 ms', 'p95 ms', 'p99 ms'],
      ...['CPU ms/request', 'PSS MiB', 'errors', 'generator', 'throughput', 'p50'],
    ],
    rows.flatMap((row) => row.measured.map((measured) => rowLine(row, measured))),
  )
}

function rowLine(
  { name, concurrency, measured }: ResultRow,
  { server, rounds }: Measured,
): string[] {
  const roundcube = measured.find((other) => other.server === 'roundcube')
  const isCompared = server === 'postern' && roundcube !== undefined
  const median = (of: readonly Round[], value: (round: Round) => number | undefined) =>
    medianOf(of.map(value).filter((found) => found !== undefined))
  const ratio = (value: (round: Round) => number | undefined): string => {
    const [own, theirs] = [median(rounds, value), median(roundcube?.rounds ?? [], value)]
    return isCompared && own !== undefined && theirs !== undefined ? times(own / theirs) : ''
  }
  const perSecond = rounds.map((round) => round.perSecond)
  const range = `${text(Math.min(...perSecond))}–${text(Math.max(...perSecond))}`
  return [
    name,
    `${concurrency}`,
    server,
    `${text(medianOf(perSecond))} (${range})`,
    text(median(rounds, ({ p50Ms }) => p50Ms)),
    text(median(rounds, ({ p95Ms }) => p95Ms)),
    text(median(rounds, ({ p99Ms }) => p99Ms)),
    text(median(rounds, ({ serverCpuMs }) => serverCpuMs)),
    text(median(rounds, ({ pssMiB }) => pssMiB)),
    `${rounds.reduce((sum, { errors }) => sum + errors, 0)}`,
    text(median(rounds, ({ generatorCores }) => generatorCores)),
    ratio(({ perSecond: value }) => value),
    ratio(({ p50Ms }) => p50Ms),
  ]
}

/** What users wait for, the webmails side by side. */
function pageTable(pages: readonly PageRow[]): string {
  const waits: readonly (readonly [string, (page: PageRow) => number | undefined])[] = [
    ['sign-in page, ms', ({ signInPageMs }) => signInPageMs],
    ['Enter to painted list, ms', ({ enterMs }) => enterMs],
    ['reload to painted list, ms', ({ reloadMs }) => reloadMs],
    ['the next reload, ms', ({ reloadAgainMs }) => reloadAgainMs],
    ['click to painted message, ms', ({ openMs }) => openMs],
    ['the same by hand, ms', ({ openByHandMs }) => openByHandMs],
    ['KiB until the list', ({ kibibytes }) => kibibytes],
  ]
  const roundcube = pages.find(({ server }) => server === 'roundcube')
  const postern = pages.find(({ server }) => server === 'postern')
  const empty = pages.find(({ server }) => server === 'empty')
  const title = `page in Chromium, median of ${postern?.rounds ?? 0}`
  return markdown(
    [title, 'Roundcube', 'Postern', 'ratio', 'empty page'],
    waits.map(([name, value]) => {
      const [theirs, own] = [roundcube && value(roundcube), postern && value(postern)]
      const ratio = own === undefined || theirs === undefined ? '' : times(own / theirs)
      return [name, text(theirs), text(own), ratio, text(empty && value(empty))]
    }),
  )
}

/** Messages of HTML, the webmails side by side. */
function openingTable(opening: readonly OpenRow[]): string {
  const rowsOf = (name: string) => opening.filter(({ message }) => message === name)
  const values = (name: string, value: (row: OpenRow) => number | undefined) => {
    const of = (server: string) => rowsOf(name).find((row) => row.server === server)
    const [theirs, own] = [of('roundcube'), of('postern')].map((row) => row && value(row))
    const ratio = own === undefined || theirs === undefined ? '' : times(own / theirs)
    return [text(theirs), text(own), ratio]
  }
  const title = `opening a message of HTML, median of ${opening[0]?.rounds ?? 0}`
  return markdown(
    [
      title,
      'painted, ms: Roundcube',
      'Postern',
      'ratio',
      'server CPU, ms: Roundcube',
      'Postern',
      'ratio',
    ],
    [...new Set(opening.map(({ message }) => message))].map((name) => [
      name,
      ...values(name, ({ paintedMs }) => paintedMs),
      ...values(name, ({ serverCpuMs }) => serverCpuMs),
    ]),
  )
}

function holdLine(hold: HoldResult): string {
  const { report, memory } = hold
  const peak = Math.max(...memory.map(({ rssMiB }) => rssMiB))
  return [
    `hold: ${hold.sessions} sessions, each refreshing every ${hold.everySeconds} s for ${text(report.seconds)} s:`,
    `p50 ${text(report.p50Ms)} ms, p95 ${text(report.p95Ms)} ms, p99 ${text(report.p99Ms)} ms,`,
    `${report.errors} errors, ${hold.imapConnections} IMAP connections,`,
    `RSS ${text(memory[0]?.rssMiB)} MiB at the start, ${text(peak)} MiB at most;`,
    `${hold.deliveries} deliveries, unread counts rose by ${report.unreadRise ?? 0}.`,
  ].join(' ')
}

function contactsLine(contacts: ContactsResult): string {
  return [
    `contacts: ${contacts.contacts} imported from vCard in ${text(contacts.importMs)} ms,`,
    `from CSV in ${text(contacts.csvImportMs)} ms; completions`,
    `p50 ${text(contacts.p50Ms)} ms, p95 ${text(contacts.p95Ms)} ms, p99 ${text(contacts.p99Ms)} ms;`,
    `load ${contacts.load.toFixed(1)}.`,
  ].join(' ')
}

function pushLine(push: PushResult): string {
  return [
    `push: ${push.deliveries} deliveries into ${push.folders} folders, ${push.missed} missed,`,
    `p50 ${text(push.p50Ms)} ms, p95 ${text(push.p95Ms)} ms, p99 ${text(push.p99Ms)} ms.`,
  ].join(' ')
}

/** Three significant digits: more would be noise. */
function text(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '-'
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 3 })
}

function times(ratio: number): string {
  return ratio >= 1 ? `${text(ratio)}x` : `1/${text(1 / ratio)}`
}

function markdown(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) =>
    Math.max(title.length, ...lines.map((line) => line[at]?.length ?? 0)),
  )
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [row(head), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n')
}
