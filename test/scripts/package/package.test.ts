import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { z } from 'zod'
import { readManifest } from '../../../scripts/manifest/manifest.ts'
import { makePackage } from '../../../scripts/package/make-package.ts'
import { IN_THE_PAGE, listProductionPackages } from '../../../scripts/package/bill-of-materials.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import {
  packagedRelease,
  packagedVersion,
  type PackagedRelease,
} from '../../support/install/packaged-release.ts'

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../../../', import.meta.url))

let release: PackagedRelease | undefined
test.before(async () => {
  release = await packagedRelease()
})

test('every checksum of the package is right, by the tool of the system', async (t) => {
  const { stdout } = await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], {
    cwd: released(),
  })

  t.is(stdout, '')
})

test('the checksum beside the package is its own', async (t) => {
  const { archive } = await packagedRelease()

  const { stdout } = await run('sha256sum', [archive])

  const reported = await readFile(`${archive}.sha256`, 'utf8')
  t.is(reported, `${stdout.slice(0, 64)}  postern-${packagedVersion}.tar.gz\n`)
})

test('a package is refused whose version differs from that of the manifest', async (t) => {
  const root = await temporaryDirectory(t)
  const manifest = await readFile(join(repository, 'plugin.manifest.json'), 'utf8')
  await writeFile(join(root, 'plugin.manifest.json'), manifest)
  await writeFile(join(root, 'package.json'), '{"version":"9.9.9"}')

  await t.throwsAsync(makePackage({ root, outDir: root }), {
    message: /package\.json says version 9\.9\.9, plugin\.manifest\.json 0\.1\.0/,
  })
})

test('the bill of materials names every package inside, with its version', async (t) => {
  const bill = billSchema.parse(
    JSON.parse(await readFile(join(released(), 'sbom.cdx.json'), 'utf8')),
  )
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

  t.true(packages.length > 10)
  for (const path of packages) {
    const { name, version } = z
      .object({ name: z.string(), version: z.string() })
      .parse(JSON.parse(await readFile(join(released(), path), 'utf8')))
    t.true(named.has(`${name}@${version}`), `${name}@${version}`)
  }
})

test('the bill of materials is of the same form in every run', async (t) => {
  const text = await readFile(join(released(), 'sbom.cdx.json'), 'utf8')

  t.false(text.includes('serialNumber'))
  t.deepEqual(billSchema.parse(JSON.parse(text)).metadata.component, {
    'bom-ref': `postern@${packagedVersion}`,
    type: 'application',
    name: 'postern',
    version: packagedVersion,
    licenses: [{ license: { id: 'MIT' } }],
  })
})

test('the bill of materials reports what needs what, and nothing that is not inside', async (t) => {
  const { components, dependencies } = billSchema.parse(
    JSON.parse(await readFile(join(released(), 'sbom.cdx.json'), 'utf8')),
  )
  const known = new Set(components.map((one) => one['bom-ref']))

  const [product, ...others] = dependencies
  t.is(product?.ref, `postern@${packagedVersion}`)
  t.deepEqual(
    [...others.map(({ ref }) => ref), ...dependencies.flatMap(({ dependsOn }) => dependsOn)].filter(
      (ref) => !known.has(ref),
    ),
    [],
  )
  const names = components.map(({ name }) => name)
  for (const name of ['koa', 'sqlite3', ...IN_THE_PAGE]) t.true(names.includes(name), name)
  for (const name of ['tsup', 'node-gyp', 'prebuild-install']) t.false(names.includes(name), name)
})

/** What CycloneDX 1.5 (bom-1.5.schema.json) asks of the members that we publish. */
const licenses = z
  .array(
    z.union([
      z.strictObject({ expression: z.string().min(1) }),
      z.strictObject({ license: z.strictObject({ id: z.string().min(1) }) }),
    ]),
  )
  .length(1)
