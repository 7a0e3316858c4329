import { createServer } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { NativeInputOf } from '../../../../plugin/wire/native/types.ts'
import { rawImap } from '../../../proxy/mail/raw-imap.ts'
import { lockDatabase } from '../../../support/database/lock.ts'
import { mountSmallDisk, testWithDisks } from '../../../support/database/small-disk.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { portOf } from '../../../support/http/port-of.ts'
import { sendAction } from '../../../support/http/native-actions.ts'
import { createWebmailClient, type ClientResponse } from '../../../support/http/webmail-client.ts'
import {
  startPostern,
  type Postern,
  type PosternOptions,
} from '../../../support/postern/postern.ts'
import { linesOnce } from '../../../support/postern/error-lines.ts'
import { startRedis } from '../../../support/redis/redis.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { explained, slowRequest } from './explained.ts'

// Real faults, one after the other: what a user reports is the request id, and `postern explain` names the cause by what
// was really logged.

const NOBODY = { host: '127.0.0.1', port: 1 }
/** Requests that wait for the server below are slow, and anyone who waits is told in time. */
const SLOW = { tuning: { log: { slowMs: 300 } } }
const STALL_MS = 1_500

type Fault = (t: ExecutionContext) => Promise<readonly [postern: Postern, requestId: string]>

const faults: Readonly<Record<string, readonly [cause: RegExp, meet: Fault]>> = {
  'a mail server that is slow to judge passwords': [
    /mail server was slow to judge a password/,
    async (t) => {
      const { dovecot, postern, signIn } = await open(t, { config: SLOW })
      await stalled(dovecot, signIn)
      return [postern, await slowRequest(postern, 'login')]
    },
  ],
  'a mail server that is slow with a list': [
    /mail server was slow$/,
    async (t) => {
      const { dovecot, postern, signIn, list } = await open(t, { config: SLOW })
      await signIn()
      await stalled(dovecot, list)
      return [postern, await slowRequest(postern, 'list')]
    },
  ],
  "the mail server's limit of connections": [
    /limit of connections per user is reached/,
    async (t) => {
      const dovecot = await startDovecot({ t, users: 1, maxConnectionsPerUser: 1 })
      const other = await rawImap(t, dovecot, dovecot.userName(1))
      t.teardown(() => other.close())
      const { postern, signIn } = await open(
        t,
        { config: { tuning: { imap: { limitWaitMs: 0 } } } },
        dovecot,
      )
      return [postern, idOf(await signIn())]
    },
  ],
  'a locked SQLite database': [
    /holds the SQL database locked/,
    async (t) => {
      const { postern, signIn } = await open(t)
      const lock = await lockDatabase(join(postern.directory, 'postern.db'))
      t.teardown(() => lock.release())
      t.is((await signIn()).status, 302)
      const line = / ([0-9a-f]{8}) DB Error: /
      const refused = await linesOnce(postern, line)
      return [postern, refused.map((text) => line.exec(text)?.[1]).find(Boolean) ?? '']
    },
  ],
  'a Redis that hangs': [
    /^Redis does not answer/,
    async (t) => {
      const redis = await startRedis()
      t.teardown(() => redis.stop())
      const { postern, signIn, refreshOfAnotherPage } = await open(t, { redis })
      await signIn()
      redis.pause()
      // Each is a write that Redis does not answer, until it is not asked any more.
      for (let n = 0; n < 5; n += 1) await signIn()
      await postern.output.waitFor(/redis does not answer/)
      return [postern, idOf(await refreshOfAnotherPage())]
    },
  ],
  'a name of the mail server that does not resolve': [
    /mail server is not found: its name does not resolve/,
    async (t) => {
      const { postern, signIn } = await open(t, { mail: { host: 'mail.invalid', port: 143 } })
      return [postern, idOf(await signIn())]
    },
  ],
  'a mailbox over its quota': [
    /the mailbox is full/,
    async (t) => {
      const settings =
        'mail_plugins = quota\nplugin {\n  quota = maildir:User\n  quota_rule = *:storage=1B\n}'
      const dovecot = await startDovecot({ t, users: 1, settings })
      const { postern, signIn, send } = await open(t, {}, dovecot)
      await signIn()
      return [postern, idOf(await send({ ...LETTER, isDraft: true }))]
    },
  ],
  'a clock that was moved': [
    /clock of this machine was moved/,
    async (t) => {
      const file = join(await temporaryDirectory(t), 'moved')
      const preload = fileURLToPath(
        new URL('../../../support/process/moved-clock.mjs', import.meta.url),
      )
      const moved = { env: { MOVED_CLOCK_FILE: file }, nodeArgs: ['--import', preload] }
      const { postern, signIn, refreshOfAnotherPage } = await open(t, moved)
      await signIn()
      await writeFile(file, '3600000')
      await postern.output.waitFor(/the clock of the machine was moved/)
      return [postern, idOf(await refreshOfAnotherPage())]
    },
  ],
  'a panel that is slow to vouch': [
    /control panel was slow to vouch/,
    async (t) => {
      const config = { ...SLOW, ...httpPanel(await startPanel(t, STALL_MS)) }
      const { postern, client } = await open(t, { config })
      client.cookies.set('cpsession', 'robin%3aAbCdEfGhIjKlMnOp')
      await client.get('')
      return [postern, await slowRequest(postern, 'page')]
    },
  ],
  'a panel that is down': [
    /control panel did not answer/,
    async (t) => {
      const { client, postern, list } = await open(t, { config: httpPanel('http://127.0.0.1:1/') })
      client.cookies.set('cpsession', 'robin%3aAbCdEfGhIjKlMnOp')
      return [postern, idOf(await list())]
    },
  ],
  'a request token of another page': [
    /no request token, or one from before the sign-in/,
    async (t) => {
      const { postern, signIn, refreshOfAnotherPage } = await open(t)
      await signIn()
      return [postern, idOf(await refreshOfAnotherPage())]
    },
  ],
  'TLS to a port that speaks none': [
    /mail server does not speak TLS as it is configured/,
    async (t) => {
      const { dovecot, postern, signIn } = await open(t, { config: { imap: { tls: true } } })
      t.truthy(dovecot)
      return [postern, idOf(await signIn())]
    },
  ],
  'a submission server that is down': [
    /submission server refuses connections/,
    async (t) => {
      const { postern, signIn, send } = await open(t)
      await signIn()
      return [postern, idOf(await send(LETTER))]
    },
  ],
  'a mail server that is down': [
    /mail server refuses connections/,
    async (t) => {
      const { postern, signIn } = await open(t, { mail: NOBODY })
      return [postern, idOf(await signIn())]
    },
  ],
  'a mail server that hangs': [
    /mail server took too long/,
    async (t) => {
      const config = { tuning: { imap: { responseMs: 1_000 } } }
      const { dovecot, postern, signIn, list } = await open(t, { config })
      await signIn()
      dovecot.pause()
      const response = await list()
      dovecot.resume()
      return [postern, idOf(response)]
    },
  ],
  'a service behind Postern that is down': [
    /service behind Postern did not answer/,
    async (t) => {
      const { postern } = await open(t, { config: { panel: { upstream: 'http://127.0.0.1:1' } } })
      const response = await fetch(`${postern.url}/elsewhere`)
      await response.text()
      return [postern, response.headers.get('x-request-id') ?? '']
    },
  ],
}

