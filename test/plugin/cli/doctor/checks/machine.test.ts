import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { checkMachine, checkOpenFiles } from '../../../../../plugin/cli/doctor/checks/machine.ts'
import { freePort } from '../../../../support/process/free-port.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'
import type { Patient } from '../../../../../plugin/cli/doctor/patient.ts'

const run = promisify(execFile)

async function onDiskOf(t: ExecutionContext, megabytes: number) {
  const directory = await temporaryDirectory(t)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory])
  t.teardown(async () => {
    await run('umount', [directory])
  })
  return patientIn(directory)
}

test('a disk with room is fine', async (t) => {
  const patient = await onDiskOf(t, 2_000)

  t.is((await findingOf(checkMachine, patient, 'disk.space')).severity, 'fine')
})

test('a disk with less than a GiB of room is a warning', async (t) => {
  const patient = await onDiskOf(t, 500)

  t.is((await findingOf(checkMachine, patient, 'disk.low')).severity, 'warning')
})

test('a disk that is nearly full is an error', async (t) => {
  const patient = await onDiskOf(t, 50)

  t.is((await findingOf(checkMachine, patient, 'disk.full')).severity, 'error')
})

test('a small thread pool is a warning', async (t) => {
  const patient = patientIn(await temporaryDirectory(t))

  t.regex((await findingOf(checkMachine, patient, 'threads.few')).seen, /4 threads/)
})

test('a thread pool of 16 is fine', async (t) => {
  const environment = { UV_THREADPOOL_SIZE: '16' }
  const patient = patientIn(await temporaryDirectory(t), { environment })

  t.is((await findingOf(checkMachine, patient, 'threads.pool')).severity, 'fine')
})

test('a limit of open files below the configured connections is a warning', async (t) => {
  await run('prlimit', ['--pid', String(process.pid), '--nofile=4096:'])
  const patient = patientIn(await temporaryDirectory(t))

  t.regex((await findingOf(checkMachine, patient, 'files.few')).seen, /^4096 files .* 28000$/)
})

test('a limit of open files above the configured connections is fine', async (t) => {
  const patient = patientIn(await temporaryDirectory(t), { config: { imap: { connections: 1 } } })
  const check = (looked: Patient) => checkOpenFiles(looked, 10)

  t.is((await findingOf(check, patient, 'files.limit')).severity, 'fine')
})

test('limits of a process that cannot be looked at are a note', async (t) => {
  const address = `http://127.0.0.1:${await freePort()}`
  const endpoint = { address, token: 'x'.repeat(32), pid: 2 ** 30 }
  const patient = patientIn(await temporaryDirectory(t), { endpoint })

  t.is((await findingOf(checkMachine, patient, 'files.unknown')).severity, 'note')
})
