import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

test('a file that fails once and passes alone is told as flaky and does not fail the run', async (t) => {
  const run = await runProject(t, { 'web/unlucky': failingOnce, good: passing })

  t.is(run.exitCode, 0)
  t.deepEqual(run.lastLines, ['flaky: test/web/unlucky.test.ts', '5 passed, 0 failed'])
})

test('a file that fails twice fails the run', async (t) => {
  const run = await runProject(t, { 'web/broken': failing, good: passing })

  t.is(run.exitCode, 1)
  t.deepEqual(run.lastLines, ['failed: test/web/broken.test.ts', '4 passed, 1 failed'])
})

test('a file that crashes is run again like any other', async (t) => {
  const run = await runProject(t, { 'store/crash': crashing, good: passing })

  t.is(run.exitCode, 1)
  t.is(run.lastLines[0], 'failed: test/store/crash.test.ts')
})

test('a file that ran into the time limit of ava is named', async (t) => {
  const run = await runProject(t, { hung: passing, good: passing }, [
    '  ✔ good › a fact',
    '  ✘ Timed out while running tests',
    '  1 tests were pending in test/hung.test.ts',
    '  ◌ hung › a fact',
  ])

  t.is(run.exitCode, 1)
  t.deepEqual(run.lastLines, ['failed: test/hung.test.ts', '4 passed, 1 failed'])
})

test('a file that ran as a bundle is named by its source', async (t) => {
  const run = await runProject(t, { hung: passing, good: passing }, [
    '  1 tests were pending in .bundled-tests/test/hung.test.mjs',
  ])

  t.deepEqual(run.lastLines, ['failed: test/hung.test.ts', '3 passed, 1 failed'])
})

test('a test that shared its process with other files is named by its own', async (t) => {
  const run = await runProject(t, { 'web/hung': passing, good: passing }, [
    '  ✘ [fail]: group-1 › web › hung › a fact',
  ])

  t.deepEqual(run.lastLines, ['failed: test/web/hung.test.ts', '3 passed, 1 failed'])
})

test('a test whose title starts with the folder of all tests is named by its file', async (t) => {
  const run = await runProject(t, { 'web/hung': passing, good: passing }, [
    '  ✘ [fail]: test › web › hung › a fact',
  ])

  t.deepEqual(run.lastLines, ['failed: test/web/hung.test.ts', '3 passed, 1 failed'])
})

test('why tests failed is printed once more at the end, without what passed', async (t) => {
  const reason = '  1 tests were pending in test/hung.test.ts'
  const run = await runProject(t, { hung: passing }, ['  ✔ good › a fact', reason])

  const end = run.output.slice(run.output.indexOf('lint: passed'))
  t.true(end.includes(reason))
  t.notRegex(end, /✔/)
})

test('a server that the tests left running does not hold the run up', async (t) => {
  const run = await runProject(t, { good: passing }, ['  ✘ [fail]: good › a fact'], 'sleep 3600 &')

  t.is(run.exitCode, 1)
  t.deepEqual(run.lastLines, ['failed: test/good.test.ts', '3 passed, 1 failed'])
})

test('a sixth file that fails makes the run fail without a second look', async (t) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const files = Object.fromEntries(names.map((name) => [name, passing]))
  const run = await runProject(
    t,
    files,
    names.map((name) => `  ✘ [fail]: ${name} › a fact`),
  )

  t.is(run.exitCode, 1)
  t.notRegex(run.output, /once more/)
  t.is(run.lastLines[1], '3 passed, 6 failed')
})

test('a run that broke off without a failed test fails', async (t) => {
  const run = await runProject(t, { good: passing }, ['npm could not install'])

  t.is(run.exitCode, 1)
  t.is(run.lastLines[1], '3 passed, 1 failed')
})

test('checks run beside the tests, and a failed one fails the run by its own words', async (t) => {
  const untilChecked = 'until test -e checked; do sleep 0.1; done;'
  const printed = ['  ✘ [fail]: good › a fact']
  const checks = { lint: 'touch checked && echo line too long && exit 1' }
  const run = await runProject(t, { good: passing }, printed, untilChecked, checks)

  t.is(run.exitCode, 1)
  t.regex(run.output, /^line too long$/m)
  t.regex(run.output, /^lint: failed$/m)
  t.deepEqual(run.lastLines, ['failed: test/good.test.ts', '2 passed, 2 failed'])
})

const passing = `test('a fact', (t) => t.true(true))`
const failing = `test('a fact', (t) => t.true(false))`
const crashing = `test('a fact', () => process.exit(3))`
const failingOnce = `
test('a fact', (t) => {
  const isSecond = existsSync('seen')
  writeFileSync('seen', '')
  t.true(isSecond)
})`

/**
 * Runs the script in a project of these test files; `printed` stands for what ava prints, before it fails,
 * `before` for a command of the shell that it runs first, and `checks` for some that do not just pass.
 */
async function runProject(
  t: ExecutionContext,
  files: Readonly<Record<string, string>>,
  printed?: readonly string[],
  before = '',
  checks: Readonly<Record<string, string>> = {},
): Promise<{ exitCode: number; output: string; lastLines: string[] }> {
  const folder = await temporaryDirectory(t)
  await writeFile(join(folder, 'printed'), (printed ?? []).map((line) => `${line}\n`).join(''))
  const ava = 'node node_modules/ava/entrypoints/cli.mjs'
  const scripts = {
    setup: 'true',
    test: printed === undefined ? ava : `${before} cat printed && exit 1 #`,
    typecheck: 'true',
    lint: 'true',
    structure: 'true',
    ...checks,
  }
  const settings = {
    files: ['test/**/*.test.ts'],
    extensions: { ts: 'module' },
    workerThreads: false,
    // Ava's own ten seconds are short on a busy machine.
    timeout: '3m',
  }
  const description = {
    type: 'module',
    scripts,
    ava: { ...settings, nodeArguments: ['--import=tsx'] },
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify(description))
  if (printed !== undefined) await writeQuickNpm(folder, scripts)
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  for (const [name, body] of Object.entries(files)) {
    const path = join(folder, 'test', `${name}.test.ts`)
    await mkdir(join(path, '..'), { recursive: true })
    const head = `import { existsSync, writeFileSync } from 'node:fs'\nimport test from 'ava'\n`
    await writeFile(path, head + body)
  }
  const { exitCode, output } = await runScript(folder)
  return { exitCode, output, lastLines: output.trimEnd().split('\n').slice(-2) }
}

/**
 * Runs the scripts of package.json as npm does, whose own start takes longer than all else of such a run: seven of them. Where
 * ava itself runs, so does npm.
 */
async function writeQuickNpm(
  folder: string,
  scripts: Readonly<Record<string, string>>,
): Promise<void> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  for (const [name, command] of Object.entries(scripts)) {
    await writeFile(join(bin, `${name}.sh`), `${command}\n`)
  }
  // `npm test --silent -- FILE` and `npm run --silent NAME`.
  const npm = '#!/bin/sh\ntest "$1" = run && shift 2\nexec sh "$(dirname "$0")/$1.sh"\n'
  await writeFile(join(bin, 'npm'), npm, { mode: 0o755 })
}

function runScript(folder: string): Promise<{ exitCode: number; output: string }> {
  return new Promise((done) => {
    const script = resolve('scripts/ci.mjs')
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` }
    const options = { cwd: folder, env }
    const child = execFile(process.execPath, [script], options, (_error, output) => {
      done({ exitCode: child.exitCode ?? 1, output })
    })
  })
}
