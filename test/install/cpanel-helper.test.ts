import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { startMachine } from './machine.ts'
import { shareServers } from './share-servers.ts'
import { createThrowAwayRoot, realRootSettings } from './throw-away-root.ts'

const shared = shareServers(test)
const socket = '/run/postern-cpanel/helper.sock'

test.serial(
  "cPanel's session files are read by a helper that systemd starts and the removal removes",
  async (t) => {
    const machine = await startMachine(t, shared, realRootSettings)
    const config = await readFile(machine.configFile, 'utf8')
    await writeFile(machine.configFile, config.replace('"adapter": "http"', '"adapter": "cpanel"'))
    const root = await createThrowAwayRoot(t, { hasSystemd: true })
    await root.show(machine.panel.files.directory, '/var/cpanel/sessions')
    const before = await root.changes()
    const visitor = await machine.visitor()

    await root.run(
      join(shared.release, 'scripts/install'),
      ...['--panel', 'generic', '--config', machine.configFile],
    )
    const stranger = await fetch(visitor.base, { redirect: 'manual' })
    const { dovecot } = machine
    const signIn = await visitor.signIn(dovecot.userName(1), dovecot.password)
    const inbox = await visitor.list('INBOX')

    t.is(stranger.status, 401)
    t.is(signIn.status, 302)
    t.is(inbox.action, 'list')
    t.is((await root.run('stat', '-c', '%U %a', socket)).trim(), 'postern 600')
    const main = ['show', '--value', '--property=MainPID', 'postern-cpanel-helper.service']
    const process = (await root.run('systemctl', ...main)).trim()
    const status = await root.run('cat', `/proc/${process}/status`)
    t.regex(status, /^Uid:\t0\t0\t0\t0$/m)
    t.regex(status, /^CapEff:\t0{16}$/m)
    t.regex(status, /^CapBnd:\t0{16}$/m)

    await root.run(join(shared.release, 'scripts/uninstall'), '--purge', '--yes')

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
    const cpanel = http.replace('"adapter": "http"', '"adapter": "cpanel"')
    await writeFile(machine.configFile, cpanel)
    const root = await createThrowAwayRoot(t, { hasSystemd: true })
    await root.show(machine.panel.files.directory, '/var/cpanel/sessions')
    const before = await root.changes()
    const units = () => root.run('systemctl', 'list-units', '--all', '--plain', 'postern-cpanel*')
    const files = () => root.run('find', '/etc/systemd/system', '-name', 'postern-cpanel*')
    const choose = async (config: string) => {
      await root.write('/etc/postern/postern.json', config, '640')
      await root.run('/opt/postern/current/scripts/install', '--repair')
    }
    await root.run(
      join(shared.release, 'scripts/install'),
      ...['--panel', 'generic', '--config', machine.configFile],
    )
    const filesBefore = await files()
    await fetch((await machine.visitor()).base)

    await choose(http)
    const [unitsWithout, filesWithout] = [await units(), await files()]
    await choose(cpanel)
    const unitsAgain = await units()

    t.regex(unitsWithout, /^0 loaded units/m)
    t.is(filesWithout, '')
    t.regex(unitsAgain, /postern-cpanel-helper\.socket +loaded active/)
    t.is(await files(), filesBefore)

    await choose(http)
    await root.run(join(shared.release, 'scripts/uninstall'), '--purge', '--yes')

    t.deepEqual(await root.changes(), before)
  },
)
