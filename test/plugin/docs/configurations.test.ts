import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { loadConfig } from '../../../plugin/config/config.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const GUIDE = 'plugin/docs/admin-guide.md'

/** The configurations of the guide, as a user copies them. */
async function configurations(): Promise<readonly string[]> {
  const text = await readFile(GUIDE, 'utf8')
  return [...text.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, block = '']) => block)
}

test('every configuration of the admin guide passes as --config in production', async (t) => {
  const found = await configurations()
  const directory = await temporaryDirectory(t)

  t.true(found.length >= 5)
  for (const [index, text] of found.entries()) {
    const file = join(directory, `${index}.json`)
    await writeFile(file, text, { mode: 0o600 })
    // What `postern --check-config` does.
    await t.notThrowsAsync(loadConfig(file, { NODE_ENV: 'production' }), text)
  }
})

test('every configuration of the admin guide says where its data, secrets and lines are', async (t) => {
  for (const text of await configurations()) {
    for (const key of ['"database"', '"dataDir"', '"credentialsDir"', '"errorLog"']) {
      t.true(text.includes(`${key}: `), `${key} in ${text}`)
    }
  }
})
