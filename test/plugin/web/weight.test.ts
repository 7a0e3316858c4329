import { brotliCompressSync } from 'node:zlib'
import test from 'ava'
import { loadAssets } from '../../../plugin/http/assets/assets.ts'

const maxBytes = 62_000

test('scripts, style and texts the page starts with weigh together at most 62 kB as they travel', async (t) => {
  const assets = await loadAssets(new URL('../../../dist/web/', import.meta.url))

  const weigh = (address: string) => {
    const asset = assets.find(address.replace('postern/', ''))
    return asset === undefined ? Number.NaN : brotliCompressSync(asset.plain).length
  }
  const { script, style, preloads, catalogues } = assets.page

  const texts = Object.values(catalogues).map(weigh)
  const sizes = [...[script, style, ...preloads].map(weigh), Math.max(...texts)]

  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  t.true(bytes <= maxBytes, `${bytes} bytes: ${sizes.join(' + ')}`)
})
