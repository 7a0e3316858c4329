import { readFile } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../database/rows.ts'
import { startDovecot, type Dovecot } from '../dovecot/dovecot.ts'
import {
  startPostern,
  type Postern,
  type PosternConfig,
  type PosternOptions,
  unlessBusy,
} from '../postern/postern.ts'
import {
  createWebmailClient,
  type ClientResponse,
  type WebmailClient,
} from '../http/webmail-client.ts'

/** A Postern over a real mail server, and what its users and its administrator see. */
export interface Stand {
  /** The process that runs now. */
  postern(): Postern
  /** Signs the next user in; the response of the form and the browser. */
  signIn(): Promise<{ readonly response: ClientResponse; readonly client: WebmailClient }>
  /** Signs in until one is refused, at most so often; the browsers that got in and the refusal. */
  signInUntilRefused(most: number): Promise<{
    readonly clients: readonly WebmailClient[]
    readonly refusal: ClientResponse | undefined
  }>
  /** Stops Postern and starts it again over the same data. */
  restart(): Promise<void>
  /** The error log, once it has such a line: it is written in the background. */
  errorLog(line: RegExp): Promise<string>
  /** How often the operational log of the process that runs now has that message, once it has it. */
  reportCount(message: string, since?: LogMark): Promise<number>
  /** Where that log ends now. */
  logMark(): LogMark
}

/** A place in the operational log of one process. */
type LogMark = number

const USERS = 60

/** One mail server for the whole file. */
let mailServer: Promise<Dovecot> | undefined
test.after.always(async () => {
  await (await mailServer)?.stop()
})

/** Opens the stand; everything but the mail server ends with the test. */
export async function openStand(
  t: ExecutionContext,
  config: PosternConfig,
  process: Omit<PosternOptions, 'config'> = {},
): Promise<Stand> {
  const dovecot = await (mailServer ??= startDovecot({ users: USERS }))
  let postern = await startPostern({ t, mail: dovecot, ...process, config })
  let user = 0

  async function signIn() {
    user = (user % USERS) + 1
    return signInAs(postern, dovecot, user)
  }

  return {
    postern: () => postern,
    signIn,
    async signInUntilRefused(most) {
      const clients: WebmailClient[] = []
      for (let count = 0; count < most; count += 1) {
        const { response, client } = await signIn()
        if (response.status !== 302) return { clients, refusal: response }
        clients.push(client)
      }
      return { clients, refusal: undefined }
    },
    async restart() {
      await postern.end()
      postern = await postern.restart()
    },
    errorLog: (line) =>
      eventually(
        () => readFile(postern.errorLog, 'utf8').catch(() => ''),
        (text) => line.test(text),
      ),
    reportCount: (message, since = 0) =>
      eventually(
        async () => postern.output.text().slice(since).split(`"${message}"`).length - 1,
        (times) => times > 0,
      ),
    logMark: () => postern.output.text().length,
  }
}

async function signInAs(postern: Postern, dovecot: Dovecot, n: number) {
  const client = createWebmailClient(postern.base())
  return { response: await client.signIn(dovecot.userName(n), dovecot.password), client }
}

/** What that browser is answered by the Postern that runs now. */
export function again(stand: Stand, client: WebmailClient): Promise<ClientResponse> {
  const here = createWebmailClient(stand.postern().base())
  here.cookies.set('postern_session', client.cookies.get('postern_session') ?? '')
  return here.get('')
}

/** Whether that browser is still signed in. */
export async function isSignedIn(stand: Stand, client: WebmailClient): Promise<boolean> {
  return (await unlessBusy(() => again(stand, client))).text.includes('"task":"mail"')
}

/** Which of the browsers lost their session. */
export async function lostOf(
  stand: Stand,
  clients: readonly WebmailClient[],
): Promise<readonly WebmailClient[]> {
  const lost: WebmailClient[] = []
  for (const client of clients) if (!(await isSignedIn(stand, client))) lost.push(client)
  return lost
}
