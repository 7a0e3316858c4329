import { join } from 'node:path'
import test from 'ava'
import { startMachine, unhurried, shareServers } from '../../../support/install/machine.ts'
import { createThrowAwayRoot, realRootSettings } from '../../../support/install/throw-away-root.ts'
import { eventually } from '../../../support/database/rows.ts'

const shared = shareServers(test)

test('a reload under systemd keeps the process, a restart ends when users are served, fails when Postern does not start, and a hanging Postern is replaced', async (t) => {
  t.timeout(300_000)
  const machine = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { hasSystemd: true, packagesOf: shared.release })
  const show = async (...properties: readonly string[]) =>
    (await root.run('systemctl', 'show', `--property=${properties.join(',')}`, 'postern')).trim()
  await root.run(
    join(machine.release, 'scripts/install'),
    ...['--panel', 'generic', '--config', machine.configFile, ...unhurried],
  )

  await root.run('systemctl', 'restart', 'postern')
  t.is((await fetch(`${machine.adminUrl}/readyz`)).status, 200)
  t.is(await show('StatusText'), `StatusText=listening on ${machine.url}`)

  const configFile = '/etc/postern/postern.json'
  const config = await root.run('cat', configFile)
  const settings = JSON.parse(config) as Readonly<Record<string, unknown>>
  const webmail = { app: 'postern', productName: 'Read again' }
  await root.write(configFile, JSON.stringify({ ...settings, webmail }))
  const mainPid = await show('MainPID')
  await root.run('systemctl', 'reload', 'postern')
  const panelUser = await machine.panelUser()
  const { text } = await eventually(
    () => panelUser.get(''),
    (page) => page.text.includes('Read again'),
  )
  t.true(text.includes('Read again'))
  t.is(await show('MainPID'), mainPid)

  await root.write(configFile, '{"imap":{"port":"x"}}')
  await t.throwsAsync(root.run('systemctl', 'restart', 'postern'))
  await root.write(configFile, config)

  const dropIn = '/etc/systemd/system/postern.service.d/own.conf'
  await root.write(dropIn, '[Service]\nWatchdogSec=4\n')
  await root.run('systemctl', 'daemon-reload')
  await root.run('systemctl', 'restart', 'postern')
  const serving = await show('ActiveState', 'MainPID')
  await root.run('kill', '-STOP', /MainPID=(\d+)/.exec(serving)?.[1] ?? '')
  // One answer for both: the state of one process and the number of another say nothing.
  const now = await eventually(
    () => show('ActiveState', 'MainPID'),
    (shown) => shown.includes('ActiveState=active') && shown !== serving,
  )

  t.regex(now, /ActiveState=active/)
  t.not(now, serving)
  t.is((await fetch(`${machine.adminUrl}/readyz`)).status, 200)
})
