import { appendFile, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { listTree } from '../../support/install/file-tree.ts'
import { listRequests, startLoad } from '../../support/install/load.ts'
import { startMachine, type TestMachine, shareServers } from '../../support/install/machine.ts'
import {
  brokenRelease,
  newerRelease,
  newerVersion,
  packagedVersion,
} from '../../support/install/packaged-release.ts'
import { readReport } from '../../support/install/run-launcher.ts'

const shared = shareServers(test)

test('an upgrade under load fails no request and signs no one out', async (t) => {
  const machine = await startMachine(t, shared)
  await machine.install(shared.release, '--config', machine.configFile)
  const panelUser = await machine.panelUser()
  const { dovecot } = machine
  t.is((await panelUser.signIn(dovecot.userName(1), dovecot.password)).status, 302)
  const load = startLoad(...listRequests(panelUser))
  await load.answered(50)

  const run = await machine.install(await newerRelease(t, shared.release))
  await load.answered(50)

  t.is(run.code, 0, run.output)
  t.is(await currentVersion(machine), newerVersion)
  const { failures, answered } = await load.stop()
  t.deepEqual(failures, [], `of ${answered}`)
})

test('a release that ends at its start is rolled back, and no request fails', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  await machine.install(release, '--config', machine.configFile)
  const before = await listTree(join(machine.prefix, 'opt'))
  const panelUser = await machine.panelUser()
  const { dovecot } = machine
  t.is((await panelUser.signIn(dovecot.userName(1), dovecot.password)).status, 302)
  const broken = await brokenRelease(t, release)
  const load = startLoad(...listRequests(panelUser))
  await load.answered(50)

  const run = await machine.install(broken, '--json')
  await load.answered(50)

  t.is(run.code, 4, run.output)
  const { outcome, log } = readReport(run)
  t.is(outcome, 'rolled back')
  t.true(log.some((line) => line.includes('this release is broken')))
  t.deepEqual(await listTree(join(machine.prefix, 'opt')), before)
  const { failures, answered } = await load.stop()
  t.deepEqual(failures, [], `of ${answered}`)
})

test('another build of the version that runs is refused, and the one that runs stays whole', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  await machine.install(release, '--config', machine.configFile)
  const before = await listTree(join(machine.prefix, 'opt'))

  const run = await machine.install(await brokenRelease(t, release, packagedVersion))

  t.is(run.code, 3, run.output)
  t.regex(run.output, /version 0\.1\.0 runs, and this package is another build of it/)
  t.deepEqual(await listTree(join(machine.prefix, 'opt')), before)
  t.is((await fetch(`${machine.adminUrl}/readyz`)).status, 200)
})

test('a repair keeps the release that was there before the upgrade', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  await machine.install(release, '--config', machine.configFile, '--no-start')
  await machine.install(await newerRelease(t, release), '--no-start')
  const releases = join(machine.prefix, 'opt/postern/releases')
  t.deepEqual((await readdir(releases)).sort(), [packagedVersion, newerVersion])

  const current = join(machine.prefix, 'opt/postern/current')
  const run = await machine.install(current, '--repair', '--no-start')

  t.is(run.code, 0, run.output)
  t.deepEqual((await readdir(releases)).sort(), [packagedVersion, newerVersion])
})

test('a release that never becomes ready is rolled back', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  await machine.install(release, '--config', machine.configFile)
  const hung = await newerRelease(t, release, async (folder) => {
    // Its doctor ends, for the installer waits for that one, too, and for minutes.
    const program = "if (process.argv[2] !== 'doctor') setInterval(() => undefined, 1000)\n"
    await writeFile(join(folder, 'dist/main.js'), program)
  })

  const run = await machine.install(hung, '--health-seconds', '2')

  t.is(run.code, 4, run.output)
  t.is(await currentVersion(machine), packagedVersion)
  t.is((await fetch(`${machine.adminUrl}/readyz`)).status, 200)
})

test('a release that refuses the configuration is refused before anything changes', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  await machine.install(release, '--config', machine.configFile, '--no-start')
  const before = await listTree(machine.prefix)
  const bad = (await readFile(machine.configFile, 'utf8')).replace('"imap"', '"imapp"')
  await writeFile(machine.configFile, bad)

  const newer = await newerRelease(t, release)
  const run = await machine.install(newer, '--config', machine.configFile)

  t.is(run.code, 3, run.output)
  t.regex(run.output, /imapp/)
  t.deepEqual(opt(await listTree(machine.prefix)), opt(before))
})

test('a package with a changed file is refused before anything changes', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  const newer = await newerRelease(t, release)
  await appendFile(join(newer, 'dist/main.js'), '// not ours\n')

  const run = await machine.install(newer, '--config', machine.configFile)

  t.is(run.code, 3, run.output)
  t.regex(run.output, /not as packaged: dist\/main\.js/)
  t.deepEqual(await listTree(machine.prefix), ['/ 755'])
})

async function currentVersion({ prefix }: TestMachine): Promise<string> {
  return (await readlink(join(prefix, 'opt/postern/current'))).replace('releases/', '')
}

function opt(tree: readonly string[]): readonly string[] {
  return tree.filter((line) => line.startsWith('opt/'))
}

test('a release that still serves is kept, however many are installed beside it', async (t) => {
  const machine = await startMachine(t, shared)
  const { release: first } = machine
  await machine.install(first, '--config', machine.configFile)
  for (const version of [newerVersion, '0.1.2', '0.1.3']) {
    const newer = await newerRelease(t, first, undefined, version)
    const run = await machine.install(newer, '--no-start')
    t.is(run.code, 0, run.output)
  }

  const releases = await readdir(join(machine.prefix, 'opt/postern/releases'))
  t.deepEqual(releases.sort(), [packagedVersion, '0.1.2', '0.1.3'])
  t.is((await (await machine.panelUser()).get('?')).status, 200)
})
