import { runClosedLoop, runHold } from './loops.ts'
import { loadJob, type LoadReport } from './job.ts'

// The load generator's process: takes one job from its parent, answers one report.
const job = loadJob.parse(await nextMessage())
const report = job.kind === 'hold' ? await runHold(job, pause) : await runClosedLoop(job, pause)
send({ kind: 'report', report })

/** Resolves when the parent has taken its readings. */
async function pause(): Promise<void> {
  const go = nextMessage()
  send({ kind: 'waiting' })
  await go
}

function nextMessage(): Promise<unknown> {
  return new Promise((resolve) => {
    process.once('message', resolve)
  })
}

function send(message: { kind: 'waiting' } | { kind: 'report'; report: LoadReport }): void {
  if (process.send === undefined) throw new Error('the load generator is started by run-load.ts')
  process.send(message)
}
