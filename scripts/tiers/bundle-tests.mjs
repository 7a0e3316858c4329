import { readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsup'
import { bundleFolder } from '../ci/bundle-names.mjs'
import { groupTests, titlesOfFiles, withOwnTitles } from './group-tests.mjs'
import { outsideBundles, packagesInside } from '../setup/packages-inside.mjs'

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const tools = Object.keys(devDependencies)

/** What a source beside it starts as a thread or a process: bundles as well, so that none of them compiles. */
const programs = [
  'scripts/bench/load/main.ts',
  'test/plugin/key-rotation/reseal-child.ts',
  'test/store/personal/crash-child.ts',
  'test/store/spool/crash-child.ts',
]

const playwright = fileURLToPath(new URL('playwright.mjs', import.meta.url))

/**
 * Bundles test files for node, with what they share in chunks: a process that loads a few files starts in a third
 * of the time that it needs to compile a hundred. What Postern needs to run is inside as well; tools stay outside.
 * Files of the fast tests share a few processes.
 */
export async function bundleTests(files) {
  rmSync(bundleFolder, { recursive: true, force: true })
  const { entries, grouped } = groupTests(files, join(bundleFolder, 'groups'))
  await build({
    config: false,
    entry: {
      ...entries,
      ...Object.fromEntries(programs.map((program) => [program.replace(/\.ts$/, ''), program])),
    },
    outDir: bundleFolder,
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    platform: 'node',
    target: 'node20',
    tsconfig: 'plugin/web/tsconfig.json',
    splitting: true,
    sourcemap: true,
    esbuildOptions(options) {
      // Each process reads the maps of what it loads; the sources are beside them.
      options.sourcesContent = false
    },
    ...packagesInside([...outsideBundles, ...tools]),
    silent: true,
    esbuildPlugins: [titlesOfFiles, sourcesForBundles(grouped)],
  })
}

/** A source finds files beside itself: by its own address, and not by that of the bundle. A grouped test has titles of its own. */
function sourcesForBundles(grouped) {
  return {
    name: 'sources-for-bundles',
    setup(bundler) {
      bundler.onLoad({ filter: /\.(ts|tsx|mjs)$/, namespace: 'file' }, ({ path }) => {
        const text = readFileSync(path, 'utf8')
        const contents = withOwnAddresses(text, path).replace(
          /^(import .*|\} )from 'playwright-core'/m,
          `$1from ${JSON.stringify(playwright)}`,
        )
        if (contents === text && !grouped.has(path)) return undefined
        return {
          contents: grouped.has(path) ? withOwnTitles(contents, path) : contents,
          loader: loaderOf(path),
        }
      })
    },
  }
}

function withOwnAddresses(text, path) {
  const own = text.replaceAll('import.meta.url', addressOf(path))
  // What is imported is inside the bundle of anyone who imports it.
  return own.replace(/(?<!\bfrom )'(?:\.\/)?([\w-]+\.ts)'/g, (words, name) => {
    const program = relative('.', join(dirname(path), name))
    return programs.includes(program)
      ? addressOf(resolve(bundleFolder, program.replace(/\.ts$/, '.mjs')))
      : words
  })
}

/** As words of a program. */
function addressOf(path) {
  return JSON.stringify(pathToFileURL(path).href)
}

function loaderOf(path) {
  if (path.endsWith('.tsx')) return 'tsx'
  return path.endsWith('.ts') ? 'ts' : 'js'
}
