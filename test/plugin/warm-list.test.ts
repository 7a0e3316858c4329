import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { parseConfig } from '../../plugin/config/config.ts'
import { startPostern } from '../../plugin/start.ts'
import { actionAddress } from '../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../plugin/wire/native/media-type.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'
import { startCallCounter } from '../support/process/called-files.ts'
import { temporaryDirectory } from '../support/process/temporary-directory.ts'
import { WAIT_LIMIT_MS } from '../support/process/wait-limit.ts'

// Anyone who wants to know how a list is answered reads this many files, and no more.

/** So often before it counts as warm, and so often counted. */
const ROUNDS = 5

const PAUSE_MS = 300

const LIST = '?_task=mail&_action=list&_mbox=INBOX'

// The first are those that plugin/docs/maps.md lists.
for (const [dialect, most, query, accept] of [
  ['our page', 46, actionAddress('list', { mailbox: 'INBOX' }), NATIVE_TYPE],
  ["Roundcube's front end", 46, `${LIST}&_remote=1&_unlock=loading1`, '*/*'],
] as const) {
  test.serial(`a warm list of ${dialect} passes through at most ${most} files`, async (t) => {
    const request = await openList(t, query, accept)
    const counter = await startCallCounter()
    t.teardown(() => counter.stop())

    // What a timer does in between belongs to no request: it is not in each of them. The pauses are longer than
    // the store takes for what the sign-in left (store/drain/drainer.ts).
    const seen: ReadonlySet<string>[] = []
    while (seen.length < ROUNDS) {
      await sleep(PAUSE_MS)
      seen.push(await counter.filesOf(request))
    }
    const files = [...(seen[0] ?? [])].filter((file) => seen.every((each) => each.has(file)))

    t.true(files.includes('plugin/handle-request.ts'))
    t.true(files.length <= most, `${files.length} files:\n${files.sort().join('\n')}`)
  })
}

/** Signs in, and requests the list until the process has met all of it. */
async function openList(t: ExecutionContext, query: string, accept: string) {
  const dovecot = await startDovecot({ t })
  await dovecot.seed(dovecot.userName(1), 100)
  const directory = await temporaryDirectory(t)
  const postern = await startPostern(
    parseConfig({
      listen: { host: '127.0.0.1', port: 0 },
      private: null,
      panel: { static: { open: true } },
      imap: { host: dovecot.host, port: dovecot.port, tls: false },
      redis: null,
      database: { url: `sqlite:${join(directory, 'postern.db')}` },
      dataDir: directory,
      errorLog: join(directory, 'error.log'),
    }),
    {
      webFiles: new URL('../../dist/web/', import.meta.url),
      tuning: { imap: { responseMs: WAIT_LIMIT_MS } },
    },
  )
  t.teardown(() => postern.stop())
  const base = `${postern.address}/cpsess1234567890/3rdparty/roundcube/index.php`
  const client = createWebmailClient(base)
  await client.signIn(dovecot.userName(1), dovecot.password)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const send = async (): Promise<void> => {
    const headers = {
      cookie,
      accept,
      'accept-encoding': 'gzip, deflate, br, zstd',
      'x-roundcube-request': client.token(),
    }
    const reply = await new Promise<Buffer>((resolve, reject) => {
      const requestCount = request(base + query, { headers }, (response) => {
        if (response.headers['content-encoding'] !== 'br') t.fail('not compressed')
        buffer(response).then(resolve, reject)
      })
      requestCount.on('error', reject).end()
    })
    t.true(reply.length > 100)
  }
  for (let requestCount = 0; requestCount < ROUNDS; requestCount += 1) await send()
  return send
}
