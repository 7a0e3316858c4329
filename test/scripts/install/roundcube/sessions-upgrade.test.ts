import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { freePort } from '../../../support/process/free-port.ts'
import { isLong } from '../../../support/process/long-tests.ts'
import { eventually } from '../../../support/database/rows.ts'
import { brokenRelease, newerRelease } from '../../../support/install/packaged-release.ts'
import { startMachine, shareServers, unhurried } from '../../../support/install/machine.ts'
import { createThrowAwayRoot, realRootSettings } from '../../../support/install/throw-away-root.ts'
import { readSupervisorState } from '../../../../scripts/supervisor/state.ts'
import { startPhpSessions } from '../../../support/session-endpoint/php-sessions.ts'

// Sessions of a Roundcube, by its phpredis, over restarts and an upgrade of Postern.

const shared = shareServers(test)
const RESTARTS = isLong ? 10 : 2
const PASSWORD = 'a-password-of-28-letters-xyz'

for (const kind of ['TCP', 'Unix'] as const) {
  test(`${RESTARTS} restarts and an upgrade fail no session behind a ${kind} socket`, async (t) => {
    const { machine, place: index, restart } = await supervised(t, kind)
    const load = startPhpSessions({ place: index, password: PASSWORD })
    await load.answered(40)

    for (let restarts = 0; restarts < RESTARTS; restarts += 1) {
      await restart()
      await load.answered(40)
    }
    const upgrade = await machine.install(await newerRelease(t, machine.release))
    await load.answered(40)

    t.is(upgrade.code, 0, upgrade.output)
    const { failures, answered } = await load.stop()
    t.deepEqual(failures, [], `of ${answered}`)
  })
}

test('persistent connections of phpredis are made again after a restart, and fail no session', async (t) => {
  const { place: index, restart } = await supervised(t, 'TCP')
  const load = startPhpSessions({ place: index, password: PASSWORD, isPersistent: true })
  await load.answered(40)

  await restart()
  await load.answered(40)

  const { failures, answered } = await load.stop()
  t.deepEqual(failures, [], `of ${answered}`)
})

test('a release that is rolled back fails no session', async (t) => {
  const { machine, place: index } = await supervised(t, 'TCP')
  const load = startPhpSessions({ place: index, password: PASSWORD })
  await load.answered(40)

  const run = await machine.install(await brokenRelease(t, machine.release))
  await load.answered(40)

  t.is(run.code, 4, run.output)
  const { failures, answered } = await load.stop()
  t.deepEqual(failures, [], `of ${answered}`)
})

test('a session endpoint that moves is held at its new address after a repair', async (t) => {
  const { machine, installed } = await supervised(t, 'TCP')
  const port = await freePort()
  const moved = { webmail: { app: 'postern', sessions: { host: '127.0.0.1', port } } }
  const config: unknown = JSON.parse(await readFile(installed, 'utf8'))
  await writeFile(installed, JSON.stringify(Object.assign({}, config, moved)))

  const run = await machine.install(join(machine.prefix, 'opt/postern/current'), '--repair')

  t.is(run.code, 0, run.output)
  const load = startPhpSessions({ place: `127.0.0.1:${port}`, password: PASSWORD })
  await load.answered(20)
  t.deepEqual((await load.stop()).failures, [])
})

test(`${RESTARTS} restarts and an upgrade fail no session under systemd`, async (t) => {
  t.timeout(600_000)
  const { root, place: index, install, release } = await underSystemd(t)
  const load = startPhpSessions({ place: index, password: PASSWORD })
  await load.answered(40)

  for (let restarts = 0; restarts < RESTARTS; restarts += 1) {
    // As the installer does: ten in a minute are more than StartLimitBurst.
    await root.run('systemctl', 'reset-failed', 'postern.service')
    await root.run('systemctl', 'restart', 'postern.service')
    await load.answered(40)
  }
  await install(await newerRelease(t, release))
  await load.answered(40)

  const { failures, answered } = await load.stop()
  t.deepEqual(failures, [], `of ${answered}`)
})

