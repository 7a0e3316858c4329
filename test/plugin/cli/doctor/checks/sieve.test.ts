import test from 'ava'
import { checkSieve } from '../../../../../plugin/cli/doctor/checks/sieve.ts'
import { startDovecot } from '../../../../support/dovecot/dovecot.ts'
import { freePort } from '../../../../support/process/free-port.ts'
import { startSieveDovecot } from '../../../../support/sieve/manage-sieve.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

test('a server of filters that answers, and offers what owners need, is fine', async (t) => {
  const { sievePort: port } = await startSieveDovecot({ t, users: 1 })
  const patient = patientIn(await temporaryDirectory(t), { config: { sieve: { port } } })

  t.deepEqual(
    (await checkSieve(patient)).map(({ id, severity }) => [id, severity]),
    [['sieve.answers', 'fine']],
  )
})

test('a server of filters that is not there is an error', async (t) => {
  const config = { sieve: { port: await freePort() } }
  const patient = patientIn(await temporaryDirectory(t), { config })

  t.is((await findingOf(checkSieve, patient, 'sieve.unreachable')).severity, 'error')
})

test('a port where IMAP answers is told', async (t) => {
  const { port } = await startDovecot({ t, users: 1 })
  const patient = patientIn(await temporaryDirectory(t), { config: { sieve: { port } } })

  t.regex((await findingOf(checkSieve, patient, 'sieve.unreachable')).seen, /not as a ManageSieve/)
})

test('where no filters are configured nothing is said', async (t) => {
  t.deepEqual(await checkSieve(patientIn(await temporaryDirectory(t), { config: {} })), [])
})

test('a server of filters without AUTHENTICATE PLAIN is an error', async (t) => {
  const settings = 'auth_mechanisms = login'
  const { sievePort: port } = await startSieveDovecot({ t, users: 1, settings })
  const patient = patientIn(await temporaryDirectory(t), { config: { sieve: { port } } })

  t.is((await findingOf(checkSieve, patient, 'sieve.no-plain')).severity, 'error')
})

test('an extension that owners need and the server has not is a warning with what is lost', async (t) => {
  const settings = 'plugin {\n  sieve_extensions = -vacation\n}'
  const { sievePort: port } = await startSieveDovecot({ t, users: 1, settings })
  const patient = patientIn(await temporaryDirectory(t), { config: { sieve: { port } } })

  t.regex((await findingOf(checkSieve, patient, 'sieve.extension')).seen, /no vacation responder/)
})
