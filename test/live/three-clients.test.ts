import test, { type ExecutionContext } from 'ava'
import { IMAP_LIMITS } from '../../plugin/open/mail.ts'
import { Problem } from '../../plugin/web/wire/http/problem.ts'
import { listInput, wholeMailbox } from '../../plugin/web/wire/query.ts'
import { rawImap } from '../proxy/mail/raw-imap.ts'
import { seededRandom } from '../proxy/mail/seeded-random.ts'
import { startDovecot, type DovecotOptions } from '../support/dovecot/dovecot.ts'
import { openEventStream } from '../support/http/event-stream.ts'
import { startImapRelay } from '../support/dovecot/imap-relay.ts'
import { isLong } from '../support/process/long-tests.ts'
import { startPostern, type PosternConfig } from '../support/postern/postern.ts'
import {
  expectSameMailboxes,
  expectSameShown,
  expectSameSorted,
  expectSameThreads,
  PAGE_SIZE,
  type Comparison,
} from './compare.ts'
import { pick } from './letters.ts'
import { LASTING } from './mailbox-names.ts'
import { createLastingMailboxes, operate, settleMailboxes, type World } from './operations.ts'
import { createOtherClients } from './other-clients.ts'
import { requestList, openLivePage, refreshed, type ShownList } from './page.ts'
import { openTruth } from './truth.ts'

/** How a server or its connections may be. */
interface Setting {
  readonly dovecot?: DovecotOptions
  readonly imap?: PosternConfig
  /** What the server cannot do: neither are lists in an order or of threads compared that need it. */
  readonly lacks?: (typeof EXTENSIONS)[number]
  /** Lines of the server as Postern hears them. */
  readonly rewrite?: (line: string) => string
  /** Before this share of the operations all connections from Postern's address are kicked. */
  readonly kicks?: number
  /** After a kick someone else takes so many connections for the time of one operation. */
  readonly crowd?: number
}

const SEED = Number(process.env['TEST_SEED'] ?? 5_465)
/** After so many operations everything is compared. */
const ROUND = 10
/** Characters of a log that are told of a run that failed. */
const LAST_WORDS = 8_000

/** Each is left out of what the server says it can do. */
const EXTENSIONS = [
  'NOTIFY',
  'LIST-STATUS',
  'CONDSTORE',
  'SORT',
  'THREAD',
  'UIDPLUS',
  'MOVE',
  'IDLE',
] as const

/** Their lack is met by asking otherwise and not by another way to know what changed: at full length only. */
const LONG_ONLY: ReadonlySet<string> = new Set(['SORT', 'THREAD', 'MOVE', 'IDLE'])

testOperations('on a server with all it can do', 1_000, {})
for (const lacks of EXTENSIONS) {
  if (!isLong && LONG_ONLY.has(lacks)) continue
  testOperations(`on a server without ${lacks}`, 100, {
    lacks,
    rewrite: (line) => withoutExtension(line, lacks),
  })
}
testOperations('on a server that allows few connections', 100, {
  dovecot: { maxConnectionsPerUser: 2 },
  imap: { limitWaitMs: 100 },
  kicks: 0.1,
  crowd: 2,
})
testOperations('whose connections are cut', 100, { kicks: 0.2 })

/** A fifth of the operations, or at full length twenty times as many. */
function testOperations(name: string, operations: number, setting: Setting): void {
  const count = isLong ? 20 * operations : operations / 5
  test(`${count} operations by three clients ${name}: no ghost, nothing missing, counts right`, async (t) => {
    if (isLong) t.timeout(4 * 3_600_000)
    await compareAfterOperations(t, count, setting)
  })
}

async function compareAfterOperations(
  t: ExecutionContext,
  operations: number,
  setting: Setting,
): Promise<void> {
  const random = seededRandom(SEED)
  const eyes = seededRandom(SEED + 1)
  const { world, lists, lastWords } = await openWorld(t, setting)
  const { page, dovecot, user } = world
  const failures: string[] = []
  t.teardown(async () => {
    // What happened cannot be told from the difference alone, and hardly ever happens again.
    if (!t.passed) process.stderr.write(`seed ${SEED}\n${await lastWords()}`)
  })

  for (let step = 0; step < operations; step += ROUND) {
    const done: string[] = []
    for (let n = step; n < step + ROUND; n += 1) {
      const leave = random() < (setting.kicks ?? 0) ? await kick(t, world, setting) : undefined
      // Dovecot cuts off who has a mailbox open that is replaced; the truth is what it is then.
      const action = operate(world, random, n)
        .catch((error: unknown) => {
          failures.push(`step ${n}: ${String(error)}`)
          return `failed: ${String(error)}`
        })
        .finally(() => leave?.())
      // The page looks while it happens: what it sees is one moment or another.
      const [what] = await Promise.all([action, lookAgain(world, lists, pick(LASTING, eyes))])
      done.push(leave === undefined ? what : `kick; ${what}`)
    }
    const when = `seed ${SEED}, steps ${step} to ${step + ROUND - 1}: ${done.join('; ')}`
    const truth = await openTruth(t, dovecot, user)
    await compareAll(world, lists, { t, page, truth, when }, eyes, setting)
    truth.close()
  }
  const refusals = [...page.refusals].map(([code, times]) => `${code} ${times}`).join(', ')
  t.log(
    `seed ${SEED}, ${operations} operations, ${failures.length} failed; refused: ${refusals || 'nothing'}`,
  )
  t.deepEqual(world.wrongActions, [])
  // Of a few operations a larger share may meet the kicks.
  const mayFail = setting.kicks === undefined ? operations / 50 : Math.max(operations / 4, 8)
  t.true(failures.length < mayFail, failures.join('; '))
}

