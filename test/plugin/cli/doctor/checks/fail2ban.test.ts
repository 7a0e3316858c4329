import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { createFail2banCheck } from '../../../../../plugin/cli/doctor/checks/fail2ban.ts'
import { layoutAt } from '../../../../../scripts/install/machine/layout.ts'
import { fail2banFilter, fail2banJail } from '../../../../../scripts/install/texts/host-files.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

/** fail2ban's own configuration with our jail alone, and the log that it reads. */
async function withJail(t: ExecutionContext) {
  const directory = await temporaryDirectory(t)
  const configuration = join(directory, 'fail2ban')
  const layout = layoutAt(directory)
  await cp('/etc/fail2ban', configuration, { recursive: true })
  await rm(join(configuration, 'jail.d'), { recursive: true })
  await mkdir(join(configuration, 'jail.d'))
  await mkdir(layout.logDir, { recursive: true })
  await writeFile(layout.errorLog, '')
  await writeFile(join(configuration, 'jail.d/postern.conf'), fail2banJail(layout))
  await writeFile(join(configuration, 'filter.d/postern.conf'), fail2banFilter())
  const fail2ban = { directory: configuration, program: 'fail2ban-client', isRoot: true }
  return {
    fail2ban,
    check: createFail2banCheck(fail2ban),
    errorLog: layout.errorLog,
    patient: patientIn(directory),
  }
}

test('a jail that fail2ban accepts is fine', async (t) => {
  const { check, patient } = await withJail(t)

  t.is((await findingOf(check, patient, 'fail2ban.accepts')).severity, 'fine')
})

test('a jail whose log is missing is an error, in the words of fail2ban', async (t) => {
  const { check, patient, errorLog } = await withJail(t)
  await rm(errorLog)

  const finding = await findingOf(check, patient, 'fail2ban.refuses')

  t.is(finding.severity, 'error')
  t.regex(finding.seen, /log file for postern jail/)
})

test('where there is no jail nothing is said of fail2ban', async (t) => {
  const { check, fail2ban, patient } = await withJail(t)
  await rm(join(fail2ban.directory, 'jail.d/postern.conf'))

  t.deepEqual(await check(patient), [])
})

test('who is not root is told that only root can try it', async (t) => {
  const { fail2ban, patient } = await withJail(t)
  const check = createFail2banCheck({ ...fail2ban, isRoot: false })

  t.is((await findingOf(check, patient, 'fail2ban.unknown')).severity, 'note')
})

test('a jail without a fail2ban is a note', async (t) => {
  const { fail2ban, patient } = await withJail(t)
  const check = createFail2banCheck({ ...fail2ban, program: join(fail2ban.directory, 'nothing') })

  t.is((await findingOf(check, patient, 'fail2ban.none')).severity, 'note')
})
