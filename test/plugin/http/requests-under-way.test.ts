import test from 'ava'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { createRequestsUnderWay } from '../../../plugin/http/request-deadline.ts'

const never = new Promise<never>(() => undefined)

for (const moment of ['before', 'after'] as const) {
  test(`a request that comes ${moment} the rest is refused is told of the restart`, async (t) => {
    const underWay = createRequestsUnderWay()

    if (moment === 'after') underWay.refuseAll()
    const response = underWay.finish(never, () => true)
    if (moment === 'before') underWay.refuseAll()

    const refusal = await t.throwsAsync(within(response), { instanceOf: Refusal })
    t.is(refusal.code, 'shutting_down')
    t.is(refusal.retryAfterSeconds, 2)
  })
}

test('what an upstream answers automatically is not refused', async (t) => {
  const underWay = createRequestsUnderWay()
  const response = underWay.finish(Promise.resolve('answered'), () => false)

  underWay.refuseAll()

  t.is(await response, 'answered')
})

/** A turn of the event loop: what is refused is refused by then. */
function within<Result>(response: Promise<Result>): Promise<Result | 'still under way'> {
  return Promise.race([
    response,
    new Promise<'still under way'>((resolve) => setImmediate(() => resolve('still under way'))),
  ])
}
