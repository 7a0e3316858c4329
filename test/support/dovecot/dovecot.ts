import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { eventually } from '../database/rows.ts'
import { createDoveadm, type Doveadm } from './doveadm.ts'
import { dovecotConfig, mailOwner } from './config.ts'
import { freePort } from '../process/free-port.ts'
import { deliverToMaildir, type Delivery } from './maildir.ts'
import { sampleMessage, sampleSentAt } from '../sample-messages.ts'
import { portResponds, startServerProcess } from '../process/server-process.ts'
import { makeDirectory, removeDirectory, type Teardown } from '../process/temporary-directory.ts'

/** What a test may want different from a plain mail server. */
export interface DovecotOptions {
  /** Stops it after this test. */
  readonly t?: Teardown
  /** Number of mailboxes user0001@example.test and up. 50 when not given. */
  readonly users?: number
  readonly maxConnectionsPerUser?: number
  /** Lines of dovecot.conf that are read last and therefore win. */
  readonly settings?: string
}

/** A private Dovecot with Maildir, separator `.`, the four special mailboxes and a master user. */
export interface Dovecot {
  readonly host: string
  readonly port: number
  /** Password of every mailbox in the beginning. */
  readonly password: string
  /** Signs in as `owner*masterUser`, or with the owner as SASL authorization identity. */
  readonly masterUser: string
  readonly masterPassword: string
  readonly doveadm: Doveadm
  /** The n-th login name, from 1. */
  userName(n: number): string
  maildir(user: string): string
  deliver(user: string, delivery: Delivery): Promise<void>
  /** Gives all mailboxes another password, which counts at the latest after a restart. */
  changePassword(password: string): Promise<void>
  /** Delivers sample messages 0 to count - 1, all seen but every tenth. */
  seed(user: string, count: number, mailbox?: string): Promise<void>
  /** IMAP logins that succeeded so far, from the server's log, which is waited for. */
  logins(): Promise<number>
  /** The filters of a user that are stored, where the server has any. */
  scripts(user: string): Promise<readonly string[]>
  log(): Promise<string>
  /** Writes other last lines of configuration and makes the server read them (SIGHUP). */
  reload(settings: string): Promise<void>
  /** Freezes the server and its connections. */
  pause(): void
  resume(): void
  kill(): Promise<void>
  /** Starts it again on the same port with the same mail; kills it first if it still runs. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const password = 'test-Pass.1'
const master = { user: 'testmaster', password: 'test-Master.Password.1' } as const

/** Starts a private Dovecot on a free port of 127.0.0.1. Needs root and Debian's dovecot-imapd. */
export async function startDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
  const directory = await makeDirectory('dovecot')
  const port = await freePort()
  const configFile = join(directory, 'dovecot.conf')
  const configure = (settings: string) =>
    writeFile(
      configFile,
      dovecotConfig({
        directory,
        port,
        maxConnectionsPerUser: options.maxConnectionsPerUser ?? 1_000,
        settings,
      }),
    )
  const users = options.users ?? 50
  await writePasswords(directory, users, password)
  await mkdir(join(directory, 'mail'))
  await chown(join(directory, 'mail'), mailOwner.uid, mailOwner.gid)
  await configure(options.settings ?? '')

  const start = () =>
    startServerProcess({
      command: 'dovecot',
      args: ['-F', '-c', configFile],
      ready: (_output, signal) => portResponds(port, 'greeting', signal),
    })
  let server = await start()

  const maildir = (user: string) => join(directory, 'mail', user.replace(/@.*$/, ''), 'Maildir')
  const deliver = (user: string, delivery: Delivery) => deliverToMaildir(maildir(user), delivery)
  const log = () => readFile(join(directory, 'dovecot.log'), 'utf8')
  const stop = async () => {
    if (server.isRunning()) await server.stop()
    await removeDirectory(directory)
  }
  options.t?.teardown(stop)
  return {
    host: '127.0.0.1',
    port,
    password,
    masterUser: master.user,
    masterPassword: master.password,
    doveadm: createDoveadm(configFile),
    userName,
    maildir,
    deliver,
    changePassword: (changed) => writePasswords(directory, users, changed),
    seed: async (user, count, mailbox = 'INBOX') => {
      for (let n = 0; n < count; n += 1) {
        const receivedAt = sampleSentAt(n)
        const flags = n % 10 === 0 ? [] : ['\\Seen']
        await deliver(user, { mailbox, raw: sampleMessage(n, user), flags, receivedAt })
      }
    },
    logins: async () => {
      const mark = `mark-${randomUUID()}`
      await refusedLogin(port, mark)
      // The one process for all sign-ins tells them in their order.
      const reported = await eventually(log, (text) => text.includes(mark))
      return [...reported.matchAll(/imap-login: Info: Login: /g)].length
    },
    scripts: async (user) => {
      const scripts = join(maildir(user), '..', 'sieve')
      const names = await readdir(scripts).catch(() => [])
      const files = names.filter((name) => name.endsWith('.sieve'))
      return Promise.all(files.map((name) => readFile(join(scripts, name), 'utf8')))
    },
    log,
    reload: async (settings) => {
      await configure(settings)
      process.kill(server.pid, 'SIGHUP')
    },
    pause: () => {
      server.pause()
    },
    resume: () => {
      server.resume()
    },
    kill: () => server.kill(),
    restart: async () => {
      if (server.isRunning()) await server.kill()
      server = await start()
    },
    stop,
  }
}

function userName(n: number): string {
  return `user${n.toString().padStart(4, '0')}@example.test`
}

/** A sign-in that leaves a line with that user name in the log. */
async function refusedLogin(port: number, user: string): Promise<void> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  socket.write(`A LOGIN ${user} wrong\r\nB LOGOUT\r\n`)
  socket.resume()
  await once(socket, 'close')
}

async function writePasswords(directory: string, users: number, password: string): Promise<void> {
  const lines = Array.from(
    { length: users },
    (_, index) => `${userName(index + 1)}:{PLAIN}${password}::::::\n`,
  )
  await writeFile(join(directory, 'users'), lines.join(''))
  await writeFile(join(directory, 'masters'), `${master.user}:{PLAIN}${master.password}::::::\n`)
}
