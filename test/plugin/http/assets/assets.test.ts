import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import test from 'ava'
import { loadAssets } from '../../../../plugin/http/assets/assets.ts'
import { compressFiles } from '../../../../plugin/http/assets/compressed-forms.ts'
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

test('what the build compressed is served as it is beside the file', async (t) => {
  const directory = await temporaryDirectory(t)
  const style = Buffer.from('a { color: red }')
  const quick = brotliCompressSync(style, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  await writeFile(join(directory, 'app.js'), '')
  await writeFile(join(directory, 'app.css'), style)
  await writeFile(join(directory, 'app.css.br'), quick)

  const assets = await loadAssets(pathToFileURL(`${directory}/`))

  t.deepEqual(assets.find(assets.page.style.replace('postern/', ''))?.brotli, quick)
})

test('compressed files that were made of another content, or broken, are not served', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'app.js'), 'start()')
  await writeFile(join(directory, 'app.js.br'), 'no brotli')
  await writeFile(join(directory, 'app.css'), 'a { color: red }')
  await writeFile(join(directory, 'app.css.br'), brotliCompressSync('a { color: blue }'))

  const assets = await loadAssets(pathToFileURL(`${directory}/`))

  for (const name of [assets.page.script, assets.page.style]) {
    const asset = assets.find(name.replace('postern/', ''))
    t.truthy(asset)
    if (asset === undefined) continue
    t.deepEqual(gunzipSync(asset.gzip), asset.plain)
    t.deepEqual(brotliDecompressSync(asset.brotli), asset.plain)
  }
})

test('the build compresses scripts and style, and again only what has changed', async (t) => {
  const directory = await temporaryDirectory(t)
  const folder = pathToFileURL(`${directory}/`)
  await writeFile(join(directory, 'app.js'), 'start()')
  await writeFile(join(directory, 'app.css'), 'a { color: red }')
  await compressFiles(folder)
  const before = await stat(join(directory, 'app.js.br'))

  await writeFile(join(directory, 'app.css'), 'a { color: blue }')
  await compressFiles(folder)

  const read = (name: string) => readFile(join(directory, name))
  t.is(brotliDecompressSync(await read('app.css.br')).toString(), 'a { color: blue }')
  t.is(brotliDecompressSync(await read('app.js.br')).toString(), 'start()')
  t.is((await stat(join(directory, 'app.js.br'))).mtimeMs, before.mtimeMs)
})
