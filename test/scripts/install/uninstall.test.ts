import { execFile } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { listTree } from '../../support/install/file-tree.ts'
import { startMachine, shareServers } from '../../support/install/machine.ts'
import { fillPanelFolders } from '../../support/install/panel-folders.ts'
import { newerRelease } from '../../support/install/packaged-release.ts'
import { smallRelease } from '../../support/install/small-release.ts'

const run = promisify(execFile)
const shared = shareServers(test)

test('a removal with its data leaves the tree as it was', async (t) => {
  const machine = await startMachine(t, shared)
  await fillPanelFolders(machine.prefix)
  const before = await listTree(machine.prefix)
  await machine.install(shared.release, '--config', machine.configFile)
  t.true((await listTree(machine.prefix)).length > before.length + 100)

  const removal = await machine.uninstall(shared.release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  t.deepEqual(await listTree(machine.prefix), before)
})

test('a removal keeps exactly the data directory, with what is needed to read it', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  await machine.install(release, '--config', machine.configFile)

  const removal = await machine.uninstall(release)

  t.is(removal.code, 0, removal.output)
  const left = (await listTree(machine.prefix)).map((line) => line.split(' ')[0] ?? '')
  t.deepEqual(
    left.filter((path) => !path.startsWith('var/lib/postern/')),
    ['/', 'var/', 'var/lib/'],
  )
  t.true(left.includes('var/lib/postern/spool.db'))
  t.true(left.includes('var/lib/postern/kept/postern.json'))
})

test('an installation after a removal finds configuration, secrets and sessions again', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  await machine.install(release, '--config', machine.configFile)
  const panelUser = await machine.panelUser()
  const { dovecot } = machine
  t.is((await panelUser.signIn(dovecot.userName(1), dovecot.password)).status, 302)
  await machine.uninstall(release)

  const again = await machine.install(release)

  t.is(again.code, 0, again.output)
  t.is((await panelUser.list('INBOX')).action, 'list')
})

test('an archive holds data, configuration and logs, and nothing else stays', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  await machine.install(release, '--config', machine.configFile)
  const archive = join(machine.prefix, '..', 'postern-data.tar.gz')
  const taken = join(machine.prefix, '..', 'taken.tar.gz')
  await writeFile(taken, '')

  const refused = await machine.uninstall(release, '--archive', taken)
  const removal = await machine.uninstall(release, '--archive', archive)

  t.is(refused.code, 3)
  t.regex(refused.output, /taken\.tar\.gz is there already/)
  t.is(removal.code, 0, removal.output)
  t.deepEqual(await listTree(machine.prefix), ['/ 755'])
  const { stdout } = await run('tar', ['--list', '--file', archive])
  for (const path of ['var/lib/postern/spool.db', 'etc/postern/postern.json', 'var/log/postern/']) {
    t.true(stdout.split('\n').includes(path), path)
  }
})

test('a removal with its data takes what was stored of an earlier one, and says so first', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  await machine.install(release, '--config', machine.configFile, '--no-start')
  await machine.uninstall(release)
  t.true((await listTree(machine.prefix)).some((line) => line.startsWith('var/lib/postern/kept/')))
  await machine.install(release, '--no-start')

  const removal = await machine.uninstall(release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  t.regex(
    removal.output,
    /^will remove what Postern made in \S+\/var\/lib\/postern \(files: \d+\)$/m,
  )
  const left = await listTree(machine.prefix)
  t.deepEqual(
    left.filter((line) => line.includes('postern')),
    [],
  )
})

test('a removal with its data leaves the files that the configuration placed elsewhere, and names them', async (t) => {
  const elsewhere = await temporaryDirectory(t)
  const machine = await startMachine(t, shared, {
    database: { url: `sqlite:${elsewhere}/postern.db` },
    dataDir: elsewhere,
    credentialsDir: null,
    errorLog: join(elsewhere, 'error.log'),
  })
  await writeFile(join(elsewhere, 'of-somebody-else'), '')
  await machine.install(machine.release, '--config', machine.configFile)
  t.true((await readdir(elsewhere)).includes('spool.db'))
  for (const name of ['spool.db', 'journal-0.log']) {
    await writeFile(join(elsewhere, `${name}.before-restore-1700000000000`), '')
  }

  const removal = await machine.uninstall(machine.release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  const left = await readdir(elsewhere)
  for (const name of ['of-somebody-else', 'keys', 'postern.db', 'spool.db']) {
    t.true(left.includes(name), name)
  }
  for (const [name, what] of [
    ['postern.db', 'the database'],
    ['spool.db', 'the spool'],
  ]) {
    t.true(removal.output.includes(`left: ${elsewhere}/${name}, ${what}`), removal.output)
  }
})

test('a removal works when half of it is missing already', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  await fillPanelFolders(machine.prefix)
  const before = await listTree(machine.prefix)
  await machine.install(release, '--config', machine.configFile)
  for (const path of ['opt/postern/releases', 'etc/postern', 'usr/local/bin/postern', 'var/log']) {
    await rm(join(machine.prefix, path), { recursive: true })
  }

  const removal = await machine.uninstall(release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  t.deepEqual(await listTree(machine.prefix), before)
})

test('a removal works when no one remembers what was installed', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine
  await fillPanelFolders(machine.prefix)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  await rm(join(machine.prefix, 'opt/postern/state.json'))

  const removal = await machine.uninstall(release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  const left = await listTree(machine.prefix)
  t.deepEqual(
    left.filter((line) => line.includes('postern')),
    [],
  )
  t.true(left.some((line) => line.startsWith('etc/chkserv.d/chkservd.conf ')))
})

test('a removal works when the record was lost before an upgrade', async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await fillPanelFolders(machine.prefix)
  const before = await listTree(machine.prefix)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  await rm(join(machine.prefix, 'opt/postern/state.json'))
  await machine.install(await newerRelease(t, release), '--no-start')

  const removal = await machine.uninstall(release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  const left = await listTree(machine.prefix)
  const names = (tree: readonly string[]) => tree.map((line) => line.split(' ')[0])
  t.deepEqual(
    names(left).filter((name) => !names(before).includes(name)),
    ['etc/systemd/system/sockets.target.wants/', 'usr/local/bin/', 'var/lib/', 'var/log/'],
  )
})

test('a second removal has nothing to do', async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  await machine.uninstall(release)
  const left = await listTree(machine.prefix)

  const again = await machine.uninstall(release)

  t.is(again.code, 0)
  t.regex(again.output, /nothing to do/)
  t.deepEqual(await listTree(machine.prefix), left)
})

test('destroying data needs a confirmation', async (t) => {
  const machine = await startMachine(t, shared)
  const { release } = machine

  const removal = await machine.uninstall(release, '--purge')

  t.is(removal.code, 2)
  t.regex(removal.output, /--yes/)
})
