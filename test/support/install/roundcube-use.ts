import { setTimeout as wait } from 'node:timers/promises'
import type { WebmailClient } from '../http/webmail-client.ts'

/** Between two requests of a user: a processor has time left for an installation. */
const PAUSE_MS = 100

/** A web server that reads its lines again closes connections that rest: each request has one of its own, which it never cuts. */
const ONE_CONNECTION = { connection: 'close' }

/** Users at Roundcube's page, whose requests come all the time. */
export interface RoundcubeUse {
  /** Resolves when each of them was answered so many more times as there are requests on a page, twice. */
  everybodyOften(): Promise<void>
  /** What was not answered as it should be since this was asked last. */
  failures(): readonly string[]
  /** How many requests have ended so far, whatever came of them. */
  requests(): number
  /** How many answers named Postern as who gave them. */
  answeredByPostern(): number
  /** Has everybody rest meanwhile: for what the guide says users notice. */
  restDuring(change: () => Promise<void>): Promise<void>
  /** Ends it, with what has started. */
  stop(): Promise<void>
}

/** Keeps everybody looking at their mail, as the page does: the list, unread counts, a message, a refresh, a sign of life. */
export function startRoundcubeUse(users: readonly WebmailClient[]): RoundcubeUse {
  let failures: string[] = []
  let answeredByPostern = 0
  let isOver = false
  let isResting = false
  let atWork = 0
  const counts = users.map(() => 0)

  const look = async (user: WebmailClient, index: number): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      while (isResting) await wait(20)
      atWork += 1
      const [name, request] = requests[turn % requests.length] ?? NOTHING
      try {
        const { status, text, headers } = await request(user)
        if (headers.get('x-postern-answered-by') === 'postern') answeredByPostern += 1
        if (status !== 200 || text.includes('session_error') || text.includes('_task=login')) {
          failures.push(`${index} ${name}: ${status} ${text.slice(0, 200)}`)
        }
      } catch (error) {
        failures.push(`${index} ${name}: ${String(error)} ${causeOf(error)}`)
      }
      atWork -= 1
      counts[index] = turn + 1
      await wait(PAUSE_MS)
    }
  }
  const running = users.map(look)

  return {
    async everybodyOften() {
      const goals = counts.map((count) => count + 2 * requests.length)
      while (counts.some((count, index) => count < (goals[index] ?? 0))) await wait(20)
    },
    failures() {
      const reported = failures
      failures = []
      return reported
    },
    requests: () => counts.reduce((sum, count) => sum + count, 0),
    answeredByPostern: () => answeredByPostern,
    async restDuring(change) {
      isResting = true
      while (atWork > 0) await wait(20)
      await change()
      isResting = false
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

type Request = (user: WebmailClient) => ReturnType<WebmailClient['get']>

const refresh = '?_task=mail&_action=refresh'
const onPage = { _mbox: 'INBOX', _folderlist: '1', _list: '1', _remote: '1', _unlock: 'loading1' }

const requests: readonly (readonly [string, Request])[] = [
  ['page', (user) => user.get('?_task=mail', ONE_CONNECTION)],
  [
    'list',
    (user) =>
      user.get(
        '?_task=mail&_action=list&_mbox=INBOX&_refresh=1&_remote=1&_unlock=0',
        ONE_CONNECTION,
      ),
  ],
  [
    'unread counts',
    (user) => user.get('?_task=mail&_action=getunread&_page=1&_remote=1&_unlock=0', ONE_CONNECTION),
  ],
  [
    'message',
    (user) => user.get('?_task=mail&_action=preview&_mbox=INBOX&_uid=1&_framed=1', ONE_CONNECTION),
  ],
  [
    'refresh',
    (user) =>
      user.post(refresh, onPage, { ...ONE_CONNECTION, 'x-roundcube-request': user.token() }),
  ],
  [
    'sign of life',
    (user) =>
      user.post(
        '?_task=mail&_action=keep-alive',
        { _remote: '1', _unlock: '0' },
        { ...ONE_CONNECTION, 'x-roundcube-request': user.token() },
      ),
  ],
]
const NOTHING: readonly [string, Request] = ['nothing', (user) => user.get('')]

function causeOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
}
