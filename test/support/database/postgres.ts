import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot, runToEnd, startDatabaseServer, type DatabaseServer } from './server.ts'
import { freePort } from '../process/free-port.ts'
import { makeDirectory } from '../process/temporary-directory.ts'

/** Debian keeps one folder per major version and puts none of them into PATH. */
const versions = '/usr/lib/postgresql'

/** PostgreSQL refuses to run as root, so root becomes the package's user first. */
const asOwner = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']

/** Starts a private PostgreSQL with an empty database; anyone on loopback may use it. */
export async function startPostgres(): Promise<DatabaseServer> {
  const directory = await makeDirectory('postgres')
  const port = await freePort()
  const data = join(directory, 'data')
  const owner = isRoot ? ['--owner=postgres', '--group=postgres'] : []
  runToEnd('install', ['--directory', '--mode=0700', ...owner, data])
  const [initdb = '', ...initdbArgs] = owned('initdb')
  runToEnd(initdb, [
    ...initdbArgs,
    ...[`--pgdata=${data}`, '--username=postern', '--auth=trust', '--no-sync'],
    ...['--encoding=UTF8', '--locale=C.UTF-8'],
  ])

  const [command = '', ...args] = owned('postgres')
  return startDatabaseServer({
    url: `postgres://postern@127.0.0.1:${port}/postgres`,
    directory,
    // Fast shutdown: SIGTERM would wait for every client to leave.
    stopSignal: 'SIGINT',
    program: {
      command,
      args: [
        ...[...args, '-D', data, '-p', `${port}`],
        ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ],
      ready: async (output) => {
        await output.waitFor(/ready to accept connections/)
      },
    },
  })
}

function owned(program: string): readonly string[] {
  const newest =
    readdirSync(versions)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1) ?? ''
  const path = join(versions, newest, 'bin', program)
  return isRoot ? [...asOwner, path] : [path]
}
