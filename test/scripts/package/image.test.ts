import { execFile } from 'node:child_process'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { z } from 'zod'
import { freshDebian } from '../../support/install/fresh-debian.ts'
import { packagedRelease, packagedVersion } from '../../support/install/packaged-release.ts'
import { freePort } from '../../support/process/free-port.ts'
import { isLong } from '../../support/process/long-tests.ts'
import { startServerProcess } from '../../support/process/server-process.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const run = promisify(execFile)
const BASE = 'localhost/debian-with-node'
const USER = 10_001

/** What buildah reports an image in Docker's form. */
const imageSchema = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.tuple([z.literal('CMD')]).rest(z.string()) }),
    }),
  }),
})

const ifLong = isLong ? test.serial : test.serial.skip
for (const umask of ['022', '077']) {
  ifLong(
    `the image is built under umask ${umask}, serves without root from a root that is read-only, and tells its health`,
    async (t) => {
      t.timeout(1_800_000)
      const base = await freshDebian(t, ['nodejs'])
      const directory = await temporaryDirectory(t)
      const under = (...command: readonly string[]) =>
        run('sh', ['-c', `umask ${umask} && exec "$@"`, 'sh', ...command])
      const buildah = async (...args: readonly string[]): Promise<string> => {
        const store = ['--root', join(directory, 'store'), '--runroot', join(directory, 'run')]
        const { stdout } = await under('buildah', ...store, '--storage-driver', 'vfs', ...args)
        return stdout.trim()
      }
      await under(
        'tar',
        '-xzf',
        (await packagedRelease()).archive,
        '--directory',
        directory,
        '--no-same-permissions',
      )
      const release = join(directory, `postern-${packagedVersion}`)
      const empty = await buildah('from', 'scratch')
      await buildah('copy', '--quiet', empty, base, '/')
      await buildah('commit', '--quiet', '--rm', empty, BASE)

      await buildah(
        ...['build', '--quiet', '--format', 'docker', '--isolation', 'chroot', '--pull-never'],
        ...['--build-arg', `BASE=${BASE}`, '--file', 'scripts/package/image/Containerfile'],
        ...['--tag', 'postern', release],
      )

      const reported = imageSchema.parse(
        JSON.parse(await buildah('inspect', '--type', 'image', 'postern')),
      )
      const { User: user, Entrypoint, Cmd, Healthcheck } = reported.Docker.config
      t.is(user, `${USER}:${USER}`)
      const root = await buildah('mount', await buildah('from', '--pull-never', 'postern'))
      t.teardown(async () => {
        await buildah('rm', '--all')
      })
      const [data, settings] = [join(directory, 'data'), join(directory, 'settings')]
      for (const folder of [data, settings]) await mkdir(folder)
      await chown(data, USER, USER)
      const [port, privatePort] = [await freePort(), await freePort()]
      await writeFile(
        join(settings, 'postern.json'),
        JSON.stringify({
          listen: { host: '127.0.0.1', port },
          private: { host: '127.0.0.1', port: privatePort },
          panel: { adapter: 'http', http: { authUrl: 'http://127.0.0.1:9/' } },
          dataDir: '/var/lib/postern',
          database: { url: 'sqlite:/var/lib/postern/postern.db' },
          errorLog: '/var/lib/postern/error.log',
        }),
      )
      // As a container engine does it, with the network of this machine.
      const inside = (command: readonly string[]) => ({
        command: 'unshare',
        args: [
          '--mount',
          'sh',
          '-e',
          '-c',
          CONTAINER,
          'sh',
          root,
          data,
          settings,
          user,
          ...command,
        ],
        env: { NODE_ENV: 'production', POSTERN_PRIVATE_PORT: String(privatePort) },
      })
      const served = await startServerProcess({
        ...inside([...Entrypoint, ...Cmd]),
        ready: async (output) => {
          await output.waitFor(/listening on/)
        },
      })
      t.teardown(() => served.kill())

      const [, ...health] = Healthcheck.Test
      const { command, args, env } = inside(health)
      await t.notThrowsAsync(run(command, args, { env: { ...process.env, ...env } }))
      t.is(await served.stop('SIGTERM'), 0)
      await t.throwsAsync(
        run(command, args, { env: { ...process.env, ...env } }),
        undefined,
        'it ended',
      )
    },
  )
}

/** Runs a program in a root that nothing can be written to, but its data. */
const CONTAINER = `
root=$1 data=$2 settings=$3 user=$4; shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
mkdir -p "$root/etc/postern"
mount --bind "$data" "$root/var/lib/postern"
mount --bind "$settings" "$root/etc/postern"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" "$@"
`
