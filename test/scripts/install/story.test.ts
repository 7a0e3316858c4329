import { join } from 'node:path'
import test from 'ava'
import type { Page } from 'playwright-core'
import { launchChromium, openContext } from '../../support/chromium.ts'
import { listRequests, startLoad } from '../../support/install/load.ts'
import {
  startMachine,
  unhurried,
  type TestMachine,
  shareServers,
} from '../../support/install/machine.ts'
import {
  brokenRelease,
  newerRelease,
  newerVersion,
} from '../../support/install/packaged-release.ts'
import { createThrowAwayRoot, realRootSettings } from '../../support/install/throw-away-root.ts'

const shared = shareServers(test)

test('the life of an installation under systemd: dashboard, mail, upgrade, a broken release, removal', async (t) => {
  t.timeout(300_000)
  const machine = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { hasSystemd: true })
  const install = (release: string, ...args: readonly string[]) =>
    root.run(join(release, 'scripts/install'), '--panel', 'generic', ...unhurried, ...args)
  await machine.dovecot.seed(machine.dovecot.userName(1), 3)

  // Installed, with the secret for which the panel hands passwords over.
  await install(shared.release, '--config', machine.configFile, '--no-start')
  const secret = '/etc/postern/secrets/panel-hand-over.secret'
  await root.write(secret, machine.handOverSecret, '600')
  await root.run('chown', 'postern:postern', secret)
  await install(shared.release)
  const unit = await root.run('systemctl', 'show', 'postern.service', '--property=User,ActiveState')
  t.deepEqual(unit.trim().split('\n').sort(), ['ActiveState=active', 'User=postern'])
  const shell = (await root.run('getent', 'passwd', 'postern')).trim().split(':').at(-1)
  t.is(shell, '/usr/sbin/nologin')
  const config = await root.run('stat', '-c', '%U:%G %a', '/etc/postern/postern.json')
  t.is(config.trim(), 'root:postern 640')

  // Opened from the dashboard of the panel, without a second password.
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const page = await (await openContext(browser)).newPage()
  await signInToPanel(page, machine)
  await page.click('text=Postern webmail')
  await page.getByRole('row', { name: /Invoice 1/ }).click()
  await page.getByText('this is message number 1').waitFor()
  t.regex(page.url(), /\/cpsess\d{10}\/3rdparty\/postern\//)

  // Upgraded, and rolled back from a release that is broken, while users read mail.
  const panelUser = await machine.panelUser()
  t.is((await panelUser.get('?login=1&post_login=38056176108366')).status, 200)
  const load = startLoad(...listRequests(panelUser))
  await load.answered(50)
  await install(await newerRelease(t, shared.release))
  await load.answered(50)
  const upgraded = await root.run('readlink', '/opt/postern/current')
  const failure = await t.throwsAsync(install(await brokenRelease(t, shared.release, '0.1.2')))
  await load.answered(50)
  const { failures, answered } = await load.stop()

  t.is(upgraded.trim(), `releases/${newerVersion}`)
  t.like(failure, { code: 4 })
  t.regex(String(Reflect.get(failure, 'stdout')), /^ {2}this release is broken$/m)
  t.is(await root.run('readlink', '/opt/postern/current'), upgraded)
  t.deepEqual(failures, [], `of ${answered}`)
  await page.reload()
  await page.waitForSelector('[role=option], [role=row]')

  // Removed: every file of the machine is as it was, with its mode, owner, target and content.
  await root.run(join(shared.release, 'scripts/uninstall'), '--purge', '--yes')
  t.deepEqual(await root.changes(), [])
  const units = await root.run('systemctl', 'list-units', '--all', '--plain', 'postern*')
  t.regex(units, /^0 loaded units/m)
})

async function signInToPanel(page: Page, { url, dovecot }: TestMachine): Promise<void> {
  await page.goto(url)
  await page.fill('[name=user]', dovecot.userName(1))
  await page.fill('[name=pass]', dovecot.password)
  await page.click('[type=submit]')
}
