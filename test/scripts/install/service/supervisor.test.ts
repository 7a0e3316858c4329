import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import test from 'ava'
import { layoutAt } from '../../../../scripts/install/machine/layout.ts'
import { createSupervisorService } from '../../../../scripts/install/service/supervisor.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

/** Starts a release that ends automatically again before it does as it is told, and reports both. */
const supervisor = `const { renameSync, writeFileSync } = require('node:fs')
const [file] = process.argv.slice(1)
const tell = (starts, failures) => {
  const listen = { host: '127.0.0.1', port: 1 }
  writeFileSync(file + '.new', JSON.stringify({ supervisor: process.pid, gateway: null, listen, starts, failures }))
  renameSync(file + '.new', file)
}
process.on('SIGHUP', () => {
  tell(4, 3)
  setTimeout(() => tell(5, 0), 500)
})
setInterval(() => undefined, 1000)
tell(3, 3)
process.stdout.write('ready')`

test('a restart is over with the start that was requested, not with another one of a release that ends', async (t) => {
  const layout = layoutAt(await temporaryDirectory(t))
  await mkdir(layout.runDir, { recursive: true })
  await mkdir(layout.configDir, { recursive: true })
  await writeFile(layout.configFile, '{"listen":{"host":"127.0.0.1","port":1}}')
  const child = spawn(process.execPath, ['-e', supervisor, layout.supervisorState, 'supervisor'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const service = createSupervisorService({ layout, findServiceIds: async () => undefined })

  await service.restart()

  t.is(await service.failures(), 0)
})
