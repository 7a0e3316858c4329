import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { callAction } from '../../../support/http/native-actions.ts'
import { createWebmailClient, type WebmailClient } from '../../../support/http/webmail-client.ts'
import { isLong } from '../../../support/process/long-tests.ts'
import { errorLines } from '../../../support/postern/error-lines.ts'
import { startPostern } from '../../../support/postern/postern.ts'
import { explainedNow, keepLog } from './explained.ts'

const USERS = 5
/** An hour, unless someone has less time. */
const MINUTES = Number(process.env['NORMAL_LOAD_MINUTES'] ?? 60)
const ROUNDS_AT_LEAST = 10
/** As users pause. */
const PAUSE_MS = 2_000
const REQUEST_LINE = /"requestId":"([0-9a-f]{8})".*"msg":"(request [a-z ]+)"/

// At full length with the limit that an installation has; the short one is not about how fast this machine is.
test('under normal load every request is explained, and no cause is named', async (t) => {
  t.timeout((MINUTES + 10) * 60_000)
  const dovecot = await startDovecot({ t, users: USERS })
  for (let n = 1; n <= USERS; n += 1) await dovecot.seed(dovecot.userName(n), 5)
  const config = { log: { level: 'debug' }, tuning: { log: isLong ? {} : { slowMs: 600_000 } } }
  const postern = await startPostern({ t, mail: dovecot, config })
  const clients = Array.from({ length: USERS }, () => createWebmailClient(postern.base()))
  const named: unknown[] = []
  const seen = new Set<string>()
  let slowByOthers = 0
  /** What was logged since the last look, by what a user would be told of each. */
  const explainAll = async (): Promise<void> => {
    for (const line of (await keepLog(postern)).split('\n')) {
      const [, requestId, message] = REQUEST_LINE.exec(line) ?? []
      if (requestId === undefined || seen.has(requestId)) continue
      seen.add(requestId)
      const explanation = await explainedNow(postern, requestId)
      const isSlow = message === 'request slow' && isOverloaded()
      if (isSlow) slowByOthers += 1
      else if (explanation?.outcome !== message || explanation?.causes.length !== 0)
        named.push(line, explanation)
    }
  }

  for (const [index, client] of clients.entries()) {
    await client.signIn(dovecot.userName(index + 1), dovecot.password)
  }
  const until = Date.now() + (isLong ? MINUTES * 60_000 : 0)
  let requests = 0
  for (let round = 0; round < ROUNDS_AT_LEAST || Date.now() < until; round += 1) {
    for (const made of await Promise.all(clients.map((client) => readMail(client))))
      requests += made
    await explainAll()
    if (isLong) await sleep(PAUSE_MS)
  }
  for (const client of clients) await client.post('?_task=logout', { _token: client.token() })
  await postern.end()
  await explainAll()

  t.log(`${seen.size} requests, ${slowByOthers} slow while others used this machine up`)
  t.true(seen.size >= requests, `${seen.size} of ${requests}`)
  t.deepEqual(named, [])
  t.deepEqual(await errorLines(postern), [])
})

/** Other programs of this machine leave no room for what is normal: then it is right to name a slow request's cause. */
function isOverloaded(): boolean {
  return (loadavg()[0] ?? 0) > 2 * availableParallelism()
}

/** Resolves to how many requests it takes to look at a list and one message, and to ask for changes. */
async function readMail(client: WebmailClient): Promise<number> {
  await client.list('INBOX')
  await callAction(client, 'show', { mailbox: 'INBOX', uid: 1 })
  await client.getunread()
  await client.refresh('INBOX', [1])
  return 4
}
