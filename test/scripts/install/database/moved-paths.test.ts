import { join } from 'node:path'
import test from 'ava'
import { isRecord } from '../../../../plugin/config/corrupt-file.ts'
import { eventually } from '../../../support/database/rows.ts'
import { startMachine, unhurried, shareServers } from '../../../support/install/machine.ts'
import {
  createThrowAwayRoot,
  realRootSettings,
  type ThrowAwayRoot,
} from '../../../support/install/throw-away-root.ts'

const shared = shareServers(test)

const CONFIG = '/etc/postern/postern.json'
const FOLDER = '/var/lib/dbconfig-common/sqlite3/roundcube'
const FILE = `${FOLDER}/roundcube`

/** As Debian's Roundcube makes it, opened to the group. */
const ROUNDCUBE = `mkdir -p ${FOLDER}; sqlite3 ${FILE} 'PRAGMA journal_mode = WAL; CREATE TABLE contacts (n INTEGER);
    CREATE TABLE users (user_id INTEGER PRIMARY KEY, username TEXT); CREATE TABLE session (sess_id TEXT PRIMARY KEY, changed TEXT, ip TEXT, vars TEXT);';
  chown -R www-data:www-data ${FOLDER}; chmod 770 ${FOLDER}; chmod 660 ${FILE}`

/** Installed under the systemd of a throw-away root, with its database, sockets and logs in Postern's own directories. */
async function installed(root: ThrowAwayRoot, release: string, configFile: string) {
  await root.run('sh', '-c', ROUNDCUBE)
  const install = join(release, 'scripts/install')
  await root.run(install, '--panel', 'generic', '--config', configFile, ...unhurried)
  const first: unknown = JSON.parse(await root.run('cat', CONFIG))
  const property = (name: string) =>
    root.run('systemctl', 'show', '--value', `--property=${name}`, 'postern')
  return {
    /** What the first configuration says, but for these settings. */
    repairWith: async (settings: object): Promise<void> => {
      const text = JSON.stringify({ ...(isRecord(first) ? first : {}), ...settings })
      await root.write(CONFIG, text, '640')
      await root.run('/opt/postern/current/scripts/install', '--repair', ...unhurried)
    },
    sandbox: async () => [await property('ReadWritePaths'), await property('SupplementaryGroups')],
    exists: (path: string) =>
      root.run('test', '-e', path).then(
        () => true,
        () => false,
      ),
  }
}

test('a repair lets the service write where the configuration places things by now, and nowhere else', async (t) => {
  const { configFile, release } = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { hasSystemd: true, packagesOf: shared.release })
  const { repairWith, sandbox, exists } = await installed(root, release, configFile)
  t.deepEqual(await sandbox(), ['\n', '\n'])
  const schema = await root.run('sqlite3', FILE, '.schema')
  await root.run('install', '-d', '-o', 'postern', '-g', 'postern', '/var/log/elsewhere')

  await repairWith({
    database: { ...realRootSettings.database, url: `sqlite:${FILE}` },
    listen: { unix: '/run/elsewhere/web.sock', everyUser: true },
    webmail: { app: 'postern', sessions: { unix: '/run/elsewhere/sessions.sock' } },
    errorLog: '/var/log/elsewhere/error.log',
    audit: { file: '/var/log/elsewhere/audit.log' },
  })

  t.deepEqual(await sandbox(), [`-${FOLDER} -/var/log/elsewhere\n`, 'www-data\n'])
  const made = await eventually(
    () => root.run('sqlite3', FILE, 'SELECT count(*) FROM postern_made').catch(() => ''),
    (rows) => rows !== '',
  )
  t.not(made, undefined)
  const writer = ['setpriv', '--reuid=postern', '--regid=postern', '--clear-groups']
  const inSandbox = ['nsenter', '--mount', '--root', '--target']
  const pid = (
    await root.run('systemctl', 'show', '--value', '--property=MainPID', 'postern')
  ).trim()
  await t.notThrowsAsync(
    root.run(...inSandbox, pid, ...writer, 'touch', '/var/log/elsewhere/audit.log'),
  )
  for (const name of ['web', 'sessions']) t.true(await exists(`/run/elsewhere/${name}.sock`))

  await repairWith({})

  t.deepEqual(await sandbox(), ['\n', '\n'])
  for (const name of ['web', 'sessions']) t.false(await exists(`/run/elsewhere/${name}.sock`), name)
  await root.run('/opt/postern/current/scripts/uninstall', '--purge', '--yes')
  t.is(await root.run('sqlite3', FILE, '.schema'), schema)
})
