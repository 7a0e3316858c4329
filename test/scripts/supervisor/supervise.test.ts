import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import test from 'ava'
import { keep } from '../../../scripts/supervisor/supervise.ts'

test('a Postern that does not end is killed after both of its drains', async (t) => {
  const waits: number[] = []
  const gateways: ChildProcess[] = []

  await keep({
    startGateway: () => {
      const gateway = spawn('sh', ['-c', 'trap "" TERM; echo up; exec sleep 600'])
      gateways.push(gateway)
      return gateway
    },
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

  t.deepEqual(waits, [40_000])
  t.is(gateways[0]?.signalCode, 'SIGKILL')
})
