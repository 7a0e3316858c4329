// `.ci/run`: the README's test command with the checks beside it, and each failed file again and alone. Uses nothing
// but Node, because a fresh clone has no packages yet. Arguments name test files.
import { failuresIn } from './ci/failures-in.mjs'
import { readReport } from './ci/read-report.mjs'
import { repeatFailed } from './ci/repeat-failed.mjs'
import { runLogged } from './ci/run-logged.mjs'
import { startChecks } from './ci/start-checks.mjs'
import { testFilesIn } from './ci/test-files.mjs'

/** A calm run of a default machine takes less than half of it. */
const limitMs = 85 * 60_000
/** What the second look at failed files and the checks have left when the tests take too long. */
const secondLookMs = 10 * 60_000
/** The longest first: all of it fits beside the tests. */
const checks = ['lint', 'typecheck', 'structure']

const deadline = Date.now() + limitMs
const run = (args, { reservedMs = 0, givesWay = false } = {}) =>
  runLogged('npm', args, { limitMs: deadline - reservedMs - Date.now(), givesWay })

// What it cannot do, the tests say as well.
await run(['run', '--silent', 'setup'], { reservedMs: secondLookMs })
// Tests wait for servers and browsers now and then, and leave a processor to the checks: two minutes that no caller waits for.
const checking = startChecks(checks, (check) => run(['run', '--silent', check], { givesWay: true }))
const tests = await run(['test', '--silent', '--', ...process.argv.slice(2)], {
  reservedMs: secondLookMs,
})
const report = readReport(tests.output, testFilesIn('test'))
const repeated = await repeatFailed(report, tests, (file) => run(['test', '--silent', '--', file]))

const checked = await checking.finish()
const broken = checked.filter(({ exitCode }) => exitCode !== 0)
for (const { check, exitCode } of checked) {
  console.log(`${check}: ${exitCode === 0 ? 'passed' : 'failed'}`)
}

if (tests.exitCode !== 0) console.log(failuresIn(tests.output))
for (const file of repeated.failed) console.log(`failed: ${file}`)
for (const file of repeated.flaky) console.log(`flaky: ${file}`)
const failures = repeated.failures + broken.length
console.log(`${repeated.passed + checks.length - broken.length} passed, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1
