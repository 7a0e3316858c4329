import test from 'ava'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { createRequestsUnderWay } from '../../../plugin/http/request-deadline.ts'

const never = new Promise<never>(() => undefined)

for (const moment of ['before', 'after'] as const) {
  test(`a request that comes ${moment} the rest is refused is told of the restart`, async (t) => {
    const underWay = createRequestsUnderWay()

    if (moment === 'after') underWay.refuseAll()
    const answer = underWay.finish(never, () => true)
    if (moment === 'before') underWay.refuseAll()

    const refusal = await t.throwsAsync(within(answer), { instanceOf: Refusal })
    t.is(refusal.code, 'shutting_down')
    t.is(refusal.retryAfterSeconds, 2)
  })
}

test('what an upstream answers by itself is not refused', async (t) => {
  const underWay = createRequestsUnderWay()
  const answer = underWay.finish(Promise.resolve('answered'), () => false)

  underWay.refuseAll()

  t.is(await answer, 'answered')
})

/** A turn of the event loop: what is refused is refused by then. */
function within<Result>(answer: Promise<Result>): Promise<Result | 'still under way'> {
  return Promise.race([
    answer,
    new Promise<'still under way'>((resolve) => setImmediate(() => resolve('still under way'))),
  ])
}
