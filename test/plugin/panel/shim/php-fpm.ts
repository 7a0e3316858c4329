import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freePort } from '../../../support/process/free-port.ts'
import {
  fileAppears,
  portResponds,
  startServerProcess,
} from '../../../support/process/server-process.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'

interface WebServerOptions {
  /** Exists; everything goes below it. */
  readonly directory: string
  /** The shim's index.php. */
  readonly script: string
  /** Answers everything else, and says who is asking. */
  readonly panelUrl: string
  readonly handOverSecret: string
}

/**
 * Debian's nginx and php-fpm as a panel's web server: nginx queries the panel who is there, and php-fpm runs
 * the shim as the user of the account. Needs root. Resolves to the address of the panel behind it.
 */
export async function startWebServer(t: Teardown, options: WebServerOptions): Promise<string> {
  const { directory } = options
  const port = await freePort()
  const socket = join(directory, 'fpm.sock')
  await mkdir(join(directory, 'nginx'))
  await writeFile(join(directory, 'fpm.conf'), fpmConfig(directory, socket))
  await writeFile(join(directory, 'nginx.conf'), nginxConfig(options, { port, socket }))
  const fpm = await startServerProcess({
    command: await findFpm(),
    args: ['-F', '-R', '-y', join(directory, 'fpm.conf')],
    ready: (_output, signal) => fileAppears(socket, signal),
  })
  t.teardown(() => fpm.kill())
  const nginx = await startServerProcess({
    command: '/usr/sbin/nginx',
    args: ['-c', join(directory, 'nginx.conf'), '-g', 'daemon off;'],
    ready: (_output, signal) => portResponds(port, 'connection', signal),
  })
  t.teardown(() => nginx.kill())
  return `http://127.0.0.1:${port}`
}

/** A pool for one account, as panels make them. An open event stream takes one of its processes. */
function fpmConfig(directory: string, socket: string): string {
  return `[global]
error_log = ${join(directory, 'fpm.log')}
[hosting]
user = nobody
group = nogroup
listen = ${socket}
listen.mode = 0666
pm = static
pm.max_children = 4
catch_workers_output = yes
`
}

function nginxConfig(
  { directory, script, panelUrl, handOverSecret }: WebServerOptions,
  { port, socket }: { readonly port: number; readonly socket: string },
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(directory, 'nginx', kind)};`)
    .join('\n  ')
  return `user root;
worker_processes 1;
pid ${join(directory, 'nginx.pid')};
error_log ${join(directory, 'nginx.log')};
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${temporary}
  client_max_body_size 0;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${panelUrl};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
    location = /who-is-there {
      internal;
      proxy_pass ${panelUrl}/__sim/auth;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_set_header X-Original-URI $request_uri;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Panel-Hand-Over ${handOverSecret};
    }
    location ~ ^/cpsess[0-9]+/3rdparty/postern/(postern/[\\w-]+\\.(?:js|css|html)|postern\\.svg)$ {
      alias ${dirname(script)}/$1;
    }
    location ~ ^(/cpsess[0-9]+)/3rdparty/postern/(?:index\\.php)?$ {
      set $token $1;
      auth_request /who-is-there;
      auth_request_set $mailbox $upstream_http_x_panel_user;
      auth_request_set $password $upstream_http_x_panel_credential_password;
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME ${script};
      fastcgi_param HOME /home/hosting;
      fastcgi_param REMOTE_USER $mailbox;
      fastcgi_param REMOTE_PASSWORD $password;
      fastcgi_param cp_security_token $token;
      fastcgi_pass unix:${socket};
    }
  }
}
`
}

async function findFpm(): Promise<string> {
  const name = (await readdir('/usr/sbin')).find((entry) => /^php-fpm\d/.test(entry))
  if (name === undefined) throw new Error('php-fpm is not installed')
  return join('/usr/sbin', name)
}
