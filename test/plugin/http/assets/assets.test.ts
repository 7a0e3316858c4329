import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { loadAssets } from '../../../../plugin/http/assets/assets.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { readBuiltApp } from '../../../support/web/built-app.ts'

test('a chunk that the script loads is served, one of an earlier build is not', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'app.js'), 'import("./links-NEW.js")')
  await writeFile(join(directory, 'app.css'), '')
  await writeFile(join(directory, 'links-NEW.js'), 'export const find = 1')
  await writeFile(join(directory, 'links-OLD.js'), 'export const find = 0')

  const assets = await loadAssets(pathToFileURL(`${directory}/`))

  t.is(assets.find('links-NEW.js')?.plain.toString(), 'export const find = 1')
  t.is(assets.find('links-OLD.js'), undefined)
})

test('what the script imports at its start is named to the page, what it loads later is not', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'app.js'), 'import{a}from"./start-1.js";import("./later-2.js")')
  await writeFile(join(directory, 'app.css'), '')
  await writeFile(join(directory, 'start-1.js'), 'export const a = 1')
  await writeFile(join(directory, 'later-2.js'), '')

  const assets = await loadAssets(pathToFileURL(`${directory}/`))

  t.deepEqual(assets.page.preloads, ['postern/start-1.js'])
})

test('what a built chunk imports is served', async (t) => {
  const { chunks } = await readBuiltApp()
  const served = chunks.map(([name]) => `./${name}`)

  for (const [, chunk] of chunks) {
    const imported = [...chunk.matchAll(/(?:from|import\(?)"(\.\/[^"]+)"/g)].map(
      ([, name]) => name ?? '',
    )
    for (const name of imported) t.true(served.includes(name), name)
  }
  t.true(chunks.length > 0)
})