/** A line of the server as of one that cannot do it: its capabilities, and mod-sequences without CONDSTORE. */
function withoutExtension(line: string, extension: string): string {
  if (/^\S+ (?:OK \[)?CAPABILITY /.test(line)) {
    return line.replaceAll(new RegExp(` ${extension}(?:=[A-Z]+)?(?![^ \\]])`, 'g'), '')
  }
  return extension === 'CONDSTORE'
    ? line.replace(/^\* OK \[HIGHESTMODSEQ \d+\].*$/, '* OK [NOMODSEQ] No modsequences')
    : line
}

/** Names and counts, every list on show, and one sorted and one threaded list by chance. */
async function compareAll(
  world: World,
  lists: Map<string, ShownList>,
  comparison: Comparison,
  random: () => number,
  { lacks }: Setting,
): Promise<void> {
  const { page, truth } = comparison
  await expectSameMailboxes(comparison)
  await settleMailboxes(world, await truth.mailboxes())
  const { mailboxes } = world
  for (const mailbox of lists.keys()) if (!mailboxes.has(mailbox)) lists.delete(mailbox)
  for (const mailbox of mailboxes) {
    // As the page asks.
    const input = listInput(wholeMailbox(mailbox, false), 1)
    const shown = lists.get(mailbox) ?? (await requestList(page, input))
    lists.set(mailbox, await expectSameShown(comparison, shown))
  }
  if (lacks !== 'SORT') await expectSameSorted(comparison, pick([...mailboxes], random), random)
  if (lacks !== 'THREAD') await expectSameThreads(comparison, pick([...mailboxes], random))
}

/** Ends Postern's connections and takes their places; answers how to leave them again. */
async function kick(
  t: ExecutionContext,
  { dovecot, user }: World,
  { crowd = 0 }: Setting,
): Promise<() => void> {
  await dovecot.doveadm.kick(user, '127.0.0.1')
  const { host, port, password } = dovecot
  const locations = Array.from({ length: crowd }, () =>
    // Postern may be quicker.
    rawImap(t, { host, port, password }, user).catch(() => undefined),
  )
  const taken = await Promise.all(locations)
  return () => {
    for (const index of taken) index?.close()
  }
}

interface OpenWorld {
  readonly world: World
  readonly lists: Map<string, ShownList>
  /** The ends of the logs of Postern and Dovecot. */
  readonly lastWords: () => Promise<string>
}

async function openWorld(
  t: ExecutionContext,
  { dovecot: options, imap, rewrite }: Setting,
): Promise<OpenWorld> {
  const dovecot = await startDovecot({ t, users: 1, ...options })
  const user = dovecot.userName(1)
  const others = createOtherClients(t, dovecot, 1)
  await createLastingMailboxes(others)
  await dovecot.seed(user, 25)
  const server = rewrite === undefined ? dovecot : await startImapRelay(t, { ...dovecot, rewrite })
  const postern = await startPostern({
    t,
    mail: server,
    config: {
      tuning: { imap: { watch: { ...IMAP_LIMITS.watch, pollMs: 1_000 }, ...imap } },
      webmail: { pageSize: PAGE_SIZE },
    },
  })
  const { page, roundcube } = await openLivePage(postern, user, dovecot.password)
  const cookie = [...roundcube.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  // A user listens, so that the mailboxes are watched all the time.
  const stream = await openEventStream(`${postern.base()}?_task=mail&_action=events&_mbox=INBOX`, {
    cookie,
  })
  t.teardown(() => {
    stream.close()
  })
  const lists = new Map<string, ShownList>()
  const world: World = {
    dovecot,
    user,
    others,
    page,
    mailboxes: new Set(LASTING),
    shown: (mailbox) => lists.get(mailbox),
    wrongActions: [],
  }
  const lastWords = async () =>
    [postern.output.text(), await dovecot.log()].map((log) => log.slice(-LAST_WORDS)).join('\n')
  return { world, lists, lastWords }
}

async function lookAgain(
  { page }: World,
  lists: Map<string, ShownList>,
  mailbox: string,
): Promise<void> {
  const shown = lists.get(mailbox)
  if (shown === undefined) return
  try {
    lists.set(mailbox, await refreshed(page, shown))
  } catch (error) {
    // The moment between DELETE and CREATE: it is missing indeed, and what was shown stays.
    if (!(error instanceof Problem) || error.code !== 'mailbox_not_found') throw error
  }
}
