import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { listTree } from '../../../support/install/file-tree.ts'
import { startMachine, shareServers } from '../../../support/install/machine.ts'
import { fillPanelFolders } from '../../../support/install/panel-folders.ts'
import type { LauncherRun } from '../../../support/install/run-launcher.ts'
import { smallRelease } from '../../../support/install/small-release.ts'
import { createThrowAwayRoot, realRootSettings } from '../../../support/install/throw-away-root.ts'

const shared = shareServers(test)

/** What a file may be found as, and how that is told. */
const damages = [
  { text: '', reported: 'is empty' },
  { text: '{"version":', reported: 'is not JSON' },
  { text: '{"version":7}', reported: 'is not as Postern wrote it' },
] as const

/** Installed and not started, on a host like cPanel's. */
async function installed(t: ExecutionContext) {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await fillPanelFolders(machine.prefix)
  const before = await listTree(machine.prefix)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  return { machine, release, before, home: join(machine.prefix, 'opt/postern') }
}

/** One line says it, and no stack. */
function isReported(t: ExecutionContext, { code, output }: LauncherRun, expected: RegExp): void {
  t.is(code, 3, output)
  t.regex(output, expected)
  t.notRegex(output, /^ +at /m)
}

for (const { text, reported } of damages) {
  test(`an installation is refused when its record ${reported}`, async (t) => {
    const { machine, release, home } = await installed(t)
    await writeFile(join(home, 'state.json'), text)
    const tree = await listTree(machine.prefix)

    const run = await machine.install(release, '--no-start')

    isReported(
      t,
      run,
      new RegExp(`^problem: \\S+/state\\.json ${reported}( \\(version: .+\\))?: move it away`, 'm'),
    )
    t.deepEqual(await listTree(machine.prefix), tree)
  })

  test(`a removal needs no record, which ${reported}, and keeps it aside`, async (t) => {
    const { machine, release, before, home } = await installed(t)
    await writeFile(join(home, 'state.json'), text)

    const removal = await machine.uninstall(release, '--purge', '--yes')

    t.is(removal.code, 0, removal.output)
    t.regex(removal.output, new RegExp(`^warn record: \\S+/state\\.json ${reported}`, 'm'))
    const aside = join(machine.prefix, 'opt/postern.state.json.unreadable')
    t.regex(removal.output, new RegExp(`${aside}$`, 'm'))
    t.is(await readFile(aside, 'utf8'), text)
    t.deepEqual(added(await listTree(machine.prefix), before), [
      'opt/postern.state.json.unreadable',
    ])
  })
}

test('a record that was moved away as told is made again while Postern runs', async (t) => {
  const machine = await startMachine(t, shared)
  await machine.install(machine.release, '--config', machine.configFile)
  const record = join(machine.prefix, 'opt/postern/state.json')
  await rm(record)

  const run = await machine.install(machine.release)

  t.is(run.code, 0, run.output)
  t.regex(await readFile(record, 'utf8'), /"undos"/)
  t.is((await fetch(`${machine.adminUrl}/readyz`)).status, 200)
})

test('a record that cannot be read at all is told', async (t) => {
  const { machine, release, home } = await installed(t)
  await rm(join(home, 'state.json'))
  await mkdir(join(home, 'state.json'))

  const run = await machine.install(release, '--no-start')

  isReported(t, run, /^problem: \S+\/state\.json cannot be read \(EISDIR\): move it away/m)
})

test('an installation after an interrupted one is refused when the journal is not JSON', async (t) => {
  const { machine, release, home } = await installed(t)
  await writeFile(join(home, 'journal.jsonl'), '{"step":\nmore\n')

  const run = await machine.install(release, '--no-start')

  isReported(t, run, /^problem: \S+\/journal\.jsonl is not JSON: run uninstall/m)
})

test('a removal continues without a journal that is not JSON, and keeps it aside', async (t) => {
  const { machine, release, before, home } = await installed(t)
  await writeFile(join(home, 'journal.jsonl'), 'torn\n')

  const removal = await machine.uninstall(release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  t.regex(removal.output, /^warn record: \S+\/journal\.jsonl is not JSON/m)
  const aside = 'opt/postern.journal.jsonl.unreadable'
  t.deepEqual(added(await listTree(machine.prefix), before), [aside])
})

test('a removal that only looks moves nothing aside', async (t) => {
  const { machine, release, home } = await installed(t)
  await writeFile(join(home, 'state.json'), 'torn')
  const tree = await listTree(machine.prefix)

  const removal = await machine.uninstall(release, '--dry-run')

  t.is(removal.code, 0, removal.output)
  t.regex(removal.output, /^warn record: /m)
  t.deepEqual(await listTree(machine.prefix), tree)
})

test('without record and manifest a removal says where to run it from', async (t) => {
  const { machine, release, home } = await installed(t)
  await writeFile(join(home, 'state.json'), 'torn')
  await writeFile(join(release, 'plugin.manifest.json'), '{"name":')

  const removal = await machine.uninstall(release)

  isReported(t, removal, /^problem: \S+\/plugin\.manifest\.json .*: run scripts\/uninstall of/m)
})

test('a configuration that is named and not there is refused', async (t) => {
  const machine = await startMachine(t, shared)

  const run = await machine.install(await smallRelease(t), '--config', '/nowhere/postern.json')

  isReported(t, run, /^NO {3}configuration: \/nowhere\/postern\.json cannot be read \(ENOENT\)/m)
})

test('an accounts file that is not JSON is refused before any change', async (t) => {
  const machine = await startMachine(t, shared, {
    ...realRootSettings,
    listen: { unix: '/run/postern/postern.sock', everyUser: true },
    panel: { adapter: 'shim' },
  })
  const root = await createThrowAwayRoot(t)
  await root.write('/etc/postern/shim/accounts.json', '{"accounts":')
  const before = await root.changes()

  const failure = await t.throwsAsync(
    root.run(join(machine.release, 'scripts/install'), '--config', machine.configFile),
  )

  t.like(failure, { code: 3 })
  const said = String(Reflect.get(failure, 'stdout'))
  t.regex(said, /^NO {3}accounts: \/etc\/postern\/shim\/accounts\.json is not JSON: move it away/m)
  t.deepEqual(await root.changes(), before)
})

/** Files that were not there before. */
function added(after: readonly string[], before: readonly string[]): readonly string[] {
  const names = (tree: readonly string[]) => tree.map((line) => line.split(' ')[0] ?? '')
  const known = new Set(names(before))
  return names(after).filter((name) => !known.has(name) && !name.endsWith('/'))
}
