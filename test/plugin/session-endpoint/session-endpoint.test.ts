import test from 'ava'
import { onlyOwnSessions } from '../../../plugin/session/own-sessions.ts'
import type { ForeignSessions } from '../../../store/index.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import { lockDatabase } from '../../support/database/lock.ts'
import { connectToEndpoint, sessionValue } from '../../support/session-endpoint/endpoint-client.ts'
import { openEndpoint, serveEndpoint } from './open-endpoint.ts'
import { databaseRows, drained, movableClock, newId, storePaths } from '../../store/fixture.ts'

const signedIn = 'user_id|s:1:"7";username|s:4:"anna";compose|O:8:"stdClass":1:{s:1:"x";d:0.5;}'

test('a session that was acknowledged is answered byte for byte, also after a restart', async (t) => {
  const { client, stop, directory } = await openEndpoint(t)
  const id = newId()
  const value = sessionValue(signedIn)

  t.is(await client().setex(id, 660, value), 'OK')
  t.is(await client().get(id), value)
  await stop()
  const next = await openEndpoint(t, { directory })

  t.is(await next.client().get(id), value)
})

test('an id is one as PHP makes it by default, too', async (t) => {
  const { client } = await openEndpoint(t)
  const id = 'abcdefghijklmnopqrstuv0123'

  await client().setex(id, 660, sessionValue(signedIn))

  t.not(await client().get(id), null)
})

test('of two requests that write at one time, each keeps what it changed', async (t) => {
  const { client } = await openEndpoint(t)
  const id = newId()
  await client().setex(id, 660, sessionValue('page|i:1;mbox|s:5:"INBOX";gone|b:1;'))
  const [one, other] = [client(), client()]
  await one.get(id)
  await other.get(id)

  await one.setex(id, 660, sessionValue('page|i:2;mbox|s:5:"INBOX";gone|b:1;'))
  await other.setex(id, 660, sessionValue('page|i:1;mbox|s:5:"Trash";new|N;'))

  const value = await client().get(id)
  t.true(value?.includes('"page|i:2;mbox|s:5:"Trash";new|N;"'))
})

test('a session that was ended is missing, also after a restart', async (t) => {
  const { client, stop, directory } = await openEndpoint(t)
  const id = newId()
  await client().setex(id, 660, sessionValue(signedIn))

  t.is(await client().del(id), 1)
  t.is(await client().del(id), 0)
  t.is(await client().get(id), null)
  await stop()
  const next = await openEndpoint(t, { directory })

  t.is(await next.client().get(id), null)
})

test('a request that began before the end of a session does not revive it', async (t) => {
  const { client } = await openEndpoint(t)
  const id = newId()
  await client().setex(id, 660, sessionValue(signedIn))
  const [reader, blind] = [client(), client()]
  await reader.get(id)
  await blind.call('PING')

  await client().del(id)

  t.is(await reader.setex(id, 660, sessionValue(signedIn)), 'OK')
  t.is(await blind.setex(id, 660, sessionValue(signedIn)), 'OK')
  t.is(await client().get(id), null)
})

test('a page that was turned before the end of a session does not revive it, also after a restart', async (t) => {
  const { client, stop, directory } = await openEndpoint(t)
  const id = newId()
  const page = (number: number) => sessionValue(`user_id|s:1:"7";page|i:${number};`)
  await client().setex(id, 660, page(1))
  const [early, late] = [client(), client()]
  await early.get(id)
  await late.get(id)

  await early.setex(id, 660, page(2))
  await client().del(id)
  await late.setex(id, 660, page(3))

  t.is(await client().get(id), null)
  await stop()
  const next = await openEndpoint(t, { directory })
  t.is(await next.client().get(id), null)
})

test('a page that was turned is read by everybody at once, also after a restart', async (t) => {
  const { client, stop, directory } = await openEndpoint(t)
  const id = newId()
  const page = (number: number) => sessionValue(`user_id|s:1:"7";page|i:${number};`, 1_700_000_000)
  await client().setex(id, 660, page(1))

  for (const number of [2, 3, 4]) {
    await client().setex(id, 660, page(number))
    t.is(await client().get(id), page(number))
  }
  await stop()
  const next = await openEndpoint(t, { directory })

  t.is(await next.client().get(id), page(4))
})

