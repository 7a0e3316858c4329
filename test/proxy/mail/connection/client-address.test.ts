import test, { type ExecutionContext } from 'ava'
import { examineImap } from '../../../../proxy/mail/index.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { makeCertificate } from '../../../support/process/certificate.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { makeDirectory, removeDirectory } from '../../../support/process/temporary-directory.ts'
import { credentialOf, openEngine, patient, request } from '../engine.ts'

// Dovecot holds back answers, and limits connections, by the address it knows: Postern's own would be that of all.

const clientIp = '192.0.2.77'
const TRUSTS_US = 'login_trusted_networks = 127.0.0.1/32'
const HAS_PENALTY = 'service anvil {\n  unix_listener anvil-auth-penalty {\n    mode = 0600\n  }\n}'

for (const [fact, settings, address] of [
  ['is believed of a Postern in login_trusted_networks', TRUSTS_US, clientIp],
  ['is not believed of any other', '', '127.0.0.1'],
] as const) {
  test(`the address of the client that is told by IMAP ID ${fact}`, async (t) => {
    const dovecot = await startDovecot({ t, users: 1, settings })
    const { accounts } = openEngine(t, dovecot)
    const refused = { ...credentialOf(dovecot, 1), password: 'wrong' }

    await t.throwsAsync(accounts.signIn(refused, clientIp, patient), {
      code: 'authentication_refused',
    })
    await accounts.signIn(credentialOf(dovecot, 1), clientIp, patient)

    t.deepEqual(await loggedAddresses(dovecot), [address])
  })
}

test('later connections of a session name its client, too', async (t) => {
  const dovecot = await startDovecot({ t, users: 1, settings: TRUSTS_US })
  const { accounts } = openEngine(t, dovecot)

  const account = accounts.account(credentialOf(dovecot, 1), clientIp)
  await account.page(request(), patient)

  t.deepEqual(await loggedAddresses(dovecot), [clientIp])
})

test('who guesses from one address has the penalty, and no one else', async (t) => {
  const settings = `${TRUSTS_US}\n${HAS_PENALTY}`
  const dovecot = await startDovecot({ t, users: 1, settings })
  const { accounts } = openEngine(t, dovecot)

  const refused = { ...credentialOf(dovecot, 1), password: 'wrong' }
  await t.throwsAsync(accounts.signIn(refused, '198.51.100.7', patient))
  await accounts.signIn(credentialOf(dovecot, 1), clientIp, patient)

  t.deepEqual(await dovecot.doveadm.penalties(), ['198.51.100.7'])
})

test('a server that wants the PROXY protocol learns the address of the client by it, with TLS and without', async (t) => {
  const { dovecot, ports } = await startBehindProxy(t)

  for (const [n, tls] of (['none', 'starttls', 'tls'] as const).entries()) {
    const port = tls === 'tls' ? ports.tls : ports.plain
    const changes = { port, tls, proxyProtocol: true, rejectUnauthorized: false }
    const { accounts } = openEngine(t, dovecot, changes)
    await accounts.signIn(credentialOf(dovecot, 1), `192.0.2.${n}`, patient)
    await accounts.signIn(credentialOf(dovecot, 1), `2001:db8::${n}`, patient)
  }

  t.deepEqual(await loggedAddresses(dovecot), [
    ...['192.0.2.0', '2001:db8::'],
    ...['192.0.2.1', '2001:db8::1'],
    ...['192.0.2.2', '2001:db8::2'],
  ])
})

test('a server that wants the PROXY protocol is examined as one that is for no client', async (t) => {
  const { dovecot, ports } = await startBehindProxy(t)
  const server = { host: dovecot.host, port: ports.plain, rejectUnauthorized: false } as const

  const { greeting } = await examineImap(
    { ...server, tls: 'starttls', proxyProtocol: true },
    30_000,
  )

  t.regex(greeting, /^\* OK /)
})

/** A Dovecot with listeners behind a proxy. */
async function startBehindProxy(t: ExecutionContext) {
  const directory = await makeDirectory('tls')
  t.teardown(() => removeDirectory(directory))
  const { key, certificate } = await makeCertificate(directory)
  const ports = { plain: await freePort(), tls: await freePort() }
  const settings = `
haproxy_trusted_networks = 127.0.0.1/32
ssl = yes
ssl_cert = <${certificate}
ssl_key = <${key}
service imap-login {
  inet_listener proxied {
    port = ${ports.plain}
    haproxy = yes
  }
  inet_listener proxied_tls {
    port = ${ports.tls}
    haproxy = yes
    ssl = yes
  }
}`
  return { dovecot: await startDovecot({ t, users: 1, settings }), ports }
}

/** The addresses of the sign-ins that succeeded, in their order, each once in a row. */
async function loggedAddresses(dovecot: Dovecot): Promise<readonly string[]> {
  await dovecot.logins()
  const log = await dovecot.log()
  const addresses = [...log.matchAll(/Login: user=.*? rip=([^,]+),/g)].map(([, ip = '']) => ip)
  return addresses.filter((ip, index) => ip !== addresses[index - 1])
}
