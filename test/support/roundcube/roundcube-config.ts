import { join } from 'node:path'

/** Where the measured Roundcube keeps its things. */
export interface RoundcubeFiles {
  readonly directory: string
  readonly fpmSocket: string
  readonly database: string
  readonly port: number
  readonly imapPort: number
  /** More lines of PHP for the configuration, which win. */
  readonly settings: string
}

/** Enough for two cores; more only wait for them. */
const PHP_WORKERS = 6

/** What it seals passwords under: 24 bytes. */
export const DES_KEY = 'bench-24-byte-des-key-!!'

/** Defaults of the package, but for limits that would refuse a benchmark. */
export function roundcubeConfig({
  directory,
  database,
  imapPort,
  settings,
}: RoundcubeFiles): string {
  return `<?php
$config = [];
$config['db_dsnw'] = 'sqlite:///${database}?mode=0640';
$config['imap_host'] = 'localhost:${imapPort}';
$config['smtp_host'] = 'localhost:25';
$config['des_key'] = '${DES_KEY}';
$config['plugins'] = [];
$config['skin'] = 'elastic';
$config['session_storage'] = 'db';
$config['enable_spellcheck'] = false;
$config['ip_check'] = false;
$config['login_rate_limit'] = 0;
$config['log_dir'] = '${join(directory, 'logs')}/';
$config['temp_dir'] = '${join(directory, 'temp')}/';
${settings}
`
}

/** One pool of php-fpm, workers kept. */
export function fpmConfig({ directory, fpmSocket }: RoundcubeFiles): string {
  return `[global]
error_log = ${join(directory, 'fpm.log')}
daemonize = no
[roundcube]
user = www-data
group = www-data
listen = ${fpmSocket}
listen.owner = www-data
listen.group = www-data
listen.backlog = 4096
pm = static
pm.max_children = ${PHP_WORKERS}
env[ROUNDCUBE_CONFIG_DIR] = ${directory}
env[PATH] = /usr/local/bin:/usr/bin:/bin
php_admin_value[memory_limit] = 512M
php_admin_value[session.sid_length] = 32
php_admin_value[session.sid_bits_per_character] = 4
php_admin_value[auto_prepend_file] = ${prependedFile(directory)}
`
}

/** What PHP runs before Roundcube: plugins of its own folder are found, so that nothing is put into the machine's. */
export function prependedFile(directory: string): string {
  return join(directory, 'before-roundcube.php')
}

/** The folder in which Roundcube looks for its plugins. */
export function pluginsFolder(directory: string): string {
  return join(directory, 'plugins')
}

/** A line for each request that PHP has answered. */
export function phpRequestsLog(directory: string): string {
  return join(directory, 'php-requests.log')
}

/** The path of the specification in front of the package's public files. */
export function nginxConfig({ directory, fpmSocket, port }: RoundcubeFiles): string {
  const temporary = join(directory, 'nginx')
  return `user www-data;
worker_processes 2;
worker_rlimit_nofile 16384;
pid ${join(directory, 'nginx.pid')};
error_log ${join(directory, 'nginx-error.log')};
events { worker_connections 8192; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  keepalive_timeout 75;
  keepalive_requests 1000000;
  client_body_temp_path ${temporary}/body;
  fastcgi_temp_path ${temporary}/fastcgi;
  proxy_temp_path ${temporary}/proxy;
  uwsgi_temp_path ${temporary}/uwsgi;
  scgi_temp_path ${temporary}/scgi;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    root /var/lib/roundcube/public_html;
    location ~ "^/cpsess[0-9]{10}/3rdparty/roundcube/(index\\.php)?$" {
      access_log ${phpRequestsLog(directory)};
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME /var/lib/roundcube/public_html/index.php;
      fastcgi_param DOCUMENT_ROOT /var/lib/roundcube/public_html;
      fastcgi_read_timeout 300s;
      fastcgi_buffers 32 16k;
      fastcgi_buffer_size 32k;
      fastcgi_pass unix:${fpmSocket};
    }
    location ~ "^/cpsess[0-9]{10}/3rdparty/roundcube/(skins|plugins|program)/" {
      rewrite "^/cpsess[0-9]{10}/3rdparty/roundcube(/.+)$" $1 break;
      gzip_static on;
      expires 30d;
    }
    location / { return 404; }
  }
}
`
}