test('who ended a session, and who comes after, starts again under its id', async (t) => {
  const { client } = await openEndpoint(t)
  const id = newId()
  await client().setex(id, 660, sessionValue(signedIn))
  const [signOut, later] = [client(), client()]
  const anonymous = sessionValue('temp|b:1;')

  await signOut.del(id)
  await signOut.setex(id, 660, anonymous)
  t.is(await client().get(id), anonymous)
  await signOut.del(id)
  t.is(await later.get(id), null)
  await later.setex(id, 660, anonymous)

  t.is(await client().get(id), anonymous)
})

test('a session lives as long as it was told to, and EXPIRE lets it live longer', async (t) => {
  const clock = movableClock()
  const { client } = await openEndpoint(t, { now: clock.now })
  const [short, long] = [newId(), newId()]
  await client().setex(short, 660, sessionValue(signedIn))
  await client().setex(long, 660, sessionValue(signedIn))

  clock.move(600_000)
  t.is(await client().expire(long, 660), 1)
  clock.move(61_000)

  t.is(await client().get(short), null)
  t.not(await client().get(long), null)
  t.is(await client().expire(short, 660), 0)
})

test('in SQL a session is a row that the db handler of Roundcube continues with', async (t) => {
  const { client, store, directory } = await openEndpoint(t)
  const id = newId()
  await client().setex(id, 660, sessionValue(signedIn))
  await drained(store)

  const [row] = await databaseRows(
    directory,
    `SELECT vars, ip, changed, datetime('now') AS ts,
       CASE WHEN changed < datetime('now', '-600 seconds') THEN 1 ELSE 0 END AS expired
     FROM session WHERE sess_id = '${id}'`,
  )
  await databaseRows(
    directory,
    `UPDATE session SET changed = datetime('now'), vars = '' WHERE sess_id = '${id}'`,
  )

  t.is(Buffer.from(String(row?.['vars']), 'base64').toString(), signedIn)
  t.is(row?.['ip'], '192.0.2.7')
  t.is(row?.['expired'], 0)
})

test('a session that Roundcube had put into the table is found there while it lives', async (t) => {
  const { client, store, directory } = await openEndpoint(t)
  await store.sessions.save(newId(), {}, '192.0.2.7')
  await drained(store)
  const [fresh, old] = [newId(), newId()]
  const vars = Buffer.from(signedIn).toString('base64')
  for (const [id, age] of [
    [fresh, '-300 seconds'],
    [old, '-900 seconds'],
  ]) {
    await databaseRows(
      directory,
      `INSERT INTO session (sess_id, vars, ip, changed)
       VALUES ('${id}', '${vars}', '192.0.2.7', datetime('now', '${age}'))`,
    )
  }

  t.true((await client().get(fresh))?.includes(signedIn))
  t.is(await client().get(old), null)
  const request = client()
  await request.get(fresh)
  await request.setex(fresh, 660, sessionValue('temp|b:1;'))
  t.true((await client().get(fresh))?.includes('temp|b:1;'))
})

test('sessions of Postern and those of the endpoint stay apart', async (t) => {
  const { client, store } = await openEndpoint(t)
  const [own, other] = [newId(), newId()]
  const variables = { temp: true, postern_binding: 'x'.repeat(32) }
  await store.sessions.create(own, variables, '192.0.2.7')
  const request = client()

  t.is(await request.get(own), null)
  await t.throwsAsync(request.setex(own, 660, sessionValue(signedIn)), { message: /^ERR/ })
  await t.throwsAsync(client().setex(own, 660, sessionValue(signedIn)), { message: /^ERR/ })
  t.is(await request.expire(own, 660), 0)
  t.is(await request.del(own), 0)
  await client().setex(other, 660, sessionValue('temp|b:1;language|s:5:"en_US";'))

  const sessions = onlyOwnSessions(store.sessions)
  t.deepEqual((await sessions.load(own))?.variables, variables)
  t.is(await sessions.load(other), undefined)
})

