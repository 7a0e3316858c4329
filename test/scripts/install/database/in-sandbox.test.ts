import { join } from 'node:path'
import test from 'ava'
import { eventually } from '../../../support/database/rows.ts'
import { startMachine, unhurried, shareServers } from '../../../support/install/machine.ts'
import {
  createThrowAwayRoot,
  realRootSettings,
  type ThrowAwayRoot,
} from '../../../support/install/throw-away-root.ts'

const shared = shareServers(test)

const FOLDER = '/var/lib/dbconfig-common/sqlite3/roundcube'
const FILE = `${FOLDER}/roundcube`

/** As Debian's Roundcube makes it, in WAL mode, opened to the group. */
const ROUNDCUBE = `mkdir -p ${FOLDER}; sqlite3 ${FILE} 'PRAGMA journal_mode = WAL; CREATE TABLE other (n INTEGER);';
  chown -R www-data:www-data ${FOLDER}; chmod 770 ${FOLDER}; chmod 660 ${FILE}`

/** What PHP's user finds in the database. */
function asPhp(root: ThrowAwayRoot, sql: string): Promise<string> {
  const user = ['--reuid=www-data', '--regid=www-data', '--clear-groups']
  return root.run('setpriv', ...user, 'sqlite3', '-cmd', '.timeout 20000', FILE, sql)
}

test.serial("the service writes a database of Roundcube's from within its sandbox", async (t) => {
  const machine = await startMachine(t, shared, {
    ...realRootSettings,
    database: { ...realRootSettings.database, url: `sqlite:${FILE}` },
  })
  const root = await createThrowAwayRoot(t, { hasSystemd: true, packagesOf: shared.release })
  await root.run('sh', '-c', ROUNDCUBE)

  await root.run(
    join(machine.release, 'scripts/install'),
    ...['--panel', 'generic', '--config', machine.configFile, ...unhurried],
  )

  const made = await eventually(
    () => asPhp(root, 'SELECT count(*) FROM postern_made').catch(() => ''),
    (rows) => rows !== '',
  )
  t.not(made, undefined)
  t.is(await asPhp(root, 'INSERT INTO other VALUES (1); SELECT count(*) FROM other'), '1\n')
  t.is(
    await root.run('stat', '--format=%G %a', `${FILE}-wal`, `${FILE}-shm`),
    'www-data 660\nwww-data 660\n',
  )
})
