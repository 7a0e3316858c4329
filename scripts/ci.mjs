// `.ci/run`: the README's test command, each failed file once more and alone, then the checks. Uses nothing
// but Node, because a fresh clone has no packages yet. Arguments name test files.
import { readReport } from './ci/read-report.mjs'
import { repeatFailed } from './ci/repeat-failed.mjs'
import { runLogged } from './ci/run-logged.mjs'
import { testFilesIn } from './ci/test-files.mjs'

/** A calm run of a usual machine takes less than half of it. */
const limitMs = 85 * 60_000
/** What the second look at failed files and the checks have left when the tests take too long. */
const reservedMs = 10 * 60_000
const checks = ['typecheck', 'lint', 'structure']

const deadline = Date.now() + limitMs
const run = (args, keptMs = 0) =>
  runLogged('npm', args, { limitMs: deadline - keptMs - Date.now() })

const tests = await run(['test', '--silent', '--', ...process.argv.slice(2)], reservedMs)
const report = readReport(tests.output, testFilesIn('test'))
const repeated = await repeatFailed(report, tests, (file) => run(['test', '--silent', '--', file]))

// Each keeps one processor busy, so they run at one time; nothing else does any more.
const checked = await Promise.all(
  checks.map(async (check) => ({ check, ...(await run(['run', '--silent', check])) })),
)
const broken = checked.filter(({ exitCode }) => exitCode !== 0)
for (const { check, exitCode } of checked) {
  console.log(`${check}: ${exitCode === 0 ? 'passed' : 'failed'}`)
}

for (const file of repeated.failed) console.log(`failed: ${file}`)
for (const file of repeated.flaky) console.log(`flaky: ${file}`)
const failures = repeated.failures + broken.length
console.log(`${repeated.passed + checks.length - broken.length} passed, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1
