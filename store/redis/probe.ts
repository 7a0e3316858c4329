import { Cluster } from 'ioredis'
import { connectRedis, whyNotConnected, type RedisClient, type RedisTarget } from './connect.ts'
import { withDeadline } from '../../plugin/concurrency/deadline.ts'

/** How the configured Redis would treat what it is given. */
export interface RedisExamination {
  /** undefined when the server does not let us ask (CONFIG forbidden). */
  readonly maxmemoryPolicy: string | undefined
  /** `master`, `slave`, …, as ROLE and INFO name it. */
  readonly role: string | undefined
}

/**
 * Connects once, sends one command and disconnects. Rejects with the first refusal of a single server, and when no response comes within
 * the time: of Sentinels or a Cluster another one may answer.
 */
export async function examineRedis(
  target: RedisTarget,
  timeoutMs: number,
): Promise<RedisExamination> {
  const client = connectRedis(target, timeoutMs)
  let problem: unknown
  const refused = new Promise<never>((_resolve, reject) => {
    // Without a listener an unreachable server would end the process.
    client.on('error', (error: unknown) => {
      problem = error
      if ('url' in target) reject(new Error(whyNotConnected(error), { cause: error }))
    })
  })
  try {
    const connected = Promise.race([untilReady(client), refused])
    await withDeadline(connected, timeoutMs).catch((cause: unknown) => {
      if (problem === undefined) throw cause
      throw new Error(whyNotConnected(problem), { cause: problem })
    })
    const server = client instanceof Cluster ? (client.nodes('master')[0] ?? client) : client
    const setting = async (name: string): Promise<string | undefined> => {
      try {
        const reply: unknown = await server.call('CONFIG', 'GET', name)
        return Array.isArray(reply) ? String(reply[1]) : undefined
      } catch {
        // Managed servers forbid CONFIG: then no one can tell, which is the response.
        return undefined
      }
    }
    const replication = await server.call('INFO', 'replication')
    return {
      maxmemoryPolicy: await setting('maxmemory-policy'),
      role: /^role:(\w+)/m.exec(String(replication))?.[1],
    }
  } finally {
    client.disconnect()
  }
}

function untilReady(client: RedisClient): Promise<void> {
  return new Promise((resolve) => {
    client.once('ready', () => resolve())
  })
}
