import { brotliCompressSync } from 'node:zlib'
import test from 'ava'
import { languages } from '../../../plugin/language/language.ts'
import { loadAssets } from '../../../plugin/http/assets/assets.ts'

const maxBytes = 63_000
/** Letters beyond ASCII weigh two or three bytes each before they are compressed. */
const maxBytesAnyLanguage = 64_500

test('scripts, style and texts the page starts with weigh together at most 63 kB as they travel', async (t) => {
  const assets = await loadAssets(new URL('../../../dist/web/', import.meta.url))
  const weigh = (address: string) => {
    const asset = assets.find(address.replace('postern/', ''))
    return asset === undefined ? Number.NaN : brotliCompressSync(asset.plain).length
  }
  const { script, style, preloads, catalogues } = assets.page

  const sizes = [script, style, ...preloads].map(weigh)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const texts = new Map(Object.entries(catalogues).map(([tag, address]) => [tag, weigh(address)]))

  const inEnglish = bytes + (texts.get('en') ?? Number.NaN)
  const inAny = bytes + Math.max(...texts.values())
  t.true(inEnglish <= maxBytes, `${inEnglish} bytes: ${sizes.join(' + ')}`)
  t.true(inAny <= maxBytesAnyLanguage, `${inAny} bytes: ${[...texts].join(', ')}`)
  t.is(texts.size, languages.length)
})
