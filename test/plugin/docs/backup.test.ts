import { dirname, join } from 'node:path'
import test from 'ava'
import { startMachine, shareServers, unhurried } from '../../support/install/machine.ts'
import { callAction } from '../../support/http/native-actions.ts'
import { eventually } from '../../support/database/rows.ts'
import { shellBlocks } from '../../support/install/document-commands.ts'
import { createThrowAwayRoot, realRootSettings } from '../../support/install/throw-away-root.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const shared = shareServers(test)

test('a backup that was made while users work brings their sessions and settings to a new machine', async (t) => {
  t.timeout(600_000)
  const machine = await startMachine(t, shared, realRootSettings)
  const [backUp = '', restore = ''] = await shellBlocks(
    'plugin/docs/admin-guide.md',
    '### Back up and restore',
  )
  const backups = await temporaryDirectory(t)
  const first = await createThrowAwayRoot(t, { hasSystemd: true })
  await first.show(backups, '/var/backups')
  await first.run(
    join(shared.release, 'scripts/install'),
    ...['--panel', 'generic', '--config', machine.configFile, ...unhurried],
  )
  const user = await machine.panelUser()
  await user.signIn(shared.dovecot.userName(1), shared.dovecot.password)
  t.is((await user.list('INBOX')).action, 'list')
  await callAction(user, 'create-folder', { name: 'Bin', parent: null })
  await callAction(user, 'use-folder', { path: 'Bin', use: 'trash' })

  await first.run('sh', '-e', '-c', backUp)
  t.is((await user.list('INBOX')).action, 'list')
  await first.run('systemctl', 'stop', 'postern.socket', 'postern.service')

  const second = await createThrowAwayRoot(t, { hasSystemd: true })
  await second.show(backups, '/var/backups')
  await second.run('sh', '-e', '-c', `cd ${dirname(shared.release)}\n${restore}`)

  t.is((await user.list('INBOX')).action, 'list', 'nobody has signed in again')
  // A database that is slow to answer does not hold up a list of folders: what was chosen is there a moment later.
  const trash = async () => {
    const { mailboxes } = await callAction(user, 'folders', {})
    return mailboxes.find(({ specialUse }) => specialUse === 'trash')?.path
  }
  t.is(await eventually(trash, (path) => path === 'Bin'), 'Bin')
})
