import test from 'ava'
import { createSemaphore } from '../../../plugin/concurrency/semaphore.ts'
import { createWaitingLimit } from '../../../plugin/concurrency/waiting-limit.ts'

const patient = new AbortController().signal

test('between two of one key every other key that waits has one', async (t) => {
  const semaphore = createSemaphore({ max: 1, waitingLimit: createWaitingLimit({ maxWaiting: 9 }) })
  const order: string[] = []
  const enter = async (name: string, key: string) => {
    const release = await semaphore.take(patient, key)
    order.push(name)
    release()
  }
  const release = await semaphore.take(patient, 'one')

  const all = [enter('one 1', 'one'), enter('one 2', 'one'), enter('other', 'other')]
  release()
  await Promise.all(all)

  t.deepEqual(order, ['one 1', 'other', 'one 2'])
  t.false(semaphore.isBusy)
})

test('a caller beyond the waiting limit is refused, in the words of who waits', async (t) => {
  const plain = createSemaphore({ max: 0, waitingLimit: createWaitingLimit({ maxWaiting: 0 }) })
  const full = () => new Error('come back later')
  const worded = createSemaphore({
    max: 0,
    waitingLimit: createWaitingLimit({ maxWaiting: 0, full }),
  })

  await t.throwsAsync(plain.take(patient), { message: '0 wait already' })
  await t.throwsAsync(worded.take(patient), { message: 'come back later' })
})

test('a caller that leaves makes room for another one', async (t) => {
  const waitingLimit = createWaitingLimit({ maxWaiting: 1 })
  const semaphore = createSemaphore({ max: 1, waitingLimit })
  const release = await semaphore.take(patient)
  const leaving = new AbortController()
  const left = semaphore.take(leaving.signal)

  leaving.abort(new Error('left'))
  await t.throwsAsync(left, { message: 'left' })
  const next = semaphore.take(patient)
  release()

  t.is(typeof (await next), 'function')
  t.is(waitingLimit.waiting, 0)
})
