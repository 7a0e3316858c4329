import { connect } from 'node:net'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { startPostern } from '../../../test/support/postern/postern.ts'
import { freePort } from '../../../test/support/process/free-port.ts'
import { startRedis } from '../../../test/support/redis/redis.ts'
import { profiling } from '../servers/stage.ts'
import { latenciesOf } from '../measure/latencies.ts'
import type { SessionRow } from '../report/results.ts'

interface SessionEffort {
  readonly rounds: number
  readonly durationMs: number
}

const CONCURRENCY = 8
const SESSIONS = 500
/** As Roundcube's sessions are once the application page was shown. */
const VARS_BYTES = 1_900

/**
 * Measures GET and SETEX side by side: a plain Redis, one that acknowledges what is durable (`appendfsync always`), and a
 * Postern with a Redis of its own. As many connections as requests at one time; rounds take turns, so that all have the
 * machine alike.
 */
export async function measureSessions(effort: SessionEffort): Promise<readonly SessionRow[]> {
  const plain = await startRedis()
  const durable = await startRedis('--appendonly', 'yes', '--appendfsync', 'always')
  const cache = await startRedis()
  const port = await freePort()
  const postern = await startPostern({
    redis: cache,
    env: { NODE_ENV: 'development' },
    nodeArgs: profiling(),
    config: { webmail: { sessions: { host: '127.0.0.1', port } }, log: { level: 'warn' } },
  })
  try {
    const ids = Array.from({ length: SESSIONS }, () => randomBytes(16).toString('hex'))
    for (const each of [plain.port, durable.port, port]) await run(each, ids, 'SETEX', 500)
    const rows: SessionRow[] = []
    for (const command of ['GET', 'SETEX'] as const) {
      const redis: (readonly number[])[] = []
      const synced: (readonly number[])[] = []
      const own: (readonly number[])[] = []
      for (let round = 0; round < effort.rounds; round += 1) {
        redis.push(await run(plain.port, ids, command, effort.durationMs))
        synced.push(await run(durable.port, ids, command, effort.durationMs))
        own.push(await run(port, ids, command, effort.durationMs))
      }
      rows.push({
        command,
        concurrency: CONCURRENCY,
        redis: latenciesOf(redis.flat()),
        durableRedis: latenciesOf(synced.flat()),
        postern: latenciesOf(own.flat()),
      })
    }
    return rows
  } finally {
    await postern.stop()
    await cache.stop()
    await durable.stop()
    await plain.stop()
  }
}

async function run(
  port: number,
  ids: readonly string[],
  command: 'GET' | 'SETEX',
  durationMs: number,
): Promise<readonly number[]> {
  const until = performance.now() + durationMs
  const latencies: number[] = []
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, client) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true)
      await once(socket, 'connect')
      // Each client has sessions of its own, so that none waits for another one's.
      for (let turn = 0; performance.now() < until; turn += 1) {
        const id = ids[(turn * CONCURRENCY + client) % ids.length] ?? ''
        const begun = performance.now()
        await ask(
          socket,
          command === 'GET' ? wire(['GET', id]) : wire(['SETEX', id, '660', value()]),
        )
        latencies.push(performance.now() - begun)
      }
      socket.destroy()
    }),
  )
  return latencies
}

function ask(socket: ReturnType<typeof connect>, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const read = (piece: Buffer): void => {
      answer += piece.toString('latin1')
      if (answer.startsWith('-')) reject(new Error(answer))
      const length = /^\$(\d+)\r\n/.exec(answer)
      if (length !== null && answer.length < length[0].length + Number(length[1]) + 2) return
      if (!answer.endsWith('\r\n')) return
      socket.off('data', read)
      resolve()
    }
    socket.on('data', read)
    socket.write(command)
  })
}

function wire(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`
}

/** Another one each time, as a page that was turned makes it. */
function value(): string {
  const text = randomBytes(VARS_BYTES / 2).toString('hex')
  const vars = `user_id|s:1:"7";folders|s:${text.length}:"${text}";`
  const changed = Math.floor(Date.now() / 1_000)
  return `a:3:{s:7:"changed";i:${changed};s:2:"ip";s:9:"192.0.2.7";s:4:"vars";s:${vars.length}:"${vars}";}`
}
