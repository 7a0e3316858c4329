import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const sources = {
  'plugin/split.ts': `export const split = (text: string) => text.split(',')\n`,
  'test/support/server.ts': `import { spawn } from 'node:child_process'\nexport interface Server {}\nexport const start = () => spawn('dovecot')\n`,
  'test/support/long-tests.ts': `export const isLong = false\n`,
  'test/support/mailbox.ts': `export { start } from './server.ts'\n`,
}

test('a file that only computes is fast', async (t) => {
  const { fast } = await tiersOf(t, `import { split } from '../../plugin/split.ts'`)

  t.deepEqual(fast, ['test/web/one.test.ts'])
})

test('a file is not fast when what it imports starts a program', async (t) => {
  const { fast } = await tiersOf(t, `import { start } from '../support/mailbox.ts'`)

  t.deepEqual(fast, [])
})

test('a file is not fast when it loads later what starts a program', async (t) => {
  const { fast } = await tiersOf(t, `const { start } = await import('../support/mailbox.ts')`)

  t.deepEqual(fast, [])
})

test('a type of something that starts a program leaves a file fast', async (t) => {
  const { fast } = await tiersOf(t, `import type { Server } from '../support/server.ts'`)

  t.deepEqual(fast, ['test/web/one.test.ts'])
})

test('a file that reads the bundles is not fast', async (t) => {
  const { fast } = await tiersOf(t, `const app = new URL('../../dist/web/app.js', import.meta.url)`)

  t.deepEqual(fast, [])
})

test('a file that requests the full length has one', async (t) => {
  const { long } = await tiersOf(t, `import { isLong } from '../support/long-tests.ts'`)

  t.deepEqual(long, ['test/web/one.test.ts'])
})

test('files that drive a browser come first, those that start nothing last', async (t) => {
  const folder = await projectOf(t, {
    'test/a.test.ts': `import { split } from '../plugin/split.ts'`,
    'test/b.test.ts': `import { start } from './support/mailbox.ts'`,
    'test/c.test.ts': `import { chromium } from 'playwright-core'`,
  })
  const names = ['a', 'b', 'c'].map((name) => `${folder}/.bundled-tests/test/${name}.test.mjs`)

  const order = await evaluate(
    folder,
    `import { mostWorkFirst } from '${pathToFileURL('scripts/tiers/most-work-first.mjs').href}'
    console.log(JSON.stringify(${JSON.stringify(names)}.sort(mostWorkFirst)))`,
  )

  t.deepEqual(order, [...names].reverse())
})

test('fast files share a few processes, but for those that change more than their own tests', async (t) => {
  const folder = await projectOf(t, {
    'test/a.test.ts': `import { split } from '../plugin/split.ts'`,
    'test/b.test.ts': `import { start } from './support/mailbox.ts'`,
    'test/c.test.ts': `import nock from 'nock'`,
    'test/d.test.ts': `test.beforeEach(() => undefined)`,
    'test/e.test.ts': `const known = await list()`,
    'test/f.test.ts': `test('a fact', async () => await list())`,
  })

  const names = await evaluate(
    folder,
    `import { groupTests } from '${pathToFileURL('scripts/tiers/group-tests.mjs').href}'
    import { fastTests } from '${pathToFileURL('scripts/tiers/tier-of.mjs').href}'
    const { grouped } = groupTests([...fastTests('test'), 'test/b.test.ts'], 'groups')
    console.log(JSON.stringify([...grouped].map((path) => path.slice(-9))))`,
  )

  t.deepEqual(names, ['a.test.ts', 'f.test.ts'])
})

interface Tiers {
  readonly fast: readonly string[]
  readonly long: readonly string[]
}

/** The tiers in a project with one test file. */
async function tiersOf(t: ExecutionContext, body: string): Promise<Tiers> {
  const folder = await projectOf(t, { 'test/web/one.test.ts': body })
  const address = pathToFileURL('scripts/tiers/tier-of.mjs').href
  const found = await evaluate(
    folder,
    `import { fastTests, longTests } from '${address}'
    console.log(JSON.stringify({ fast: fastTests('test'), long: longTests('test') }))`,
  )
  if (!isTiers(found)) throw new Error(`not tiers: ${JSON.stringify(found)}`)
  return found
}

async function projectOf(
  t: ExecutionContext,
  tests: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await temporaryDirectory(t)
  for (const [name, text] of Object.entries({ ...sources, ...tests })) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  return folder
}

async function evaluate(folder: string, script: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    { cwd: folder },
  )
  return JSON.parse(stdout)
}

function isTiers(value: unknown): value is Tiers {
  return typeof value === 'object' && value !== null && 'fast' in value && 'long' in value
}
