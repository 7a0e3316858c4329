import { once } from 'node:events'
import { createConnection } from 'node:net'
import { freePort } from './free-port.ts'
import { portAnswers, startServerProcess } from './server-process.ts'
import { makeDirectory, removeDirectory } from './temporary-directory.ts'

/** A private Redis without persistence. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  readonly directory: string
  pid(): number
  /** Runs one command given as words without blanks and answers the raw reply (RESP2). */
  command(...words: readonly string[]): Promise<string>
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
      ready: () => portAnswers(port, 'connection'),
    })
  let server = await start()

  const command = (...words: readonly string[]) => runCommand(port, words)
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
      // Both are settings of Redis' own tests: without the second it would answer nobody meanwhile.
      const loading = ['--key-load-delay', `${usPerKey}`]
      server = await start(...loading, '--loading-process-events-interval-bytes', '1024')
    },
    stop: async () => {
      if (server.isRunning()) await server.stop()
      await removeDirectory(directory)
    },
  }
}

/** Runs one command on the Redis at a port of 127.0.0.1 and answers the raw reply (RESP2). */
export async function runCommand(port: number, words: readonly string[]): Promise<string> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  socket.setEncoding('utf8')
  await once(socket, 'connect')
  // QUIT makes the server close, so the end of the stream is the end of the reply.
  socket.write(`${words.join(' ')}\r\nQUIT\r\n`)
  let reply = ''
  for await (const chunk of socket) reply += String(chunk)
  return reply.replace(/\+OK\r\n$/, '')
}
