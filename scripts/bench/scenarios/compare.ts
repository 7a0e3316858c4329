import type { ClosedLoopJob, Operation } from '../load/job.ts'
import { runLoad } from '../load/run-load.ts'
import type { MailboxFacts, SeededMail } from '../mailboxes/seed.ts'
import { useOf } from '../measure/processes.ts'
import type { Measured, Round, ResultRow } from '../report/results.ts'
import type { BenchStage } from '../servers/stage.ts'
import type { Part } from './command-line.ts'

/** How long and how often something is measured. */
export interface Effort {
  readonly rounds: number
  readonly warmupMs: number
  readonly durationMs: number
}

/** One row of the table before it is measured. */
interface Measurement {
  readonly name: string
  readonly operation: Operation
  readonly concurrency: number
  readonly mailboxes: readonly MailboxFacts[]
  readonly sort?: string
  /** Ends a round after so many requests. */
  readonly maxRequests?: number
}

/** A contender: where a measurement is made. */
interface MeasuredTarget {
  readonly name: Measured['server']
  readonly script: string
  readonly pids: readonly number[]
}

interface Circumstances {
  readonly effort: Effort
  readonly stage: Pick<BenchStage, 'dovecot'>
  /** Called before each target of each round; it may start the targets again. */
  readonly before?: () => Promise<void>
}

/**
 * Measures all targets in turn, several rounds, so that a noisy neighbour meets each of them. `targets` is
 * called again after `before`.
 */
export async function compare(
  measurement: Measurement,
  targets: () => readonly MeasuredTarget[],
  { effort, stage, before = async () => undefined }: Circumstances,
): Promise<ResultRow> {
  const rounds = new Map<Measured['server'], Round[]>()
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const { name } of targets()) {
      await before()
      const target = targets().find((other) => other.name === name)
      if (target === undefined) throw new Error(`${name} is gone`)
      const job = jobOf(measurement, target, effort, stage.dovecot.password)
      const measured = await measureOnce(job, target)
      const others = rounds.get(name)
      if (others === undefined) rounds.set(name, [measured])
      else others.push(measured)
    }
  }
  const measured = [...rounds].map(([server, all]) => ({ server, rounds: all }))
  return { name: measurement.name, concurrency: measurement.concurrency, measured }
}

/** Runs one job and reads what it cost the server; the sign-ins before it are not counted. */
async function measureOnce(job: ClosedLoopJob, target: MeasuredTarget): Promise<Round> {
  let before = 0
  const report = await runLoad(job, async () => {
    before = (await useOf(target.pids)).cpuMs
  })
  const { cpuMs, rssMiB, pssMiB } = await useOf(target.pids)
  // The warm-up costs CPU too: the share of the counted time is what the counted requests cost.
  const counted = (report.seconds * 1000) / (report.seconds * 1000 + job.warmupMs)
  const serverCpuMs = ((cpuMs - before) * counted) / Math.max(1, report.requests)
  return { ...report, serverCpuMs, rssMiB, pssMiB }
}

function jobOf(
  { operation, concurrency, mailboxes, sort, maxRequests }: Measurement,
  { script }: MeasuredTarget,
  { warmupMs, durationMs }: Effort,
  password: string,
): ClosedLoopJob {
  return {
    kind: 'closed-loop',
    script,
    password,
    mailboxes: [...mailboxes],
    mix: [operation],
    sort,
    concurrency,
    warmupMs,
    durationMs,
    maxRequests,
  }
}

/** Everything both webmails are compared by, in the order of the table. */
export function measurementsOf(
  { mailboxes }: SeededMail,
  parts: ReadonlySet<Part>,
): readonly Measurement[] {
  const { huge, large, usual } = mailboxes
  const few = usual.slice(0, 8)
  const named: readonly (readonly [Part, Measurement])[] = [
    ['login', { name: 'login', operation: 'login', concurrency: 8, mailboxes: usual }],
    ['list', { name: 'list 1,000', operation: 'list', concurrency: 1, mailboxes: few }],
    ['list', { name: 'list 1,000', operation: 'list', concurrency: 8, mailboxes: usual }],
    ['list', { name: 'list 10,000', operation: 'list', concurrency: 1, mailboxes: large }],
    ['list', { name: 'list 100,000', operation: 'list', concurrency: 1, mailboxes: huge }],
    [
      'list',
      {
        name: 'list 100,000 by date, warm',
        operation: 'list',
        concurrency: 1,
        mailboxes: huge,
        sort: 'date_DESC',
      },
    ],
    ['getunread', { name: 'getunread', operation: 'getunread', concurrency: 8, mailboxes: usual }],
    ['refresh', { name: 'refresh', operation: 'refresh', concurrency: 8, mailboxes: usual }],
  ]
  return named.filter(([part]) => parts.has(part)).map(([, measurement]) => measurement)
}