for (const [name, [cause, meet]] of Object.entries(faults)) {
  test.serial(`of ${name} the cause is named`, async (t) => {
    const [postern, requestId] = await meet(t)

    const explanation = await explained(postern, requestId, cause)

    t.regex(requestId, /^[0-9a-f]{8}$/)
    t.true(
      explanation?.causes.some(({ what }) => cause.test(what)),
      JSON.stringify(explanation, undefined, 1) + postern.output.text().slice(-2_000),
    )
  })
}

testWithDisks('of a full disk of dataDir the cause is named', async (t) => {
  const disk = await mountSmallDisk(t)
  const { postern, signIn } = await open(t, { config: { dataDir: disk.path } })
  await disk.fill()
  let response = await signIn()
  for (let n = 0; n < 1_000 && response.status === 302; n += 1) response = await signIn()

  const explanation = await explained(postern, idOf(response), /the disk is full/)

  t.regex(explanation?.causes[0]?.what ?? '', /the disk is full/)
})

const LETTER = {
  to: 'somebody@example.test',
  subject: 'Hello',
  text: 'Hello',
  composeId: '0123456789abcdef',
} as const

let mailServer: Promise<Dovecot> | undefined
test.after.always(async () => {
  await (await mailServer)?.stop()
})

/** A Postern with the fault, and a browser before it. No one listens where it hands mail to. */
async function open(t: ExecutionContext, options: PosternOptions = {}, own?: Dovecot) {
  const dovecot = own ?? (await (mailServer ??= startDovecot({ users: 5 })))
  const postern = await startPostern({ t, mail: dovecot, submission: NOBODY, ...options })
  const client = createWebmailClient(postern.base())
  return {
    client,
    dovecot,
    postern,
    signIn: () => client.signIn(dovecot.userName(1), dovecot.password),
    list: () => sendAction(client, 'list', { mailbox: 'INBOX' }),
    send: (letter: NativeInputOf<'send'>) => sendAction(client, 'send', letter),
    /** With a request token that is not the session's. */
    refreshOfAnotherPage: () =>
      sendAction({ ...client, token: () => 'of another page' }, 'refresh', { isCounting: true }),
  }
}

function idOf({ headers }: Pick<ClientResponse, 'headers'>): string {
  return headers.get('x-request-id') ?? ''
}

async function stalled(dovecot: Dovecot, run: () => Promise<unknown>): Promise<void> {
  dovecot.pause()
  const acting = run()
  await sleep(STALL_MS)
  dovecot.resume()
  await acting
}

function httpPanel(authUrl: string) {
  return { panel: { adapter: 'http', http: { authUrl } } }
}

/** A panel that takes its time and then vouches for everybody. */
async function startPanel(t: ExecutionContext, delayMs: number): Promise<string> {
  const server = createServer((_request, response) => {
    setTimeout(
      () => response.writeHead(204, { 'x-panel-user': 'robin@example.test' }).end(),
      delayMs,
    )
  })
  server.listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${await portOf(server)}/`
}
