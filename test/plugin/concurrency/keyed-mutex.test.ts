import test from 'ava'
import { createKeyedMutex } from '../../../plugin/concurrency/keyed-mutex.ts'

test('work of one key starts after the end of the work before it, also of one that failed', async (t) => {
  const inTurn = createKeyedMutex()
  const order: string[] = []
  const step = (name: string) => async () => {
    order.push(`${name} starts`)
    await Promise.resolve()
    order.push(`${name} ends`)
    if (name === 'first') throw new Error('failed')
  }

  const first = inTurn('one', step('first'))
  const second = inTurn('one', step('second'))

  await t.throwsAsync(first, { message: 'failed' })
  await second
  t.deepEqual(order, ['first starts', 'first ends', 'second starts', 'second ends'])
})

test('work of another key waits for no one', async (t) => {
  const inTurn = createKeyedMutex()
  void inTurn('one', () => new Promise(() => undefined))

  t.is(await inTurn('other', () => Promise.resolve('done')), 'done')
})
