import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { configuredStopMs, keep } from '../../../scripts/supervisor/supervise.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

for (const [drainMs, stopMs] of [
  [10_000, 40_000],
  [60_000, 140_000],
] as const) {
  test(`a Postern that drains for ${drainMs} ms is killed after ${stopMs} ms`, async (t) => {
    const file = await configFile(t, { drainMs })
    const waits: number[] = []
    const gateways: ChildProcess[] = []

    await keep({
      startGateway: () => {
        const gateway = spawn('sh', ['-c', 'trap "" TERM; echo up; exec sleep 600'])
        gateways.push(gateway)
        return gateway
      },
      stopMs: () => configuredStopMs(file, {}),
      nextOrder: async () => {
        // Before it ignores the signal it would end by it.
        while (gateways[0] === undefined) await new Promise(setImmediate)
        await once(gateways[0].stdout ?? gateways[0], 'data')
        return 'stop'
      },
      report: () => Promise.resolve(),
      wait: (ms) => {
        waits.push(ms)
        return Promise.resolve()
      },
      longestPauseMs: 1,
    })

    t.deepEqual(waits, [stopMs])
    t.is(gateways[0]?.signalCode, 'SIGKILL')
  })
}

test('a Postern whose configuration cannot be read has the time of the longest drain', async (t) => {
  t.is(await configuredStopMs('/nowhere/postern.json', {}), 140_000)
})

async function configFile(
  t: ExecutionContext,
  limits: { readonly drainMs: number },
): Promise<string> {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'postern.json')
  const panel = { adapter: 'http', http: { authUrl: 'http://127.0.0.1:9/' } }
  const locations = { dataDir: directory, errorLog: join(directory, 'error.log') }
  const listen = { listen: { port: 8090 }, private: { port: 8091 } }
  await writeFile(file, JSON.stringify({ panel, ...listen, ...locations, limits }))
  return file
}