const billSchema = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.5.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  version: z.int().min(1),
  metadata: z.object({
    timestamp: z.iso.datetime(),
    component: z.object({
      'bom-ref': z.string(),
      type: z.literal('application'),
      name: z.string().min(1),
      version: z.string().min(1),
      licenses,
    }),
  }),
  components: z
    .array(
      z.object({
        type: z.literal('library'),
        'bom-ref': z.string().min(1),
        group: z.string().optional(),
        name: z.string().min(1),
        version: z.string().min(1),
        scope: z.enum(['required', 'optional']),
        hashes: z.array(
          z.strictObject({
            alg: z.literal('SHA-512'),
            content: z.string().regex(/^[0-9a-f]{128}$/),
          }),
        ),
        licenses,
        purl: z.string().regex(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.+-]+$/),
      }),
    )
    .refine((all) => new Set(all.map((one) => one['bom-ref'])).size === all.length, 'unique'),
  dependencies: z.array(z.strictObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

test('a package takes less than 30 MB, and holds no bundle that nothing loads', async (t) => {
  const { stdout: sizes } = await run('find', ['.', '-type', 'f', '-printf', '%s\n'], {
    cwd: released(),
  })
  const bytes = sizes.split('\n').reduce((sum, size) => sum + Number(size), 0)
  const { stdout: bundles } = await run('grep', ['-ho', 'chunk-[A-Z0-9]*.js', '-r', 'dist'], {
    cwd: released(),
  })

  t.log(`${(bytes / 1e6).toFixed(1)} MB`)
  t.true(bytes < 30_000_000, String(bytes))
  const named = new Set(bundles.split('\n'))
  const chunks = (await readdir(join(released(), 'dist'))).filter((name) =>
    name.startsWith('chunk-'),
  )
  t.true(chunks.length > 0)
  t.deepEqual(
    chunks.filter((name) => !named.has(name)),
    [],
  )
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
  for (const script of ['install', 'uninstall', 'postern', 'supervisor', 'after-panel-update']) {
    t.is((await stat(join(released(), 'scripts', script))).mode & 0o777, 0o755, script)
  }
})

test('the package holds the texts that other panels register it by', async (t) => {
  const conf = await readFile(join(released(), 'registration/directadmin/plugin.conf'), 'utf8')
  const meta = await readFile(join(released(), 'registration/plesk/meta.xml'), 'utf8')

  t.true(conf.includes(`version=${packagedVersion}\n`))
  t.true(meta.includes(`<version>${packagedVersion}</version>`))
})

test('the package installs and serves with loopback alone, no compiler and blanks in every path', async (t) => {
  const directory = join(await temporaryDirectory(t), 'a folder')
  const [from, prefix, bin] = ['the package', 'the root', 'bin'].map((name) =>
    join(directory, name),
  )
  if (!from || !prefix || !bin) throw new Error('no folders')
  for (const folder of [directory, prefix, bin]) await mkdir(folder)
  await cp(released(), from, { recursive: true })
  for (const tool of ['sh', 'cat', 'dirname', 'flock', 'ls', 'readlink', 'sort', 'node']) {
    await symlink((await run('which', [tool])).stdout.trim(), join(bin, tool))
  }
  const config = join(directory, 'postern.json')
  const panel = { adapter: 'http', http: { authUrl: 'http://127.0.0.1:9/' } }
  const locations = {
    dataDir: join(prefix, 'var/lib/postern'),
    errorLog: join(prefix, 'error.log'),
  }
  const servers = { imap: { port: 1143 }, listen: { port: 8090 }, private: { port: 8091 } }
  await writeFile(config, JSON.stringify({ panel, ...servers, ...locations }))
  t.teardown(async () => {
    await run(join(from, 'scripts/uninstall'), ['--prefix', prefix])
  })

  const { stdout } = await run('unshare', [
    ...['--net', 'sh', '-c', ON_LOOPBACK_ALONE, 'sh', bin],
    ...[join(from, 'scripts/install'), '--prefix', prefix, '--config', config],
  ])

  t.regex(stdout, /all checksums match/)
  t.regex(stdout, /^done$/m, 'after it has answered that it is ready')
})

/** A mail server that reports what it can and no more, and an installation beside it. */
const ON_LOOPBACK_ALONE = `
ip link set lo up
PATH=$1; shift
node -e 'require("net").createServer((s) => { s.write("* OK here\\r\\n"); s.once("data", () => s.end("* CAPABILITY IMAP4rev1 AUTH=PLAIN\\r\\nB OK\\r\\n")) }).listen(1143, "127.0.0.1")' &
"$@"; code=$?
kill $!
exit $code
`

test('the same tree gives the same package', async (t) => {
  const { archive } = await packagedRelease()

  const again = await makePackage({ root: repository, outDir: await temporaryDirectory(t) })

  t.is(await readFile(`${again}.sha256`, 'utf8'), await readFile(`${archive}.sha256`, 'utf8'))
})

test('the drivers of every database are in the package', async (t) => {
  const load = 'for (const name of ["sqlite3", "mysql2", "pg"]) require(name)'

  await t.notThrowsAsync(run(process.execPath, ['-e', load], { cwd: released() }))
})

test('the licences of others are named, and written out for what is only inside a bundle', async (t) => {
  const text = await readFile(join(released(), 'THIRD-PARTY-LICENSES.txt'), 'utf8')

  const named = [...text.matchAll(/^.+ \(.+\): (node_modules\/.+)$/gm)]
  t.true(named.length > 10)
  for (const [, file = ''] of named) t.true((await stat(join(released(), file))).isFile(), file)
  t.false(text.includes('licence not named'))
  for (const name of ['preact', '@preact/signals', '@preact/signals-core']) {
    t.regex(text, new RegExp(`^${name} [\\d.]+ \\(MIT\\)\\n\\nThe MIT License`, 'm'))
  }
  for (const name of ['koa', '@koa/router', 'http-proxy', 'ioredis', 'imapflow', 'zod']) {
    t.regex(text, new RegExp(`^${name} [\\d.]+ \\(MIT\\)\\n\\n[^]{0,200}Copyright`, 'm'), name)
  }
})

test('every package that only the page imports is named as part of its bundle', async (t) => {
  const { stdout } = await run('grep', ['-rhoE', "from '[^./][^']*'", 'plugin/web'], {
    cwd: repository,
  })
  const imported = stdout
    .split('\n')
    .flatMap((line) => /'((?:@[^/']+\/)?[^/']+)/.exec(line)?.[1] ?? [])

  const packaged = (await listProductionPackages(repository)).map(({ name }) => name)
  const onlyBundled = [...new Set(imported)].filter((name) => !packaged.includes(name))
  t.deepEqual(onlyBundled.sort(), [...IN_THE_PAGE].sort())
})

/** `node_modules/name/package.json` or `node_modules/@scope/name/package.json`, and nothing deeper. */
function isPackageRoot(path: string): boolean {
  return /\/node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path)
}

function released(): string {
  if (release === undefined) throw new Error('not unpacked yet')
  return release.path
}