test('a former release without a socket for sessions opens the endpoint itself, and gives it up', async (t) => {
  t.timeout(600_000)
  const { root, place: index, install, release } = await underSystemd(t)
  const isHeld = async () =>
    (await root.run('systemctl', 'show', '--value', '--property=ActiveState', SOCKET)).trim()
  const sockets = async () =>
    (
      await root.run(
        'sh',
        '-c',
        'tr "\\0" "\\n" < /proc/$(systemctl show --value -p MainPID postern)/environ',
      )
    )
      .split('\n')
      .filter((line) => line.startsWith('LISTEN_FDS='))
  const served = async (): Promise<readonly string[]> => {
    const load = startPhpSessions({ place: index, password: PASSWORD })
    await load.answered(20)
    return (await load.stop()).failures
  }
  t.is(await isHeld(), 'active')
  t.deepEqual(await sockets(), ['LISTEN_FDS=2'])

  // What its installer does: it puts its own service there, and knows of no other socket.
  const unit = '/etc/systemd/system/postern.service'
  await root.run('sed', '-i', `s/ ${SOCKET}//`, unit)
  await root.run('systemctl', 'daemon-reload')
  await root.run('systemctl', 'restart', 'postern.service')

  t.is(await isHeld(), 'inactive')
  t.deepEqual(await sockets(), ['LISTEN_FDS=1'])
  t.deepEqual(await served(), [])

  await root.run('rm', `/etc/systemd/system/${SOCKET}`)
  const web = ['show', '--value', '--property=ActiveEnterTimestampMonotonic', 'postern.socket']
  const openSince = await root.run('systemctl', ...web)
  await install(await newerRelease(t, release))

  t.is(await isHeld(), 'active')
  t.deepEqual(await sockets(), ['LISTEN_FDS=2'])
  t.deepEqual(await served(), [])
  t.is(await root.run('systemctl', ...web), openSince)
  await root.run('systemctl', 'stop', 'postern.socket', 'postern.service')
  t.is(await isHeld(), 'inactive', 'stopped by hand, it holds nobody up')
})

test('under systemd the socket of the session endpoint moves and goes with its setting', async (t) => {
  t.timeout(600_000)
  const { root, place: index, edit, repair } = await underSystemd(t)
  const port = await freePort()
  await edit({ host: '127.0.0.1', port })

  await repair()

  const load = startPhpSessions({ place: `127.0.0.1:${port}`, password: PASSWORD })
  await load.answered(20)
  t.deepEqual((await load.stop()).failures, [])
  const old = startPhpSessions({ place: index, password: PASSWORD })
  await old.answered(4)
  t.deepEqual(new Set((await old.stop()).failures), new Set(['Connection refused']))

  await edit(null)
  await repair()

  const states = ['show', '--value', '--property=ActiveState', '--property=LoadState', SOCKET]
  t.deepEqual((await root.run('systemctl', ...states)).trim().split('\n').toSorted(), [
    'inactive',
    'not-found',
  ])
  t.is((await root.run('systemctl', 'is-active', 'postern.service')).trim(), 'active')
})

const SOCKET = 'postern-sessions.socket'

async function underSystemd(t: ExecutionContext) {
  const port = await freePort()
  const machine = await startMachine(t, shared, {
    ...realRootSettings,
    webmail: { app: 'postern', sessions: { host: '127.0.0.1', port } },
  })
  const { release } = machine
  const root = await createThrowAwayRoot(t, { hasSystemd: true, packagesOf: shared.release })
  const install = (from: string, ...args: readonly string[]) =>
    root.run(join(from, 'scripts/install'), '--panel', 'generic', ...unhurried, ...args)
  await install(release, '--config', machine.configFile)
  const secret = '/etc/postern/secrets/webmail-sessions.secret'
  await root.write(secret, PASSWORD, '600')
  await root.run('chown', 'postern:', secret)
  await root.run('systemctl', 'restart', 'postern.service')
  return {
    root,
    release,
    place: `127.0.0.1:${port}`,
    install,
    repair: () => root.run('/opt/postern/current/scripts/install', '--repair', ...unhurried),
    edit: async (sessions: { readonly host: string; readonly port: number } | null) => {
      const config: unknown = JSON.parse(await root.run('cat', '/etc/postern/postern.json'))
      const changed = Object.assign({}, config, { webmail: { app: 'postern', sessions } })
      await root.write('/etc/postern/postern.json', JSON.stringify(changed), '640')
    },
  }
}

async function supervised(t: ExecutionContext, kind: 'TCP' | 'Unix') {
  const port = await freePort()
  const machine = await startMachine(t, shared, {
    webmail: { app: 'postern', sessions: { host: '127.0.0.1', port } },
  })
  const installed = join(machine.prefix, 'etc/postern/postern.json')
  const unix = join(machine.prefix, 'run/postern/sessions.sock')
  if (kind === 'Unix') {
    const text = await readFile(machine.configFile, 'utf8')
    const config: unknown = JSON.parse(text)
    const sessions = { webmail: { app: 'postern', sessions: { unix } } }
    await writeFile(machine.configFile, JSON.stringify(Object.assign({}, config, sessions)))
  }
  await machine.install(machine.release, '--config', machine.configFile, '--no-start')
  const secret = join(machine.prefix, 'etc/postern/secrets/webmail-sessions.secret')
  await writeFile(secret, PASSWORD, { mode: 0o600 })
  const run = await machine.install(machine.release)
  t.is(run.code, 0, run.output)
  const state = () => readSupervisorState(join(machine.prefix, 'run/postern/supervisor.json'))
  return {
    machine,
    installed,
    place: kind === 'TCP' ? `127.0.0.1:${port}` : unix,
    restart: async () => {
      const before = await state()
      if (before === undefined) throw new Error('there is no supervisor')
      process.kill(before.supervisor, 'SIGHUP')
      await eventually(state, (now) => (now?.starts ?? 0) > before.starts)
    },
  }
}
