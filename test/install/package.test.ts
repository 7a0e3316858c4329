import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { z } from 'zod'
import { readManifest } from '../../scripts/manifest/read-manifest.ts'
import {
  packagedArchive,
  packagedVersion,
  unpackRelease,
  type UnpackedRelease,
} from './packaged-release.ts'

const run = promisify(execFile)

let release: UnpackedRelease | undefined
test.before(async () => {
  release = await unpackRelease()
})
test.after.always(async () => release?.remove())

test('every checksum of the package is right, by the tool of the system', async (t) => {
  const { stdout } = await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], {
    cwd: released(),
  })

  t.is(stdout, '')
})

test('the checksum beside the package is its own', async (t) => {
  const archive = await packagedArchive()

  const { stdout } = await run('sha256sum', [archive])

  const told = await readFile(`${archive}.sha256`, 'utf8')
  t.is(told, `${stdout.slice(0, 64)}  postern-${packagedVersion}.tar.gz\n`)
})

test('the bill of materials names every package inside, with its version', async (t) => {
  const bill = z
    .object({
      bomFormat: z.literal('CycloneDX'),
      components: z.array(
        z.object({ group: z.string().optional(), name: z.string(), version: z.string() }),
      ),
    })
    .parse(JSON.parse(await readFile(join(released(), 'sbom.cdx.json'), 'utf8')))
  const named = new Set(
    bill.components.map(({ group, name, version }) =>
      group === undefined ? `${name}@${version}` : `${group}/${name}@${version}`,
    ),
  )

  const { stdout } = await run(
    'find',
    ['.', '-path', '*/node_modules/*', '-name', 'package.json'],
    {
      cwd: released(),
    },
  )
  const packages = stdout.split('\n').filter((path) => isPackageRoot(path))

  t.true(packages.length > 100)
  for (const path of packages) {
    const { name, version } = z
      .object({ name: z.string(), version: z.string() })
      .parse(JSON.parse(await readFile(join(released(), path), 'utf8')))
    t.true(named.has(`${name}@${version}`), `${name}@${version}`)
  }
})

test('a package holds no tool of its makers', async (t) => {
  for (const name of ['typescript', 'tsup', 'ava', 'eslint', 'playwright-core', 'node-gyp']) {
    await t.throwsAsync(stat(join(released(), 'node_modules', name)), { code: 'ENOENT' })
  }
})

test('every file that the manifest names is in the package', async (t) => {
  const manifest = await readManifest(join(released(), 'plugin.manifest.json'))

  t.is(manifest.version, packagedVersion)
  const paths = [manifest.entry, manifest.ui.icon, ...manifest.files.map(({ path }) => path)]
  for (const path of paths) t.true((await stat(join(released(), path))).isFile(), path)
  for (const script of ['install', 'uninstall', 'postern', 'keeper', 'after-panel-update']) {
    t.is((await stat(join(released(), 'scripts', script))).mode & 0o777, 0o755, script)
  }
})

test('the package holds the texts that other panels register it by', async (t) => {
  const conf = await readFile(join(released(), 'registration/directadmin/plugin.conf'), 'utf8')
  const meta = await readFile(join(released(), 'registration/plesk/meta.xml'), 'utf8')

  t.true(conf.includes(`version=${packagedVersion}\n`))
  t.true(meta.includes(`<version>${packagedVersion}</version>`))
})

test('the packaged Postern runs without network, compiler and repository', async (t) => {
  const { stdout } = await run(
    'unshare',
    ['--net', join(released(), 'scripts/install'), '--prefix', released(), '--dry-run', '--json'],
    { env: { PATH: process.env['PATH'] ?? '' } },
  ).catch((error: unknown) => z.object({ stdout: z.string() }).parse(error))

  t.regex(stdout, /loads with Node/)
  t.regex(stdout, /all checksums match/)
})

/** `node_modules/name/package.json` or `node_modules/@scope/name/package.json`, and nothing deeper. */
function isPackageRoot(path: string): boolean {
  return /\/node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path)
}

function released(): string {
  if (release === undefined) throw new Error('not unpacked yet')
  return release.path
}
