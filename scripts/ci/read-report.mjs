import { withSourceNames } from './bundle-names.mjs'
import { titleOf } from './test-titles.mjs'

/**
 * Reads what ava printed: how many tests passed, how many failures each file had, and how many are of no file.
 * A file fails by a test of its own, by a crash, or by still running when the time limit of ava came.
 */
export function readReport(output, files) {
  const failed = new Map()
  let passed = 0
  let unknown = 0
  for (const line of withSourceNames(output).split('\n')) {
    if (/^\s*✔ /.test(line)) passed += 1
    for (const file of failedFiles(line, files)) {
      if (file === undefined) unknown += 1
      else failed.set(file, (failed.get(file) ?? 0) + 1)
    }
  }
  return { passed, failed, unknown }
}

const fileFailures = [
  /^\s*✘ (\S+\.test\.ts) exited /,
  /^\s*✘ Exiting due to process\.exit\(\) when running (\S+\.test\.ts)/,
  /^\s*✘ No tests found in (\S+\.test\.ts)/,
  /^\s*\d+ tests? (?:was|were) (?:pending|remaining) in (\S+\.test\.ts)/,
  /^\s*✘ \d+ tests? remaining in (\S+\.test\.ts)/,
  /^\s*Failed to exit when running (\S+\.test\.ts)/,
  /^\s*(?:Uncaught exception|Unhandled rejection) in (\S+\.test\.ts)/,
]

/** The files that a line of the report calls failed; undefined where it names a file that is not there. */
function failedFiles(line, files) {
  const [, title] = /^\s*✘ \[fail\]: (.+)/.exec(line) ?? []
  if (title !== undefined) return [fileOfTitle(title, files)]
  return fileFailures
    .map((form) => form.exec(line)?.[1])
    .filter((file) => file !== undefined)
    .map((file) => files.find((known) => known === file))
}

/** Ava puts the parts of a file's path before the title of a test, but for those that all files have: `web › state › a row is kept`. */
function fileOfTitle(title, files) {
  const ownTitle = title.replace(/^test › /, '')
  const matching = files.filter((file) => ownTitle.startsWith(`${titleOf(file)} › `))
  return matching.sort((a, b) => b.length - a.length)[0]
}
