import { readFile } from 'node:fs/promises'
import { codeBlocks } from './document-commands.ts'
import type { ThrowAwayRoot } from './throw-away-root.ts'

const GUIDE = 'plugin/docs/admin-guide.md'
const DATABASE_FOLDER = '/var/lib/dbconfig-common/sqlite3/roundcube'
const UNITS = ['php8.2-fpm.service', 'nginx.service']
const FRONT = '/etc/nginx/conf.d/front.conf'

/** Free ports for what the guide names by its ports. */
export interface RoundcubePorts {
  /** What browsers ask. */
  readonly front: number
  /** Postern's, 8090 in the guide. */
  readonly postern: number
  /** Roundcube's own web server, 8080 in the guide. */
  readonly roundcube: number
  /** Where a panel says whose session it is: here anyone who has a cookie of that name. */
  readonly panel: number
}

/**
 * Debian's packages of Roundcube, PHP and nginx as they are installed, each a service of a booted root, with a SQLite database
 * as dbconfig makes it and the lines of nginx that the guide has. PHP is `www-data`. The modes of the database are what the guide requests.
 */
export async function startDebianRoundcube(
  root: ThrowAwayRoot,
  { imapPort, ports, settings }: RoundcubeOnRoot,
) {
  const database = `${DATABASE_FOLDER}/roundcube`
  const [outside = '', inside = ''] = await codeBlocks(
    GUIDE,
    '### The web servers around it',
    'nginx',
  )
  const onPorts = (block: string) =>
    block
      .replaceAll('127.0.0.1:8090', `127.0.0.1:${ports.postern}`)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${ports.roundcube}`)
  const panel = `server {
  listen 127.0.0.1:${ports.panel};
  location = /webmail-auth {
    if ($cookie_webmailsession = "") { return 401; }
    return 204;
  }
}
`
  const listen = `listen 127.0.0.1:${ports.front};`
  const toPostern = `server {\n  ${listen}\n${onPorts(inside)}}\n${panel}`
  // What there was before: the server of Roundcube is the one that browsers ask.
  const ofRoundcube = onPorts(outside.slice(outside.indexOf('server {')))
    .replace(`listen 127.0.0.1:${ports.roundcube};`, listen)
    .replaceAll(/^ *(?:set_real_ip_from|real_ip_header) .*$/gm, '')
  const toRoundcube = `${ofRoundcube}${panel}`

  for (const name of UNITS) {
    const text = await readFile(`/usr/lib/systemd/system/${name}`, 'utf8')
    await root.write(`/etc/systemd/system/${name}`, text)
  }
  await root.write('/etc/nginx/conf.d/postern.conf', onPorts(outside))
  await root.write(FRONT, toRoundcube)
  await root.write('/etc/roundcube/debian-db.php', databaseSettings, '640')
  const lines = `$config['imap_host'] = 'localhost:${imapPort}';\n$config['enable_installer'] = false;\n${settings}`
  await root.run('sh', '-e', '-c', SET_UP, 'sh', DATABASE_FOLDER, database, lines)
  await root.run('systemctl', 'daemon-reload')
  await root.run('systemctl', 'start', ...UNITS)

  return {
    database,
    script: `http://127.0.0.1:${ports.front}/cpsess1234567890/3rdparty/roundcube/index.php`,
    /** Has the web server ask the one or the other, as its administrator does. */
    async putInFront(program: 'postern' | 'roundcube'): Promise<void> {
      await root.write(FRONT, program === 'postern' ? toPostern : toRoundcube)
      await root.run('systemctl', 'reload', 'nginx')
    },
    /** What PHP's user finds in the database. */
    asPhp: (sql: string) => root.run(...AS_PHP, 'sqlite3', '-cmd', '.timeout 20000', database, sql),
    /** Runs a program of Roundcube's as its timers do. */
    runTimer: (program: 'gc.sh' | 'cleandb.sh') =>
      root.run(...AS_PHP, `/usr/share/roundcube/bin/${program}`),
  }
}

interface RoundcubeOnRoot {
  readonly imapPort: number
  readonly ports: RoundcubePorts
  /** More lines of PHP for its configuration. */
  readonly settings: string
}

const AS_PHP = ['setpriv', '--reuid=www-data', '--regid=www-data', '--clear-groups']

const databaseSettings = `<?php
$dbuser='roundcube';
$dbpass='';
$basepath='${DATABASE_FOLDER}';
$dbname='roundcube';
$dbserver='';
$dbport='';
$dbtype='sqlite3';
`

/** The default site of nginx would listen at a port of this machine. */
const SET_UP = `rm -f /etc/nginx/sites-enabled/default
chgrp www-data /etc/roundcube/debian-db.php
mkdir -p "$1" /run/php /var/log/roundcube
sqlite3 "$2" < /usr/share/roundcube/SQL/sqlite.initial.sql
chown -R www-data:www-data "$1" /var/log/roundcube
chmod 770 "$1"
chmod 660 "$2"
printf %s "$3" >> /etc/roundcube/config.inc.php`
