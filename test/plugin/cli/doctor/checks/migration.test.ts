import { join } from 'node:path'
import test from 'ava'
import { checkMigration as check } from '../../../../../plugin/cli/doctor/checks/migration.ts'
import { freePort } from '../../../../support/process/free-port.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { makeRoundcubeTables } from '../../../../support/roundcube/roundcube-database.ts'
import { findingOf, patientIn } from '../check.ts'

test('a Roundcube to take users over from is fine, and one that is away or none is an error', async (t) => {
  const directory = await temporaryDirectory(t)
  const url = `sqlite:${join(directory, 'roundcube.db')}`
  await makeRoundcubeTables(url, '1.6')
  const patientWith = (roundcube: string) =>
    patientIn(directory, { config: { migration: { roundcube } } })
  const away = `mysql://reader:Zq9secret@127.0.0.1:${await freePort()}/roundcube`

  t.is((await findingOf(check, patientWith(url), 'migration.readable')).severity, 'fine')
  t.is((await findingOf(check, patientWith(`${url}.none`), 'migration.unusable')).severity, 'error')
  const { severity, seen, advice } = await findingOf(
    check,
    patientWith(away),
    'migration.unreachable',
  )
  t.is(severity, 'error')
  t.false(`${seen}${advice}`.includes('Zq9secret'))
  t.deepEqual(await check(patientIn(directory)), [])
})
