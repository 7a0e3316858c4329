import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { titleOf } from '../ci/test-titles.mjs'
import { fastTests, textOf } from './tier-of.mjs'

/**
 * What does not go together with others: hooks around each test, requests of the whole process that are answered in place,
 * and a wait while the file is loaded, for ava starts before the next one declares its tests.
 */
const aloneForms = [
  /\btest\.(?:before|after)Each\b/,
  /from 'nock'/,
  /^(?!\s|\/|test\b)[^\n]*\bawait\b/m,
]

const titledTests = fileURLToPath(new URL('titled-tests.mjs', import.meta.url))

/** More than processors: the tests of a process run one after the other, and some wait. */
const GROUPS = 6

/**
 * Writes files that load several test files each, of those that start no program: a process takes longer to start than most of
 * these to run. Answers the entries of bundles, by name, and which files are in groups.
 */
export function groupTests(files, folder) {
  mkdirSync(folder, { recursive: true })
  const fast = new Set(fastTests('test'))
  const isTogether = (file) => fast.has(file) && !aloneForms.some((form) => form.test(textOf(file)))
  const together = files.filter(isTogether)
  const alone = files.filter((file) => !isTogether(file))
  const entries = Object.fromEntries(alone.map((file) => [file.replace(/\.ts$/, ''), file]))
  for (let group = 0; group < GROUPS; group += 1) {
    const members = together.filter((_, at) => at % GROUPS === group)
    if (members.length === 0) break
    const source = join(folder, `group-${group + 1}.mjs`)
    const imports = members.map((file) => `import ${JSON.stringify(resolve(file))}\n`)
    writeFileSync(source, imports.join(''))
    // Beside the others: ava leaves out of its titles what all files have in common.
    entries[`test/group-${group + 1}.test`] = source
  }
  return { entries, grouped: new Set(together.map((file) => resolve(file))) }
}

/** A module that stands for ava in one test file. */
const titled = 'titled-test:'

/** The text of a grouped test file, whose titles begin with the file's. */
export function withOwnTitles(text, path) {
  return text.replace(/(\bfrom )'ava'/, `$1${JSON.stringify(titled + path)}`)
}

/** Loads what stands for ava. */
export const titlesOfFiles = {
  name: 'titles-of-files',
  setup(bundler) {
    bundler.onResolve({ filter: new RegExp(`^${titled}`) }, ({ path }) => ({
      path: path.slice(titled.length),
      namespace: titled,
    }))
    bundler.onLoad({ filter: /.*/, namespace: titled }, ({ path }) => {
      const title = JSON.stringify(titleOf(relative('.', path)))
      return {
        contents: `import { titledTest } from ${JSON.stringify(titledTests)}\nexport default titledTest(${title})\n`,
        resolveDir: '.',
      }
    })
  },
}
