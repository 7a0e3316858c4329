import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startMariadb } from '../support/database/mariadb.ts'
import { startPostgres } from '../support/database/postgres.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'
import { startPostern } from '../support/postern/postern.ts'
import { freePort } from '../support/process/free-port.ts'
import { isLong } from '../support/process/long-tests.ts'
import { removeDirectory, temporaryDirectory } from '../support/process/temporary-directory.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../support/process/wait-limit.ts'
import { startRedis } from '../support/redis/redis.ts'
import { startRoundcube } from '../support/roundcube/roundcube.ts'
import { makeSecrets } from './stage.ts'

const users = 4
const pages = isLong ? 40 : 6

const engines = { MariaDB: startMariadb, ...(isLong ? { PostgreSQL: startPostgres } : {}) }

/** Two instances over one Redis and one SQL server, and a Roundcube that asks another one with each request. */
async function open(t: ExecutionContext, startSql: typeof startMariadb) {
  const [dovecot, redis, sql] = await Promise.all([
    startDovecot({ users: users, t }),
    startRedis(),
    startSql(),
  ])
  const directory = await temporaryDirectory(t)
  const secrets = await makeSecrets()
  t.teardown(() => removeDirectory(secrets))
  const ports = [await freePort(), await freePort()]
  const instances = await Promise.all(
    ports.map((port) =>
      startPostern({
        t,
        ...{ mail: dovecot, redis, database: sql },
        config: {
          // A busy machine must not look like a Redis that hangs.
          tuning: { store: { cacheTimeoutMs: RESPONSE_WAIT_LIMIT_MS } },
          instances: 'several',
          credentialsDir: secrets,
          webmail: { sessions: { host: '127.0.0.1', port } },
        },
      }),
    ),
  )
  t.teardown(async () => {
    await Promise.all([redis.stop(), sql.stop()])
  })
  const roundcubeDirectory = join(directory, 'roundcube')
  await mkdir(roundcubeDirectory)
  const hosts = ports.map((port) => `'127.0.0.1:${port}'`).join(', ')
  const settings = `
$config['session_storage'] = 'redis';
$config['redis_hosts'] = [[${hosts}][random_int(0, 1)]];`
  const roundcube = await startRoundcube(roundcubeDirectory, dovecot.port, settings)
  t.teardown(() => roundcube.stop())
  return { dovecot, roundcube, instances }
}

/** Turns pages, so that the session changes; answers how many requests found no session. */
async function turnPages(browser: WebmailClient): Promise<number> {
  let signedOut = 0
  for (let page = 1; page <= pages; page += 1) {
    const query = `?_task=mail&_action=list&_mbox=INBOX&_page=${page}&_remote=1`
    const { text } = await browser.get(query)
    if (text.includes('session_error')) signedOut += 1
  }
  return signedOut
}

for (const [engine, startSql] of Object.entries(engines)) {
  test.serial(
    `a Roundcube on two instances over Redis and ${engine} signs no one out`,
    async (t) => {
      t.timeout(300_000)
      const { dovecot, roundcube, instances } = await open(t, startSql)
      const browsers = Array.from({ length: users }, () => createWebmailClient(roundcube.script))
      for (const [index, browser] of browsers.entries()) {
        await browser.signIn(dovecot.userName(index + 1), dovecot.password)
      }

      const before = await Promise.all(browsers.map(turnPages))
      await instances[0]?.kill()
      // Half of the requests fail now; none of them is a sign-out.
      const during = await Promise.all(browsers.map(turnPages))
      await instances[0]?.restart()
      const after = await Promise.all(browsers.map(turnPages))
      const [anna] = browsers
      await anna?.get(`?_task=logout&_token=${anna.token()}`)
      const ended = anna === undefined ? 0 : await turnPages(anna)

      t.deepEqual(
        [...before, ...during, ...after],
        Array.from({ length: users * 3 }, () => 0),
      )
      t.is(ended, pages)
    },
  )
}
