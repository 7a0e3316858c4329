import { createServer } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { checkImap } from '../../../../../plugin/cli/doctor/checks/imap.ts'
import { startDovecot } from '../../../../support/dovecot/dovecot.ts'
import { portOf } from '../../../../support/http/port-of.ts'
import { freePort } from '../../../../support/process/free-port.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

async function withDovecot(t: ExecutionContext, settings = '') {
  const dovecot = await startDovecot({ t, users: 1, settings })
  const mailbox = { user: dovecot.userName(1), password: dovecot.password }
  const config = { imap: { host: dovecot.host, port: dovecot.port } }
  return { mailbox, patient: patientIn(await temporaryDirectory(t), { config }) }
}

test('an IMAP server that answers is fine, and its limits are named as unseen', async (t) => {
  const { patient } = await withDovecot(t)

  t.is((await findingOf(checkImap, patient, 'imap.answers')).severity, 'fine')
  t.is((await findingOf(checkImap, patient, 'imap.limits')).severity, 'note')
})

test('an IMAP server that is not there is an error', async (t) => {
  const config = { imap: { host: '127.0.0.1', port: await freePort() } }
  const patient = patientIn(await temporaryDirectory(t), { config })

  const { seen, advice } = await findingOf(checkImap, patient, 'imap.unreachable')

  t.regex(seen, /^the mail server at 127\.0\.0\.1:\d+ refuses connections \(ECONNREFUSED\)$/)
  t.regex(advice ?? '', /start it.*imap\.host, imap\.port/)
})

test('a name that does not resolve is told as one', async (t) => {
  const config = { imap: { host: 'mail.invalid' } }
  const patient = patientIn(await temporaryDirectory(t), { config })

  t.regex((await findingOf(checkImap, patient, 'imap.unreachable')).seen, /does not resolve/)
})

test('TLS that is configured and not spoken is told as such', async (t) => {
  const { patient } = await withDovecot(t)
  const { host, port } = patient.config.imap

  for (const tls of [true, 'starttls']) {
    const own = patientIn(await temporaryDirectory(t), { config: { imap: { host, port, tls } } })
    const { seen, advice } = await findingOf(checkImap, own, 'imap.unreachable')
    t.regex(seen, /does not speak TLS as it is configured/)
    t.regex(advice ?? '', /imap\.tls/)
  }
})

test('a server that waits for TLS is told when it does not greet', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1')
  t.teardown(() => void silent.close())
  const config = { imap: { host: '127.0.0.1', port: await portOf(silent) } }
  const patient = patientIn(await temporaryDirectory(t), { config, timeoutMs: 500 })

  const { seen, advice } = await findingOf(checkImap, patient, 'imap.unreachable')

  t.regex(seen, /took the connection and did not greet/)
  t.regex(advice ?? '', /waits for TLS/)
})

test('a server of another kind is told as one', async (t) => {
  const other = createServer((socket) => socket.end('220 smtp.example.test ESMTP\r\n'))
  other.listen(0, '127.0.0.1')
  t.teardown(() => void other.close())
  const config = { imap: { host: '127.0.0.1', port: await portOf(other) } }
  const patient = patientIn(await temporaryDirectory(t), { config })

  const { seen } = await findingOf(checkImap, patient, 'imap.unreachable')

  t.regex(seen, /answers, but not as an IMAP server: 220 smtp\.example\.test ESMTP/)
})

test('a server without AUTHENTICATE PLAIN is an error', async (t) => {
  const { patient } = await withDovecot(t, 'auth_mechanisms = login')

  t.is((await findingOf(checkImap, patient, 'imap.no-plain')).severity, 'error')
})

test('without a mailbox the extensions are named as unseen', async (t) => {
  const { patient } = await withDovecot(t)

  t.is((await findingOf(checkImap, patient, 'imap.not-signed-in')).severity, 'note')
})

test('Dovecot offers every extension Postern uses', async (t) => {
  const { mailbox, patient } = await withDovecot(t)

  t.is((await findingOf(checkImap, { ...patient, mailbox }, 'imap.extensions')).severity, 'fine')
})

test('a mailbox that cannot sign in is an error, told without its password', async (t) => {
  const { mailbox, patient } = await withDovecot(t)
  const wrong = { ...mailbox, password: 'wrong-Zq9' }

  const finding = await findingOf(checkImap, { ...patient, mailbox: wrong }, 'imap.sign-in')

  t.is(finding.severity, 'error')
  t.false(JSON.stringify(finding).includes('wrong-Zq9'))
})

for (const missing of ['NOTIFY', 'CONDSTORE', 'SORT', 'MOVE', 'UIDPLUS', 'SPECIAL-USE']) {
  const id = `imap.no-${missing.toLowerCase()}`
  // One after the other: each has a mail server of its own.
  test.serial(`a server without ${missing} is a warning (${id})`, async (t) => {
    const all = 'IMAP4rev1 LITERAL+ NAMESPACE NOTIFY CONDSTORE SORT MOVE UIDPLUS SPECIAL-USE'
    const offered = all.replace(` ${missing}`, '')
    const { mailbox, patient } = await withDovecot(t, `imap_capability = ${offered}`)

    const finding = await findingOf(checkImap, { ...patient, mailbox }, id)

    t.is(finding.severity, 'warning')
  })
}
