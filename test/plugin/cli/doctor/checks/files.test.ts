import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { checkFiles } from '../../../../../plugin/cli/doctor/checks/files.ts'
import { loadKeys } from '../../../../../store/seal/keys.ts'
import { runMain } from '../../../../support/postern/run-main.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

const run = promisify(execFile)

/** A data directory as a first start leaves it. */
async function started(t: ExecutionContext) {
  const directory = await temporaryDirectory(t)
  const data = join(directory, 'data')
  await mkdir(data, { mode: 0o700 })
  const { newest } = await loadKeys(join(data, 'keys'), { create: true, now: Date.now })
  const key = join(data, 'keys', `${newest.kid}.key`)
  return { directory, data, key, patient: patientIn(directory) }
}

/** Root may write everywhere but on a file system that is mounted read-only. */
async function readOnlyDirectory(t: ExecutionContext): Promise<string> {
  const directory = await temporaryDirectory(t)
  await run('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', directory])
  t.teardown(async () => {
    await run('umount', [directory])
  })
  return directory
}

test('a private data directory is fine', async (t) => {
  const { patient } = await started(t)

  t.is((await findingOf(checkFiles, patient, 'data-dir.private')).severity, 'fine')
})

test('files that were found damaged are told of as long as they are kept', async (t) => {
  const { data, patient } = await started(t)
  await writeFile(join(data, 'spool.db.corrupt-1700000000000'), '', { mode: 0o600 })

  const finding = await findingOf(checkFiles, patient, 'data-dir.damaged-files')

  t.is(finding.severity, 'warning')
  t.true(finding.seen.endsWith('/spool.db.corrupt-1700000000000'))
})

test('a copy of the spool that others can read is a warning', async (t) => {
  const { data, patient } = await started(t)
  await writeFile(join(data, 'spool-copy.db'), '')
  await chmod(join(data, 'spool-copy.db'), 0o644)

  t.regex(
    (await findingOf(checkFiles, patient, 'data-dir.mode')).seen,
    /spool-copy\.db has mode 644/,
  )
})

test('a data directory that is not there yet is a note', async (t) => {
  const patient = patientIn(await temporaryDirectory(t))

  t.is((await findingOf(checkFiles, patient, 'data-dir.missing')).severity, 'note')
  t.is((await findingOf(checkFiles, patient, 'keys.missing')).severity, 'note')
})

test('a data directory others can look into is a warning', async (t) => {
  const { data, patient } = await started(t)
  await chmod(data, 0o755)

  const finding = await findingOf(checkFiles, patient, 'data-dir.mode')

  t.is(finding.advice, `chmod go-rwx ${data}`)
})

test('a database, its journals and its damaged copies that others can read are a warning', async (t) => {
  const { directory, patient } = await started(t)
  for (const name of [
    'postern.db',
    'postern.db-wal',
    'postern.db.corrupt-17',
    'postern.database',
  ]) {
    await writeFile(join(directory, name), '')
    await chmod(join(directory, name), 0o644)
  }

  const findings = await checkFiles(patient)

  t.deepEqual(
    findings.filter(({ id }) => id === 'database.mode').map(({ advice }) => advice),
    ['postern.db', 'postern.db-wal', 'postern.db.corrupt-17'].map(
      (name) => `chmod go-rwx ${join(directory, name)}, unless another program has to use it`,
    ),
  )
})

test('a data directory that cannot be written is an error', async (t) => {
  const directory = await readOnlyDirectory(t)
  const patient = patientIn(directory, { config: { dataDir: directory } })

  t.is((await findingOf(checkFiles, patient, 'data-dir.unwritable')).severity, 'error')
})

for (const mode of [0o700, 0o755]) {
  test(`a data directory of another user, mode ${mode.toString(8)}, is an error to the service user`, async (t) => {
    const directory = await temporaryDirectory(t)
    const dataDir = join(directory, 'data')
    await mkdir(dataDir, { mode })
    const nowhere = { host: '127.0.0.1', port: 1 }
    const config = {
      ...{ dataDir, private: null, imap: nowhere, smtp: nowhere },
      errorLog: join(dataDir, 'error.log'),
      database: { url: `sqlite:${join(dataDir, 'postern.db')}` },
    }
    await writeFile(join(directory, 'postern.json'), JSON.stringify(config))

    const nobody = { uid: 65_534, gid: 65_534 }
    const args = ['doctor', '--config', 'postern.json']
    const { code, output } = await runMain(directory, args, nobody)

    t.is(code, 2, output)
    t.regex(output, /^ERROR .*\/data cannot be written \(data-dir\.unwritable\)$/m)
    t.regex(output, /\(error-log\.unwritable\)$/m)
  })
}

test('a data directory or spool that is not of the user the keys are of is an error to root', async (t) => {
  const { data, key, patient } = await started(t)
  await writeFile(join(data, 'spool.db'), '')
  await chown(key, 65_534, 65_534)

  const found = await checkFiles(patient)

  const owners = found.filter(({ id }) => id === 'data-dir.owner')
  t.deepEqual(
    owners.map(({ severity, advice }) => [severity, advice]),
    [
      ['error', `chown -R 65534:65534 ${data}`],
      ['error', `chown -R 65534:65534 ${data}`],
    ],
  )
})

test('a fresh key is fine', async (t) => {
  const { patient } = await started(t)

  t.is((await findingOf(checkFiles, patient, 'keys.fresh')).severity, 'fine')
})

test('a key others can read is an error', async (t) => {
  const { key, patient } = await started(t)
  await chmod(key, 0o640)

  const finding = await findingOf(checkFiles, patient, 'keys.mode')

  t.is(finding.severity, 'error')
})

test('a key older than 90 days is a warning', async (t) => {
  const { key, patient } = await started(t)
  const longAgo = new Date(Date.now() - 91 * 86_400_000)
  await utimes(key, longAgo, longAgo)

  t.is((await findingOf(checkFiles, patient, 'keys.old')).severity, 'warning')
})

test('keys that cannot be read are an error', async (t) => {
  const directory = await temporaryDirectory(t)
  const notADirectory = join(directory, 'keys')
  await writeFile(notADirectory, '')
  const patient = patientIn(directory, { config: { credentialsDir: notADirectory } })

  t.is((await findingOf(checkFiles, patient, 'keys.unreadable')).severity, 'error')
})

test('an error log that can be written is fine', async (t) => {
  const { patient } = await started(t)

  t.is((await findingOf(checkFiles, patient, 'error-log.writable')).severity, 'fine')
})

test('an error log whose directory is not there yet is a note', async (t) => {
  const directory = await temporaryDirectory(t)
  const patient = patientIn(directory, {
    config: { errorLog: join(directory, 'log', 'error.log') },
  })

  t.is((await findingOf(checkFiles, patient, 'error-log.missing')).severity, 'note')
})

test('an error log that cannot be written is an error', async (t) => {
  const directory = await readOnlyDirectory(t)
  const patient = patientIn(directory, { config: { errorLog: join(directory, 'error.log') } })

  t.is((await findingOf(checkFiles, patient, 'error-log.unwritable')).severity, 'error')
})
