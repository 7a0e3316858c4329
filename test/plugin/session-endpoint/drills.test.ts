import type { ExecutionContext } from 'ava'
import test from 'ava'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDatabase } from '../../support/database/lock.ts'
import type { Dovecot } from '../../support/dovecot/dovecot.ts'
import { createWebmailClient, type WebmailClient } from '../../support/http/webmail-client.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { freePort } from '../../support/process/free-port.ts'
import { isLong } from '../../support/process/long-tests.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { startRedis } from '../../support/redis/redis.ts'
import { startRoundcube } from '../../support/roundcube/roundcube.ts'
import { connectToEndpoint, sessionValue } from '../../support/session-endpoint/endpoint-client.ts'
import { startRoundcubeOnPostern } from '../../support/session-endpoint/roundcube-on-postern.ts'

const rounds = isLong ? 10 : 2
const writers = isLong ? 32 : 8
const users = isLong ? 200 : 8
const lockMs = isLong ? 60_000 : 3_000

/** Writes sessions one after the other, each over a connection of its own, and notes what was acknowledged. */
function startWriters(t: ExecutionContext, port: number) {
  const acknowledged = new Map<string, string>()
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const id = randomBytes(16).toString('hex')
      const value = sessionValue(`user_id|s:32:"${id}";`)
      const client = connectToEndpoint(t, { port })
      try {
        await client.get(id)
        await client.setex(id, 660, value)
        acknowledged.set(id, value)
      } catch {
        // Not acknowledged: no one was promised anything. The port may be no one's for a moment.
        await new Promise((resolve) => setTimeout(resolve, 20))
      } finally {
        client.close()
      }
    }
  }
  const done = Array.from({ length: writers }, write)
  return {
    acknowledged,
    async stop() {
      isOver = true
      await Promise.all(done)
    },
  }
}

