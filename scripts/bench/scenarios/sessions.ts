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

const CONCURRENCIES = [1, 8]
const SESSIONS = 500
/** What is asked, as the table names it. The two writes differ in what a user looks at, and in what signs them in. */
const COMMANDS = {
  GET: (id: string) => wire(['GET', id]),
  'SETEX, another page': (id: string, turn: number) => set(id, { page: turn, token: 1 }),
  'SETEX, another token': (id: string, turn: number) => set(id, { page: 1, token: turn }),
} as const

type CommandName = keyof typeof COMMANDS
const NAMES = ['GET', 'SETEX, another page', 'SETEX, another token'] as const

interface Work {
  readonly ids: readonly string[]
  readonly command: CommandName
  readonly concurrency: number
  readonly durationMs: number
}

/**
 * Measures GET and SETEX side by side: a plain Redis, one that acknowledges what is durable (`appendfsync always`), a
 * Postern with a Redis of its own, and one without. As many connections as requests at one time; rounds take turns, so that
 * all have the machine alike.
 */
export async function measureSessions(effort: SessionEffort): Promise<readonly SessionRow[]> {
  const plain = await startRedis()
  const durable = await startRedis('--appendonly', 'yes', '--appendfsync', 'always')
  const cache = await startRedis()
  const postern = await startEndpoint(cache)
  const alone = await startEndpoint(undefined)
  const ports = [plain.port, durable.port, postern.port, alone.port] as const
  try {
    const ids = Array.from({ length: SESSIONS }, () => randomBytes(16).toString('hex'))
    for (const port of ports) await fill(port, ids)
    const rows: SessionRow[] = []
    for (const command of NAMES) {
      for (const concurrency of CONCURRENCIES) {
        const work = { ids, command, concurrency, durationMs: effort.durationMs }
        const samples = await inTurns(ports, effort.rounds, work)
        const [redis, durableRedis, own, ownAlone] = samples.map(latenciesOf)
        if (!redis || !durableRedis || !own || !ownAlone) throw new Error('four were measured')
        rows.push({
          command,
          concurrency,
          redis,
          durableRedis,
          postern: own,
          posternAlone: ownAlone,
        })
      }
    }
    return rows
  } finally {
    for (const server of [alone, postern, cache, durable, plain]) await server.stop()
  }
}

/** What each server took, a round of each at a time. */
async function inTurns(ports: readonly number[], rounds: number, work: Work) {
  const samples = ports.map((): (readonly number[])[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, port] of ports.entries()) samples[index]?.push(await run(port, work))
  }
  return samples.map((ofServer) => ofServer.flat())
}

async function startEndpoint(redis: Awaited<ReturnType<typeof startRedis>> | undefined) {
  const port = await freePort()
  const postern = await startPostern({
    redis,
    env: { NODE_ENV: 'development' },
    nodeArgs: profiling(),
    config: { webmail: { sessions: { host: '127.0.0.1', port } }, log: { level: 'warn' } },
  })
  return { port, stop: () => postern.stop() }
}

/** Every session is there, and the server is warm. */
async function fill(port: number, ids: readonly string[]): Promise<void> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  for (const id of [...ids, ...ids]) await request(socket, set(id, { page: 1, token: 1 }))
  socket.destroy()
}

async function run(
  port: number,
  { ids, command, concurrency, durationMs }: Work,
): Promise<readonly number[]> {
  const until = performance.now() + durationMs
  const latencies: number[] = []
  await Promise.all(
    Array.from({ length: concurrency }, async (_, client) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true)
      await once(socket, 'connect')
      // Each client has sessions of its own, so that none waits for another one's.
      for (let turn = client; performance.now() < until; turn += concurrency) {
        const args = COMMANDS[command](ids[turn % ids.length] ?? '', turn)
        const startedAt = performance.now()
        await request(socket, args)
        latencies.push(performance.now() - startedAt)
      }
      socket.destroy()
    }),
  )
  return latencies
}

function request(socket: ReturnType<typeof connect>, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let response = ''
    const read = (piece: Buffer): void => {
      response += piece.toString('latin1')
      if (response.startsWith('-')) reject(new Error(response))
      const length = /^\$(\d+)\r\n/.exec(response)
      if (length !== null && response.length < length[0].length + Number(length[1]) + 2) return
      if (!response.endsWith('\r\n')) return
      socket.off('data', read)
      resolve()
    }
    socket.on('data', read)
    socket.write(command)
  })
}

function wire(args: readonly string[]): string {
  return `*${args.length}\r\n${args.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`
}

/** 2 kB and some thirty variables, as Roundcube's session has once its page was shown. */
function set(id: string, { page, token }: { readonly page: number; readonly token: number }) {
  const vars = `page|i:${page};request_token|s:10:"${String(token).padStart(10)}";${SETTLED}`
  const changed = Math.floor(Date.now() / 1_000)
  const value = `a:3:{s:7:"changed";i:${changed};s:2:"ip";s:9:"192.0.2.7";s:4:"vars";s:${vars.length}:"${vars}";}`
  return wire(['SETEX', id, '660', value])
}

/** What does not change from one request to the next. */
const SETTLED = Array.from({ length: 28 }, (_, index) => {
  const folder = `s:6:"folder";s:${20 + index}:"${'x'.repeat(20 + index)}";`
  return `variable_${index}|a:1:{${folder}}`
}).join('')
