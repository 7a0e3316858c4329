import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import test from 'ava'
import { startServerProcess } from '../../support/process/server-process.ts'

test('an interrupted demo ends well and leaves nothing behind', async (t) => {
  const demo = await startServerProcess({
    command: process.execPath,
    args: ['--import=tsx', 'scripts/demo/main.ts'],
    ready: async (output) => {
      await output.waitFor(/Ctrl-C stops/)
    },
    // The demo itself waits up to 60 s for its Postern.
    waitLimitMs: 120_000,
  })
  t.teardown(() => demo.kill())
  const errorLog = /logged in (\S+)/.exec(demo.output.text())?.[1] ?? ''
  t.true(existsSync(dirname(errorLog)))

  t.is(await demo.stop('SIGINT'), 0)

  t.false(existsSync(dirname(errorLog)))
})
