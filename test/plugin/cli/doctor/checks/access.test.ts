import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { checkAccess } from '../../../../../plugin/cli/doctor/checks/access.ts'
import { createKey } from '../../../../../store/seal/index.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

const nobody = 65_534

/** Secrets of another user than root, as an installation makes them, and a configuration which that user reads. */
async function installed(t: ExecutionContext) {
  const directory = await temporaryDirectory(t)
  await chmod(directory, 0o755)
  const credentialsDir = join(directory, 'secrets')
  await mkdir(credentialsDir, { mode: 0o700 })
  await chown(credentialsDir, nobody, nobody)
  const key = join(credentialsDir, `${await createKey(credentialsDir, Date.now)}.key`)
  const patient = patientIn(directory, { config: { credentialsDir } })
  await writeFile(patient.configFile, '{}', { mode: 0o640 })
  await chown(patient.configFile, 0, nobody)
  await writeFile(patient.config.errorLog, '')
  await chown(patient.config.errorLog, nobody, nobody)
  return { patient, key }
}

test.serial('files that the user of the service can read are fine', async (t) => {
  const { patient } = await installed(t)

  t.is((await findingOf(checkAccess, patient, 'service.access')).severity, 'fine')
})

test.serial('a key of root is an error, and says whom to give it to', async (t) => {
  const { patient, key } = await installed(t)
  await chown(key, 0, 0)

  const finding = await findingOf(checkAccess, patient, 'service.no-access')

  t.is(finding.severity, 'error')
  t.true(finding.seen.includes(key))
  t.is(finding.advice, `chown ${nobody}:${nobody} ${key} && chmod 0600 ${key}`)
})

test.serial('a configuration that is root’s alone is an error', async (t) => {
  const { patient } = await installed(t)
  await chmod(patient.configFile, 0o600)

  const finding = await findingOf(checkAccess, patient, 'service.no-access')

  t.true(finding.seen.includes(patient.configFile))
})

test.serial('where no process of that user can be started nothing is claimed', async (t) => {
  const { patient } = await installed(t)
  const { execPath } = process
  t.teardown(() => void (process.execPath = execPath))
  process.execPath = '/nowhere/node'

  t.is((await findingOf(checkAccess, patient, 'service.unknown')).severity, 'note')
})
