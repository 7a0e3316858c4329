import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { listTree } from '../../../support/install/file-tree.ts'
import { startMachine, type TestMachine, shareServers } from '../../../support/install/machine.ts'
import { startLauncher } from '../../../support/install/run-launcher.ts'

const shared = shareServers(test)

test('an installation that is told to end rolls back what it began', async (t) => {
  const machine = await startMachine(t, shared)
  const before = await listTree(machine.prefix)

  const code = await signalMidway(t, machine, 'SIGTERM')

  t.is(code, 4)
  t.deepEqual(await listTree(machine.prefix), before)
})

test('an installation that was killed is rolled back by the next one', async (t) => {
  const machine = await startMachine(t, shared)
  await signalMidway(t, machine, 'SIGKILL')

  const again = await machine.install(shared.release, '--config', machine.configFile)

  t.is(again.code, 0, again.output)
  t.is((await fetch(`${machine.adminUrl}/readyz`)).status, 200)
})

test('an installation that was killed can be removed without a trace', async (t) => {
  const machine = await startMachine(t, shared)
  const before = await listTree(machine.prefix)
  await signalMidway(t, machine, 'SIGKILL')

  const removal = await machine.uninstall(shared.release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  t.deepEqual(await listTree(machine.prefix), before)
})

test('two installations at one time: the second is refused', async (t) => {
  const machine = await startMachine(t, shared)
  const args = ['--prefix', machine.prefix, '--config', machine.configFile, '--no-start']
  const first = startLauncher(shared.release, 'install', args)
  const end = once(first, 'exit')
  await journalOf(machine)
  // Its launcher is the installer by now, and continues holding the lock.
  first.kill('SIGSTOP')
  t.teardown(() => first.kill('SIGCONT'))

  const second = await machine.install(shared.release)

  t.is(second.code, 3, second.output)
  t.regex(second.output, /another installation is at work/)
  first.kill('SIGCONT')
  await end
  t.is(first.exitCode, 0)
})

/** Signals an installation as soon as it has started to change something. Resolves to its exit code. */
async function signalMidway(
  t: ExecutionContext,
  machine: TestMachine,
  signal: NodeJS.Signals,
): Promise<number | null> {
  const args = ['--prefix', machine.prefix, '--config', machine.configFile]
  const child = startLauncher(shared.release, 'install', args)
  await journalOf(machine)
  t.is(child.exitCode, null, 'it is still at work')
  child.kill(signal)
  await once(child, 'exit')
  return child.exitCode
}

/** Resolves when the journal is there: from then on something may have changed. */
async function journalOf({ prefix }: TestMachine): Promise<void> {
  for (;;) {
    try {
      await access(join(prefix, 'opt/postern/journal.jsonl'))
      return
    } catch {
      // Not started yet.
      await wait(5)
    }
  }
}
