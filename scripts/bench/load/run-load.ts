import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { nodeArgsFor } from '../../../test/support/process/source-program.ts'
import { loadMessage, type LoadJob, type LoadReport } from './job.ts'

const generator = fileURLToPath(new URL('./main.ts', import.meta.url))

/**
 * Runs a job in a process of its own, so that generating load and serving it do not share a thread.
 * `whenWaiting` is called at each pause of the generator (see job.ts). Rejects when the generator breaks.
 */
export async function runLoad(
  job: LoadJob,
  whenWaiting: () => Promise<void> = async () => undefined,
): Promise<LoadReport> {
  const child = fork(generator, { execArgv: [...nodeArgsFor(generator)] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  try {
    child.send(job)
    return await reportOf(child, whenWaiting)
  } finally {
    process.off('exit', kill)
    kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

function reportOf(
  child: ReturnType<typeof fork>,
  whenWaiting: () => Promise<void>,
): Promise<LoadReport> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const report = loadMessage.parse(message)
      if (report.kind === 'report') resolve(report.report)
      else whenWaiting().then(() => child.send('go'), reject)
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`the load generator ended: ${signal ?? `code ${code ?? 0}`}`)),
    )
  })
}
