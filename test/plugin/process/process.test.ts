import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { freePort } from '../../support/process/free-port.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { runMain } from '../../support/postern/run-main.ts'
import { fileAppears, startServerProcess } from '../../support/process/server-process.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { createWebmailClient, type WebmailClient } from '../../support/http/webmail-client.ts'

test('--check-config says that a valid configuration is valid, and starts nothing', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'postern.json'), '{}')
  const { code, output } = await runMain(directory, ['--config', 'postern.json', '--check-config'])
  t.is(code, 0)
  t.regex(output, /postern\.json: the configuration is valid/)
})

test('a bad configuration ends with 78 and names every key', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'postern.json'), '{"imap":{"port":"x"},"sesion":{}}')
  const { code, output } = await runMain(directory, ['--config', 'postern.json'])
  t.is(code, 78)
  t.regex(output, /^imap\.port: /m)
  t.regex(output, /unknown key "sesion"/)
})

test('without a configuration the usage is shown', async (t) => {
  const { code, output } = await runMain(await temporaryDirectory(t), ['--confg', 'x'])
  t.is(code, 64)
  t.regex(output, /^Usage: postern/)
})

test('--version reports that of package.json', async (t) => {
  const { code, output } = await runMain(await temporaryDirectory(t), ['--version'])
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  t.deepEqual({ code, output }, { code: 0, output: `postern ${version}\n` })
})

for (const args of [['--help'], ['doctor', '--help'], ['sessions', '-h']]) {
  test(`the usage is the response to ${args.join(' ')}`, async (t) => {
    const { code, output } = await runMain(await temporaryDirectory(t), args)

    t.is(code, 0)
    t.regex(output, /^Usage: postern/)
  })
}

for (const setting of ['listen', 'private']) {
  test(`a taken address of ${setting} ends the process, which says so in one line`, async (t) => {
    const directory = await temporaryDirectory(t)
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    t.teardown(() => {
      other.close()
    })
    const free = { host: '127.0.0.1', port: 0 }
    const config = { listen: free, private: free, [setting]: { host: '127.0.0.1', port } }
    await writeFile(join(directory, 'postern.json'), JSON.stringify(config))

    const { code, output } = await runMain(directory, ['--config', 'postern.json'])

    t.is(code, 75)
    const said = output.split('\n').filter((line) => !line.startsWith('{'))
    t.deepEqual(said, [
      `${setting}: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
      '',
    ])
  })
}

test('SIGTERM during the start ends it in order, as soon as it has started', async (t) => {
  const directory = await temporaryDirectory(t)
  const logs = join(directory, 'logs')
  const configFile = join(directory, 'postern.json')
  const listen = { host: '127.0.0.1', port: 0 }
  const config = { listen, private: listen, errorLog: join(logs, 'error.log') }
  await writeFile(configFile, JSON.stringify({ ...config, dataDir: join(directory, 'data') }))

  const starting = await startServerProcess({
    command: process.execPath,
    args: ['dist/main.js', '--config', configFile],
    // The first thing a start makes.
    ready: (_output, signal) => fileAppears(logs, signal),
  })

  t.is(await starting.stop(), 0)
})

test('SIGTERM under load answers what is under way, exits with 0, and loses no session', async (t) => {
  const dovecot = await startDovecot({ t, users: 8 })
  const postern = await startPostern({ mail: dovecot })
  const clients = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const client = createWebmailClient(postern.base())
      const { status } = await client.signIn(dovecot.userName(n + 1), dovecot.password)
      t.is(status, 302)
      return client
    }),
  )
  const load = clients.map((client) => listUntilClosed(client))
  await sleep(300)

  const code = await postern.end()
  const broken = (await Promise.all(load)).flat()

  t.is(code, 0)
  t.deepEqual(broken, [])
  const next = await postern.restart()
  t.teardown(async () => {
    await next.stop()
  })
  for (const client of clients) {
    const again = createWebmailClient(next.base())
    again.cookies.set('postern_session', client.cookies.get('postern_session') ?? '')
    t.regex((await again.get('')).text, /"task":"mail"/)
  }
})

/** Lists until no connection is taken any more; answers what went wrong with requests that were taken. */
async function listUntilClosed(client: WebmailClient): Promise<readonly string[]> {
  for (;;) {
    try {
      await client.list('INBOX')
    } catch (error) {
      if (isRefusedConnection(error)) return []
      return [error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error)]
    }
  }
}

/** Not connected, or a kept connection that the server closed between two requests. */
function isRefusedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined
  return code === 'ECONNREFUSED' || code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
}
