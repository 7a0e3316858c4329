import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsup'
import { bundleFolder } from '../ci/bundle-names.mjs'
import { groupTests, titlesOfFiles, withOwnTitles } from './group-tests.mjs'
import { outsideBundles, packagesInside } from '../setup/packages-inside.mjs'

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const tools = Object.keys(devDependencies)

/** What a source starts as a thread, by the words it names it with: a bundle as well, so that no thread compiles. */
const threads = new Map([["'./sanitize-worker.ts'", 'proxy/mail/render/sanitize-worker']])

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
      ...Object.fromEntries([...threads.values()].map((name) => [name, `${name}.ts`])),
    },
    outDir: bundleFolder,
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    platform: 'node',
    target: 'node20',
    tsconfig: 'plugin/web/tsconfig.json',
    splitting: true,
    sourcemap: true,
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
        if (!text.includes('import.meta.url') && !grouped.has(path)) return undefined
        const contents = withOwnAddresses(text, path)
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
  return [...threads].reduce(
    (words, [name, thread]) =>
      words.replaceAll(name, addressOf(resolve(bundleFolder, `${thread}.mjs`))),
    own,
  )
}

/** As words of a program. */
function addressOf(path) {
  return JSON.stringify(pathToFileURL(path).href)
}

function loaderOf(path) {
  if (path.endsWith('.tsx')) return 'tsx'
  return path.endsWith('.ts') ? 'ts' : 'js'
}
