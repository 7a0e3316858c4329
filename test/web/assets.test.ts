import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { loadAssets } from '../../plugin/assets.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

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
