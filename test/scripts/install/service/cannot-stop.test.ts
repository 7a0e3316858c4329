import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createSystemdService } from '../../../../scripts/install/service/systemd.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { listTree } from '../../../support/install/file-tree.ts'
import { startMachine, unhurried, shareServers } from '../../../support/install/machine.ts'
import { createThrowAwayRoot, realRootSettings } from '../../../support/install/throw-away-root.ts'

const shared = shareServers(test)

test.serial('nothing is removed under a Postern that systemd does not stop', async (t) => {
  const machine = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { hasSystemd: true, packagesOf: shared.release })
  await root.run(
    join(machine.release, 'scripts/install'),
    ...['--panel', 'generic', '--config', machine.configFile, ...unhurried],
  )
  const dropIn = '/etc/systemd/system/postern.service.d/own.conf'
  await root.write(dropIn, '[Unit]\nRefuseManualStop=yes\n')
  await root.run('systemctl', 'daemon-reload')
  const installed = await root.changes()
  const uninstall = () =>
    root.run(join(machine.release, 'scripts/uninstall'), '--purge', '--yes', '--json')

  const failure = await t.throwsAsync(uninstall())

  t.like(failure, { code: 5 })
  t.regex(
    String(Reflect.get(failure, 'stdout')),
    /Postern cannot be stopped, so its files stay\..*systemctl stop postern\.service failed/,
  )
  t.deepEqual(await root.changes(), installed)
  t.is((await fetch(`${machine.adminUrl}/readyz`)).status, 200)

  await root.run('rm', '-r', '/etc/systemd/system/postern.service.d')
  await root.run('systemctl', 'daemon-reload')
  await uninstall()

  t.deepEqual(await root.changes(), [])
})

test.serial('a systemctl that hangs is given up, and said to', async (t) => {
  const directory = await temporaryDirectory(t)
  const responses = '#!/bin/sh\ncase "$1" in stop) exec sleep 600;; show) echo active;; esac\n'
  await writeFile(join(directory, 'systemctl'), responses, { mode: 0o755 })
  const { PATH } = process.env
  process.env['PATH'] = `${directory}:${PATH ?? ''}`
  t.teardown(() => {
    process.env['PATH'] = PATH
  })

  await t.throwsAsync(createSystemdService({ stopMs: 200 }).stop(), {
    message: 'systemctl stop postern.service failed: no end within 200 ms',
  })
})

test.serial('a Postern whose supervisor was killed is ended before its files go', async (t) => {
  const machine = await startMachine(t, shared)
  const before = await listTree(machine.prefix)
  await machine.install(machine.release, '--config', machine.configFile)
  const state = await readFile(join(machine.prefix, 'run/postern/supervisor.json'), 'utf8')
  const [supervisor = 0, gateway = 0] = ['supervisor', 'gateway'].map((name) =>
    Number(new RegExp(`"${name}":(\\d+)`).exec(state)?.[1]),
  )
  process.kill(supervisor, 'SIGKILL')
  const served = await commandLineOf(gateway)

  const removal = await machine.uninstall(machine.release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  t.regex(served, /dist\/main\.js/)
  t.is(await commandLineOf(gateway), '')
  t.deepEqual(await listTree(machine.prefix), before)
})

/** Empty for a process that has ended, whether or not anyone has taken note of it. */
function commandLineOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}

/** Has Postern run once it was started, end automatically again and again, and not be stopped while told so. */
const stubbornSystemd = `#!/bin/sh
case "$*" in
  "stop postern.service") test ! -e /root/stubborn ;;
  "restart postern.service") touch /root/started ;;
  show*ActiveState*postern.service) test -e /root/started && echo active || echo inactive ;;
  show*ActiveState*) echo inactive ;;
  show*LoadState*) echo not-found ;;
  show*NRestarts*) echo 5 ;;
esac
`

test.serial('an installation that cannot stop what it started leaves it its files', async (t) => {
  const machine = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { packagesOf: shared.release })
  await root.write('/run/systemd/system/.keep', '')
  await root.write('/usr/local/bin/systemctl', stubbornSystemd, '755')
  await root.write('/root/stubborn', '')
  const before = await root.changes()
  const install = join(machine.release, 'scripts/install')

  for (const attempt of ['the first', 'another']) {
    const failure = await t.throwsAsync(
      root.run(install, '--panel', 'generic', '--config', machine.configFile),
    )

    t.like(failure, { code: 5 }, attempt)
    t.regex(
      String(Reflect.get(failure, 'stdout')),
      /cannot be stopped, so nothing was taken back: systemctl stop postern\.service failed/,
    )
    t.regex(await root.run('readlink', '-e', '/opt/postern/current'), /releases/)
  }

  await root.run('rm', '/root/started')
  await root.run(join(machine.release, 'scripts/uninstall'), '--purge', '--yes')

  t.deepEqual(await root.changes(), before)
})
