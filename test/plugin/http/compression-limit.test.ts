import Koa, { type Context } from 'koa'
import test from 'ava'
import { createCompression } from '../../../plugin/http/compression.ts'
import { portOf } from '../../support/http/port-of.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'

const BODY = Buffer.alloc(10_000, 'a')

test('a response that finds no room goes out as it is, and the next one finds room again', async (t) => {
  const compress = createCompression({ fromBytes: 1, atOnce: 1 })

  const lengths = await lengthsWithin(t, async (ctx) => {
    const together = await Promise.all([compress(ctx, BODY), compress(ctx, BODY)])
    return [...together, await compress(ctx, BODY)]
  })

  const [first = 0, second, third] = lengths
  t.true(first < BODY.length)
  t.is(second, BODY.length)
  t.is(third, first)
})

test('a response is compressed from its size on', async (t) => {
  const compress = createCompression({ fromBytes: BODY.length, atOnce: 1 })

  const [below, at = 0] = await lengthsWithin(t, async (ctx) => [
    await compress(ctx, BODY.subarray(1)),
    await compress(ctx, BODY),
  ])

  t.is(below, BODY.length - 1)
  t.true(at < BODY.length)
})

/** Runs within a request of a client that takes brotli. */
async function lengthsWithin(
  t: Teardown,
  run: (ctx: Context) => Promise<readonly Buffer[]>,
): Promise<readonly number[]> {
  const app = new Koa()
  let lengths: readonly number[] = []
  app.use(async (ctx) => {
    lengths = (await run(ctx)).map(({ length }) => length)
    ctx.remove('Content-Encoding')
    ctx.status = 204
  })
  const server = app.listen(0, '127.0.0.1')
  t.teardown(() => void server.close())
  const address = `http://127.0.0.1:${await portOf(server)}`
  await fetch(address, { headers: { 'accept-encoding': 'br' } })
  return lengths
}
