import { basename, dirname, join } from 'node:path'
import test from 'ava'
import { shellBlocks } from '../../support/install/document-commands.ts'
import { shareServers, startMachine, unhurried } from '../../support/install/machine.ts'
import { newerRelease } from '../../support/install/packaged-release.ts'
import { createThrowAwayRoot, realRootSettings } from '../../support/install/throw-away-root.ts'

const shared = shareServers(test)
const GUIDE = 'plugin/docs/admin-guide.md'

test('an installation is upgraded, gone back with, repaired, examined and removed by the lines of the guide', async (t) => {
  t.timeout(600_000)
  const machine = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { hasSystemd: true })
  const newer = await newerRelease(t, shared.release)
  await root.run(
    join(shared.release, 'scripts/install'),
    ...['--panel', 'generic', '--config', machine.configFile, ...unhurried],
  )
  const user = await machine.panelUser()
  await user.signIn(shared.dovecot.userName(1), shared.dovecot.password)
  const [change = '', back = ''] = await shellBlocks(GUIDE, '### Upgrade, repair, remove')
  const [examine = ''] = await shellBlocks(GUIDE, '## Ways into a panel')
  const [upgrade = '', repair = '', remove = ''] = change.split('\n')
  const follow = (lines: string) => {
    const patient = lines.replaceAll(/scripts\/install\b/g, `$& ${unhurried.join(' ')}`)
    return root.run('sh', '-e', '-c', `cd ${dirname(newer)}\n${patient}`)
  }
  const current = () => root.run('readlink', '/opt/postern/current')

  await follow(upgrade.replace('postern-0.2.0', basename(newer)))
  t.is(await current(), 'releases/0.1.1\n')
  await follow(back)
  t.is(await current(), 'releases/0.1.0\n')
  await root.run('rm', '/usr/local/bin/postern')
  await follow(repair)
  // The doctor ends with 2 where a server is away, as that for sending is here.
  await follow(examine.replace(/^(postern doctor [^#]*).*$/m, '$1|| test $? -le 2'))
  t.is((await user.list('INBOX')).action, 'list', 'nobody has signed in again')
  await follow(remove)

  await t.throwsAsync(root.run('stat', '/opt/postern'))
  await t.notThrowsAsync(root.run('stat', '/var/lib/postern/kept/postern.json'))
})
