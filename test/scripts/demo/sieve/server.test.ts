import test, { type ExecutionContext } from 'ava'
import { openManageSieve } from '../../../../proxy/mail/sieve/client/manage-sieve.ts'
import { createDemoScripts } from '../../../../scripts/demo/sieve/scripts.ts'
import { startDemoSieve } from '../../../../scripts/demo/sieve/server.ts'

const owner = { address: 'demo@example.test', password: 'secret' }
const { signal } = new AbortController()

async function open(t: ExecutionContext, password = owner.password) {
  const { port, stop } = await startDemoSieve(owner, createDemoScripts())
  t.teardown(stop)
  const server = {
    host: '127.0.0.1',
    port,
    tls: 'none',
    tlsOptions: {},
    timeoutMs: 30_000,
  } as const
  const credential = { user: owner.address, password, authorizationId: undefined }
  return openManageSieve(server, { credential, clientIp: '192.0.2.1' }, signal)
}

test('the demo stores, lists, activates, renames and deletes scripts', async (t) => {
  const sieve = await open(t)
  const source = `# Grüße\r\n${'# long\r\n'.repeat(20_000)}keep;\r\n`

  await sieve.haveSpace('rules', 1_000)
  await sieve.putScript('a "rule" \\', source)
  await sieve.setActive('a "rule" \\')
  await sieve.renameScript('a "rule" \\', 'rules')
  await sieve.noop()

  t.true(sieve.capabilities.extensions.has('fileinto'))
  t.deepEqual(await sieve.listScripts(), [{ name: 'rules', isActive: true }])
  t.is(await sieve.getScript('rules'), source)
  await t.throwsAsync(sieve.deleteScript('rules'), { code: 'script_active' })
  await sieve.setActive(undefined)
  await sieve.deleteScript('rules')
  t.deepEqual(await sieve.listScripts(), [])
  await sieve.logout()
})

test('what the demo refuses changes nothing, and the line of an error is told', async (t) => {
  const sieve = await open(t)
  await sieve.putScript('one', 'keep;')
  await sieve.putScript('two', 'stop;')

  const refused = await t.throwsAsync(sieve.putScript('one', 'keep;\r\nfileinto "A";\r\n'), {
    code: 'script_refused',
  })
  await t.throwsAsync(sieve.checkScript('require "editheader";'), { code: 'script_refused' })
  await t.throwsAsync(sieve.getScript('none'), { code: 'script_not_found' })
  await t.throwsAsync(sieve.renameScript('one', 'two'), { code: 'script_exists' })

  t.regex(refused.message, /line 2: error: not required: fileinto/)
  t.is(await sieve.getScript('one'), 'keep;')
})

test('a wrong password is refused', async (t) => {
  await t.throwsAsync(open(t, 'wrong'), { code: 'authentication_refused' })
})
