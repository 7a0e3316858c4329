import { execFile } from 'node:child_process'
import { lstat, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import fc from 'fast-check'
import type { Layout } from '../../../../scripts/install/machine/layout.ts'
import { unlessMissing } from '../../../../plugin/config/system-error.ts'
import { ownRoots } from '../../../../scripts/install/own/installation-names.ts'
import { readInstalledState } from '../../../../scripts/install/record/installed-state.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { listTree } from '../../../support/install/file-tree.ts'
import { newerRelease } from '../../../support/install/packaged-release.ts'
import { fillPanelFolders } from '../../../support/install/panel-folders.ts'
import { fillVictim, plant, plantKinds, portrait } from '../../../support/install/planted-things.ts'
import {
  fillAsService,
  installBelow,
  makeRemovalSite,
  removeSite,
} from '../../../support/install/removal-site.ts'
import { smallRelease } from '../../../support/install/small-release.ts'
import { isLong } from '../../../support/process/long-tests.ts'
import {
  makeDirectory,
  removeDirectory,
  temporaryDirectory,
} from '../../../support/process/temporary-directory.ts'

const run = promisify(execFile)

const started: { readonly dovecot: Dovecot; readonly release: string; readonly newer: string }[] =
  []
const ends: (() => unknown)[] = []
test.before(async () => {
  const lasting = { teardown: (end: () => unknown) => void ends.push(end) }
  const dovecot = await startDovecot({ users: 1 })
  ends.push(() => dovecot.stop())
  const release = await smallRelease(lasting)
  started.push({ dovecot, release, newer: await newerRelease(lasting, release) })
})
test.after.always(async () => {
  for (const end of ends.reverse()) await end()
})

/** What such a prefix has without Postern. */
const panelFolders = (async () => {
  const folder = await makeDirectory('panel')
  await fillPanelFolders(folder)
  const paths = (await pathsIn(folder)).map((path) => relative(folder, path))
  await removeDirectory(folder)
  return paths
})()

function servers() {
  const [first] = started
  if (first === undefined) throw new Error('not started')
  return first
}

const scenario = fc.record({
  data: fc.constantFrom('keep', 'archive', 'purge'),
  state: fc.constantFrom('recorded', 'damaged', 'no record', 'half gone'),
  isUpgraded: fc.boolean(),
  /** Someone has put a command of their own in the place of Postern's. */
  isWrapped: fc.boolean(),
  /** Which kind of thing is planted in which directory, and under which name. */
  seeds: fc.array(fc.nat(1_000), { minLength: 16, maxLength: 16 }),
})

type Scenario = typeof scenario extends fc.Arbitrary<infer One> ? One : never

/** Installs, has the service's files there, plants, and removes. Throws what is not as it should be. */
async function isRemovedAlone(how: Scenario): Promise<void> {
  const lasting: (() => unknown)[] = []
  const directory = await temporaryDirectory({ teardown: (end) => void lasting.push(end) })
  try {
    await removeBesidePlanted(directory, how)
  } finally {
    for (const end of lasting.reverse()) await end()
  }
}

async function removeBesidePlanted(directory: string, how: Scenario): Promise<void> {
  const { dovecot, release, newer } = servers()
  const [prefix, victim] = [join(directory, 'root'), join(directory, 'victim')]
  const before = (await panelFolders).map((path) => join(prefix, path))
  const releases = how.isUpgraded ? [release, newer] : [release]
  const layout = await makeRemovalSite(directory, { dovecot, releases })
  await fillAsService(layout)
  await fillVictim(victim)
  const ours = (await pathsIn(prefix)).filter((path) => !before.includes(path))
  const command = how.isWrapped ? [await replaceCommand(layout, how)] : []
  const planted = [...(await plantEverywhere(layout, victim, how)), ...command]
  await damage(
    layout,
    how,
    ours.filter((path) => !command.includes(path)),
  )
  const portraits = await Promise.all([victim, ...planted].map(portrait))
  const full = await listTree(prefix)

  const archive = join(directory, 'archive.tar.gz')
  const args = { keep: [], archive: ['--archive', archive], purge: ['--purge', '--yes'] }[how.data]
  const report = await removeSite(layout, how.isUpgraded ? newer : release, ...args)

  check(report.outcome === 'done', `${report.outcome}: ${report.problems.join('\n')}`)
  const after = await Promise.all([victim, ...planted].map(portrait))
  check(JSON.stringify(after) === JSON.stringify(portraits), 'a planted thing changed')
  const remaining = how.data === 'keep' ? layout.dataDir : undefined
  for (const path of planted) {
    const isNamed = report.left.some((line) => line === `${path}, not made by Postern`)
    const isExpected =
      path === commandOf(layout) ||
      ownRoots(layout).some((root) => root !== remaining && isBelow(root, path))
    check(isNamed === isExpected, `${path} is ${isExpected ? 'not ' : ''}named`)
  }
  for (const path of await pathsIn(prefix)) {
    if (before.includes(path) || planted.some((one) => isBelow(one, path))) continue
    if (remaining !== undefined && isBelow(remaining, path)) continue
    const holdsPlanted = planted.some((one) => isBelow(path, one))
    const isAside = path === layout.unreadable(layout.stateFile)
    // Which folders of the system were made for it is in the record alone.
    const isShared =
      how.state !== 'recorded' && !ownRoots(layout).some((root) => isBelow(root, path))
    check(
      holdsPlanted || isAside || isShared || remaining?.startsWith(path) === true,
      `${path} is left`,
    )
  }
  if (how.data === 'archive') await checkArchive(archive, directory, { layout, full })
}

/** Everything that went but the releases is in it as it was. */
async function checkArchive(
  archive: string,
  directory: string,
  { layout, full }: { readonly layout: Layout; readonly full: readonly string[] },
): Promise<void> {
  const unpacked = join(directory, 'unpacked')
  await mkdir(unpacked)
  await run('tar', ['--extract', '--file', archive, '--directory', unpacked])
  const saved = new Set(await listTree(unpacked))
  const present = new Set((await listTree(layout.prefix)).map((line) => line.split(' ')[0]))
  for (const line of full) {
    const name = line.split(' ')[0] ?? ''
    if (present.has(name) || name.endsWith('/') || name.startsWith('opt/postern/releases/'))
      continue
    check(saved.has(line), `${line} is not in the archive`)
  }
}

/** In every directory of Postern's, and in each that something was written to. */
async function plantEverywhere(
  layout: Layout,
  victim: string,
  { seeds }: Scenario,
): Promise<readonly string[]> {
  const state = await readInstalledState(layout.stateFile)
  const recorded = (state?.undos ?? []).flatMap((undo) =>
    'path' in undo ? [dirname(undo.path)] : [],
  )
  const inRoots = (await pathsIn(layout.prefix)).filter((path) =>
    ownRoots(layout).some((root) => isBelow(root, path)),
  )
  const candidates = [...new Set([...recorded, ...inRoots])].filter((path) =>
    isBelow(layout.prefix, path),
  )
  const planted: string[] = []
  for (const [index, directory] of candidates.entries()) {
    if (!(await isDirectory(directory))) continue
    const seed = (seeds[index % seeds.length] ?? 0) + index
    const kind = plantKinds[seed % plantKinds.length] ?? 'file'
    planted.push(await plant(directory, { kind, seed, victim }))
  }
  return planted
}

function commandOf(layout: Layout): string {
  return layout.at('/usr/local/bin/postern')
}

/** A wrapper that an administrator wrote, or a link of theirs to one. */
async function replaceCommand(layout: Layout, { seeds: [seed = 0] }: Scenario): Promise<string> {
  const path = commandOf(layout)
  await rm(path)
  if (seed % 2 === 0) await symlink('/usr/local/sbin/postern-of-somebody', path)
  else await writeFile(path, '#!/bin/sh\nexec /opt/postern/current/scripts/postern "$@"\n')
  return path
}

async function damage(layout: Layout, { state, seeds }: Scenario, ours: readonly string[]) {
  if (state === 'damaged') await writeFile(layout.stateFile, '{"version":')
  if (state === 'no record') await rm(layout.stateFile)
  if (state !== 'half gone') return
  let index = 0
  for (const path of ours) {
    index += 1
    const isChosen = ((seeds[index % seeds.length] ?? 0) + index) % 2 === 0
    // That the record is deleted as well is a state of its own.
    if (isChosen && path !== layout.stateFile && !(await isDirectory(path))) await rm(path)
  }
}

function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}

