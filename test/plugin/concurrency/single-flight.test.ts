import test from 'ava'
import { createSingleFlight } from '../../../plugin/concurrency/single-flight.ts'

test('callers of one key share a run, and callers of another have their own', async (t) => {
  const flights = createSingleFlight<string>()
  let runs = 0
  const work = () => Promise.resolve(`run ${++runs}`)

  const all = [flights.run('one', work), flights.run('one', work), flights.run('other', work)]

  t.deepEqual(await Promise.all(all), ['run 1', 'run 1', 'run 2'])
})

test('a caller after the end of a run starts another one, also after a failure', async (t) => {
  const flights = createSingleFlight<string>()
  await t.throwsAsync(
    flights.run('one', () => Promise.reject(new Error('away'))),
    { message: 'away' },
  )

  t.false(flights.has('one'))
  t.is(await flights.run('one', () => Promise.resolve('back')), 'back')
})
