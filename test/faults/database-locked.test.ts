import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import test from 'ava'
import { lockDatabase } from '../support/database/lock.ts'
import { databaseRows, eventually } from '../support/database/rows.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { errorLines } from '../support/postern/error-lines.ts'
import { isLong } from '../support/process/long-tests.ts'
import { startPostern } from '../support/postern/postern.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'

const SIGN_INS = isLong ? 200 : 40
const REQUESTS = isLong ? 2_000 : 400
const LOCK_MS = isLong ? 60_000 : 4_000
const CONCURRENCY = 16

test('no one meets a database that another process holds exclusively', async (t) => {
  const dovecot = await startDovecot({ t, users: SIGN_INS })
  const postern = await startPostern({ t, mail: dovecot })
  const database = join(postern.directory, 'postern.db')
  const lock = await lockDatabase(database)
  const unlocked = sleep(LOCK_MS).then(() => lock.release())

  const clients: WebmailClient[] = []
  const failures: string[] = []
  await inParallel(SIGN_INS, async (n) => {
    const client = createWebmailClient(postern.base())
    const response = await client.signIn(dovecot.userName(n + 1), dovecot.password)
    if (response.status !== 302) failures.push(`sign-in ${response.status}: ${response.text}`)
    clients.push(client)
  })
  await inParallel(REQUESTS, async (n) => {
    const client = clients[n % clients.length]
    try {
      await (n % 2 === 0 ? client?.list('INBOX') : client?.getunread())
    } catch (error) {
      failures.push(String(error))
    }
  })
  await unlocked

  t.deepEqual(failures, [])
  const log = (await errorLines(postern)).join('\n')
  t.regex(log, / DB Error: \[5\] database is locked \(SQL Query: INSERT INTO session .+\) \(POST /)
  t.regex(log, / DB Error: \[5\] database is locked \(SQL Query: \) \(POST /)
  const ids = clients.map((client) => client.cookies.get('postern_session') ?? '')
  const stored = await eventually(
    () => databaseRows(database, 'SELECT sess_id FROM session'),
    (rows) => ids.every((id) => rows.some((row) => row['sess_id'] === id)),
  )
  t.deepEqual(
    ids.filter((id) => !stored.some((row) => row['sess_id'] === id)),
    [],
  )
})

async function inParallel(count: number, run: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const n = next
      next += 1
      await run(n)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
