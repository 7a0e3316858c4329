import { createServer } from 'node:net'
import test from 'ava'
import { openManageSieve } from '../../../../../proxy/mail/sieve/client/manage-sieve.ts'
import { freePort } from '../../../../support/process/free-port.ts'
import { plain, startServer, stranger } from './sieve-server.ts'

const { signal } = new AbortController()
const SCRIPT = 'require "fileinto";\r\n# Grüße\r\nfileinto "Ordner";\r\n'

test('scripts are stored, listed, activated, renamed and deleted at a real server', async (t) => {
  const { server, client } = await startServer(t)
  const sieve = await openManageSieve(server, client, signal)

  await sieve.haveSpace('rules', 1_000)
  await sieve.putScript('a "rule" \\', SCRIPT)
  await sieve.setActive('a "rule" \\')
  await sieve.renameScript('a "rule" \\', 'rules')
  await sieve.noop()

  t.true(sieve.capabilities.extensions.has('fileinto'))
  t.deepEqual(await sieve.listScripts(), [{ name: 'rules', isActive: true }])
  t.is(await sieve.getScript('rules'), SCRIPT)
  await t.throwsAsync(sieve.deleteScript('rules'), { code: 'script_active' })
  await sieve.setActive(undefined)
  await sieve.deleteScript('rules')
  t.deepEqual(await sieve.listScripts(), [])
  await sieve.logout()
})

test('what the server refuses is told by its code and changes nothing', async (t) => {
  const { server, client } = await startServer(t)
  const sieve = await openManageSieve(server, client, signal)
  t.teardown(() => sieve.close())
  await sieve.putScript('one', SCRIPT)

  const error = await t.throwsAsync(sieve.putScript('one', 'keep;\r\nfileinto "A";\r\n'), {
    code: 'script_refused',
  })
  await t.throwsAsync(sieve.checkScript('nonsense'), { code: 'script_refused' })
  await t.throwsAsync(sieve.getScript('none'), { code: 'script_not_found' })
  await sieve.putScript('two', SCRIPT)
  await sieve.putScript('three', SCRIPT)
  await t.throwsAsync(sieve.putScript('four', SCRIPT), { code: 'over_quota' })
  await t.throwsAsync(sieve.renameScript('one', 'two'), { code: 'script_exists' })

  t.regex(error.message, /line 2/)
  t.is(await sieve.getScript('one'), SCRIPT)
})

test('a wrong password is refused, and a master user signs in for the owner', async (t) => {
  const { dovecot, server, client } = await startServer(t)
  const { clientIp, credential } = client
  const wrong = { clientIp, credential: { ...credential, password: 'wrong' } }
  const master = {
    clientIp,
    credential: {
      user: dovecot.masterUser,
      password: dovecot.masterPassword,
      authorizationId: dovecot.userName(1),
    },
  }

  await t.throwsAsync(openManageSieve(server, wrong, signal), { code: 'authentication_refused' })
  const sieve = await openManageSieve(server, master, signal)
  t.teardown(() => sieve.close())

  t.deepEqual(await sieve.listScripts(), [])
})

for (const [what, greeting, code] of [
  ['closes at once', undefined, 'unavailable'],
  ['refers to another', 'BYE (REFERRAL "sieve://other.example") "elsewhere"\r\n', 'unavailable'],
  ['announces a literal without end', '"SIEVE" {4000000000}\r\n', 'response_too_large'],
  ['sends a line without end', 'x'.repeat(5_000_000), 'response_too_large'],
] as const) {
  test(`a server that ${what} is no outage without an end`, async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      if (greeting === undefined) socket.end()
      else socket.write(greeting)
    })
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    t.teardown(() => server.close())
    await t.throwsAsync(openManageSieve(plain(port), stranger, signal), { code })
  })
}

test('a server that says nothing is timed out, and its connection ends', async (t) => {
  const port = await freePort()
  const silent = createServer()
  const ended = new Promise<void>((resolve) => {
    silent.on('connection', (socket) => socket.resume().on('close', () => resolve()))
  })
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
  t.teardown(() => silent.close())

  const opening = openManageSieve({ ...plain(port), timeoutMs: 100 }, stranger, signal)

  await t.throwsAsync(opening, { code: 'timed_out' })
  await ended
})

test('no one listening is unavailable', async (t) => {
  const opening = openManageSieve(plain(await freePort()), stranger, signal)

  await t.throwsAsync(opening, { code: 'unavailable' })
})
