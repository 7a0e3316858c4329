import test from 'ava'
import { loadAssets } from '../../../../plugin/http/assets/assets.ts'
import { readBuiltApp } from '../../../support/web/built-app.ts'

test('a file of the page that comes later imports only what the page starts with', async (t) => {
  const { chunks } = await readBuiltApp()
  const { page } = await loadAssets(new URL('../../../../dist/web/', import.meta.url))
  const start = new Set(page.preloads.map((address) => address.replace('postern/', './')))

  const missing = chunks.flatMap(([name, script]) =>
    importsOf(script)
      .filter((imported) => !start.has(imported))
      .map((imported) => `${name} imports ${imported}`),
  )

  // A second try requests the file under another address, and for what it imports under the same one.
  t.deepEqual(missing, [])
  t.true(chunks.some(([, script]) => importsOf(script).length > 0))
})

function importsOf(script: string): readonly string[] {
  return [...script.matchAll(/(?:from|import)"(\.\/[^"]+)"/g)].flatMap(([, name]) => name ?? [])
}
