import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../process/free-port.ts'
import { portResponds, startServerProcess } from '../process/server-process.ts'
import { makeDirectory, removeDirectory } from '../process/temporary-directory.ts'

/** A private Redis without persistence. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  readonly directory: string
  pid(): number
  /** Runs one command given as words without blanks and answers the raw reply (RESP2). */
  command(...args: readonly string[]): Promise<string>
  flushAll(): Promise<void>
  /** Freezes the server: it accepts connections and answers nothing. */
  pause(): void
  resume(): void
  kill(): Promise<void>
  /** Starts it again, empty, on the same port; kills it first if it still runs. */
  restart(): Promise<void>
  /** As `restart`, with what was there, and busy loading it: each key takes so long. */
  restartLoading(usPerKey: number): Promise<void>
  stop(): Promise<void>
}

/** Starts a private Redis on a free port of 127.0.0.1, with settings of `redis.conf` as arguments. */
export async function startRedis(...settings: readonly string[]): Promise<RedisServer> {
  const directory = await makeDirectory('redis')
  const port = await freePort()
  const start = (...more: readonly string[]) =>
    startServerProcess({
      command: 'redis-server',
      args: [
        ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', directory],
        ...['--save', '', '--appendonly', 'no', '--databases', '16'],
        ...settings,
        ...more,
      ],
      ready: (_output, signal) => portResponds(port, 'connection', signal),
    })
  let server = await start()

  const command = (...args: readonly string[]) => runCommand(port, args)
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    directory,
    pid: () => server.pid,
    command,
    flushAll: async () => {
      await command('FLUSHALL')
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
    restartLoading: async (usPerKey) => {
      await command('SAVE')
      await server.kill()
      // Both are settings of Redis' own tests: without the second it would answer no one meanwhile.
      const loading = ['--key-load-delay', `${usPerKey}`]
      server = await start(...loading, '--loading-process-events-interval-bytes', '1024')
    },
    stop: async () => {
      if (server.isRunning()) await server.stop()
      await removeDirectory(directory)
    },
  }
}

/** A user of Redis and its password. */
export interface RedisUser {
  readonly username: string
  readonly password: string
}

/** Runs one command on the Redis at a port of 127.0.0.1 and answers the raw reply (RESP2). */
export async function runCommand(
  port: number,
  args: readonly string[],
  user?: RedisUser,
): Promise<string> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  socket.setEncoding('utf8')
  await once(socket, 'connect')
  const signIn = user === undefined ? '' : `AUTH ${user.username} ${user.password}\r\n`
  // QUIT makes the server close, so the end of the stream is the end of the reply.
  socket.write(`${signIn}${args.join(' ')}\r\nQUIT\r\n`)
  let reply = ''
  for await (const chunk of socket) reply += String(chunk)
  if (user !== undefined) reply = reply.replace(/^\+OK\r\n/, '')
  return reply.replace(/\+OK\r\n$/, '')
}

/** Arguments of redis-server by which no one but this user gets in, replicas included. */
export function onlyFor(user: RedisUser | undefined): readonly string[] {
  if (user === undefined) return []
  const { username, password } = user
  return [
    ...['--user', 'default', 'off'],
    ...['--user', username, 'on', `>${password}`, '~*', '&*', '+@all'],
    ...['--masteruser', username, '--masterauth', password],
  ]
}

/** Files of a key and of a certificate for 127.0.0.1 and localhost that vouches for itself. */
export interface Certificate {
  readonly key: string
  readonly certificate: string
}

/** Makes one in an existing directory. */
export async function makeCertificate(directory: string): Promise<Certificate> {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=redis'],
    ...[
      '-addext',
      'subjectAltName=IP:127.0.0.1,DNS:localhost',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
  ])
  return { key, certificate }
}

/** Settings by which redis-server uses it, towards its like too. */
export function tlsSettings(
  tls: Certificate | undefined,
): readonly (readonly [name: string, value: string])[] {
  if (tls === undefined) return []
  return [
    ['tls-key-file', tls.key],
    ['tls-cert-file', tls.certificate],
    ['tls-ca-cert-file', tls.certificate],
    ['tls-auth-clients', 'no'],
    ['tls-replication', 'yes'],
  ]
}
