import { access, readFile } from 'node:fs/promises'
import test from 'ava'

const root = new URL('../../', import.meta.url)

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

test('every fault says what people see, what is logged, how long it lasts and its test', async (t) => {
  const all = await rows()

  t.true(all.length >= 35)
  t.deepEqual(
    all.filter((cells) => cells.length !== 5 || cells.includes('')),
    [],
  )
})

test('the test of every fault is there', async (t) => {
  const missing: string[] = []
  for (const cells of await rows()) {
    const path = /^`(test\/[\w./-]+\.test\.ts)`$/.exec(cells.at(-1) ?? '')?.[1]
    const isThere = path !== undefined && (await isFile(new URL(path, root)))
    if (!isThere) missing.push(cells.join(' | '))
  }

  t.deepEqual(missing, [])
})

async function isFile(url: URL): Promise<boolean> {
  try {
    await access(url)
    return true
  } catch {
    return false
  }
}
