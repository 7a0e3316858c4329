import { readFile } from 'node:fs/promises'
import test from 'ava'
import { settingsDocument, settingsTable } from '../../../scripts/settings/settings-document.ts'

test('the page of settings is that of the schema', async (t) => {
  const page = await readFile(new URL('../../../plugin/docs/settings.md', import.meta.url), 'utf8')

  t.is(page, settingsDocument(), 'write it anew: npx tsx scripts/settings/main.ts')
})

test('a limit is told with its range, default and meaning', (t) => {
  t.regex(settingsTable(), /^\| imap\.port \| 1–65535 \| `143` \| IMAP port \|$/m)
})

test('every setting says what it is for', (t) => {
  const silent = settingsTable()
    .split('\n')
    .filter((row) => /\|\s*\|$/.test(row))

  t.deepEqual(silent, [])
})