async function moreThan(acknowledged: ReadonlyMap<string, string>, count: number): Promise<void> {
  while (acknowledged.size < count) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('kill -9 of Postern, and of Redis with loss of all it had, loses no acknowledged session', async (t) => {
  t.timeout(isLong ? 1_200_000 : 120_000)
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  const port = await freePort()
  let postern = await startPostern({
    t,
    redis,
    config: { webmail: { sessions: { host: '127.0.0.1', port } } },
  })
  const written = startWriters(t, port)
  const { acknowledged } = written

  for (let round = 0; round < rounds; round += 1) {
    await moreThan(acknowledged, acknowledged.size + 40)
    await postern.kill()
    postern = await postern.restart()
    await moreThan(acknowledged, acknowledged.size + 40)
    await redis.restart()
  }
  await moreThan(acknowledged, acknowledged.size + 40)
  await written.stop()

  const reader = connectToEndpoint(t, { port })
  const lost: string[] = []
  for (const [id, value] of acknowledged) {
    if ((await reader.get(id)) !== value) lost.push(id)
  }
  t.log(`${acknowledged.size} acknowledged, ${lost.length} lost`)
  t.is(lost.length, 0)
})

test('kill -9 may cost a page that was turned, and neither the session nor what signs it in', async (t) => {
  t.timeout(isLong ? 1_200_000 : 120_000)
  const port = await freePort()
  let postern = await startPostern({
    t,
    config: { webmail: { sessions: { host: '127.0.0.1', port } } },
  })
  const write = async (id: string, vars: string) => {
    const client = connectToEndpoint(t, { port })
    await client.get(id)
    await client.setex(id, 660, sessionValue(vars))
    client.close()
  }
  const ids = Array.from({ length: writers }, () => randomBytes(16).toString('hex'))
  const ended = randomBytes(16).toString('hex')

  for (let round = 0; round < rounds; round += 1) {
    for (const id of ids) await write(id, `user_id|i:7;page|i:1;request_token|i:${round};`)
    for (const id of ids) await write(id, `user_id|i:7;page|i:2;request_token|i:${round};`)
    await write(ended, 'user_id|i:7;page|i:1;')
    await write(ended, 'user_id|i:7;page|i:2;')
    const signOut = connectToEndpoint(t, { port })
    await signOut.del(ended)
    signOut.close()
    await postern.kill()
    postern = await postern.restart()

    const reader = connectToEndpoint(t, { port })
    const found = await Promise.all(ids.map((id) => reader.get(id)))
    const expected = new RegExp(`"user_id\\|i:7;page\\|i:[12];request_token\\|i:${round};"`)
    t.deepEqual(
      found.filter((value) => !expected.test(value ?? '')),
      [],
    )
    t.is(await reader.get(ended), null)
    reader.close()
  }
})

test('PHP that is killed round by round, at whatever it is, signs no one out', async (t) => {
  t.timeout(isLong ? 1_200_000 : 120_000)
  const here = await startRoundcubeOnPostern(t, { mail: { users: 8 } })
  const browsers = Array.from({ length: 8 }, () => here.browser())
  await signInAll(browsers, here.dovecot)
  let isOver = false
  const working = workAll(browsers, () => isOver)

  for (let round = 0; round < rounds; round += 1) {
    await here.roundcube.restartPhp()
    // Each round meets users at work again.
    await browsers[0]?.get('?_task=mail&_action=list&_mbox=INBOX&_remote=1')
  }
  isOver = true
  const { signedOut, requests } = await working
  const after = await Promise.all(
    browsers.map((browser) => browser.get('?_task=mail&_action=list&_mbox=INBOX&_remote=1')),
  )

  // A request that PHP was killed at fails; its session is there again.
  t.log(`${requests} requests, ${signedOut} signed out`)
  t.is(signedOut, 0)
  t.true(after.every(({ status, text }) => status === 200 && !text.includes('session_error')))
})

/** What users met while the database was locked. */
interface Met {
  requests: number
  failed: number
  signedOut: number
}

/** Each user requests the list, with another page each time so that the session changes, until told to end. */
async function workAll(browsers: readonly WebmailClient[], isOver: () => boolean): Promise<Met> {
  const met: Met = { requests: 0, failed: 0, signedOut: 0 }
  const work = async (browser: WebmailClient) => {
    for (let page = 1; !isOver(); page += 1) {
      const query = `?_task=mail&_action=list&_mbox=INBOX&_page=${page}&_remote=1`
      const { status, text } = await browser.get(query)
      met.requests += 1
      if (status !== 200 || text.includes('"code":500')) met.failed += 1
      else if (text.includes('session_error')) met.signedOut += 1
    }
  }
  await Promise.all(browsers.map(work))
  return met
}

async function duringLock(database: string, browsers: readonly WebmailClient[]): Promise<Met> {
  const lock = await lockDatabase(database)
  let isOver = false
  const working = workAll(browsers, () => isOver)
  await new Promise((resolve) => setTimeout(resolve, lockMs))
  isOver = true
  await lock.release()
  return working
}

async function signInAll(browsers: readonly WebmailClient[], dovecot: Dovecot): Promise<void> {
  for (const [index, browser] of browsers.entries()) {
    await browser.signIn(dovecot.userName(index + 1), dovecot.password)
  }
}

test('while the database of sessions is locked no one has an error and no one is signed out', async (t) => {
  t.timeout(isLong ? 1_200_000 : 120_000)
  // Roundcube keeps its users elsewhere: the lock is of the sessions.
  const here = await startRoundcubeOnPostern(t, {
    mail: { users: users },
    isDatabaseOfItsOwn: true,
  })
  const browsers = Array.from({ length: users }, () => here.browser())
  await signInAll(browsers, here.dovecot)

  const met = await duringLock(here.database, browsers)

  t.log(`through Postern: ${JSON.stringify(met)}`)
  t.true(met.requests >= users)
  t.deepEqual({ failed: met.failed, signedOut: met.signedOut }, { failed: 0, signedOut: 0 })
  if (isLong) t.log(`Roundcube alone: ${JSON.stringify(await alone(t, here.dovecot))}`)
})

/** The same with the sessions in Roundcube's own table, for comparison. */
async function alone(t: ExecutionContext, dovecot: Dovecot): Promise<Met> {
  const directory = join(await temporaryDirectory(t), 'alone')
  await mkdir(directory)
  const roundcube = await startRoundcube(directory, dovecot.port)
  t.teardown(() => roundcube.stop())
  const browsers = Array.from({ length: users }, () => createWebmailClient(roundcube.script))
  await signInAll(browsers, dovecot)
  return duringLock(roundcube.database, browsers)
}
