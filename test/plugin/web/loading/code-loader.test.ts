import test from 'ava'
import { codeLoader } from '../../../../plugin/web/loading/code-loader.ts'

/** As the build writes one, of a file that can be had: the loader itself. */
function importing(load: () => Promise<object>): () => Promise<object> {
  return Object.assign(load, { toString: () => '()=>import("./code-loader.ts")' })
}

test('code that came is not loaded again', async (t) => {
  let loads = 0
  const load = codeLoader(async () => ({ loads: ++loads }))

  t.deepEqual([await load(), await load()], [{ loads: 1 }, { loads: 1 }])
})

test('two who want code at the same time wait for one load', async (t) => {
  let loads = 0
  const load = codeLoader(async () => ({ loads: ++loads }))

  t.deepEqual(await Promise.all([load(), load()]), [{ loads: 1 }, { loads: 1 }])
})

test('code that could not be had is asked for under another address', async (t) => {
  const remembered = new TypeError('Failed to fetch dynamically imported module')
  const load = codeLoader(importing(() => Promise.reject(remembered)))

  await t.throwsAsync(load, { is: remembered })
  const loaded = await load()

  t.deepEqual(Object.keys(loaded), ['codeLoader'])
  t.is(await load(), loaded)
})
