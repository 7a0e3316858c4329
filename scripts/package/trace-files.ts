import { createRequire } from 'node:module'
import { join } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'

/** What a release runs (scripts/launchers), and the thread that Postern starts. */
const ENTRIES = [
  'main',
  'parsing-worker',
  'installer',
  'supervisor',
  'shim-accounts',
  'cpanel-helper',
]

/** Drivers that a package inside a bundle requests by name when they are wanted. */
const DRIVERS = ['mysql2', 'pg']

/** What a package has for `require` beside what our bundles import: the trace takes both, and no one loads it. */
const FOR_REQUIRE_ALONE = [
  'node_modules/@simplewebauthn/server/script/**',
  'node_modules/imapflow/dist/cjs/**',
  'node_modules/ldapts/dist/index.cjs',
  'node_modules/zod/**/*.cjs',
]

/**
 * The files that the programs of a release can load, as paths below `root`, in dist and node_modules: what they import,
 * what that imports and so on, with workers, stylesheets and native modules that are named by a path, and package.json
 * of each package. `require` of a name that is put together counts as all files it can mean.
 */
export async function traceFiles(root: string): Promise<readonly string[]> {
  const { resolve } = createRequire(join(root, 'package.json'))
  const entries = [
    ...ENTRIES.map((name) => join(root, 'dist', `${name}.js`)),
    ...DRIVERS.map((name) => resolve(name)),
  ]
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    processCwd: root,
    ignore: FOR_REQUIRE_ALONE,
  })
  return [...fileList].filter((file) => /^(dist|node_modules)\//.test(file)).sort()
}
