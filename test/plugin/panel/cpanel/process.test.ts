import { chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { parseConfig } from '../../../../plugin/config/config.ts'
import { openPanel } from '../../../../plugin/panel/open-panel.ts'
import { fileAppears, startServerProcess } from '../../../support/process/server-process.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { evidence, neverAborted } from '../adapter/contract.ts'
import { robin, signIn, startSimulator } from '../../../support/panel/start-simulator.ts'

const program = fileURLToPath(new URL('../../../../dist/cpanel-helper.js', import.meta.url))

test('Postern queries the helper process, whose socket no one else may use', async (t) => {
  const directory = await temporaryDirectory(t)
  const simulator = await startSimulator(t)
  const socket = join(directory, 'helper.sock')
  const configFile = join(directory, 'postern.json')
  // Of the user whom Postern runs as.
  const dataDir = await temporaryDirectory(t)
  await chown(dataDir, 8, 8)
  const panelConfig = {
    adapter: 'cpanel',
    cpanel: {
      socket,
      sessionsDir: simulator.files.directory,
    },
  }
  await writeFile(configFile, JSON.stringify({ panel: panelConfig, dataDir }))
  const helper = await startServerProcess({
    command: process.execPath,
    args: [program, '--config', configFile],
    ready: async (output) => {
      await output.waitFor(/listening on unix:/)
    },
  })
  t.teardown(() => helper.kill())
  const panel = openPanel({
    config: parseConfig({ panel: panelConfig }).panel,
    hmacKey: Buffer.alloc(32, 7),
    isProduction: true,
    now: Date.now,
    log: { warn: () => undefined },
  })
  t.teardown(() => panel.close())

  const verdict = await panel.verify(evidence(await signIn(simulator.webmailUrl)), neverAborted)
  const { mode, uid } = await stat(socket)
  const exitCode = await helper.stop()

  t.is(verdict.kind === 'principal' ? verdict.principal.subject : verdict.code, robin.address)
  t.deepEqual([mode & 0o777, uid], [0o600, 8])
  t.is(exitCode, 0)
})

test('a helper that is told to end as soon as its socket is there ends in order', async (t) => {
  const directory = await temporaryDirectory(t)
  const socket = join(directory, 'helper.sock')
  const configFile = join(directory, 'postern.json')
  await writeFile(configFile, JSON.stringify({ panel: { adapter: 'cpanel', cpanel: { socket } } }))

  const starting = await startServerProcess({
    command: process.execPath,
    args: [program, '--config', configFile],
    ready: (_output, signal) => fileAppears(socket, signal),
  })

  t.is(await starting.stop(), 0)
})
