import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { openEventStream } from '../../support/http/event-stream.ts'
import { openSqlite } from '../../../store/sql/sqlite.ts'
import { newId } from '../../store/fixture.ts'
import { freePort } from '../../support/process/free-port.ts'
import { connectToEndpoint, sessionValue } from '../../support/session-endpoint/endpoint-client.ts'
import { eventually } from '../../support/database/rows.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import {
  basic,
  openMeteredPostern,
  sharedMeteredPostern,
  signedIn,
  type MeteredPostern,
} from '../metrics/metered-postern.ts'
import { postern as run } from './command-line.ts'

const execute = promisify(execFile)

// Longer than a test waits: a stream must not learn of an end by asking.
const shared = sharedMeteredPostern({
  tuning: {
    events: { checkMs: 60_000 },
    store: { databaseReadMs: RESPONSE_WAIT_LIMIT_MS },
  },
})

function configOf({ postern }: MeteredPostern): string {
  return join(postern.directory, 'postern.json')
}

test('the list names who is signed in, from where and since when', async (t) => {
  const metered = shared()
  await signedIn(metered, 1)
  await signedIn(metered, 2)

  const { code, output } = await run(['sessions', 'list', '--config', configOf(metered)])

  t.is(code, 0)
  t.regex(output, /^SESSION +USER +WEBMAIL +ADDRESS +SINCE +UNUSED FOR\n/)
  t.regex(output, /^[0-9a-f]{12} +user0001@example\.test /m)
  t.regex(output, /^[0-9a-f]{12} +user0002@example\.test +postern +127\.0\.0\.1 +\d+ s +\d+ s$/m)
})

test('a session of Roundcube is listed as such, and revoked so that its browser can sign in again', async (t) => {
  const port = await freePort()
  const metered = await openMeteredPostern({ webmail: { sessions: { host: '127.0.0.1', port } } })
  t.teardown(() => metered.stop())
  const [client, id, config] = [connectToEndpoint(t, { port }), newId(), configOf(metered)]
  // Objects are nothing Postern would read.
  const vars = 'username|s:4:"anna";login_time|i:1795000000;compose|O:8:"stdClass":0:{}'
  await client.setex(id, 660, sessionValue(vars))
  await client.setex(newId(), 660, sessionValue('temp|b:1;'))
  const list = await eventually(
    () => run(['sessions', 'list', '--config', config]),
    ({ output }) => output.includes('anna'),
  )

  const { output } = await run(['sessions', 'revoke', 'anna', '--config', config])

  t.regex(list.output, /^[0-9a-f]{12} +anna +roundcube +192\.0\.2\.7 /m)
  t.is(list.output.trim().split('\n').length, 2)
  t.is(output, '1 session ended\n')
  t.is(await client.get(id), null)
  const again = connectToEndpoint(t, { port })
  await again.get(id)
  await again.setex(id, 660, sessionValue(vars))
  t.true((await again.get(id))?.includes(vars))
})

test('a session before its sign-in is no one and not listed', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  await fetch(metered.postern.base())

  const { output } = await run(['sessions', 'list', '--json', '--config', configOf(metered)])

  t.like(JSON.parse(output), { sessions: [], total: 0, isComplete: true })
})

test('revoking a user ends every session of theirs and no one else', async (t) => {
  const metered = shared()
  const [one, other, neighbour] = [
    await signedIn(metered, 3),
    await signedIn(metered, 3),
    await signedIn(metered, 4),
  ]

  const { code, output } = await run([
    ...['sessions', 'revoke', 'user0003@example.test'],
    ...['--config', configOf(metered)],
  ])

  t.is(code, 0)
  t.is(output, '2 sessions ended\n')
  t.regex((await one.get('')).text, /name="_pass"/)
  t.regex((await other.get('')).text, /name="_pass"/)
  t.regex((await neighbour.get('')).text, /id="app"/)
})

test('revoking a user ends their event streams at once', async (t) => {
  const metered = shared()
  const { cookies } = await signedIn(metered, 9)
  const stream = await openEventStream(`${metered.postern.base()}?_task=mail&_action=events`, {
    cookie: `postern_session=${cookies.get('postern_session') ?? ''}`,
  })
  t.teardown(() => {
    stream.close()
  })

  await run(['sessions', 'revoke', 'user0009@example.test', '--config', configOf(metered)])

  t.like(await stream.until('end'), { event: { reason: 'signed-out' } })
})