async function isDirectory(path: string): Promise<boolean> {
  return (await unlessMissing(lstat(path)))?.isDirectory() === true
}

async function pathsIn(prefix: string): Promise<readonly string[]> {
  const entries = await readdir(prefix, { withFileTypes: true, recursive: true })
  return entries.map(({ parentPath, name }) => join(parentPath, name))
}

function check(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}

test('a removal of any kind takes what is of Postern, and leaves what anyone planted in any directory', async (t) => {
  t.timeout(600_000)
  const property = fc.asyncProperty(scenario, isRemovedAlone)

  await t.notThrowsAsync(async () =>
    fc.assert(property, { numRuns: isLong ? 200 : 24, includeErrorInReport: true }),
  )
})

test('a release that an upgrade removes leaves what others put into it', async (t) => {
  const { dovecot, release, newer } = servers()
  const directory = await temporaryDirectory(t)
  const newest = await newerRelease(t, release, async () => undefined, '0.1.2')
  const layout = await makeRemovalSite(directory, { dovecot, releases: [release] })
  const planted = [join(layout.releases, '0.1.0/dist/notes.txt'), join(layout.releases, 'backup/a')]
  await mkdir(join(layout.releases, 'backup'))
  for (const path of planted) await writeFile(path, 'of somebody')

  await installBelow(directory, [newer, newest])

  const left = (await pathsIn(layout.releases)).filter((path) => !/\/0\.1\.[12]/.test(path)).sort()
  const folders = ['0.1.0', '0.1.0/dist', 'backup'].map((name) => join(layout.releases, name))
  t.deepEqual(left, [...folders, ...planted].sort())
})

test('a link in the place of the kept configuration is not followed, and nothing is removed', async (t) => {
  const { dovecot, release } = servers()
  const directory = await temporaryDirectory(t)
  const layout = await makeRemovalSite(directory, { dovecot, releases: [release] })
  const victim = join(directory, 'victim')
  await fillVictim(victim)
  await symlink(victim, layout.stateDir)
  const before = await listTree(directory)

  const report = await removeSite(layout, release)

  t.is(report.outcome, 'incomplete')
  t.regex(report.problems.join('\n'), /kept is not a directory: move it away: nothing was removed/)
  t.deepEqual(await listTree(directory), before)
})
