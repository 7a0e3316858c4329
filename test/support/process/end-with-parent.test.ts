import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { processEnded } from './server-process.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** Runs a program that starts something, ends it with a signal, and resolves to the first line it said. */
async function killed(
  t: ExecutionContext,
  program: string,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<string> {
  const child = spawn(process.execPath, ['--import=tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const said: readonly unknown[] = await once(child.stdout.setEncoding('utf8'), 'data')
  child.kill(signal)
  await once(child, 'exit')
  return String(said[0]).trim()
}

const source = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)

test('a server ends with its children when the test process is killed', async (t) => {
  const started = await killed(
    t,
    `import { startServerProcess } from ${source('server-process.ts')}
     const args = ['-c', 'sleep 600 & echo $!; wait']
     const ready = async (output) => { await output.waitFor(/\\d+\\n/) }
     const server = await startServerProcess({ command: 'sh', args, ready })
     console.log(server.pid, server.output.text().trim())`,
  )

  const pids = started.split(' ').map(Number)
  t.is(pids.length, 2, started)
  for (const pid of pids) await processEnded(pid)
})

test('a test file that computes for ever ends with its servers when ava asks it to', async (t) => {
  const pid = await killed(
    t,
    `import { writeSync } from 'node:fs'
     import { startServerProcess } from ${source('server-process.ts')}
     const args = ['-c', 'echo up; exec sleep 600']
     const ready = async (output) => { await output.waitFor(/up/) }
     const server = await startServerProcess({ command: 'sh', args, ready })
     writeSync(1, server.pid + '\\n')
     for (;;);`,
    'SIGTERM',
  )

  await processEnded(Number(pid))
  t.pass()
})

test('a supervisor, which belongs to no group of the tests, is asked to end as well', async (t) => {
  const state = join(await temporaryDirectory(t), 'supervisor.json')
  const supervisor = spawn('sh', ['-c', 'read word', 'supervisor'], { detached: true })
  t.teardown(() => supervisor.kill('SIGKILL'))
  const end = once(supervisor, 'exit')
  await writeFile(state, JSON.stringify({ supervisor: supervisor.pid, gateway: null }))

  await killed(
    t,
    `import { endSupervisorWithParent } from ${source('end-with-parent.ts')}
     endSupervisorWithParent(${JSON.stringify(state)})
     console.log('watched')
     setInterval(() => undefined, 1_000)`,
  )

  const ended: readonly unknown[] = await end
  t.deepEqual(ended, [null, 'SIGTERM'])
})

test('what has ended is not ended again, and a number used by another stays', async (t) => {
  const other = spawn('sleep', ['600'], { detached: true })
  t.teardown(() => other.kill('SIGKILL'))
  const last = spawn('sleep', ['600'], { detached: true })
  t.teardown(() => last.kill('SIGKILL'))
  const lastEnd = once(last, 'exit')

  await killed(
    t,
    `import { endGroupWithParent, groupHasEnded } from ${source('end-with-parent.ts')}
     endGroupWithParent(${other.pid ?? 0})
     endGroupWithParent(${last.pid ?? 0})
     groupHasEnded(${other.pid ?? 0})
     console.log('watched')
     setInterval(() => undefined, 1_000)`,
  )

  // The last of its list is missing, so it has gone through all of it.
  await lastEnd
  t.regex(await readFile(`/proc/${other.pid ?? 0}/cmdline`, 'utf8'), /^sleep/)
})
