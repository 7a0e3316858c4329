import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isRoot, runToEnd, startDatabaseServer, type DatabaseServer } from './server.ts'
import { freePort } from '../process/free-port.ts'
import { portResponds } from '../process/server-process.ts'
import { makeDirectory } from '../process/temporary-directory.ts'

/** Starts a private MariaDB with an empty database `postern`; as root it runs under the package's user. */
export async function startMariadb(): Promise<DatabaseServer> {
  const directory = await makeDirectory('mariadb')
  const port = await freePort()
  const data = join(directory, 'data')
  const socket = join(data, 'server.sock')
  const user = isRoot ? ['--user=mysql'] : []
  // Its own: a server that starts removes what another one keeps in the same directory.
  const temporary = join(directory, 'tmp')
  await mkdir(temporary)
  await chmod(temporary, 0o1777)
  const locations = [`--datadir=${data}`, `--tmpdir=${temporary}`]
  runToEnd('mariadb-install-db', [
    ...['--no-defaults', ...locations, ...user],
    ...['--auth-root-authentication-method=normal', '--skip-test-db'],
  ])

  const server = await startDatabaseServer({
    url: `mysql://postern:anchor@127.0.0.1:${port}/postern`,
    directory,
    stopSignal: 'SIGTERM',
    program: {
      command: '/usr/sbin/mariadbd',
      args: [
        ...['--no-defaults', ...locations, ...user],
        ...[`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${socket}`],
        ...['--skip-name-resolve', '--innodb-buffer-pool-size=16M'],
      ],
      ready: (_output, signal) => portResponds(port, 'greeting', signal),
    },
  })
  const sql =
    'CREATE DATABASE postern CHARACTER SET utf8mb4;' +
    "CREATE USER postern@'127.0.0.1' IDENTIFIED BY 'anchor';" +
    "GRANT ALL ON postern.* TO postern@'127.0.0.1'"
  runToEnd('mariadb', ['--no-defaults', `--socket=${socket}`, '--user=root', `--execute=${sql}`])
  return server
}
