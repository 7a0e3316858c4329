import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { listTree } from '../../support/install/file-tree.ts'
import { startMachine, shareServers } from '../../support/install/machine.ts'
import { smallRelease } from '../../support/install/small-release.ts'

const shared = shareServers(test)

test('a secret that the next start could not use is refused before anything changes', async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  const secret = join(machine.prefix, 'etc/postern/secrets/imap-master.secret')
  await writeFile(secret, 'Zq9', { mode: 0o600 })
  await rm(join(machine.prefix, 'usr/local/bin/postern'))
  const before = await listTree(machine.prefix)

  const run = await machine.install(release, '--repair', '--no-start')

  t.is(run.code, 3, run.output)
  t.regex(run.output, /^NO {3}secrets: credentialsDir: \S+ must hold at least 16 characters$/m)
  t.false(run.output.includes('Zq9'))
  t.deepEqual(await listTree(machine.prefix), before)
})
