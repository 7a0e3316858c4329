import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { makeSystemPackages } from '../../../scripts/package/system/make-system-packages.ts'
import { signFile } from '../../../scripts/package/sign.ts'
import { listRequests, startLoad } from '../../support/install/load.ts'
import { startMachine, shareServers, unhurried } from '../../support/install/machine.ts'
import {
  newerRelease,
  newerVersion,
  packagedRelease,
  packagedVersion,
} from '../../support/install/packaged-release.ts'
import { createThrowAwayRoot, realRootSettings } from '../../support/install/throw-away-root.ts'
import { isLong } from '../../support/process/long-tests.ts'
import {
  makeDirectory,
  removeDirectory,
  temporaryDirectory,
  type Teardown,
} from '../../support/process/temporary-directory.ts'

const run = promisify(execFile)
const shared = shareServers(test)
const releasedAt = new Date(Date.UTC(2026, 10, 22))

/** How each tool of a system installs, upgrades and removes a file. */
const systems = [
  {
    extension: '.deb',
    install: (file: string) => ['dpkg', '--install', file],
    upgrade: (file: string) => ['dpkg', '--install', file],
    remove: ['dpkg', '--remove', 'postern'],
    purge: ['dpkg', '--purge', 'postern'],
    database: /^\/var\/(lib\/dpkg|cache\/debconf|log\/dpkg\.log)/,
  },
  {
    extension: '.rpm',
    // Debian's own packages are unknown to rpm.
    install: (file: string) => ['rpm', '--install', '--nodeps', file],
    upgrade: (file: string) => ['rpm', '--upgrade', '--nodeps', file],
    remove: ['rpm', '--erase', 'postern'],
    purge: undefined,
    database: /^\/(var\/lib\/rpm|root\/\.rpmdb)/,
  },
] as const

test.serial(
  'a package can be read by everybody, also when it was made by root with umask 077',
  async (t) => {
    const release = await makeDirectory('private-release')
    t.teardown(() => removeDirectory(release))
    await run('cp', ['--recursive', '--no-preserve=mode', `${shared.release}/.`, release])
    await run('chmod', ['-R', 'go=,u=rwX', release])
    await run('chmod', ['u+x', `${release}/scripts/install`])
    const before = process.umask(0o077)
    t.teardown(() => void process.umask(before))

    const { stdout } = await run('dpkg-deb', ['--contents', await packageOf(t, release, '.deb')])

    const modes = new Set(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.slice(0, 10)),
    )
    t.deepEqual([...modes].sort(), ['-rw-r--r--', '-rwxr-xr-x', 'drwxr-xr-x'])
    t.regex(stdout, /^-rwxr-xr-x .* \.\/usr\/lib\/postern\/release\/scripts\/install$/m)
    t.regex(stdout, /^drwxr-xr-x .* \.\/usr\/lib\/postern\/release\/$/m)
  },
)

for (const { system, umask } of systems.flatMap((system) =>
  ['077', '022'].map((umask) => ({ system, umask })),
)) {
  // The stricter one of an administrator shows what the other hides.
  const isShort = system.extension === '.deb' && umask === '077'
  const scenario = isLong || isShort ? test.serial : test.serial.skip
  scenario(
    `a ${system.extension} is installed, upgraded without a failed request, and removed, under umask ${umask}`,
    async (t) => {
      t.timeout(600_000)
      const machine = await startMachine(t, shared, realRootSettings)
      const root = await createThrowAwayRoot(t, { hasSystemd: true })
      const reported = (command: readonly string[]) =>
        root.run('sh', '-c', `umask ${umask} && exec "$@"`, 'sh', ...command)
      const own = async () => (await root.changes()).filter((path) => !system.database.test(path))

      // Nothing says yet where the panel is.
      const unpacked = await reported(
        system.install(await packageOf(t, shared.release, system.extension)),
      )
      t.regex(unpacked, /Postern is unpacked, and not set up yet/)
      await reported([
        '/usr/lib/postern/release/scripts/install',
        ...['--panel', 'generic', '--config', machine.configFile, ...unhurried],
      ])
      const user = await machine.panelUser()
      t.is((await user.get('?login=1&post_login=38056176108366')).status, 200)

      const load = startLoad(...listRequests(user))
      await load.answered(50)
      const newer = await newerRelease(t, shared.release)
      await reported(system.upgrade(await packageOf(t, newer, system.extension)))
      await load.answered(50)
      t.deepEqual((await load.stop()).failures, [])
      t.regex(
        await reported(['readlink', '/opt/postern/current']),
        new RegExp(basename(newer).slice(8)),
      )

      await reported(system.remove)
      t.deepEqual(await own(), ['/var/lib/postern'])
      if (system.purge === undefined) return
      await root.write('/var/lib/postern/notes.txt', 'of somebody')
      await reported(system.purge)
      t.deepEqual(await own(), ['/var/lib/postern'])
      t.is(
        await reported(['find', '/var/lib/postern', '-type', 'f']),
        '/var/lib/postern/notes.txt\n',
      )
    },
  )
}

