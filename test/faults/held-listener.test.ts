import { Agent } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { hang, startScriptedImap } from '../support/imap/scripted-imap.ts'
import { eventually } from '../support/database/rows.ts'
import {
  startHeldPostern,
  type HeldAddress,
  type Holder,
} from '../support/postern/held-listener.ts'
import {
  requestSocket,
  type SocketResponse,
  type SocketRequest,
} from '../support/http/socket-client.ts'
import { requestTokenOf } from '../support/http/webmail-client.ts'

// A restart behind a socket that another process holds: who connects waits, and no one is refused.

const MOUNT = '/cpsess1234567890/3rdparty/roundcube/index.php'
const SIGN_IN = `${MOUNT}?login=1&post_login=38056176108366`
const LIST = `${MOUNT}?_task=mail&_action=list&_mbox=INBOX&_remote=1&_unlock=0&_=1`
const CLIENTS = 4

for (const holder of ['a parent', 'the supervisor'] as const) {
  for (const kind of ['TCP', 'Unix'] as const) {
    test(`a restart behind a ${kind} socket that ${holder} holds refuses no one`, async (t) => {
      const { address, postern, imap, mail } = await stand(t, { holder, kind })
      const users = await Promise.all(numbers().map((n) => signIn(address, n)))
      mail.isSlow = true
      const load = startLoad(address, users)
      await eventually(
        () => Promise.resolve(imap.heard('SELECT') + imap.heard('EXAMINE')),
        (heard) => heard >= CLIENTS,
      )

      await postern.startRestart()
      const [before, between] = await eventually(
        () => postern.pids(),
        (pids) => pids.length === 2,
      )
      mail.isSlow = false
      const waiting = numbers().map(() => connected(address, { path: SIGN_IN }))
      await Promise.all(waiting.map(({ isConnected }) => isConnected))
      await postern.mayStart()
      const late = await Promise.all(waiting.map(({ answer: response }) => response))
      const lists = await Promise.all(
        users.map((cookie) => requestSocket(address, { path: LIST, cookie })),
      )
      const { failures, refused } = await load.stop()

      t.not(before, between)
      t.deepEqual(failures, [])
      t.true(refused >= CLIENTS, 'who waited for the mail server is told of the restart')
      t.deepEqual(
        [...late, ...lists].map(({ status }) => status),
        [...late, ...lists].map(() => 200),
      )
    })
  }
}

async function stand(
  t: ExecutionContext,
  { holder, kind }: { readonly holder: Holder; readonly kind: 'TCP' | 'Unix' },
) {
  const mail = { isSlow: false }
  const slowCommands = new Set(['AUTHENTICATE', 'SELECT', 'EXAMINE', 'NOOP'])
  const imap = await startScriptedImap(t, {
    reply: ({ name }) => (mail.isSlow && slowCommands.has(name) ? hang : undefined),
  })
  const postern = await startHeldPostern(t, {
    holder,
    kind,
    config: {
      imap: { host: '127.0.0.1', port: imap.port },
      tuning: { stop: { drainMs: 2_000 } },
    },
  })
  return { address: postern.address, postern, imap, mail }
}

/** Signs someone in; answers the cookie of the session. */
async function signIn(address: HeldAddress, n: number): Promise<string> {
  const response = await submitSignIn(address, n)
  if (response.status !== 302) throw new Error(`sign-in answered ${response.status}`)
  return cookieOf(response)
}

/** The response to a sign-in with the right password, or to its page where that was refused. */
async function submitSignIn(address: HeldAddress, n: number): Promise<SocketResponse> {
  const page = await requestSocket(address, { path: SIGN_IN })
  if (page.status !== 200) return page
  const form = { _task: 'login', _user: `user${n}@example.test`, _pass: 'right' }
  return requestSocket(address, {
    path: SIGN_IN,
    cookie: cookieOf(page),
    form: { ...form, _token: requestTokenOf(page.text) ?? '' },
  })
}

function cookieOf({ headers }: SocketResponse): string {
  return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
}

/** Sends a request and reports when the kernel has taken its connection. */
function connected(address: HeldAddress, request: SocketRequest) {
  let send: () => void = () => undefined
  const isConnected = new Promise<void>((resolve) => {
    send = resolve
  })
  const response = requestSocket(address, { ...request, onConnected: () => send() })
  return { isConnected, answer: response }
}

/**
 * Requests that never pause: lists and sign-ins, for which the mail server is asked, and pages, for which it is
 * not. A connection that is refused or cut is a failure, and so is a response that leaves a client without advice.
 */
function startLoad(address: HeldAddress, users: readonly string[]) {
  const failures: string[] = []
  let refused = 0
  let isOver = false

  const judge = ({ status, headers, text }: SocketResponse): void => {
    if (status === 200 || status === 302) return
    refused += 1
    const isAdvised = Number(headers['retry-after']) > 0 && text.includes('restarting')
    if (status !== 503 || !isAdvised) failures.push(`${status}: ${text.slice(0, 200)}`)
  }
  const repeat = async (request: () => Promise<SocketResponse>): Promise<void> => {
    while (!isOver) {
      try {
        judge(await request())
      } catch (error) {
        failures.push(String(error))
      }
    }
  }
  const agents = numbers().map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const running = [
    ...users.map((cookie) => repeat(() => requestSocket(address, { path: LIST, cookie }))),
    ...numbers().map((n) => repeat(() => submitSignIn(address, CLIENTS + n))),
    ...numbers().map(() => repeat(() => requestSocket(address, { path: SIGN_IN }))),
    ...agents.map((agent) => repeat(() => requestSocket(address, { path: SIGN_IN, agent }))),
  ]
  return {
    async stop() {
      isOver = true
      await Promise.all(running)
      for (const agent of agents) agent.destroy()
      return { failures, refused }
    },
  }
}

function numbers(): readonly number[] {
  return Array.from({ length: CLIENTS }, (_, n) => n + 1)
}
