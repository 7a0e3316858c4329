import { join } from 'node:path'
import test from 'ava'
import { eventually } from '../../../support/database/rows.ts'
import { importContacts } from '../../../support/http/import-contacts.ts'
import { startMachine, unhurried, shareServers } from '../../../support/install/machine.ts'
import { freePort } from '../../../support/process/free-port.ts'
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

/** Above what is read without a thread of its own. */
const CONTACT_COUNT = 1_500
const contactFile = new Blob(
  Array.from({ length: CONTACT_COUNT }, (_, at) =>
    `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada ${at}\r\n`.concat(`EMAIL:a${at}@x.test\r\nEND:VCARD\r\n`),
  ),
)

test.serial(
  "the service writes a database of Roundcube's and reads files in threads within its sandbox, and reports when it cannot write",
  async (t) => {
    const machine = await startMachine(t, shared, {
      ...realRootSettings,
      database: { ...realRootSettings.database, url: `sqlite:${FILE}` },
      webmail: { app: 'postern', sessions: { host: '127.0.0.1', port: await freePort() } },
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

    const user = await machine.panelUser()
    await user.signIn(shared.dovecot.userName(1), shared.dovecot.password)
    t.true(contactFile.size > 64 * 1024)
    const report = await importContacts(user.base, user, contactFile)
    t.regex(report, new RegExp(`"added":${CONTACT_COUNT},`))

    // As an administrator's drop-in, or a file system that came up read-only, has it.
    const dropIn = '/etc/systemd/system/postern.service.d/own.conf'
    await root.write(dropIn, `[Service]\nReadOnlyPaths=${FOLDER}\n`)
    await root.run('systemctl', 'daemon-reload')
    await root.run('systemctl', 'restart', 'postern')

    const isDown = (body: string): boolean => body.includes('"database":"down"')
    const request = async (path: string) => (await fetch(`${machine.adminUrl}/${path}`)).text()
    const ready = async () => {
      // Where no backend is required, /readyz repeats what the last scrape has found.
      await request('metrics')
      return request('readyz')
    }
    const body = await eventually(ready, isDown)
    t.true(isDown(body), body)
    const health = await request('healthz')
    t.regex(health, /"status":"degraded".*"databaseError":"(8|14)"/)
    const metrics = await request('metrics')
    t.regex(metrics, /^postern_backend_up\{backend="database"\} 0$/m)
    t.regex(await root.run('cat', '/var/log/postern/error.log'), /DB Error: \[(8|14)\]/)
    // It finds errors, so that it ends with another code than 0.
    const doctor = await root.run('sh', '-c', 'postern doctor --json || true')
    t.regex(doctor, /"database\.unwritten"/)

    // A Roundcube that it is given now would find no session.
    const config = `<?php\n$config['db_dsnw'] = 'sqlite:///${FILE}?mode=0660';\n`
    await root.write('/etc/roundcube/config.inc.php', config)
    const refused = await t.throwsAsync(
      root.run(
        '/opt/postern/current/scripts/install',
        ...['--repair', '--roundcube', '/etc/roundcube', ...unhurried],
      ),
    )
    t.like(refused, { code: 4 })
    t.regex(
      String(Reflect.get(refused, 'stdout')),
      /Postern cannot write its database \(code (8|14)\)/,
    )
    t.is(await root.run('cat', '/etc/roundcube/config.inc.php'), config)
  },
)
