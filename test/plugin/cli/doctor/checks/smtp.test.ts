import test, { type ExecutionContext } from 'ava'
import { checkSmtp } from '../../../../../plugin/cli/doctor/checks/smtp.ts'
import { freePort } from '../../../../support/process/free-port.ts'
import { startSmtpSink } from '../../../../support/smtp/sink.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

async function withSink(
  t: ExecutionContext,
  smtp: Readonly<Record<string, unknown>> = {},
  options: Parameters<typeof startSmtpSink>[0] = {},
) {
  const sink = await startSmtpSink(options)
  t.teardown(() => sink.stop())
  const config = { smtp: { host: sink.host, port: sink.port, ...smtp } }
  return patientIn(await temporaryDirectory(t), { config })
}

test('a submission server that answers is fine', async (t) => {
  t.is((await findingOf(checkSmtp, await withSink(t), 'smtp.answers')).severity, 'fine')
})

test('a submission server that is not there is an error', async (t) => {
  const config = { smtp: { host: '127.0.0.1', port: await freePort() } }
  const patient = patientIn(await temporaryDirectory(t), { config })

  t.is((await findingOf(checkSmtp, patient, 'smtp.unreachable')).severity, 'error')
})

test('a server without AUTH is an error when users have to sign in', async (t) => {
  const patient = await withSink(t, { auth: 'user' })

  t.is((await findingOf(checkSmtp, patient, 'smtp.no-auth')).severity, 'error')
})

test('a server with AUTH is fine when users have to sign in', async (t) => {
  const patient = await withSink(t, { auth: 'user' }, { password: 'test-Pass.1' })

  t.deepEqual(
    (await checkSmtp(patient)).map(({ id }) => id),
    ['smtp.answers'],
  )
})

test('a server that takes less than users may write is a warning', async (t) => {
  const patient = await withSink(t, {}, { maxMessageBytes: 1_000_000 })

  t.regex((await findingOf(checkSmtp, patient, 'smtp.size')).seen, /1000000 bytes/)
})
