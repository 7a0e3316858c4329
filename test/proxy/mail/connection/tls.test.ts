import test, { type ExecutionContext } from 'ava'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { makeCertificate } from '../../../support/process/certificate.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { makeDirectory, removeDirectory } from '../../../support/process/temporary-directory.ts'
import { credentialOf, openEngine, patient, request } from '../engine.ts'

async function startWithTls(t: ExecutionContext) {
  const directory = await makeDirectory('tls')
  t.teardown(() => removeDirectory(directory))
  const { key, certificate } = await makeCertificate(directory)
  const tlsPort = await freePort()
  const dovecot = await startDovecot({
    users: 1,
    settings: [
      'ssl = yes',
      `ssl_cert = <${certificate}`,
      `ssl_key = <${key}`,
      'service imap-login {',
      `  inet_listener imaps {\n    port = ${tlsPort}\n    ssl = yes\n  }`,
      '}',
    ].join('\n'),
  })
  t.teardown(() => dovecot.stop())
  return { dovecot, tlsPort }
}

test('lists are read over STARTTLS and over TLS from the first byte', async (t) => {
  const { dovecot, tlsPort } = await startWithTls(t)
  await dovecot.seed(dovecot.userName(1), 3)

  for (const changes of [
    { tls: 'starttls', port: dovecot.port },
    { tls: 'tls', port: tlsPort },
  ] as const) {
    const { accounts } = openEngine(t, dovecot, { ...changes, rejectUnauthorized: false })
    await accounts.signIn(credentialOf(dovecot, 1), '192.0.2.1', patient)
    const page = await accounts
      .account(credentialOf(dovecot, 1), '192.0.2.1')
      .page(request(), patient)
    t.is(page.total, 3, changes.tls)
  }
})

test('a certificate no one vouches for is refused before the password is sent', async (t) => {
  const { dovecot, tlsPort } = await startWithTls(t)

  for (const changes of [
    { tls: 'starttls', port: dovecot.port },
    { tls: 'tls', port: tlsPort },
  ] as const) {
    const { accounts } = openEngine(t, dovecot, changes)
    const signIn = accounts.signIn(credentialOf(dovecot, 1), '192.0.2.1', patient)
    await t.throwsAsync(signIn, { name: 'MailFault', code: 'unavailable' }, changes.tls)
  }
  t.is(await dovecot.logins(), 0)
})

test('a server without STARTTLS is refused when STARTTLS is wanted', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const { accounts } = openEngine(t, dovecot, { tls: 'starttls' })

  const signIn = accounts.signIn(credentialOf(dovecot, 1), '192.0.2.1', patient)

  await t.throwsAsync(signIn, { name: 'MailFault', code: 'unavailable' })
  t.is(await dovecot.logins(), 0)
})
