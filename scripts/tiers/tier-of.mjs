import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { testFilesIn } from '../ci/test-files.mjs'

/** Who imports one of these starts another program, a browser or a thread with a file of its own. */
const starters = ['node:child_process', 'node:cluster', 'node:worker_threads', 'playwright-core']

/** The one place that says whether the full lengths are wanted, wherever it lies. */
const longSwitch = 'long-tests.ts'

/** Files of `npm run test:fast`: whatever they import starts no program, and they look at no bundle. */
export function fastTests(folder) {
  return testFilesIn(folder).filter((test) => {
    const { files, packages } = reachedFrom(test)
    const isAlone = starters.every((name) => !packages.has(name))
    return isAlone && [...files].every((file) => !readsBundles(file, folder))
  })
}

/** Files of `npm run test:long`: they have a full length besides the one of `npm test`. */
export function longTests(folder) {
  return testFilesIn(folder).filter((test) =>
    [...reachedFrom(test).files].some((file) => basename(file) === longSwitch),
  )
}

/** A test that reads dist/ needs a build; our own sources only name it where they install or start it. */
function readsBundles(file, folder) {
  return file.startsWith(`${folder}/`) && textOf(file).includes('dist/')
}

/** Static, dynamic and re-exporting imports; what is imported as a type only is missing when the program runs. */
const importForms = [
  /^(?:import|export)\s(?!type\s)[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]/gm,
  /^import\s+['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
]

/** Text and imports of each source that was read. */
const known = new Map()

/**
 * What a source needs when it runs, itself included: `files` are the paths of this repository below the current
 * folder, `packages` the names of everything else.
 */
export function reachedFrom(file) {
  const files = new Set([file])
  const packages = new Set()
  // A set that grows while it is walked is walked to its end.
  for (const reached of files) {
    for (const name of sourceOf(reached).imports) {
      if (!name.startsWith('.')) packages.add(name)
      else if (existsSync(join(dirname(reached), name))) files.add(join(dirname(reached), name))
    }
  }
  return { files, packages }
}

/** A source's text. */
export function textOf(file) {
  return sourceOf(file).text
}

function sourceOf(file) {
  const found = known.get(file)
  if (found !== undefined) return found
  const text = readFileSync(file, 'utf8')
  const imports = importForms.flatMap((form) => [...text.matchAll(form)].map(([, name]) => name))
  const source = { text, imports }
  known.set(file, source)
  return source
}
