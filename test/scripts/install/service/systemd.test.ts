import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { layoutAt } from '../../../../scripts/install/machine/layout.ts'
import {
  cpanelHelperService,
  cpanelHelperSocket,
  serviceUnit,
  sessionsSocketUnit,
  socketUnit,
} from '../../../../scripts/install/texts/systemd-units.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { portResponds, startServerProcess } from '../../../support/process/server-process.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { startMachine, shareServers } from '../../../support/install/machine.ts'

const run = promisify(execFile)
const shared = shareServers(test)

test('systemd accepts all units', async (t) => {
  const directory = await temporaryDirectory(t)
  const layout = layoutAt(directory)
  await mkdir(join(layout.current, 'scripts'), { recursive: true })
  for (const launcher of ['postern', 'cpanel-helper']) {
    await writeFile(join(layout.current, 'scripts', launcher), '#!/bin/sh\n', { mode: 0o755 })
  }
  const units = {
    'postern.service': serviceUnit(layout),
    'postern.socket': socketUnit({ unix: layout.socket }),
    'postern-sessions.socket': sessionsSocketUnit({ host: '127.0.0.1', port: 8192 }),
    'postern-cpanel-helper.service': cpanelHelperService(layout),
    'postern-cpanel-helper.socket': cpanelHelperSocket('/run/postern-cpanel/helper.sock'),
  }
  for (const [name, text] of Object.entries(units)) await writeFile(join(directory, name), text)

  const { stderr } = await run(
    'systemd-analyze',
    ['verify', '--man=no', '--recursive-errors=no', ...Object.keys(units)],
    { cwd: directory, env: { ...process.env, SYSTEMD_UNIT_PATH: `${directory}:` } },
  )

  t.deepEqual(
    stderr.split('\n').filter((line) => line.includes('postern')),
    [],
  )
})

for (const host of ['127.0.0.1', '::1', '::']) {
  test(`systemd accepts a socket at ${host}`, async (t) => {
    const directory = await temporaryDirectory(t)
    await writeFile(join(directory, 'postern.socket'), socketUnit({ host, port: 8090 }))
    await writeFile(join(directory, 'postern.service'), '[Service]\nExecStart=/bin/true\n')

    await t.notThrowsAsync(
      run('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', 'postern.socket'], {
        cwd: directory,
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${directory}:` },
      }),
    )
  })
}

for (const [name, text] of [
  ['postern.service', serviceUnit(layoutAt(''))],
  ['postern-cpanel-helper.service', cpanelHelperService(layoutAt(''))],
] as const) {
  test(`systemd finds little to object to in ${name}`, async (t) => {
    const unit = join(await temporaryDirectory(t), name)
    await writeFile(unit, text)

    const { stdout } = await run('systemd-analyze', [
      'security',
      '--offline=yes',
      '--no-pager',
      unit,
    ])

    const exposure = Number(/exposure level for \S+: (\d+\.\d)/.exec(stdout)?.[1])
    t.true(exposure <= 2, stdout.slice(-300))
  })
}

test('systemd kills Postern only after both of its drains', (t) => {
  t.regex(serviceUnit(layoutAt('')), /^TimeoutStopSec=40$/m)
})

test('Postern serves on the socket that systemd hands over', async (t) => {
  const machine = await startMachine(t, shared)
  await machine.install(machine.release, '--config', machine.configFile, '--no-start')
  const port = await freePort()
  const server = await startServerProcess({
    command: 'systemd-socket-activate',
    args: [
      `--listen=127.0.0.1:${port}`,
      join(machine.prefix, 'opt/postern/current/scripts/postern'),
      '--config',
      join(machine.prefix, 'etc/postern/postern.json'),
    ],
    ready: (_output, signal) => portResponds(port, 'connection', signal),
  })
  t.teardown(async () => {
    await server.stop()
  })

  const response = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' })

  t.is(response.status, 200)
  t.regex(await response.text(), /name="user"/, 'the sign-in page of the panel behind Postern')
})
