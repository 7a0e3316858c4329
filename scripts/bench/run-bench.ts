import { cpus, totalmem } from 'node:os'
import type { BenchOptions, Part } from './scenarios/command-line.ts'
import type { MailboxPlan } from './mailboxes/plan.ts'
import type { BenchResults, ResultRow } from './report/results.ts'
import { measureAccelerated } from './scenarios/accelerated.ts'
import { measureIdleTabs } from './scenarios/idle-tabs.ts'
import { measureContacts } from './scenarios/contacts.ts'
import { measureCold } from './scenarios/cold.ts'
import { compare, type Effort, measurementsOf } from './scenarios/compare.ts'
import { measureHold } from './scenarios/hold.ts'
import { measureImapUse } from './scenarios/imap-use.ts'
import { measureOpening } from './pages/measure-opening.ts'
import { measurePages } from './pages/measure-pages.ts'
import { measurePush } from './scenarios/push.ts'
import { measureSessions } from './scenarios/sessions.ts'
import type { BenchStage } from './servers/stage.ts'

const fullEffort: Effort = { rounds: 3, warmupMs: 1_500, durationMs: 5_000 }
const quickEffort: Effort = { rounds: 1, warmupMs: 1_000, durationMs: 3_000 }

/** Measures the chosen parts one after the other on a stage that is set. */
export async function runBench(
  options: BenchOptions,
  plan: MailboxPlan,
  stage: BenchStage,
  say: (line: string) => void,
): Promise<BenchResults> {
  const startedAt = new Date().toISOString()
  const effort = options.isQuick ? quickEffort : fullEffort
  const { parts } = options
  const has = (part: Part): boolean => parts.has(part)

  const rows: ResultRow[] = []
  for (const measurement of measurementsOf(stage.mail, parts)) {
    say(`${measurement.name}, concurrency ${measurement.concurrency}`)
    rows.push(await compare(measurement, stage.contenders, { effort, stage }))
  }
  if (has('imap')) say('IMAP logins and commands')
  const imap = has('imap') ? await measureImapUse(stage) : []
  if (has('cold')) {
    say('cold list by date')
    rows.push(await measureCold(stage, effort.rounds))
  }
  if (has('push')) say('push')
  const push = has('push') ? await measurePush(stage, plan) : undefined
  if (has('push') && push === undefined) say('push skipped: this Postern has no event stream')
  if (has('sessions')) say('sessions of another webmail')
  const sessions = has('sessions') ? await measureSessions(effort) : []
  if (has('roundcube') && options.withRoundcube) {
    say('Roundcube alone and behind Postern')
    rows.push(...(await measureAccelerated(stage, effort, say)))
  }
  if (has('idle-tabs')) say(`idle tabs for ${options.idleTabs.minutes} minutes`)
  const withIdleTabs = has('idle-tabs') && options.withRoundcube
  const idleTabs = withIdleTabs ? await measureIdleTabs(stage, options.idleTabs, say) : []
  if (has('contacts')) say('contacts')
  const contacts = has('contacts') ? await measureContacts(stage) : undefined
  if (has('hold')) say(`hold for ${options.holdSeconds} s`)
  if (has('page')) say('pages in Chromium')
  const pages = has('page') ? await measurePages(stage, options.isQuick ? 3 : 9) : []
  if (has('open')) say('messages of HTML in Chromium')
  const opening = has('open') ? await measureOpening(stage, options.isQuick ? 2 : 7) : []
  const hold = has('hold') ? await measureHold(stage, options.holdSeconds) : undefined

  return {
    schema: 3,
    startedAt,
    machine: {
      cores: cpus().length,
      cpu: cpus()[0]?.model ?? 'unknown',
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.versions.node,
    },
    isQuick: options.isQuick,
    rows,
    imap,
    hold,
    push,
    pages,
    opening,
    sessions,
    idleTabs,
    contacts,
  }
}
