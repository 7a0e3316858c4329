import { runClosedLoop } from './closed-loop.ts'
import { runHold } from './hold.ts'
import { loadJob, type LoadReport } from './job.ts'

// The load generator's process: takes one job from its parent, answers one report.
const job = loadJob.parse(await nextMessage())
const report = job.kind === 'hold' ? await runHold(job, ready) : await runClosedLoop(job, ready)
tell({ kind: 'report', report })

/** Everybody is signed in; resolves when the parent has taken its readings. */
async function ready(): Promise<void> {
  const go = nextMessage()
  tell({ kind: 'ready' })
  await go
}

function nextMessage(): Promise<unknown> {
  return new Promise((resolve) => {
    process.once('message', resolve)
  })
}

function tell(told: { kind: 'ready' } | { kind: 'report'; report: LoadReport }): void {
  if (process.send === undefined) throw new Error('the load generator is started by run-load.ts')
  process.send(told)
}
