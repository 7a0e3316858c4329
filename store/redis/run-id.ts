import { createHash } from 'node:crypto'
import { Cluster } from 'ioredis'
import type { RedisClient } from './connect.ts'

interface RunIdWatchOptions {
  readonly client: RedisClient
  readonly onRead: (runId: string) => void
  /** Told unless a later question is under way. */
  readonly onFailure: (error: unknown) => void
}

// A Cluster reports a change of its masters only to who sends a command to the wrong one. ioredis has
// `slotsRefreshInterval` for it, but a disconnect while it refreshes leaves that timer running for ever.
const refreshEveryMs = 5_000
const queryAgainMs = 500

/**
 * Knows which server processes are behind a connection. Asks whenever the processes may have changed, and
 * again until they have responded: instances that came to different run ids would not find each other's keys
 * in the cache.
 */
export function watchRunId(options: RunIdWatchOptions) {
  const { client, onRead, onFailure } = options
  let lastRequest = 0
  let lastReported = 0
  let next: NodeJS.Timeout | undefined

  const isReady = () => client.status === 'ready'

  async function learn(): Promise<void> {
    // Until then a Cluster has the nodes of the configuration, whatever they are.
    if (!isReady()) return
    const question = (lastRequest += 1)
    clearTimeout(next)
    try {
      const runId = await readRunId(client)
      // A later request may have been answered before.
      if (question < lastReported) return
      lastReported = question
      onRead(runId)
    } catch (error) {
      if (question !== lastRequest || !isReady()) return
      onFailure(error)
      queryAgain()
    }
  }

  function queryAgain(): void {
    // Connected but silent: ask for a new connection, the retry strategy spaces the attempts.
    if (!(client instanceof Cluster)) client.disconnect(true)
    else next = setTimeout(() => void learn(), queryAgainMs).unref()
  }

  for (const change of ['ready', 'refresh', '-node']) client.on(change, () => void learn())
  const refreshing =
    client instanceof Cluster
      ? setInterval(() => client.refreshSlotsCache(), refreshEveryMs).unref()
      : undefined

  return {
    close() {
      clearTimeout(next)
      clearInterval(refreshing)
    },
  }
}

/** `run_id` is new whenever a Redis process starts (redis.io INFO, section server). */
async function readRunId(client: RedisClient): Promise<string> {
  const servers = client instanceof Cluster ? client.nodes('master') : [client]
  const replies = await Promise.all(servers.map((server) => server.info('server')))
  const runIds = replies.map((reply) => /^run_id:(\w+)/m.exec(reply)?.[1] ?? '')
  return createHash('sha256').update(runIds.sort().join(' ')).digest('hex').slice(0, 16)
}
