import test from 'ava'
import { createOfferedExtensions } from '../../../../proxy/mail/submission/offered-extensions.ts'

test('a server is asked again after an hour, and what it offered holds while it is out', async (t) => {
  let at = 0
  const replies = [
    '250-mx.test\r\n250-SIZE 1000\r\n250-dsn\r\n250 HELP\r\n',
    'out',
    '250 SIZE 0\r\n',
  ]
  let asked = 0
  const extensions = createOfferedExtensions({
    async greet() {
      asked += 1
      const reply = replies.shift() ?? ''
      if (reply === 'out') throw new Error('no answer')
      return reply
    },
    now: () => at,
  })
  const afterReply = async () => {
    extensions.current()
    await new Promise((resolve) => setImmediate(resolve))
    return Object.fromEntries(extensions.current())
  }
  const first = { SIZE: '1000', DSN: '', HELP: '' }

  t.like(await afterReply(), first)
  t.is(asked, 1)
  at += 3_600_000
  t.like(await afterReply(), first)
  at += 60_000
  t.deepEqual(await afterReply(), { SIZE: '0' })
  t.is(asked, 3)
})
