import { dirname, join } from 'node:path'
import test from 'ava'
import { NATIVE_TYPE } from '../../../plugin/wire/native/types.ts'
import { startMachine, shareServers, unhurried } from '../../support/install/machine.ts'
import { eventually } from '../../support/database/rows.ts'
import { shellBlocks } from '../../support/install/document-commands.ts'
import { createThrowAwayRoot, realRootSettings } from '../../support/install/throw-away-root.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const shared = shareServers(test)

test('a backup that was made while people work brings their sessions and settings to a new machine', async (t) => {
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
  const headers = { accept: NATIVE_TYPE, 'x-roundcube-request': user.token() }
  await user.post('?_task=mail&_action=create-folder', { _name: 'Bin' }, headers)
  const use = { _mbox: 'Bin', _use: 'trash' }
  t.is((await user.post('?_task=mail&_action=use-folder', use, headers)).status, 200)

  await first.run('sh', '-e', '-c', backUp)
  t.is((await user.list('INBOX')).action, 'list')
  await first.run('systemctl', 'stop', 'postern.socket', 'postern.service')

  const second = await createThrowAwayRoot(t, { hasSystemd: true })
  await second.show(backups, '/var/backups')
  await second.run('sh', '-e', '-c', `cd ${dirname(shared.release)}\n${restore}`)

  t.is((await user.list('INBOX')).action, 'list', 'nobody has signed in again')
  // A database that is slow to answer does not hold up a list of folders: what was chosen is there a moment later.
  const isTrash = /"path":"Bin"[^}]*"specialUse":"trash"/
  const folders = () => user.get('?_task=mail&_action=folders', { accept: NATIVE_TYPE })
  const { text } = await eventually(folders, ({ text }) => isTrash.test(text))
  t.regex(text, isTrash)
})
