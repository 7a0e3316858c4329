import { basename } from 'node:path'
import { testFilesIn } from '../ci/test-files.mjs'
import { reachedFrom, textOf } from './imports.mjs'

/** Who imports one of these starts another program, a browser or a thread with a file of its own. */
const starters = [
  'node:child_process',
  'node:cluster',
  'node:worker_threads',
  'piscina',
  'playwright-core',
]

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
