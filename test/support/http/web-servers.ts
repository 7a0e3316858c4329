import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../process/free-port.ts'
import { portResponds, startServerProcess } from '../process/server-process.ts'
import { temporaryDirectory, type Teardown } from '../process/temporary-directory.ts'

/** Lines of a configuration, as a document prints them. */
export interface WebServerLines {
  /** Beside all hosts. */
  readonly outside?: string
  /** Within the one host that is started. */
  readonly inside: string
}

/** A web server as Debian packages it. */
export interface WebServer {
  readonly name: string
  /** What marks its blocks in a document. */
  readonly language: string
  /** Starts it with these lines on a free port of 127.0.0.1. Resolves to the port. */
  start(t: Teardown, lines: WebServerLines): Promise<number>
}

export const nginx: WebServer = {
  name: 'nginx',
  language: 'nginx',
  async start(t, { outside = '', inside }) {
    const directory = await temporaryDirectory(t)
    const port = await freePort()
    const temporary = ['client_body', 'fastcgi', 'proxy', 'scgi', 'uwsgi']
    for (const name of temporary) await mkdir(join(directory, name))
    const config = `user www-data;
worker_processes 1;
pid ${directory}/nginx.pid;
error_log ${directory}/nginx.log;
events {}
http {
include /etc/nginx/mime.types;
access_log off;
${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join('\n')}
${outside.replaceAll('include fastcgi_params;', 'include /etc/nginx/fastcgi_params;')}
server {
listen 127.0.0.1:${port};
${inside}
}
}
`
    const file = join(directory, 'nginx.conf')
    await writeFile(file, config)
    await run(t, port, '/usr/sbin/nginx', ['-c', file, '-g', 'daemon off;'])
    return port
  },
}

/** Those of `mods-enabled` of a fresh Debian that are needed, and those that the guide says to enable. */
const APACHE_MODULES = [
  ...['mpm_event', 'authz_core', 'alias', 'mime', 'setenvif'],
  ...['proxy', 'proxy_http', 'proxy_fcgi', 'headers', 'remoteip'],
]

export const apache: WebServer = {
  name: 'Apache',
  language: 'apache',
  async start(t, { outside = '', inside }) {
    const directory = await temporaryDirectory(t)
    const port = await freePort()
    const modules = APACHE_MODULES.map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    )
    const config = `ServerRoot ${directory}
ServerName localhost
DefaultRuntimeDir ${directory}
PidFile ${directory}/apache.pid
ErrorLog ${directory}/apache.log
TypesConfig /etc/mime.types
User www-data
Group www-data
${modules.join('\n')}
<Directory />
Require all denied
</Directory>
${outside}
Listen 127.0.0.1:${port}
<VirtualHost 127.0.0.1:${port}>
${inside}
</VirtualHost>
`
    const file = join(directory, 'apache.conf')
    await writeFile(file, config)
    await run(t, port, '/usr/sbin/apache2', ['-f', file, '-DFOREGROUND'])
    return port
  },
}

async function run(t: Teardown, port: number, command: string, args: readonly string[]) {
  const server = await startServerProcess({
    command,
    args,
    ready: (_output, signal) => portResponds(port, 'connection', signal),
  })
  t.teardown(() => server.kill())
}
