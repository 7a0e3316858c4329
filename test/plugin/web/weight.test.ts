import { brotliCompressSync } from 'node:zlib'
import test from 'ava'
import { loadAssets } from '../../../plugin/http/assets/assets.ts'

const maxBytes = 58_000

test('scripts and style the page starts with weigh together at most 58 kB as they travel', async (t) => {
  const assets = await loadAssets(new URL('../../../dist/web/', import.meta.url))

  const { script, style, preloads } = assets.page

  const sizes = [script, style, ...preloads].map((address) => {
    const asset = assets.find(address.replace('postern/', ''))
    return asset === undefined ? Number.NaN : brotliCompressSync(asset.plain).length
  })

  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  t.true(bytes <= maxBytes, `${bytes} bytes: ${sizes.join(' + ')}`)
})