for (const umask of ['077', '022']) {
  const scenario = isLong ? test.serial : test.serial.skip
  scenario(
    `a tarball is unpacked, installed, upgraded without a failed request, and removed, under umask ${umask}`,
    async (t) => {
      t.timeout(600_000)
      const machine = await startMachine(t, shared, realRootSettings)
      const root = await createThrowAwayRoot(t, { hasSystemd: true })
      const under = (...command: readonly string[]) =>
        root.run('sh', '-c', `umask ${umask} && cd /root && exec "$@"`, 'sh', ...command)
      const config = ['--panel', 'generic', '--config', machine.configFile]
      const unpackAndInstall = async (archive: string) => {
        await under('tar', '-xzf', archive)
        await under(`./${basename(archive, '.tar.gz')}/scripts/install`, ...config, ...unhurried)
      }

      await unpackAndInstall((await packagedRelease()).archive)
      const user = await machine.panelUser()
      t.is((await user.get('?login=1&post_login=38056176108366')).status, 200)
      const load = startLoad(...listRequests(user))
      await load.answered(50)
      const newer = await newerRelease(t, shared.release)
      await unpackAndInstall(await tarballOf(t, newer))
      await load.answered(50)
      t.deepEqual((await load.stop()).failures, [])
      t.is(await under('readlink', '/opt/postern/current'), `releases/${newerVersion}\n`)
      await under('sh', '-c', 'rm -r postern-*')

      await under('/opt/postern/current/scripts/uninstall')
      t.deepEqual(await root.changes(), ['/var/lib/postern'])
      await under('sh', '-c', 'tar -xzf "$1"', 'sh', (await packagedRelease()).archive)
      await under(`./postern-${packagedVersion}/scripts/uninstall`, '--purge', '--yes')
      await under('sh', '-c', 'rm -r postern-*')
      t.deepEqual(await root.changes(), [])
    },
  )
}

test.serial('a package that was signed is known as such, and an altered one is not', async (t) => {
  const directory = await temporaryDirectory(t)
  const home = await temporaryDirectory(t)
  const before = process.env['GNUPGHOME']
  process.env['GNUPGHOME'] = home
  t.teardown(() => {
    if (before === undefined) delete process.env['GNUPGHOME']
    else process.env['GNUPGHOME'] = before
  })
  const name = 'Postern tests <tests@postern.test>'
  await run('gpg', ['--batch', '--passphrase', '', '--quick-gen-key', name, 'ed25519', 'sign'])
  const file = `${directory}/postern.deb`
  await run('cp', ['package.json', file])

  await signFile(file, name)

  await t.notThrowsAsync(run('gpg', ['--verify', `${file}.asc`, file]))
  await run('sh', ['-c', 'echo altered >> "$1"', 'sh', file])
  await t.throwsAsync(run('gpg', ['--verify', `${file}.asc`, file]))
})

const ifLong = isLong ? test.serial : test.serial.skip
ifLong('lintian finds nothing in the package of Debian', async (t) => {
  const file = await packageOf(t, shared.release, '.deb')

  const { stdout } = await run('lintian', ['--fail-on', 'error,warning', file])

  t.is(stdout, '')
})

/** Builds the package of one system. */
async function packageOf(t: Teardown, release: string, extension: string): Promise<string> {
  const outDir = await makeDirectory('package')
  t.teardown(() => removeDirectory(outDir))
  const made = await makeSystemPackages({ release, releasedAt, outDir, extensions: [extension] })
  const file = made.flatMap((one) => ('file' in one ? [one.file] : []))[0] ?? ''
  const sum = await readFile(`${file}.sha256`, 'utf8')
  await run('sh', [
    '-c',
    'cd "$1" && echo "$2" | sha256sum --check',
    'sh',
    dirname(file),
    sum.trim(),
  ])
  return file
}

/** Packs a release as `npm run package` does. */
async function tarballOf(t: Teardown, release: string): Promise<string> {
  const outDir = await makeDirectory('tarball')
  t.teardown(() => removeDirectory(outDir))
  const archive = `${outDir}/${basename(release)}.tar.gz`
  await run('tar', ['-czf', archive, '--directory', dirname(release), basename(release)])
  return archive
}
