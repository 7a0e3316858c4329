import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'

const checks = 'plugin/cli/doctor'
const tests = 'test/plugin/cli/doctor'

test('every finding has a test that provokes it', async (t) => {
  const sources = await textOf(checks, await filesIn(checks))
  const own = await textOf(tests, await filesIn(tests))
  const ids = [...sources.matchAll(/\b(?:fine|note|warning|failed)\(\s*'([a-z.-]+)'/g)]

  const unprovoked = ids.map(([, id = '']) => id).filter((id) => !own.includes(`'${id}'`))

  t.true(ids.length > 40)
  t.deepEqual(unprovoked, [])
})

function filesIn(directory: string): Promise<string[]> {
  return readdir(directory, { recursive: true })
}

async function textOf(directory: string, names: readonly string[]): Promise<string> {
  const files = names.filter((name) => name.endsWith('.ts') && name !== 'coverage.test.ts')
  return (await Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')))).join()
}
