import test from 'ava'
import { startMariadb } from '../support/database/mariadb.ts'
import { startRedis } from '../support/redis/redis.ts'
import { drained, healthOf } from '../support/faults/health.ts'
import { lostOf, openStand } from '../support/faults/servers.ts'

test.serial('a database server that hangs is met by no one, not even by a restart', async (t) => {
  const server = await startMariadb()
  t.teardown(() => server.stop())
  const store = { databaseTimeoutMs: 1_000, databaseReadMs: 300 }
  const stand = await openStand(t, { database: { url: server.url }, tuning: { store } })
  const { client } = await stand.signIn()
  await drained(stand.postern().directory)

  // A busy machine may have been slower than the limits before.
  const before = stand.logMark()
  server.pause()
  const { clients, refusal } = await stand.signInUntilRefused(10)
  await t.notThrowsAsync(Promise.all([client, ...clients].map((one) => one.list('INBOX'))))
  const log = await stand.errorLog(/\[timeout\]/)

  t.is(refusal, undefined)
  // Whichever met the silence first: the question itself, or one that waited for its connection, with its SQL.
  t.regex(
    log,
    /DB Error: \[timeout\] (?:no answer within 1000 ms|no connection was free in time|connect ETIMEDOUT) \(SQL Query: .*\)/,
  )
  t.is(await stand.reportCount('database behind: rows wait in the spool', before), 1)
  t.is(await stand.postern().end(), 0)
  await stand.restart()
  t.is((await stand.signIn()).response.status, 302)
  t.deepEqual(await lostOf(stand, clients), [])

  server.resume()
  t.regex(
    await healthOf(stand.postern().directory, (text) => text.includes('"backlog":0')),
    /"backlog":0/,
  )
  t.deepEqual(await lostOf(stand, [client, ...clients]), [])
})

test.serial('a Redis that hangs, or is emptied, signs no one out', async (t) => {
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  const stand = await openStand(t, { redis: { url: redis.url } })
  await healthOf(stand.postern().directory, (text) => text.includes('"cache":"up"'))
  const { client } = await stand.signIn()

  await redis.flushAll()
  t.deepEqual(await lostOf(stand, [client]), [])

  await healthOf(stand.postern().directory, (text) => text.includes('"cache":"up"'))
  const before = stand.logMark()
  redis.pause()
  const { clients, refusal } = await stand.signInUntilRefused(10)
  t.is(refusal, undefined)
  t.deepEqual(await lostOf(stand, [client, ...clients]), [])
  t.is(await stand.reportCount('redis does not answer: going on without it', before), 1)
  await stand.restart()
  t.deepEqual(await lostOf(stand, [client, ...clients]), [])
  t.is((await stand.signIn()).response.status, 302)

  redis.resume()
  await healthOf(stand.postern().directory, (text) => text.includes('"cache":"up"'))
  t.deepEqual(await lostOf(stand, [client, ...clients]), [])
})
