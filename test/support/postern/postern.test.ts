import test from 'ava'
import { refuseWarnings, startPostern } from './postern.ts'

test('a warning of Node fails the test whose Postern wrote it', async (t) => {
  const warned =
    'data:text/javascript,process.emitWarning("too many", "MaxListenersExceededWarning")'
  const postern = await startPostern({ nodeArgs: ['--import', warned] })

  await t.throwsAsync(postern.stop(), { message: /Node warned: \(node:\d+\) MaxListenersExceeded/ })
})

test('lines of the log are no warnings', (t) => {
  t.notThrows(() => refuseWarnings('{"level":"warn","msg":"Warning: (node:1) x"}\nlistening\n'))
})
