import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { shellBlocks } from '../../support/install/document-commands.ts'
import { startMachine, shareServers, unhurried } from '../../support/install/machine.ts'
import { createThrowAwayRoot, realRootSettings } from '../../support/install/throw-away-root.ts'

const shared = shareServers(test)
const GUIDE = 'plugin/docs/operating.md'
const KEYS = '/etc/postern/secrets'

test('the timer of the guide rotates the keys, and no one is signed out', async (t) => {
  t.timeout(600_000)
  const machine = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { hasSystemd: true, packagesOf: shared.release })
  await root.run(
    join(machine.release, 'scripts/install'),
    ...['--panel', 'generic', '--config', machine.configFile, ...unhurried],
  )
  const user = await machine.panelUser()
  await user.signIn(shared.dovecot.userName(1), shared.dovecot.password)
  const before = (await root.run('ls', KEYS)).split('\n')
  const units = (await readFile(GUIDE, 'utf8')).matchAll(/^```ini\n# (\S+)\n([^]*?)^```$/gm)
  for (const [, file = '', text = ''] of units) await root.write(file, text)
  const commands =
    (await shellBlocks(GUIDE, '## Commands')).find((one) => one.includes('timer')) ?? ''

  await root.run('sh', '-e', '-c', commands)

  const after = (await root.run('ls', KEYS)).split('\n')
  t.is(after.length, before.length + 1)
  t.is((await user.list('INBOX')).action, 'list')
  const next = await root.run(
    'systemctl',
    'show',
    'postern-keys.timer',
    '-P',
    'NextElapseUSecRealtime',
  )
  t.regex(next, /\d{4}-\d{2}-\d{2}/)
})
