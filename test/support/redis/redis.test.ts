import test from 'ava'
import { startRedis } from './redis.ts'

test('a restarted Redis is empty and listens on the same port', async (t) => {
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  await redis.command('SET', 'word', 'postern')
  t.regex(await redis.command('GET', 'word'), /postern/)

  await redis.restart()

  t.is(await redis.command('GET', 'word'), '$-1\r\n')
})

test('flushAll removes every key', async (t) => {
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  await redis.command('SET', 'word', 'postern')

  await redis.flushAll()

  t.is(await redis.command('DBSIZE'), ':0\r\n')
})
