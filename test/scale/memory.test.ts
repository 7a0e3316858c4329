import { readFile } from 'node:fs/promises'
import test from 'ava'
import type { ActionName } from '../../plugin/actions/index.ts'
import type { NativeInputOf } from '../../plugin/wire/native/types.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { importContacts } from '../support/http/import-contacts.ts'
import { sendAction } from '../support/http/native-actions.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'
import { startPostern, type Postern } from '../support/postern/postern.ts'
import { isLong } from '../support/process/long-tests.ts'
import { startSmtpSink } from '../support/smtp/sink.ts'

const ACTIONS = isLong ? 5_000 : 10
/** As many before it is measured: code that is compiled, caches that are filled. */
const WARM_UP = isLong ? 2_000 : 5
const AT_ONCE = 4
const MESSAGES = isLong ? 200 : 20
const MIB = 1024 * 1024
const GROWTH_BYTES = 30 * MIB

/** Collects garbage when it is told to: what is measured is what is kept. */
const collecting = 'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())'

interface Stage {
  readonly postern: Postern
  readonly client: WebmailClient
}

/** An action of a kind; `n` tells it from those before. */
type Action = (stage: Stage, n: number) => Promise<void>

const actions: Readonly<Record<string, Action>> = {
  list: ({ client }, n) => request(client, 'list', { mailbox: 'INBOX', page: 1 + (n % 4) }),
  show: ({ client }, n) => request(client, 'show', messageOf(n)),
  download: ({ client }, n) =>
    request(client, 'get', { ...messageOf(n), partId: '1', isDownload: true }),
  source: ({ client }, n) => request(client, 'viewsource', messageOf(n)),
  search: ({ client }, n) => {
    const query = { text: `word${n}`, fields: ['subject'], filter: 'all' } as const
    return request(client, 'search', { mailbox: 'INBOX', query })
  },
  send: ({ client }, n) =>
    request(client, 'send', {
      ...{ composeId: `memory-${n}`, to: 'bea@example.org', subject: `Message ${n}` },
      text: `${'Words of a message. '.repeat(500)}${n}`,
    }),
  import: async ({ postern, client }, n) => {
    await importContacts(
      postern.base(),
      client,
      new Blob([
        Array.from({ length: 20 }, (_, at) =>
          `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:p${at}\r\nFN:Person ${at}\r\n`.concat(
            `NOTE:${n}\r\nEND:VCARD\r\n`,
          ),
        ).join(''),
      ]),
    )
  },
}

let stage: Stage
const opened: (() => Promise<unknown>)[] = []
test.before(async () => {
  stage = await openStage((close) => opened.push(close))
})
test.after.always(async () => {
  for (const close of opened.toReversed()) await close()
})

for (const [kind, run] of Object.entries(actions)) {
  test.serial(`${ACTIONS} times ${kind} leave the memory of Postern as it was`, async (t) => {
    t.timeout(isLong ? 7_200_000 : 300_000)

    await repeat(run, stage, 0, WARM_UP)
    const before = await retainedBytes(stage)
    await repeat(run, stage, WARM_UP, WARM_UP + ACTIONS)
    const after = await retainedBytes(stage)

    t.log(`${Math.round(before / MIB)} MiB before, ${Math.round(after / MIB)} MiB after`)
    t.true(after - before < GROWTH_BYTES)
  })
}

async function openStage(teardown: (close: () => Promise<unknown>) => unknown): Promise<Stage> {
  const dovecot = await startDovecot({ users: 1 })
  teardown(() => dovecot.stop())
  await dovecot.seed(dovecot.userName(1), MESSAGES)
  const sink = await startSmtpSink()
  teardown(() => sink.stop())
  const postern = await startPostern({
    mail: dovecot,
    submission: sink,
    nodeArgs: ['--expose-gc', '--import', collecting],
  })
  teardown(() => postern.stop())
  const client = createWebmailClient(postern.base())
  const { status } = await client.signIn(dovecot.userName(1), dovecot.password)
  if (status !== 302) throw new Error(`sign-in answered ${status}`)
  return { postern, client }
}

/** Some at a time, each once. */
async function repeat(run: Action, stage: Stage, from: number, to: number): Promise<void> {
  let next = from
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (next < to) {
      next += 1
      await run(stage, next)
    }
  })
  await Promise.all(workers)
}

/** Of the process, once it has collected its garbage: a response after the signal is one after that. */
async function retainedBytes({ postern, client }: Stage): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    process.kill(postern.pid, 'SIGUSR2')
    await request(client, 'list', { mailbox: 'INBOX' })
  }
  const status = await readFile(`/proc/${postern.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

function messageOf(n: number) {
  return { mailbox: 'INBOX', uid: 1 + (n % MESSAGES) }
}

async function request<Name extends ActionName>(
  client: WebmailClient,
  name: Name,
  input: NativeInputOf<Name>,
): Promise<void> {
  const { status, text } = await sendAction(client, name, input)
  if (status !== 200) throw new Error(`${name} answered ${status}: ${text.slice(0, 200)}`)
}
