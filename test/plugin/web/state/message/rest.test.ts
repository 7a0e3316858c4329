import test from 'ava'
import { createRest } from '../../../../../plugin/web/state/message/rest.ts'

const page = { hidden: false, addEventListener: () => undefined }

test('a message that was opened waits for the time its owner has chosen, as any other', (t) => {
  let rested = 0

  createRest({ afterMs: () => Infinity, page }).start(() => (rested += 1), true)

  t.is(rested, 0)
})

test('a message that was opened counts at once where others wait', (t) => {
  const rested: boolean[] = []
  const rest = createRest({ afterMs: (isRequested) => (isRequested ? 0 : Infinity), page })

  for (const isRequested of [false, true]) rest.start(() => rested.push(isRequested), isRequested)

  t.deepEqual(rested, [true])
})

test('an open message follows a change of the time', async (t) => {
  let ms = Infinity
  const rest = createRest({ afterMs: () => ms, page })
  const rested = new Promise<string>((resolve) => rest.start(() => resolve('rested'), true))

  ms = 1
  rest.restart()

  t.is(await rested, 'rested')
})
