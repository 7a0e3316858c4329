import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { listTree } from '../../../support/install/file-tree.ts'
import { shareServers, startMachine } from '../../../support/install/machine.ts'
import { readReport } from '../../../support/install/run-launcher.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { isLong } from '../../../support/process/long-tests.ts'

const shared = shareServers(test)

/** What PHP makes of the configuration: it signs in to what `redis_hosts` names. */
const checksItsStore = `include $argv[1];
[$host, $port, $database, $password] = explode(':', $config['redis_hosts'][0]);
$redis = new Redis();
$redis->connect($host, (int) $port);
$redis->auth($password);
$redis->select((int) $database);
echo json_encode([$config['session_storage'], $redis->ping(), $config['skin']]);`

async function queryItsStore(file: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('php', ['-r', checksItsStore, file])
  return JSON.parse(stdout)
}

test("Debian's Roundcube is given over, twice, and rolled back with its administrator's later edits", async (t) => {
  t.timeout(300_000)
  const machine = await startMachine(t, shared)
  const folder = join(machine.prefix, 'etc/roundcube')
  const file = join(folder, 'config.inc.php')
  await mkdir(folder, { recursive: true })
  await copyFile('/etc/roundcube/config.inc.php', file)
  const [tree, before] = [await listTree(folder), await readFile(file, 'utf8')]
  const { mode } = await stat(file)

  const run = await machine.install(
    ...[machine.release, '--config', machine.configFile],
    // Nothing serves the database that it names.
    ...['--roundcube', '/etc/roundcube', '--sign-out'],
  )

  t.is(run.code, 0, run.output)
  t.deepEqual(await queryItsStore(file), ['redis', true, 'elastic'])
  t.is((await stat(file)).mode, mode)
  t.is(await readFile(`${file}.before-postern`, 'utf8'), before)

  // Again, without naming it: nothing to do. What a panel's update wrote over comes back.
  t.is(readReport(await machine.install(machine.release, '--json')).outcome, 'nothing to do')
  await writeFile(file, before)
  t.is(readReport(await machine.install(machine.release, '--repair', '--json')).outcome, 'done')
  t.deepEqual(await queryItsStore(file), ['redis', true, 'elastic'])

  // What is not understood any more stays, and does not keep an upgrade from happening.
  const given = await readFile(file, 'utf8')
  await writeFile(file, `${given}?>\n`)
  const { findings } = readReport(await machine.install(machine.release, '--repair', '--json'))
  t.true(findings.some(({ kind, text }) => kind === 'warning' && text.includes('ends PHP')))
  const edit = "$config['skin'] = 'larry';\n"
  await writeFile(file, given + edit)

  const refused = await machine.uninstall(machine.release, '--purge', '--yes')
  t.is(refused.code, 3, refused.output)
  t.regex(refused.output, /sessions of Roundcube: they cannot be copied .*; --sign-out goes on/)
  t.deepEqual(await queryItsStore(file), ['redis', true, 'larry'], 'nothing is changed')
  const removal = await machine.uninstall(machine.release, '--purge', '--yes', '--sign-out')

  t.is(removal.code, 0, removal.output)
  t.is(await readFile(file, 'utf8'), before + edit)
  await writeFile(file, before)
  t.deepEqual(await listTree(folder), tree)
})

/** What PHP makes of the lines of our plugin. */
const itsPlugins = `include $argv[1];
echo json_encode([$config['plugins'] ?? [], $config['postern_secret'] ?? null]);`