test('what is no session is refused with an error, told abbreviated, and not stored', async (t) => {
  const { client, lines } = await openEndpoint(t)
  const id = newId()
  const request = client()

  for (const [key, value] of [
    ['no-session', sessionValue(signedIn)],
    [`${id}:`, sessionValue(signedIn)],
    ['x'.repeat(129), sessionValue(signedIn)],
    [id, 'arbitrary text'],
    [id, sessionValue('no session data')],
    [id, sessionValue(`large|s:70000:"${'x'.repeat(70_000)}";`)],
  ] as const) {
    await t.throwsAsync(request.setex(key, 660, value), { message: /^ERR/ })
  }
  await t.throwsAsync(request.setex(id, 0, sessionValue(signedIn)), { message: /^ERR invalid/ })
  await t.throwsAsync(request.get('no-session'), { message: /^ERR/ })

  t.is(await request.get(id), null)
  // ioredis says HELLO first.
  t.is(lines.filter((line) => !JSON.stringify(line).includes('hello')).length, 8)
  t.false(JSON.stringify(lines).includes(id))
  t.false(JSON.stringify(lines).includes('arbitrary'))
})

test('every other command is answered with an error, and the connection continues', async (t) => {
  const { client } = await openEndpoint(t)
  const request = client()

  for (const command of ['SET a b', 'KEYS *', 'FLUSHALL', 'CONFIG GET *', 'EVAL x 0', 'HELLO 3']) {
    const [name = '', ...args] = command.split(' ')
    await t.throwsAsync(request.call(name, ...args), { message: /^ERR unknown command/ })
  }
  for (const command of ['GET', 'SETEX a', 'DEL', 'SELECT 1']) {
    const [name = '', ...args] = command.split(' ')
    await t.throwsAsync(request.call(name, ...args), { message: /^ERR/ })
  }
  t.is(await request.call('SELECT', '0'), 'OK')
  t.is(await request.call('ping'), 'PONG')
})

test('while the database is locked against readers too, who is new continues, and who it may know waits', async (t) => {
  const first = await openEndpoint(t)
  await first.store.sessions.save(newId(), {}, '192.0.2.7')
  await drained(first.store)
  const theirs = newId()
  const vars = Buffer.from(signedIn).toString('base64')
  await databaseRows(
    first.directory,
    `INSERT INTO session (sess_id, vars, ip, changed)
     VALUES ('${theirs}', '${vars}', '192.0.2.7', datetime('now'))`,
  )
  await first.stop()
  // As Roundcube's own file is: a writer keeps readers out.
  await databaseRows(first.directory, 'PRAGMA journal_mode = DELETE')
  const { client, directory } = await openEndpoint(t, { directory: first.directory })
  // The database answers in turn: behind these it has told its ids.
  for (let turn = 0; turn < 3; turn += 1) await client().get(newId())

  const lock = await lockDatabase(storePaths(directory).databasePath)
  t.teardown(() => lock.release())
  const id = newId()
  const request = client()
  const found = await request.get(id)
  await request.setex(id, 660, sessionValue(signedIn))
  const unknown = await t.throwsAsync(client().get(theirs))
  await lock.release()

  t.is(found, null)
  t.regex(unknown.message, /^TRYAGAIN/)
  t.true((await client().get(id))?.includes(signedIn))
  t.true((await client().get(theirs))?.includes(signedIn))
})

test('a store that cannot answer fails the request, and is never "no such session"', async (t) => {
  const unavailable = () => Promise.reject(new StoreUnavailable('database', 'timeout', undefined))
  const sessions: ForeignSessions = {
    load: unavailable,
    save: unavailable,
    update: unavailable,
    touch: unavailable,
    end: unavailable,
    currentVersion: () => 1,
  }
  const { port } = await serveEndpoint(t, sessions)
  const client = connectToEndpoint(t, { port })
  const id = newId()

  // php-redis throws an error that does not begin with ERR.
  await t.throwsAsync(client.get(id), { message: /^TRYAGAIN/ })
  await t.throwsAsync(client.setex(id, 660, sessionValue(signedIn)), { message: /^TRYAGAIN/ })
  await t.throwsAsync(client.del(id), { message: /^TRYAGAIN/ })
})
