import test from 'ava'
import { tableOf } from '../../../scripts/bench/report/table.ts'
import { runBench } from '../../../scripts/bench/run-bench.ts'
import { measureCold } from '../../../scripts/bench/scenarios/cold.ts'
import { compare, measurementsOf } from '../../../scripts/bench/scenarios/compare.ts'
import { measureHold } from '../../../scripts/bench/scenarios/hold.ts'
import { measureImapUse } from '../../../scripts/bench/scenarios/imap-use.ts'
import { parts } from '../../../scripts/bench/scenarios/command-line.ts'
import type { BenchStage } from '../../../scripts/bench/servers/stage.ts'
import { makeDirectory, removeDirectory } from '../../support/process/temporary-directory.ts'
import { openSmallStage, smallPlan } from './stage.ts'

// One after the other: what is measured side by side measures the neighbour.
const short = { rounds: 1, warmupMs: 0, durationMs: 50 }

/** One stage for the whole file, as in a benchmark. */
let stage: BenchStage
let cache: string
test.before(async () => {
  cache = await makeDirectory('bench')
  stage = await openSmallStage(cache, () => undefined)
})
test.after.always(async () => {
  await stage.stop()
  await removeDirectory(cache)
})

test.serial('every comparison of the table gets right answers', async (t) => {
  for (const measurement of measurementsOf(stage.mail, new Set(parts))) {
    const { measured } = await compare(measurement, () => stage.contenders(), {
      effort: short,
      stage,
    })

    const [round] = measured.flatMap(({ rounds }) => rounds)
    t.deepEqual(round?.errorTexts, [], measurement.name)
    t.true((round?.requests ?? 0) > 0, measurement.name)
  }
})

test.serial('a response that contradicts the mailbox is an error', async (t) => {
  const mailboxes = stage.mail.mailboxes.usual.map((mailbox) => ({
    ...mailbox,
    messages: mailbox.messages + 1,
  }))
  const measurement = { name: 'list', operation: 'list', concurrency: 1, mailboxes } as const

  const { measured } = await compare(measurement, () => stage.contenders(), {
    effort: short,
    stage,
  })

  const [round] = measured.flatMap(({ rounds }) => rounds)
  t.is(round?.requests, 0)
  t.deepEqual(round?.errorTexts, ['list: 20 rows of 20 messages'])
})

test.serial('requests of users who are signed in cost no further IMAP login', async (t) => {
  const [use] = await measureImapUse(stage)

  t.is(use?.loginsPer1000, 0)
  t.true((use?.commandsPer1000 ?? 0) > 0)
  t.true((await stage.dovecot.counts()).logins > 0, 'those before it are counted')
})

test.serial('the cold list is measured on a mail server without memory', async (t) => {
  const { measured } = await measureCold(stage, 1)

  const [round] = measured.flatMap(({ rounds }) => rounds)
  t.is(round?.requests, 1)
  t.is(round?.errors, 0)
})

test.serial('held sessions see every delivery', async (t) => {
  const { report, deliveries, imapConnections } = await measureHold(stage, 6)

  t.is(report.errors, 0)
  t.true(deliveries > 0)
  t.is(report.unreadRise, deliveries)
  t.true(imapConnections >= smallPlan.held.owners)
})

test.serial('results become a table', async (t) => {
  const options = {
    isQuick: true,
    parts: new Set(['getunread', 'imap'] as const),
    withRoundcube: false,
    jsonFile: undefined,
    holdSeconds: 5,
    idleTabs: { tabs: 1, minutes: 1 },
  }

  const results = await runBench(options, smallPlan, stage, () => undefined)

  const table = tableOf(results)
  t.regex(table, /\| getunread +\| 8 +\| postern +\|/)
  t.regex(table, /\| per 1,000 mixed requests +\| IMAP logins +\|/)
})
