import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { mustRun, say } from './run.mjs'

/** What only `npm run test:long` runs. */
const longNeeds = [
  { file: 'rpmbuild', package: 'rpm' },
  { file: 'lintian', package: 'lintian' },
  { file: 'debootstrap', package: 'debootstrap' },
  { file: 'buildah', package: 'buildah' },
  // Where a Roundcube may have its sessions.
  { file: 'memcached', package: 'memcached' },
  { file: '/var/lib/dpkg/info/php-memcached.list', package: 'php-memcached' },
  { file: 'promtool', package: 'prometheus' },
  // Messages that others collected (test/proxy/mail/differential/).
  { file: '/usr/lib/python3.11/test/test_email', package: 'libpython3.11-testsuite' },
  {
    file: '/usr/lib/python3/dist-packages/flufl/bounce/tests',
    package: 'python3-flufl.bounce',
  },
]

/** Compile sqlite3 where no prebuilt one can be fetched. */
const compilers = [
  { file: 'python3', package: 'python3' },
  { file: 'make', package: 'make' },
  { file: 'g++', package: 'g++' },
]

/** What the tests run against: where its file is found, and the Debian package that brings it. */
const needs = [
  { file: 'dovecot', package: 'dovecot-imapd' },
  // Rules at the mail server, and what they do with a message.
  { file: 'sieve-filter', package: 'dovecot-sieve' },
  { file: '/usr/lib/dovecot/managesieve', package: 'dovecot-managesieved' },
  { file: 'redis-server', package: 'redis-server' },
  // The engines the shared database may run on.
  { file: 'mariadbd', package: 'mariadb-server' },
  { file: '/usr/lib/postgresql', package: 'postgresql' },
  { file: 'php', package: 'php-cli' },
  { file: 'php-cgi', package: 'php-cgi' },
  // A web server as panels have it; Debian puts the version of PHP into the name.
  { file: '/usr/sbin/php-fpm*', package: 'php-fpm' },
  { file: 'nginx', package: 'nginx-light' },
  // An unmodified Roundcube, which keeps its sessions with us.
  { file: '/usr/share/roundcube/index.php', package: 'roundcube-core' },
  { file: '/var/lib/dpkg/info/roundcube-sqlite3.list', package: 'roundcube-sqlite3' },
  { file: '/var/lib/dpkg/info/php-redis.list', package: 'php-redis' },
  // Address books that phones share with us.
  { file: 'radicale', package: 'radicale' },
  // The directory of a company.
  { file: 'slapd', package: 'slapd' },
  { file: 'apache2', package: 'apache2-bin' },
  // Chromium without a window: half the work of the whole browser.
  { file: '/usr/lib/chromium/chromium-headless-shell', package: 'chromium-headless-shell' },
  // The other engines a page is shown by, each driven as a user would (test/end-to-end/every-browser.test.ts).
  { file: 'firefox-esr', package: 'firefox-esr' },
  { file: 'WebKitWebDriver', package: 'webkit2gtk-driver' },
  { file: 'Xvfb', package: 'xvfb' },
  // The tests of the installation: the filter against our log, the units, the handed-over socket.
  { file: 'fail2ban-regex', package: 'fail2ban' },
  { file: 'systemd-socket-activate', package: 'systemd' },
  { file: 'logrotate', package: 'logrotate' },
  // What the guide backs a database up with.
  { file: 'sqlite3', package: 'sqlite3' },
  { file: 'gpg', package: 'gpg' },
  { file: 'ip', package: 'iproute2' },
  { file: '/usr/share/fonts/truetype/dejavu', package: 'fonts-dejavu-core' },
  // What a page prints.
  { file: 'pdftotext', package: 'poppler-utils' },
  ...compilers,
]

/** Whether sqlite3 could be compiled now. */
export function canCompile() {
  return compilers.every(({ file }) => isPresent(file))
}

/** Installs the Debian packages of the tests that are missing; no daemon starts automatically. Needs root then. */
export async function ensureDebianPackages() {
  // Asked now: scripts/test-long.mjs sets it after this file was loaded.
  const wanted = process.env.LONG_TESTS === '1' ? [...needs, ...longNeeds] : needs
  await ensure(wanted, 'the tests run against real servers', 'npm test')
}

/** The same for a Roundcube with its web server, which starts nothing automatically. */
export async function ensureRoundcubePackages() {
  if (process.getuid?.() !== 0)
    throw new Error('the demo starts Roundcube as root: run it with sudo')
  const names = ['roundcube-core', 'roundcube-sqlite3', 'php-redis', 'php-fpm', 'nginx-light']
  const wanted = needs.filter((need) => names.includes(need.package))
  await ensure(wanted, 'the demo runs a real Roundcube', 'npm run demo -- --roundcube')
}

async function ensure(wanted, reason, command) {
  const missing = wanted.filter(({ file }) => !isPresent(file)).map((need) => need.package)
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !isPresent('apt-get')) {
    throw new Error(
      `${reason}; install these packages first: ${missing.join(' ')}\n` +
        `(on Debian or Ubuntu, \`${command}\` as root installs them)`,
    )
  }
  say(`installing Debian packages: ${missing.join(' ')}`)
  await withoutDaemons(() => install(missing))
}

async function install(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=600']
  await mustRun('apt-get', [...options, 'update'], { env })
  await mustRun('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], {
    env,
  })
}

/** Debian starts a server when it is installed, unless this policy says no (exit code 101). */
async function withoutDaemons(work) {
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await work()
  } finally {
    if (isOurs) rmSync(policy)
  }
}

function isPresent(file) {
  if (file.endsWith('*')) {
    return readdirSync(dirname(file)).some((name) => name.startsWith(basename(file, '*')))
  }
  if (file.startsWith('/')) return existsSync(file)
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.some((folder) => existsSync(join(folder, file)))
}
