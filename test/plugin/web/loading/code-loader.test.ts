import test from 'ava'
import { codeLoader } from '../../../../plugin/web/loading/code-loader.ts'

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

test('code that could not be had is requested under another address, each time', async (t) => {
  const remembered = new TypeError('Failed to fetch dynamically imported module')
  const addresses: string[] = []
  const load = codeLoader(
    asBuilt(() => Promise.reject(remembered)),
    async (address) => {
      addresses.push(address)
      if (addresses.length === 1) throw remembered
      return { address }
    },
  )

  await t.throwsAsync(load, { is: remembered })
  await t.throwsAsync(load, { is: remembered })

  t.deepEqual(await load(), { address: './later-part-ABCD1234.js?again=2' })
  t.deepEqual(await load(), { address: './later-part-ABCD1234.js?again=2' })
  t.deepEqual(addresses, ['./later-part-ABCD1234.js?again=1', './later-part-ABCD1234.js?again=2'])
})

/** As the build writes it. */
function asBuilt<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return Object.assign(load, { toString: () => '()=>import("./later-part-ABCD1234.js")' })
}
