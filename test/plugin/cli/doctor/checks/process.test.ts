import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import test from 'ava'
import type { ExecutionContext } from 'ava'
import { checkProcess } from '../../../../../plugin/cli/doctor/checks/process.ts'
import { readAdminEndpoint } from '../../../../../plugin/admin/endpoint-file.ts'
import { readVersion } from '../../../../../plugin/version.ts'
import { eventually } from '../../../../support/database/rows.ts'
import { freePort } from '../../../../support/process/free-port.ts'
import { portOf } from '../../../../support/http/port-of.ts'
import { startPostern } from '../../../../support/postern/postern.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

test('a running process is found and asked', async (t) => {
  const postern = await startPostern({ t })
  const endpoint = await readAdminEndpoint(postern.directory)
  const patient = patientIn(await temporaryDirectory(t), { endpoint })

  const finding = await findingOf(checkProcess, patient, 'process.answers')

  t.is(finding.seen, `version ${await readVersion()} runs as process ${postern.pid}`)
})

test('a process that was stopped leaves no endpoint file behind', async (t) => {
  const postern = await startPostern({ t })
  process.kill(postern.pid, 'SIGTERM')
  const endpoint = await eventually(
    () => readAdminEndpoint(postern.directory),
    (found) => found === undefined,
  )
  const patient = patientIn(await temporaryDirectory(t), { endpoint })

  t.is((await findingOf(checkProcess, patient, 'process.none')).severity, 'note')
})

test('without an admin listener a running process cannot be asked', async (t) => {
  const patient = patientIn(await temporaryDirectory(t), { config: { private: null } })

  t.is((await findingOf(checkProcess, patient, 'process.unknown')).severity, 'note')
})

test('a process that does not answer is an error', async (t) => {
  const address = `http://127.0.0.1:${await freePort()}`
  const endpoint = { address, token: 'x'.repeat(32), pid: process.pid }
  const patient = patientIn(await temporaryDirectory(t), { endpoint })

  t.is((await findingOf(checkProcess, patient, 'process.silent')).severity, 'error')
})

test('rows that wait for more than a minute are a warning', async (t) => {
  // A minute of a locked database, told by a listener of our own contract.
  const store = { cache: 'up', backlog: 7, backlogMs: 61_000, databaseError: '5' }

  const finding = await findingOf(checkProcess, await patientReporting(t, store), 'spool.late')

  t.regex(finding.seen, /^7 rows .* 61 s$/)
})

test('a database that the service cannot write is an error, whatever this user can do', async (t) => {
  const store = { cache: 'up', backlog: 0, backlogMs: 0, databaseError: '14' }

  const finding = await findingOf(
    checkProcess,
    await patientReporting(t, store),
    'database.unwritten',
  )

  t.is(finding.severity, 'error')
  t.regex(finding.seen, /cannot write the database \(code 14\)/)
})

test('a database that takes the writes of the service is fine', async (t) => {
  const store = { cache: 'up', backlog: 0, backlogMs: 0 }

  const finding = await findingOf(
    checkProcess,
    await patientReporting(t, store),
    'database.written',
  )

  t.is(finding.severity, 'fine')
})

test('rows the database refused permanently are a warning', async (t) => {
  const store = { cache: 'up', backlog: 0, backlogMs: 0, setAside: 3, setAsideCode: '1406' }

  const finding = await findingOf(checkProcess, await patientReporting(t, store), 'spool.set-aside')

  t.is(finding.severity, 'warning')
  t.regex(finding.seen, /refused 3 rows for good, the last with code 1406$/)
})

for (const [id, spool] of Object.entries({
  'spool.filling': { usedBytes: 60, maxBytes: 100 },
  'spool.full': { usedBytes: 100, maxBytes: 100 },
  'spool.unwritable': { usedBytes: 1, maxBytes: 100, writeError: '13' },
})) {
  test(`a spool with ${JSON.stringify(spool)} is told as ${id}`, async (t) => {
    const store = { cache: 'up', backlog: 0, backlogMs: 0, spool }

    const finding = await findingOf(checkProcess, await patientReporting(t, store), id)

    t.is(finding.severity, id === 'spool.filling' ? 'warning' : 'error')
  })
}

test('a database that lacked what was written to it is a warning for a week', async (t) => {
  const store = { cache: 'up', backlog: 0, backlogMs: 0, databaseLackedAt: Date.UTC(2026, 10, 21) }
  const patient = await patientReporting(t, store)
  const after = (days: number) => ({
    ...patient,
    now: () => Date.UTC(2026, 10, 21 + days),
  })

  const finding = await findingOf(checkProcess, after(6), 'database.replaced')

  t.is(finding.severity, 'warning')
  t.regex(finding.seen, /^at 2026-11-21 00:00 UTC the database lacked/)
  const later = await checkProcess(after(8))
  t.false(later.some(({ id }) => id === 'database.replaced'))
})

test('a spool without a copy is a warning', async (t) => {
  const spool = { usedBytes: 1, maxBytes: 100, hasCopy: false }
  const store = { cache: 'up', backlog: 0, backlogMs: 0, spool }

  const finding = await findingOf(checkProcess, await patientReporting(t, store), 'spool.no-copy')

  t.is(finding.severity, 'warning')
})

test('a process that leaves most hot requests to Roundcube is a warning', async (t) => {
  const accelerated = { requests: 1_000, own: 10, reasons: { no_session: 990 } }
  const patient = await patientReporting(t, idleStore, process.pid, { accelerated })

  const finding = await findingOf(checkProcess, patient, 'accelerator.low-share')

  t.is(finding.severity, 'warning')
  t.regex(finding.advice ?? '', /^99 % no_session, /)
})

/** A patient whose process says this of its store. */
const idleStore = { cache: 'up', backlog: 0, backlogMs: 0 }

test('another version than that of the command is a warning', async (t) => {
  const patient = await patientReporting(t, idleStore)

  const finding = await findingOf(checkProcess, patient, 'process.other-release')

  t.is(finding.severity, 'warning')
  t.regex(finding.seen, /^version 1\.0\.0 runs/)
  t.regex(finding.advice ?? '', /--repair$/)
})

test('a process whose files were deleted is an error', async (t) => {
  const release = await temporaryDirectory(t)
  const program = join(release, 'dist/main.js')
  await mkdir(join(release, 'dist'))
  await writeFile(program, 'console.log("runs"); setInterval(() => undefined, 1000)\n')
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'ignore'] })
  t.teardown(() => child.kill())
  await once(child.stdout, 'data')
  await rm(release, { recursive: true })

  const patient = await patientReporting(t, idleStore, child.pid)
  const finding = await findingOf(checkProcess, patient, 'process.files-gone')

  t.is(finding.severity, 'error')
  t.true(finding.seen.includes(program))
})

async function patientReporting(t: ExecutionContext, store: object, pid = process.pid, more = {}) {
  const reported = JSON.stringify({ version: '1.0.0', store, ...more })
  const server = createServer((_req, res) => res.end(reported))
  server.listen(0, '127.0.0.1')
  t.teardown(() => void server.close())
  const address = `http://127.0.0.1:${await portOf(server)}`
  const endpoint = { address, token: 'x'.repeat(32), pid }
  return patientIn(await temporaryDirectory(t), { endpoint })
}