test('the plugin comes with its lines and its secret, and goes without a trace', async (t) => {
  t.timeout(300_000)
  // The test above has the default port.
  const sessions = { host: '127.0.0.1', port: await freePort() }
  const machine = await startMachine(t, shared, { webmail: { app: 'postern', sessions } })
  const [folder, plugins] = ['etc/roundcube', 'var/lib/roundcube/plugins'].map((path) =>
    join(machine.prefix, path),
  )
  if (folder === undefined || plugins === undefined) throw new Error('unreachable')
  const file = join(folder, 'config.inc.php')
  for (const path of [folder, join(plugins, 'archive')]) await mkdir(path, { recursive: true })
  await copyFile('/etc/roundcube/config.inc.php', file)
  await writeFile(join(plugins, 'archive/archive.php'), '<?php\n')
  const tree = await listTree(machine.prefix)
  const request = async (): Promise<unknown> => {
    const { stdout } = await promisify(execFile)('php', ['-r', itsPlugins, file])
    return JSON.parse(stdout)
  }
  const again = (...args: string[]) =>
    machine.install(machine.release, '--repair', '--json', ...args)
  const secretFile = join(machine.prefix, 'etc/postern/secrets/webmail-plugin.secret')
  const source = new URL('../../../../plugin/roundcube-plugin/postern.php', import.meta.url)

  const refused = await machine.install(
    ...[machine.release, '--config', machine.configFile],
    ...['--roundcube-plugin', '/var/lib/roundcube/plugins', '--json'],
  )
  const run = await machine.install(
    ...[machine.release, '--config', machine.configFile],
    ...['--roundcube', '/etc/roundcube', '--sign-out'],
    ...['--roundcube-plugin', '/var/lib/roundcube/plugins'],
  )

  t.is(refused.code, 3, refused.output)
  t.is(run.code, 0, run.output)
  const positioned = join(plugins, 'postern/postern.php')
  t.is(await readFile(positioned, 'utf8'), await readFile(source, 'utf8'))
  const secret = (await readFile(secretFile, 'utf8')).trim()
  t.deepEqual(await request(), [['postern'], secret])
  t.is((await stat(secretFile)).mode & 0o777, 0o600)

  t.is(readReport(await again('--roundcube-plugin', 'none')).outcome, 'done')
  t.deepEqual(await request(), [[], null])
  t.deepEqual(await readdir(plugins), ['archive'])
  if (isLong) {
    await again('--roundcube-plugin', '/var/lib/roundcube/plugins')
    t.deepEqual(await request(), [['postern'], secret])
    t.is(readReport(await again()).outcome, 'nothing to do')
  }

  const removal = await machine.uninstall(machine.release, '--purge', '--yes', '--sign-out')

  t.is(removal.code, 0, removal.output)
  t.deepEqual(await listTree(machine.prefix), tree)
})

test('a Roundcube that another one is named instead of is as before, plugin and all', async (t) => {
  t.timeout(300_000)
  const sessions = { host: '127.0.0.1', port: await freePort() }
  const machine = await startMachine(t, shared, { webmail: { app: 'postern', sessions } })
  const at = (path: string) => join(machine.prefix, path)
  for (const folder of ['etc/roundcube', 'srv/mail/config', 'usr/plugins', 'srv/mail/plugins']) {
    await mkdir(at(folder), { recursive: true })
  }
  await copyFile('/etc/roundcube/config.inc.php', at('etc/roundcube/config.inc.php'))
  await copyFile('/etc/roundcube/config.inc.php', at('srv/mail/config/config.inc.php'))
  const trees = () => Promise.all(['etc/roundcube', 'usr'].map((path) => listTree(at(path))))
  const before = await trees()
  await machine.install(
    ...[machine.release, '--config', machine.configFile, '--sign-out'],
    ...['--roundcube', '/etc/roundcube', '--roundcube-plugin', '/usr/plugins'],
  )
  t.true((await readdir(at('usr/plugins'))).includes('postern'))

  const moved = await machine.install(
    ...[machine.release, '--repair', '--sign-out'],
    ...['--roundcube', '/srv/mail/config', '--roundcube-plugin', '/srv/mail/plugins'],
  )

  t.is(moved.code, 0, moved.output)
  const [folder = [], others = []] = await trees()
  t.deepEqual(folder, before[0])
  t.false(others.some((line) => line.startsWith('plugins/postern')))
  t.deepEqual(await queryItsStore(at('srv/mail/config/config.inc.php')), ['redis', true, 'elastic'])
  t.deepEqual(await readdir(at('srv/mail/plugins')), ['postern'])

  const without = await machine.install(
    ...[machine.release, '--repair', '--sign-out', '--json', '--roundcube', '/etc/roundcube'],
  )

  const { findings } = readReport(without)
  t.true(findings.some(({ kind, text }) => kind === 'warning' && text.includes('goes with the')))
  t.deepEqual(await readdir(at('srv/mail/plugins')), [])
  t.deepEqual(await queryItsStore(at('etc/roundcube/config.inc.php')), ['redis', true, 'elastic'])
})

test('a Roundcube whose sessions cannot be copied is refused before anything is changed', async (t) => {
  t.timeout(120_000)
  const machine = await startMachine(t, shared)
  const folder = join(machine.prefix, 'etc/roundcube')
  await mkdir(folder, { recursive: true })
  const text = "<?php\n$config['session_storage'] = 'memcached';\n"
  await writeFile(join(folder, 'config.inc.php'), text)
  const tree = await listTree(machine.prefix)

  const run = await machine.install(
    ...[machine.release, '--config', machine.configFile],
    ...['--roundcube', '/etc/roundcube', '--json'],
  )

  t.is(run.code, 3, run.output)
  const { findings } = readReport(run)
  t.true(
    findings.some(
      ({ kind, text }) => kind === 'refusal' && text.includes('memcache_hosts names no server'),
    ),
  )
  t.deepEqual(await listTree(machine.prefix), tree)
})
