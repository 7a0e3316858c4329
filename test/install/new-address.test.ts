import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { freePort } from '../support/free-port.ts'
import { startMachine, type TestMachine } from './machine.ts'
import { brokenRelease } from './packaged-release.ts'
import { shareServers } from './share-servers.ts'
import { createThrowAwayRoot, realRootSettings } from './throw-away-root.ts'

const shared = shareServers(test)

/** Both addresses of a configuration. */
interface Ports {
  readonly listen: number
  readonly private: number
}

async function freePorts(): Promise<Ports> {
  return { listen: await freePort(), private: await freePort() }
}

/** The configuration of the machine with other addresses. */
async function withPorts({ configFile }: TestMachine, ports: Ports): Promise<string> {
  const config: unknown = JSON.parse(await readFile(configFile, 'utf8'))
  const at = (port: number) => ({ host: '127.0.0.1', port })
  return JSON.stringify({
    ...(typeof config === 'object' ? config : {}),
    listen: at(ports.listen),
    private: at(ports.private),
  })
}

/** Installed under the systemd of a throw-away root, at addresses of its own. */
async function underSystemd(t: ExecutionContext) {
  const machine = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { hasSystemd: true })
  const before = await freePorts()
  await writeFile(machine.configFile, await withPorts(machine, before))
  const install = (release: string, ...args: readonly string[]) =>
    root.run(join(release, 'scripts/install'), '--panel', 'generic', ...args)
  await install(shared.release, '--config', machine.configFile)
  return {
    machine,
    root,
    before,
    install,
    repair: () => root.run('/opt/postern/current/scripts/install', '--repair'),
    edit: async (ports: Ports) =>
      root.write('/etc/postern/postern.json', await withPorts(machine, ports), '640'),
  }
}

/** Installed behind a keeper. */
async function behindKeeper(t: ExecutionContext) {
  const machine = await startMachine(t, shared)
  const before = await freePorts()
  await writeFile(machine.configFile, await withPorts(machine, before))
  await machine.install(shared.release, '--config', machine.configFile)
  const installed = join(machine.prefix, 'etc/postern/postern.json')
  return {
    machine,
    before,
    repair: () => machine.install(join(machine.prefix, 'opt/postern/current'), '--repair'),
    edit: async (ports: Ports) => writeFile(installed, await withPorts(machine, ports)),
  }
}

/** How the page behind `listen` and the readiness of the private listener answer; 0 where nobody listens. */
async function answersAt(ports: Ports): Promise<readonly number[]> {
  const status = async (url: string) => {
    try {
      return (await fetch(url)).status
    } catch {
      // Nobody listens there, which is an answer.
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
  const { root, before, repair, edit } = await underSystemd(t)
  const after = await freePorts()
  await edit(after)

  await repair()

  t.deepEqual(await answersAt(after), serving)
  t.deepEqual(await answersAt(before), silent)
  // The socket belongs to systemd: the service alone can be restarted behind it.
  const units = ['show', '--value', '--property=ActiveState', 'postern.socket']
  t.is((await root.run('systemctl', ...units)).trim(), 'active')
  await root.run('systemctl', 'stop', 'postern.service')
  t.is((await answersAt(after))[0], 200)
})

test.serial('under systemd a release that fails leaves the socket where it was', async (t) => {
  const { before, install, edit } = await underSystemd(t)
  const after = { ...before, listen: await freePort() }
  await edit(after)

  const failure = await t.throwsAsync(install(await brokenRelease(t, shared.release)))

  t.like(failure, { code: 4 })
  t.deepEqual(await answersAt(before), serving)
  t.is((await answersAt(after))[0], 0)
})

test.serial('under systemd the next start listens where one without start was told', async (t) => {
  const { before, install, edit } = await underSystemd(t)
  const after = await freePorts()
  await edit(after)
  await install(shared.release, '--no-start')

  await install(shared.release)

  t.deepEqual(await answersAt(after), serving)
  t.deepEqual(await answersAt(before), silent)
})

test.serial(
  'under systemd an installation carried out twice leaves the process alone',
  async (t) => {
    const { root, install } = await underSystemd(t)
    const pid = () => root.run('systemctl', 'show', '--value', '--property=MainPID', 'postern')
    const first = await pid()

    const report = await install(shared.release)

    t.regex(report, /^nothing to do$/m)
    t.is(await pid(), first)
  },
)

test.serial('a keeper listens where the configuration says after a repair', async (t) => {
  const { before, repair, edit } = await behindKeeper(t)
  const after = await freePorts()
  await edit(after)

  const run = await repair()

  t.is(run.code, 0, run.output)
  t.deepEqual(await answersAt(after), serving)
  t.deepEqual(await answersAt(before), silent)
})

test.serial('a new address that somebody has is refused before any change', async (t) => {
  const { before, repair, edit } = await behindKeeper(t)
  const taken = { ...before, listen: await freePort() }
  const other = createServer().listen(taken.listen, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => void other.close())
  await edit(taken)

  const run = await repair()

  t.is(run.code, 3, run.output)
  t.regex(run.output, /NO {3}listen: 127\.0\.0\.1:\d+ can not be used \(.*EADDRINUSE/)
  t.deepEqual(await answersAt(before), serving)
})

test.serial('a failed release takes the addresses it came with along', async (t) => {
  const { machine, before } = await behindKeeper(t)
  const after = await freePorts()
  await writeFile(machine.configFile, await withPorts(machine, after))
  const broken = await brokenRelease(t, shared.release)

  const run = await machine.install(broken, '--config', machine.configFile)

  t.is(run.code, 4, run.output)
  t.deepEqual(await answersAt(before), serving)
  t.deepEqual(await answersAt(after), silent)
})
