import { join } from 'node:path'
import test from 'ava'
import { startMachine, unhurried, shareServers } from '../../../support/install/machine.ts'
import { createThrowAwayRoot, realRootSettings } from '../../../support/install/throw-away-root.ts'
import { eventually } from '../../../support/database/rows.ts'

const shared = shareServers(test)

test('a restart under systemd ends when people are served, fails when Postern does not start, and a hanging Postern is replaced', async (t) => {
  t.timeout(300_000)
  const machine = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { hasSystemd: true })
  const show = async (property: string) =>
    (await root.run('systemctl', 'show', '--value', `--property=${property}`, 'postern')).trim()
  await root.run(
    join(shared.release, 'scripts/install'),
    ...['--panel', 'generic', '--config', machine.configFile, ...unhurried],
  )

  await root.run('systemctl', 'restart', 'postern')
  t.is((await fetch(`${machine.adminUrl}/readyz`)).status, 200)
  t.is(await show('StatusText'), `listening on ${machine.url}`)

  const configFile = '/etc/postern/postern.json'
  const config = await root.run('cat', configFile)
  await root.write(configFile, '{"imap":{"port":"x"}}')
  await t.throwsAsync(root.run('systemctl', 'restart', 'postern'))
  await root.write(configFile, config)

  const dropIn = '/etc/systemd/system/postern.service.d/own.conf'
  await root.write(dropIn, '[Service]\nWatchdogSec=4\n')
  await root.run('systemctl', 'daemon-reload')
  await root.run('systemctl', 'restart', 'postern')
  const hanging = await show('MainPID')
  await root.run('kill', '-STOP', hanging)
  const isReplaced = await eventually(
    async () => (await show('ActiveState')) === 'active' && (await show('MainPID')) !== hanging,
    Boolean,
  )

  t.true(isReplaced)
  t.is((await fetch(`${machine.adminUrl}/readyz`)).status, 200)
})
