import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { checkRoundcube as check } from '../../../../../plugin/cli/doctor/checks/roundcube.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

/** A Roundcube with these lines in its configuration, and an endpoint at 127.0.0.1:8192. */
async function withRoundcube(t: ExecutionContext, lines?: string) {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'config.inc.php')
  if (lines !== undefined) await writeFile(file, `<?php\n$config = [];\n${lines}\n`)
  const patientAt = (roundcubeConfig: string) =>
    patientIn(directory, { config: { webmail: { sessions: { port: 8192, roundcubeConfig } } } })
  return { directory, patientAt, patient: patientAt(file) }
}

const ours = `$config['session_storage'] = 'redis';
$config['redis_hosts'] = ['127.0.0.1:8192:0:a-Password'];`

test('a Roundcube that keeps its sessions at the endpoint is fine', async (t) => {
  const { patient } = await withRoundcube(t, ours)

  t.is((await findingOf(check, patient, 'roundcube.uses-endpoint')).severity, 'fine')
})

for (const [what, lines] of [
  ['says nothing of sessions', ''],
  ['has them in its table', `${ours}\n$config['session_storage'] = 'db';`],
  ['has them in another Redis', ours.replace('8192', '6379')],
  ['has the line in a comment', ours.replace('$config', '// $config')],
] as const) {
  test(`a Roundcube that ${what} is found`, async (t) => {
    const { patient } = await withRoundcube(t, lines)

    const { severity, seen, advice } = await findingOf(check, patient, 'roundcube.other-sessions')

    t.is(severity, 'warning')
    t.false(`${seen}${advice}`.includes('a-Password'))
  })
}

test('an endpoint without a Roundcube is noted, and so is one whose configuration is closed', async (t) => {
  const { patient, patientAt, directory } = await withRoundcube(t)

  t.is((await findingOf(check, patient, 'roundcube.none')).severity, 'note')
  t.is((await findingOf(check, patientAt(directory), 'roundcube.unreadable')).severity, 'note')
})

test('an endpoint without a password is found, and one with a password is not', async (t) => {
  const { patient, directory } = await withRoundcube(t, ours)
  t.is((await findingOf(check, patient, 'roundcube.open-endpoint')).severity, 'warning')

  await mkdir(join(directory, 'data/keys'), { recursive: true })
  const secret = join(directory, 'data/keys/webmail-sessions.secret')
  await writeFile(secret, 'a-Password-of-the-endpoint', { mode: 0o600 })

  await t.throwsAsync(findingOf(check, patient, 'roundcube.open-endpoint'))
})

test('nothing is looked at where there is no endpoint', async (t) => {
  const { directory } = await withRoundcube(t, ours)

  t.deepEqual(await check(patientIn(directory)), [])
})
