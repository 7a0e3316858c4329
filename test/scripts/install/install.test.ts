import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { listTree } from '../../support/install/file-tree.ts'
import { startMachine, shareServers } from '../../support/install/machine.ts'
import { fillPanelFolders } from '../../support/install/panel-folders.ts'
import { readReport } from '../../support/install/run-launcher.ts'
import { smallRelease } from '../../support/install/small-release.ts'

const shared = shareServers(test)

test('an installation serves, and users can sign in', async (t) => {
  const machine = await startMachine(t, shared)

  const run = await machine.install(shared.release, '--config', machine.configFile)

  t.is(run.code, 0, run.output)
  const panelUser = await machine.panelUser()
  const { dovecot } = machine
  t.is((await panelUser.signIn(dovecot.userName(1), dovecot.password)).status, 302)
  t.is((await panelUser.list('INBOX')).action, 'list')
})

test('a dry run reports every step and changes nothing', async (t) => {
  const machine = await startMachine(t, shared)
  const before = await listTree(machine.prefix)

  const dry = await machine.install(
    machine.release,
    '--config',
    machine.configFile,
    '--dry-run',
    '--json',
  )

  t.is(dry.code, 0, dry.output)
  t.deepEqual(await listTree(machine.prefix), before)
  const planned = readReport(dry).steps.map((line) => line.replace(/^would +/, ''))
  const config = ['--config', machine.configFile]
  const real = await machine.install(machine.release, ...config, '--no-start', '--json')
  const done = readReport(real).steps.map((line) => line.replace(/^(done|already so) +/, ''))
  t.deepEqual(
    planned.filter((step) => !step.startsWith('start ')),
    done,
  )
})

test('an installation carried out twice changes nothing the second time', async (t) => {
  const machine = await startMachine(t, shared)
  await machine.install(machine.release, '--config', machine.configFile)
  const state = await readFile(join(machine.prefix, 'run/postern/supervisor.json'), 'utf8')
  const code = await listTree(join(machine.prefix, 'opt'))

  const again = await machine.install(machine.release, '--json')

  t.is(readReport(again).outcome, 'nothing to do')
  t.deepEqual(await listTree(join(machine.prefix, 'opt')), code)
  t.is(await readFile(join(machine.prefix, 'run/postern/supervisor.json'), 'utf8'), state)
})

test('secrets are generated, and only Postern can read them', async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)

  await machine.install(release, '--config', machine.configFile, '--no-start')

  const etc = await listTree(join(machine.prefix, 'etc/postern'))
  t.true(
    etc.some((line) => /^secrets\/ 700$/.test(line)),
    etc.join('\n'),
  )
  t.true(
    etc.some((line) => /^secrets\/\w+\.key 600 /.test(line)),
    etc.join('\n'),
  )
  t.true(etc.some((line) => line.startsWith('secrets/panel-binding.secret 600 ')))
  t.true(etc.some((line) => line.startsWith('postern.json 640 ')))
})

test('a configuration someone changed is never overwritten', async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  const installed = join(machine.prefix, 'etc/postern/postern.json')
  const own = (await readFile(installed, 'utf8')).replace('"postern"', '"mail"')
  await writeFile(installed, own)
  const offered = (await readFile(machine.configFile, 'utf8')).replace('"postern"', '"letters"')
  await writeFile(machine.configFile, offered)

  const run = await machine.install(release, '--config', machine.configFile, '--no-start')

  t.is(run.code, 0, run.output)
  t.is(await readFile(installed, 'utf8'), own)
  t.is(await readFile(`${installed}.new`, 'utf8'), offered)
})

test('a configuration no one changed is replaced by the one named', async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  const offered = (await readFile(machine.configFile, 'utf8')).replace('"postern"', '"letters"')
  await writeFile(machine.configFile, offered)

  await machine.install(release, '--config', machine.configFile, '--no-start')

  t.is(await readFile(join(machine.prefix, 'etc/postern/postern.json'), 'utf8'), offered)
})

test('a repair restores what was removed, from the installed release', async (t) => {
  const machine = await startMachine(t, shared)
  await machine.install(machine.release, '--config', machine.configFile, '--no-start')
  const link = join(machine.prefix, 'usr/local/bin/postern')
  await rm(link)

  const current = join(machine.prefix, 'opt/postern/current')
  const run = await machine.install(current, '--repair', '--no-start')

  t.is(run.code, 0, run.output)
  t.true((await stat(link)).isFile())
})

test('a jail someone adjusted stays, and that is told', async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await fillPanelFolders(machine.prefix)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  const jail = join(machine.prefix, 'etc/fail2ban/jail.d/postern.conf')
  const adjusted = (await readFile(jail, 'utf8')).replace('bantime = 10m', 'bantime = 1d')
  await writeFile(jail, adjusted)

  const again = await machine.install(release, '--no-start', '--json')

  t.is(await readFile(jail, 'utf8'), adjusted)
  const reported = readReport(again).findings.filter(({ kind }) => kind === 'warning')
  t.true(reported.some(({ text }) => text.includes(jail)))
})

test("someone else's file in our place stays, also after a removal", async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await fillPanelFolders(machine.prefix)
  const rotation = join(machine.prefix, 'etc/logrotate.d/postern')
  await writeFile(rotation, '/srv/postern.log {}\n')

  await machine.install(release, '--config', machine.configFile, '--no-start')
  await machine.uninstall(release, '--purge', '--yes')

  t.is(await readFile(rotation, 'utf8'), '/srv/postern.log {}\n')
})

test('without systemd an administrator is told to start the helper of cPanel', async (t) => {
  const machine = await startMachine(t, shared, { panel: { adapter: 'cpanel' } })

  const dry = await machine.install(
    machine.release,
    '--config',
    machine.configFile,
    '--dry-run',
    '--json',
  )

  const found = readReport(dry).findings.find(({ subject }) => subject === 'cPanel helper')
  t.is(found?.kind, 'warning')
})

test('a first configuration that lacks the address of the panel says how to name it', async (t) => {
  const machine = await startMachine(t, shared)

  const run = await machine.install(await smallRelease(t))

  t.is(run.code, 3)
  t.regex(run.output, /^NO {3}configuration: .*--auth-url.*panel\.http\.authUrl: must be set/m)
})

test('a name to listen at is refused where systemd listens', async (t) => {
  const machine = await startMachine(t, shared, { listen: { host: 'localhost', port: 0 } })
  await fillPanelFolders(machine.prefix)

  const run = await machine.install(await smallRelease(t), '--config', machine.configFile)

  t.is(run.code, 3)
  t.regex(run.output, /^NO {3}listen: systemd knows no names: write an IP address .*"localhost"/m)
})
