import { readFile } from 'node:fs/promises'
import test from 'ava'

const root = new URL('../../../', import.meta.url)

/** Rows of the tables, without their heads and the lines below these. */
async function rows(): Promise<readonly (readonly string[])[]> {
  const text = await readFile(new URL('plugin/docs/faults.md', root), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| fault '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

test('every fault says what users see, what is logged, how long it lasts and its test', async (t) => {
  const all = await rows()

  t.true(all.length >= 35)
  t.deepEqual(
    all.filter((cells) => cells.length !== 5 || cells.includes('')),
    [],
  )
})

test('the tests of every fault are there, by file and title', async (t) => {
  const missing: string[] = []
  for (const cells of await rows()) {
    for (const named of (cells.at(-1) ?? '').split('<br>')) {
      if (!(await isThere(named))) missing.push(`${cells[0] ?? ''}: ${named}`)
    }
  }

  t.deepEqual(missing, [])
})

for (const named of [
  '',
  '`test/plugin/docs/faults.test.ts`',
  '`test/plugin/docs/faults.test.ts`: ',
  // Apart, for the file itself must not hold it.
  ['`test/plugin/docs/faults.test.ts`: no', 'such title'].join(' '),
  '`test/docs/no-such.test.ts`: the tests of every fault are there, by file and title',
  '`test/docs/../../package.json`: postern',
]) {
  test(`"${named}" is no test of a fault`, async (t) => {
    t.false(await isThere(named))
  })
}

/** "`file`: title", where the file has that title. */
async function isThere(named: string): Promise<boolean> {
  const [, path, title] = /^`(test\/[\w/-]+\.test\.ts)`: (\S.*)$/.exec(named) ?? []
  if (path === undefined || title === undefined) return false
  const source = await readFile(new URL(path, root), 'utf8').catch(() => '')
  return source.includes(title)
}
