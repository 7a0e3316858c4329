import { readFile } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import { openManageSieve } from '../../../../../proxy/mail/sieve/client/manage-sieve.ts'
import { makeCertificate } from '../../../../support/process/certificate.ts'
import { freePort } from '../../../../support/process/free-port.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { signIns, startServer } from './sieve-server.ts'

const { signal } = new AbortController()

/** A server of both ways, known by its address alone. */
async function startWithTls(t: ExecutionContext) {
  const { key, certificate } = await makeCertificate(await temporaryDirectory(t))
  const tlsPort = await freePort()
  const settings = `
ssl = yes
ssl_cert = <${certificate}
ssl_key = <${key}
service managesieve-login {
  inet_listener sieves {
    port = ${tlsPort}
    ssl = yes
  }
}`
  const { dovecot, server, client } = await startServer(t, settings)
  const trusting = { ...server, tlsOptions: { ca: await readFile(certificate) } }
  return { dovecot, trusting, server, client, tlsPort }
}

test('scripts are stored over STARTTLS and over TLS from the first byte', async (t) => {
  const { trusting, client, tlsPort } = await startWithTls(t)

  for (const changes of [{ tls: 'starttls' }, { tls: 'tls', port: tlsPort }] as const) {
    const sieve = await openManageSieve({ ...trusting, ...changes }, client, signal)
    await sieve.putScript(changes.tls, 'keep;')
    await sieve.logout()
  }

  const sieve = await openManageSieve({ ...trusting, tls: 'starttls' }, client, signal)
  t.teardown(() => sieve.close())
  const names = (await sieve.listScripts()).map(({ name }) => name)
  t.deepEqual(names.sort(), ['starttls', 'tls'])
})

test('a certificate that nobody vouches for is refused before the password is sent, or taken on wish', async (t) => {
  const { dovecot, server, client, tlsPort } = await startWithTls(t)

  for (const changes of [{ tls: 'starttls' }, { tls: 'tls', port: tlsPort }] as const) {
    const opening = openManageSieve({ ...server, ...changes }, client, signal)
    await t.throwsAsync(opening, { code: 'unavailable', message: /self-signed/ }, changes.tls)
  }

  const tlsOptions = { rejectUnauthorized: false }
  const sieve = await openManageSieve({ ...server, tls: 'starttls', tlsOptions }, client, signal)
  t.teardown(() => sieve.close())
  t.deepEqual(await sieve.listScripts(), [])
  t.deepEqual(await signIns(dovecot, 1), ['127.0.0.1'], 'this one alone')
})

test('a certificate for another name is refused', async (t) => {
  const { trusting, client, tlsPort } = await startWithTls(t)
  const server = { ...trusting, host: 'localhost', port: tlsPort, tls: 'tls' } as const

  const opening = openManageSieve(server, client, signal)

  await t.throwsAsync(opening, { code: 'unavailable', message: /does not match/ })
})

test('a server without STARTTLS is refused when STARTTLS is wanted', async (t) => {
  const { dovecot, server, client } = await startServer(t)

  const opening = openManageSieve({ ...server, tls: 'starttls' }, client, signal)

  await t.throwsAsync(opening, { code: 'unavailable' })
  const sieve = await openManageSieve(server, client, signal)
  t.teardown(() => sieve.close())
  t.deepEqual(await signIns(dovecot, 1), ['127.0.0.1'], 'that without TLS alone')
})

test('a listener behind the PROXY protocol learns the address of the client, with TLS and without', async (t) => {
  const { key, certificate } = await makeCertificate(await temporaryDirectory(t))
  const ports = { plain: await freePort(), tls: await freePort() }
  const { dovecot, server, client } = await startServer(
    t,
    `
haproxy_trusted_networks = 127.0.0.1/32
ssl = yes
ssl_cert = <${certificate}
ssl_key = <${key}
service managesieve-login {
  inet_listener proxied {
    port = ${ports.plain}
    haproxy = yes
  }
  inet_listener proxied_tls {
    port = ${ports.tls}
    haproxy = yes
    ssl = yes
  }
}`,
  )
  const tlsOptions = { ca: await readFile(certificate) }

  for (const [tls, clientIp] of [
    ['none', '192.0.2.7'],
    ['starttls', '2001:db8::7'],
    ['tls', '192.0.2.8'],
  ] as const) {
    const port = tls === 'tls' ? ports.tls : ports.plain
    const proxied = { ...server, port, tls, tlsOptions, proxyProtocol: true }
    const sieve = await openManageSieve(proxied, { ...client, clientIp }, signal)
    await sieve.logout()
  }

  t.deepEqual(await signIns(dovecot, 3), ['192.0.2.7', '2001:db8::7', '192.0.2.8'])
})
