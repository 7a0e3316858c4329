import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  cp,
  mkdir,
  rm,
  symlink,
  writeFile,
  readFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sqlite3 from 'sqlite3'
import { freePort } from '../process/free-port.ts'
import { fileAppears, portResponds, startServerProcess } from '../process/server-process.ts'
import {
  fpmConfig,
  nginxConfig,
  phpRequestsLog,
  pluginsFolder,
  prependedFile,
  roundcubeConfig,
} from './roundcube-config.ts'

/** Debian's `www-data`, which base-passwd gives to every machine. */
const webOwner = 33

const programs = '/usr/share/roundcube'
const fpmVersions = ['8.4', '8.3', '8.2', '8.1']

/** What of Roundcube and its web server is not installed here; empty when it can be measured. */
export function missingForRoundcube(): readonly string[] {
  return [
    ...(existsSync(`${programs}/index.php`) ? [] : ['roundcube-core', 'roundcube-sqlite3']),
    ...(existsSync('/usr/sbin/nginx') ? [] : ['nginx-light']),
    ...(findFpm() === undefined ? ['php-fpm'] : []),
  ]
}

/**
 * Starts Debian's Roundcube behind nginx and php-fpm with opcache, on a free port with its own database,
 * configuration and logs. Sessions are in SQLite unless `settings` (lines of PHP for its configuration) say
 * otherwise. Needs root.
 */
export async function startRoundcube(directory: string, imapPort: number, settings = '') {
  const fpm = findFpm()
  if (fpm === undefined) throw new Error('php-fpm is not installed')
  const port = await freePort()
  const fpmSocket = join(directory, 'fpm.sock')
  const database = join(directory, 'database', 'roundcube.sqlite')
  const files = { directory, fpmSocket, database, port, imapPort, settings }
  for (const owned of ['database', 'logs', 'temp', 'nginx']) {
    await mkdir(join(directory, owned), { recursive: true })
    await chown(join(directory, owned), webOwner, webOwner)
  }
  await chmod(directory, 0o755)
  await createDatabase(database)
  await symlink('/etc/roundcube/defaults.inc.php', join(directory, 'defaults.inc.php'))
  await symlink('/etc/roundcube/mimetypes.php', join(directory, 'mimetypes.php'))
  await writeFile(join(directory, 'config.inc.php'), roundcubeConfig(files))
  await writeFile(join(directory, 'fpm.conf'), fpmConfig(files))
  await cp('/usr/share/roundcube/plugins', pluginsFolder(directory), { recursive: true })
  await writeFile(
    prependedFile(directory),
    `<?php define('RCUBE_PLUGINS_DIR', '${pluginsFolder(directory)}/');\n`,
  )
  await writeFile(join(directory, 'nginx.conf'), nginxConfig(files))

  const startPhp = async () => {
    await rm(fpmSocket, { force: true })
    return startServerProcess({
      command: fpm.program,
      args: [
        ...['-F', '-y', join(directory, 'fpm.conf'), '-c', fpm.ini],
        ...['-d', 'opcache.enable=1', '-d', 'opcache.memory_consumption=192'],
      ],
      ready: (_output, signal) => fileAppears(fpmSocket, signal),
    })
  }
  let php = await startPhp()
  const nginx = await startServerProcess({
    command: '/usr/sbin/nginx',
    args: ['-c', join(directory, 'nginx.conf'), '-g', 'daemon off;'],
    ready: (_output, signal) => portResponds(port, 'connection', signal),
  })
  return {
    script: `http://127.0.0.1:${port}/cpsess1234567890/3rdparty/roundcube/index.php`,
    pids: [php.pid, nginx.pid],
    directory,
    database,
    /** Puts a plugin of one file where Roundcube looks for them. */
    async addPlugin(name: string, file: URL) {
      const folder = join(pluginsFolder(directory), name)
      await mkdir(folder, { recursive: true })
      await copyFile(file, join(folder, `${name}.php`))
    },
    /** How many requests PHP has answered. */
    async phpRequests() {
      const log = await readFile(phpRequestsLog(directory), 'utf8')
      return log.split('\n').length - 1
    },
    /** Gives its configuration other lines; PHP reads them within two seconds. */
    configure: (lines: string) =>
      writeFile(join(directory, 'config.inc.php'), roundcubeConfig({ ...files, settings: lines })),
    /** Ends all PHP processes, with whatever they are at, and starts new ones. */
    async restartPhp() {
      await php.kill()
      php = await startPhp()
    },
    async stop() {
      await nginx.stop()
      await php.stop()
    },
  }
}

function findFpm(): { readonly program: string; readonly ini: string } | undefined {
  return fpmVersions
    .map((version) => ({
      program: `/usr/sbin/php-fpm${version}`,
      ini: `/etc/php/${version}/fpm/php.ini`,
    }))
    .find(({ program }) => existsSync(program))
}

/** Makes Roundcube's SQLite database from the schema its package brings. */
async function createDatabase(file: string): Promise<void> {
  const schema = await readFile('/usr/share/roundcube/SQL/sqlite.initial.sql', 'utf8')
  const database = new sqlite3.Database(file)
  await promisify(database.exec.bind(database))(schema)
  await promisify(database.close.bind(database))()
  await chown(file, webOwner, webOwner)
  await chmod(file, 0o640)
}
