import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { startMachine, unhurried, shareServers } from '../../support/install/machine.ts'
import { createThrowAwayRoot, realRootSettings } from '../../support/install/throw-away-root.ts'

const shared = shareServers(test)
const socket = '/run/postern-cpanel/helper.sock'

test.serial(
  "cPanel's session files are read by a helper that systemd starts and the removal removes",
  async (t) => {
    const machine = await startMachine(t, shared, realRootSettings)
    const config = await readFile(machine.configFile, 'utf8')
    await writeFile(machine.configFile, withCpanel(config))
    const root = await createThrowAwayRoot(t, { hasSystemd: true, packagesOf: shared.release })
    await root.show(machine.panel.files.directory, '/var/cpanel/sessions')
    const before = await root.changes()
    const panelUser = await machine.panelUser()

    await root.run(
      join(machine.release, 'scripts/install'),
      ...['--panel', 'generic', '--config', machine.configFile, ...unhurried],
    )
    const helper = 'postern-cpanel-helper.service'
    const property = (name: string) =>
      root.run('systemctl', 'show', '--value', `--property=${name}`, helper)
    t.is((await property('ActiveState')).trim(), 'active', 'before the first visitor')
    const stranger = await fetch(panelUser.base, { redirect: 'manual' })
    const { dovecot } = machine
    const signIn = await panelUser.signIn(dovecot.userName(1), dovecot.password)
    const inbox = await panelUser.list('INBOX')

    t.is(stranger.status, 401)
    t.is(signIn.status, 302)
    t.is(inbox.action, 'list')
    t.is((await root.run('stat', '-c', '%U %a', socket)).trim(), 'postern 600')
    const status = await root.run('cat', `/proc/${(await property('MainPID')).trim()}/status`)
    t.regex(status, /^Uid:\t0\t0\t0\t0$/m)
    t.regex(status, /^CapEff:\t0{16}$/m)
    t.regex(status, /^CapBnd:\t0{16}$/m)

    await root.run(join(machine.release, 'scripts/uninstall'), '--purge', '--yes')

    t.deepEqual(await root.changes(), before)
    const units = await root.run('systemctl', 'list-units', '--all', '--plain', 'postern*')
    t.regex(units, /^0 loaded units/m)
  },
)

test.serial(
  'the helper goes when another adapter is chosen, and comes back with its own',
  async (t) => {
    const machine = await startMachine(t, shared, realRootSettings)
    const http = await readFile(machine.configFile, 'utf8')
    const cpanel = withCpanel(http)
    await writeFile(machine.configFile, cpanel)
    const root = await createThrowAwayRoot(t, { hasSystemd: true, packagesOf: shared.release })
    await root.show(machine.panel.files.directory, '/var/cpanel/sessions')
    const before = await root.changes()
    const units = () => root.run('systemctl', 'list-units', '--all', '--plain', 'postern-cpanel*')
    const files = () => root.run('find', '/etc/systemd/system', '-name', 'postern-cpanel*')
    const choose = async (config: string) => {
      await root.write('/etc/postern/postern.json', config, '640')
      await root.run('/opt/postern/current/scripts/install', '--repair', ...unhurried)
    }
    await root.run(
      join(machine.release, 'scripts/install'),
      ...['--panel', 'generic', '--config', machine.configFile, ...unhurried],
    )
    const filesBefore = await files()
    t.is((await (await machine.panelUser()).get('')).status, 200)

    await choose(http)
    const [unitsWithout, filesWithout] = [await units(), await files()]
    await choose(cpanel)
    const unitsAgain = await units()

    t.regex(unitsWithout, /^0 loaded units/m)
    t.is(filesWithout, '')
    t.regex(unitsAgain, /postern-cpanel-helper\.socket +loaded active/)
    t.is(await files(), filesBefore)

    await choose(http)
    await root.run(join(machine.release, 'scripts/uninstall'), '--purge', '--yes')

    t.deepEqual(await root.changes(), before)
  },
)

/** The configuration with the adapter that queries the helper. */
function withCpanel(config: string): string {
  return config.replace('"adapter": "http"', '"adapter": "cpanel"')
}
