import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test, { type TestFn } from 'ava'
import { z } from 'zod'
import { freePort } from '../../support/process/free-port.ts'
import { startMachine, unhurried, shareServers } from '../../support/install/machine.ts'
import { brokenRelease } from '../../support/install/packaged-release.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'
import { createThrowAwayRoot, realRootSettings } from '../../support/install/throw-away-root.ts'

const shared = shareServers(test)

/** Both addresses of a configuration. */
interface Ports {
  readonly listen: number
  readonly private: number
}

async function freePorts(): Promise<Ports> {
  return { listen: await freePort(), private: await freePort() }
}

/** A configuration with other addresses. */
function withPorts(config: string, ports: Ports): string {
  const known: unknown = JSON.parse(config)
  const at = (port: number) => ({ host: '127.0.0.1', port })
  return JSON.stringify({
    ...(typeof known === 'object' ? known : {}),
    listen: at(ports.listen),
    private: at(ports.private),
  })
}

const portAt = z.object({ port: z.int() })
const withAddresses = z.object({ listen: portAt, private: portAt })

function portsIn(config: string): Ports {
  const addresses = withAddresses.parse(JSON.parse(config))
  return { listen: addresses.listen.port, private: addresses.private.port }
}

/** Lasts to the end of the file. An installation is dear, so the tests share one of each kind, in their order. */
const file = teardownOf(test)
let systemd: ReturnType<typeof installUnderSystemd> | undefined
let supervised: ReturnType<typeof installBehindSupervisor> | undefined

/** Installed under the systemd of a throw-away root, and where it serves now. */
async function underSystemd() {
  const installed = await (systemd ??= installUnderSystemd())
  return { ...installed, before: portsIn(await installed.config()) }
}

/** Installed behind a supervisor, and where it serves now. */
async function behindSupervisor() {
  const installed = await (supervised ??= installBehindSupervisor())
  return { ...installed, before: portsIn(await installed.config()) }
}

async function installUnderSystemd() {
  const machine = await startMachine(file, shared, realRootSettings)
  const { release } = machine
  const root = await createThrowAwayRoot(file, { hasSystemd: true, packagesOf: shared.release })
  const install = (from: string, ...args: readonly string[]) =>
    root.run(join(from, 'scripts/install'), '--panel', 'generic', ...unhurried, ...args)
  await install(release, '--config', machine.configFile)
  const config = () => root.run('cat', '/etc/postern/postern.json')
  return {
    root,
    release,
    config,
    install,
    repair: () => root.run('/opt/postern/current/scripts/install', '--repair', ...unhurried),
    edit: async (ports: Ports) =>
      root.write('/etc/postern/postern.json', withPorts(await config(), ports), '640'),
  }
}

async function installBehindSupervisor() {
  const machine = await startMachine(file, shared)
  await machine.install(machine.release, '--config', machine.configFile)
  const installed = join(machine.prefix, 'etc/postern/postern.json')
  const config = () => readFile(installed, 'utf8')
  return {
    machine,
    config,
    repair: () => machine.install(join(machine.prefix, 'opt/postern/current'), '--repair'),
    edit: async (ports: Ports) => writeFile(installed, withPorts(await config(), ports)),
  }
}

/** How the page behind `listen` and the readiness of the admin listener answer; 0 where no one listens. */
async function respondsAt(ports: Ports): Promise<readonly number[]> {
  const status = async (url: string) => {
    try {
      return (await fetch(url)).status
    } catch {
      // No one listens there, which is a response.
      return 0
    }
  }
  return [
    await status(`http://127.0.0.1:${ports.listen}/`),
    await status(`http://127.0.0.1:${ports.private}/readyz`),
  ]
}

const serving = [200, 200]
const silent = [0, 0]

test.serial('under systemd a repair listens where the configuration says by now', async (t) => {
  const { root, before, repair, edit } = await underSystemd()
  const after = await freePorts()
  await edit(after)

  await repair()

  t.deepEqual(await respondsAt(after), serving)
  t.deepEqual(await respondsAt(before), silent)
  // The socket belongs to systemd: the service alone can be restarted behind it.
  const units = ['show', '--value', '--property=ActiveState', 'postern.socket']
  t.is((await root.run('systemctl', ...units)).trim(), 'active')
  await root.run('systemctl', 'stop', 'postern.service')
  t.is((await respondsAt(after))[0], 200)
})

test.serial('under systemd the next start listens where one without start was told', async (t) => {
  const { before, release, install, edit } = await underSystemd()
  const after = await freePorts()
  await edit(after)
  await install(release, '--no-start')

  await install(release)

  t.deepEqual(await respondsAt(after), serving)
  t.deepEqual(await respondsAt(before), silent)
})

test.serial(
  'under systemd an installation carried out twice leaves the process alone',
  async (t) => {
    const { root, release, install } = await underSystemd()
    const pid = () => root.run('systemctl', 'show', '--value', '--property=MainPID', 'postern')
    const first = await pid()

    const report = await install(release)

    t.regex(report, /^nothing to do$/m)
    t.is(await pid(), first)
  },
)

test.serial('under systemd a release that fails leaves the socket where it was', async (t) => {
  const { before, release, install, edit } = await underSystemd()
  const after = { ...before, listen: await freePort() }
  await edit(after)

  const failure = await t.throwsAsync(install(await brokenRelease(t, release)))

  t.like(failure, { code: 4 })
  t.deepEqual(await respondsAt(before), serving)
  t.is((await respondsAt(after))[0], 0)
})

test.serial('a supervisor listens where the configuration says after a repair', async (t) => {
  const { before, repair, edit } = await behindSupervisor()
  const after = await freePorts()
  await edit(after)

  const run = await repair()

  t.is(run.code, 0, run.output)
  t.deepEqual(await respondsAt(after), serving)
  t.deepEqual(await respondsAt(before), silent)
})

test.serial('a failed release takes the addresses it came with along', async (t) => {
  const { machine, config, before } = await behindSupervisor()
  const after = await freePorts()
  await writeFile(machine.configFile, withPorts(await config(), after))
  const broken = await brokenRelease(t, machine.release)

  const run = await machine.install(broken, '--config', machine.configFile)

  t.is(run.code, 4, run.output)
  t.deepEqual(await respondsAt(before), serving)
  t.deepEqual(await respondsAt(after), silent)
})

test.serial('a new address that a user has is refused before any change', async (t) => {
  const { before, repair, edit } = await behindSupervisor()
  const taken = { ...before, listen: await freePort() }
  const other = createServer().listen(taken.listen, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => void other.close())
  await edit(taken)

  const run = await repair()

  t.is(run.code, 3, run.output)
  t.regex(run.output, /NO {3}listen: 127\.0\.0\.1:\d+ cannot be used \(.*EADDRINUSE/)
  t.deepEqual(await respondsAt(before), serving)
})

/** Undoes at the end of the file, the last first, what all its tests share. */
function teardownOf(test: TestFn): Teardown {
  const undoing: (() => Promise<void> | void)[] = []
  test.after.always(async () => {
    for (const undo of undoing.toReversed()) await undo()
  })
  return { teardown: (undo) => void undoing.push(undo) }
}
