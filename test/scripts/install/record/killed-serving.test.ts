import { readlink, readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import { runStruck, type Strike } from '../../../support/install/killed-site.ts'
import {
  startMachine,
  unhurried,
  shareServers,
  type TestMachine,
} from '../../../support/install/machine.ts'
import { brokenRelease, newerRelease } from '../../../support/install/packaged-release.ts'
import { isLong } from '../../../support/process/long-tests.ts'

const shared = shareServers(test)

/** Before an entry of the journal is written, after it, and before every other change that takes effect at once. */
const anyChange = 'handle.appendFile,handle.sync,rename,symlink,rm,unlink,rmdir'

/** While it waits for Postern to start or to end, where nothing changes for a while: one poll and the next. */
const polls = { among: 'readFile', path: 'run/postern/supervisor.json' }
/** As many as the shortest wait has, and fewer and fewer of a longer one. */
const pollNumbers = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]

/** What is killed: how the machine is before, the program, and strikes that stand for all. */
interface Operation {
  readonly name: string
  readonly isInstalledBefore: boolean
  readonly args: (machine: TestMachine, t: ExecutionContext) => Promise<readonly string[]>
  readonly few: readonly (Omit<Strike, 'among'> & {
    /** What the repair must tell. */
    readonly accepts?: RegExp
  })[]
}

const operations: readonly Operation[] = [
  {
    name: 'an installation',
    isInstalledBefore: false,
    args: async ({ configFile, release }) => installer(release, 'install', '--config', configFile),
    few: [
      { before: 1, path: 'opt/postern/current' },
      { before: 1, path: 'opt/postern/state.json' },
    ],
  },
  {
    name: 'an upgrade',
    isInstalledBefore: true,
    args: async ({ release }, t) => installer(await newerRelease(t, release), 'install'),
    few: [
      { before: 1, path: 'opt/postern/current' },
      // The new release serves, and nothing is remembered of it yet; or all of it.
      {
        before: 1,
        path: 'opt/postern/state.json',
        accepts: /^taken back .*interrupted[^]*^restarted .* the former release serves again$/m,
      },
      { before: 1, path: 'opt/postern/journal.jsonl' },
    ],
  },
  {
    name: 'an upgrade that is rolled back',
    isInstalledBefore: true,
    args: async ({ release }, t) => installer(await brokenRelease(t, release), 'install'),
    few: [
      { before: 2, path: 'opt/postern/current' },
      { before: 2, path: 'opt/postern/journal.jsonl' },
    ],
  },
  {
    name: 'a removal',
    isInstalledBefore: true,
    args: async ({ release }) => installer(release, 'uninstall'),
    few: [
      // In a directory that is held open.
      { before: 1, path: '/current' },
      { before: 1, path: '/releases' },
    ],
  },
]

for (const { name, isInstalledBefore, args, few } of operations) {
  test(`${name} that is killed at any step is repaired, and one whole release serves`, async (t) => {
    t.timeout(isLong ? 7_200_000 : 600_000)
    const machine = await startMachine(t, shared)
    const { release } = machine
    const program = [...(await args(machine, t)), '--prefix', machine.prefix]
    const killed = async (strike: Strike, accepts = /./): Promise<boolean> => {
      await beforehand(machine, release, isInstalledBefore)
      const { isKilled } = await runStruck(program, strike)
      const said = `${name} killed before ${strike.before} of ${strike.path ?? 'all changes'}`
      if (isKilled) t.regex(await repair(t, machine, release), accepts, said)
      if (isKilled) await isServedWhole(t, machine, said)
      return isKilled
    }

    if (!isLong) {
      for (const { accepts, ...strike } of few) {
        t.true(await killed({ among: anyChange, ...strike }, accepts), strike.path)
      }
      return
    }
    let before = 1
    while (await killed({ among: anyChange, before })) before += 1
    t.true(before > 8, `${before}`)
    const polled = []
    for (const poll of pollNumbers) polled.push(await killed({ ...polls, before: poll }))
    t.true(polled[0], 'it waits for Postern')
    t.log(`${before - 1} changes, ${polled.filter(Boolean).length} polls`)
  })
}

function installer(release: string, ...args: readonly string[]): readonly string[] {
  const health = args[0] === 'install' ? unhurried : []
  return [join(release, 'dist/installer.js'), ...args, ...health]
}

/** The release of the tests installed and serving, or nothing at all. */
async function beforehand(
  machine: TestMachine,
  release: string,
  isInstalled: boolean,
): Promise<void> {
  const { code, output } = isInstalled
    ? await machine.install(release, '--config', machine.configFile)
    : await machine.uninstall(release, '--purge', '--yes')
  if (code !== 0) throw new Error(output)
}

/** As an administrator does it: what is there is put right, and only where it is refused it is installed. */
async function repair(t: ExecutionContext, machine: TestMachine, release: string): Promise<string> {
  const current = join(machine.prefix, 'opt/postern/current')
  const installed = await realpath(current).catch(() => release)
  const isUsable =
    (await readFile(join(installed, 'dist/installer.js')).catch(() => undefined)) !== undefined
  const first = await machine.install(isUsable ? installed : release, '--repair')
  if (first.code === 0) return first.output
  t.is(first.code, 3, first.output)
  const again = await machine.install(release, '--config', machine.configFile)
  t.is(again.code, 0, again.output)
  return again.output
}

/** It answers, is the current release, its files are there, and nothing is left of another attempt. */
async function isServedWhole(
  t: ExecutionContext,
  machine: TestMachine,
  said: string,
): Promise<void> {
  const home = join(machine.prefix, 'opt/postern')
  const current = (await readlink(join(home, 'current'))).replace('releases/', '')
  const health = await fetch(`${machine.adminUrl}/healthz`)
  t.is((await fetch(`${machine.adminUrl}/readyz`)).status, 200, said)
  const { version } = z.object({ version: z.string() }).parse(await health.json())
  t.is(version, current, said)

  const { gateway } = z
    .object({ gateway: z.int() })
    .parse(JSON.parse(await readFile(join(machine.prefix, 'run/postern/supervisor.json'), 'utf8')))
  const [, program = ''] = (await readFile(`/proc/${gateway}/cmdline`, 'utf8')).split('\0')
  t.is(await realpath(program), join(home, 'releases', current, 'dist/main.js'), said)
  t.true((await readdir(join(home, 'releases'))).includes(current), said)
  t.false((await readdir(home)).includes('journal.jsonl'), said)
  t.is((await (await machine.panelUser()).get('?')).status, 200, said)
}
