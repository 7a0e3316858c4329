import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import test from 'ava'
import { portOf } from '../../support/http/port-of.ts'
import { freePort } from '../../support/process/free-port.ts'
import { startServerProcess } from '../../support/process/server-process.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'

test('the demo takes the port it is told', async (t) => {
  const port = await freePort()
  const demo = await startServerProcess({
    command: process.execPath,
    args: ['scripts/demo.mjs', '--port', String(port)],
    ready: async (output) => {
      await output.waitFor(/Ctrl-C stops/)
    },
    waitLimitMs: 120_000,
  })
  t.teardown(() => demo.kill())

  t.regex(demo.output.text(), new RegExp(`Open +http://127\\.0\\.0\\.1:${port}/`))

  const code = await demo.stop('SIGTERM')

  t.is(code, 0, demo.output.text())
})

test('the demo says in words that the port it is told is in use', async (t) => {
  const port = await portInUse(t)

  const { code, text } = await runDemo('--port', String(port))

  t.is(code, 1)
  t.is(text, `postern: port ${port} of 127.0.0.1 is in use: name another by --port\n`)
})

for (const wrong of ['65536', 'http']) {
  test(`the demo says in words that "${wrong}" is no port`, async (t) => {
    const { code, text } = await runDemo('--port', wrong)

    t.is(code, 2)
    t.is(text, `postern: --port must be 1 to 65535, got "${wrong}"\n`)
  })
}

async function portInUse(t: Teardown): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
  })
  return portOf(server)
}

/** To its end. */
async function runDemo(...args: readonly string[]) {
  const child = execFile(process.execPath, ['--import=tsx', 'scripts/demo/main.ts', ...args])
  let text = ''
  child.stderr?.on('data', (chunk: string) => {
    text += chunk
  })
  await once(child, 'close')
  return { code: child.exitCode, text }
}
