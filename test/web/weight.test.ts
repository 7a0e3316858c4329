import { brotliCompressSync } from 'node:zlib'
import test from 'ava'
import { readBuiltApp } from './built-app.ts'

const maxBytes = 54_000

test('script and style of the page together weigh at most 54 kB as they travel', async (t) => {
  const { script, style } = await readBuiltApp()

  const bytes = brotliCompressSync(script).length + brotliCompressSync(style).length

  t.true(bytes <= maxBytes, `${bytes} bytes`)
})
