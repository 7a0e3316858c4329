import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { lockDatabase } from '../support/database/lock.ts'
import { eventually } from '../support/database/rows.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'
import { isLong } from '../support/process/long-tests.ts'
import { temporaryDirectory } from '../support/process/temporary-directory.ts'
import { startRoundcube } from '../support/roundcube/roundcube.ts'
import { startRoundcubeOnPostern } from '../support/session-endpoint/roundcube-on-postern.ts'

const USERS = isLong ? 200 : 12
const REQUESTS = isLong ? 2_000 : 120
const LOCK_MS = isLong ? 60_000 : 3_000
/** Of Roundcube alone, lists and sign-ins in turns: what is not answered by the end of the lock counts as failed. */
const ALONE = isLong ? 20 : 4
const CONCURRENCY = 8
const ANSWERED_BY = 'x-postern-answered-by'

test('known users sign in and read on while the whole database of Roundcube is locked', async (t) => {
  const { dovecot, roundcube, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
    mail: { users: USERS },
    accelerate: { signIn: true },
  })
  const alone = await aloneBeside(t, dovecot.port)
  const users = Array.from({ length: USERS }, (_, index) => dovecot.userName(index + 1))
  const atWork: WebmailClient[] = []
  await inParallel(USERS, CONCURRENCY, async (n) => {
    const user = users[n] ?? ''
    await dovecot.seed(user, 3)
    const browser = acceleratedBrowser()
    await browser.signIn(user, dovecot.password)
    for (const request of hotRequests(browser)) await eventually(request, isOurs)
    atWork.push(browser)
  })
  const aloneAtWork = createWebmailClient(alone.script)
  await aloneAtWork.signIn(users[0] ?? '', dovecot.password)
  const locks = await Promise.all([roundcube.database, alone.database].map(lockDatabase))
  const startedAt = Date.now()

  const unlocked = startedAt + LOCK_MS
  const waiting = measured(ALONE, ALONE, async (n) => {
    const request =
      n % 2 === 0
        ? aloneAtWork.list('INBOX').then(({ uids }) => uids.length === 3)
        : createWebmailClient(alone.script)
            .submitSignIn(users[0] ?? '', dovecot.password)
            .then(({ status }) => status === 302)
    request.catch(() => undefined)
    return Promise.race([request, until(unlocked)])
  })
  const signIns = await measured(USERS, CONCURRENCY, async (n) => {
    const response = await acceleratedBrowser().submitSignIn(users[n] ?? '', dovecot.password)
    return response.status === 302 && isOurs(response)
  })
  const requests = await measured(REQUESTS, CONCURRENCY, async (n) => {
    const browser = atWork[n % atWork.length]
    const request = browser === undefined ? undefined : hotRequests(browser)[n % 3]
    const response = await request?.()
    return response?.status === 200 && isOurs(response)
  })
  const byRoundcube = await waiting
  await until(unlocked)
  await Promise.all(locks.map((lock) => lock.release()))

  t.log({ lockMs: LOCK_MS, signIns, requests, roundcubeAlone: byRoundcube })
  t.is(signIns.failed, 0)
  t.is(requests.failed, 0)
  t.true(byRoundcube.failed > 0)
})

const isOurs = ({ headers }: { readonly headers: Headers }) =>
  headers.get(ANSWERED_BY) === 'postern'

/** What an open page requests again and again. */
function hotRequests(browser: WebmailClient) {
  const form = { _mbox: 'INBOX', _folderlist: '1', _list: '1', _uids: '3,2,1', _remote: '1' }
  return [
    () => browser.get('?_task=mail&_action=list&_mbox=INBOX&_remote=1&_unlock=0'),
    () => browser.get('?_task=mail&_action=getunread&_page=1&_remote=1&_unlock=0'),
    () =>
      browser.post('?_task=mail&_action=refresh', form, {
        'x-roundcube-request': browser.token(),
      }),
  ] as const
}

/** A Roundcube as its package installs it, its sessions in its database. */
async function aloneBeside(t: ExecutionContext, imapPort: number) {
  const directory = join(await temporaryDirectory(t), 'alone')
  await mkdir(directory)
  const alone = await startRoundcube(directory, imapPort)
  t.teardown(() => alone.stop())
  return alone
}

/** Answers false at a moment (Unix ms). */
function until(at: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), Math.max(0, at - Date.now())))
}

/** Runs requests and counts those that failed; times in ms. */
async function measured(count: number, atOnce: number, run: (n: number) => Promise<boolean>) {
  const times: number[] = []
  let failed = 0
  await inParallel(count, atOnce, async (n) => {
    const startedAt = performance.now()
    const isRight = await run(n).catch(() => false)
    times.push(performance.now() - startedAt)
    if (!isRight) failed += 1
  })
  times.sort((one, other) => one - other)
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)
  return { count, failed, p50: at(0.5), p99: at(0.99), max: at(1) }
}

async function inParallel(
  count: number,
  atOnce: number,
  run: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const n = next
      next += 1
      await run(n)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