test('revoking one session by its id leaves the others of that user', async (t) => {
  const metered = shared()
  await signedIn(metered, 5)
  await signedIn(metered, 5)
  const config = configOf(metered)
  const before = await run(['sessions', 'list', '--config', config])
  const id = /^([0-9a-f]{12}) +user0005@/m.exec(before.output)?.[1] ?? ''

  const { output } = await run(['sessions', 'revoke', id, '--config', config])
  const after = await run(['sessions', 'list', '--config', config])

  t.is(output, '1 session ended\n')
  t.false(after.output.includes(id))
  t.is(after.output.match(/user0005@/g)?.length, 1)
})

test('a name no one has ends nothing and says so by its exit code', async (t) => {
  const metered = shared()

  const { code, output } = await run([
    ...['sessions', 'revoke', 'nobody@example.test'],
    ...['--config', configOf(metered)],
  ])

  t.is(code, 1)
  t.is(output, '0 sessions ended\n')
})

test('a database that cannot be read makes a revocation say that it is incomplete', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  const database = join(metered.postern.directory, 'postern.db')
  await changeSchema(database, 'ALTER TABLE session RENAME COLUMN vars TO gone')
  await signedIn(metered, 1)

  const { code, output, complaints } = await run([
    ...['sessions', 'revoke', 'user0001@example.test'],
    ...['--config', configOf(metered)],
  ])

  t.is(code, 1)
  t.is(output, '1 session ended\n')
  t.regex(complaints, /^incomplete/)
})

test('what the database refused permanently is told everywhere, and offered again on request', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  await signedIn(metered, 1)
  const database = join(metered.postern.directory, 'postern.db')
  const health = () =>
    fetch(`${metered.endpoint.address}/healthz`).then((response) => response.text())
  // The first user's own record must be in the database before it refuses.
  await eventually(health, (text) => text.includes('"backlog":0'))
  const refuse = "CREATE TRIGGER refuse BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'no'); END"
  await changeSchema(database, refuse)
  await signedIn(metered, 2)

  t.regex(
    await eventually(health, (text) => text.includes('"setAside":1')),
    /^\{"status":"degraded".*"setAside":1,"setAsideCode":"19"/,
  )
  const metrics = await (await fetch(`${metered.endpoint.address}/metrics`)).text()
  t.regex(metrics, /^postern_spool_set_aside 1$/m)
  const page = await fetch(metered.endpoint.address, { headers: basic(metered.endpoint) })
  t.regex(await page.text(), /takes rows, but refused 1 for good \(code 19\)/)
  const doctor = await run(['doctor', '--config', configOf(metered)])
  t.regex(doctor.output, /spool\.set-aside|refused 1 rows for good, the last with code 19/)

  await changeSchema(database, 'DROP TRIGGER refuse')
  const { code, output } = await run(['sessions', 'retry', '--config', configOf(metered)])
  t.is(code, 0)
  t.is(output, '1 row offered to the database again\n')
  t.regex(await eventually(health, (text) => text.includes('"setAside":0')), /"setAside":0/)
})

/** Changes it once Postern, which may write meanwhile, lets it. */
async function changeSchema(path: string, sql: string): Promise<void> {
  const change = async () => {
    const sqlite = await openSqlite({ path, busyTimeoutMs: 1_000 })
    try {
      await sqlite.run(sql)
    } finally {
      await sqlite.close()
    }
  }
  const outcome = await eventually(
    () => change().then(() => 'done', String),
    (said) => said === 'done',
  )
  if (outcome !== 'done') throw new Error(outcome)
}

test('without a running process there is nothing to list', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  await metered.postern.kill()

  const { code, complaints } = await run(['sessions', 'list', '--config', configOf(metered)])

  t.is(code, 69)
  t.regex(complaints, /^no Postern is running/)
})

test('words that make no sense are answered with the usage', async (t) => {
  for (const args of [['sessions'], ['sessions', 'list'], ['sessions', 'end', '--config', 'x']]) {
    const { code, complaints } = await run(args)
    t.is(code, 64)
    t.regex(complaints, /^Usage: postern sessions/)
  }
})

test('the built program knows the command', async (t) => {
  const metered = shared()
  await signedIn(metered, 6)

  const { stdout } = await execute(process.execPath, [
    ...['dist/main.js', 'sessions', 'list'],
    ...['--config', configOf(metered)],
  ])

  t.regex(stdout, /user0006@example\.test/)
})

test('status tells anyone who may read the data directory how to open the page', async (t) => {
  const metered = shared()

  const { code, output } = await run(['status', '--config', configOf(metered)])

  t.is(code, 0)
  t.regex(output, new RegExp(`^status page: ${metered.endpoint.address}$`, 'm'))
  t.true(output.includes(metered.endpoint.token))
})
