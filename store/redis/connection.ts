import { createBreaker } from '../fault/circuit-breaker.ts'
import { connectRedis, whyNotConnected, type RedisClient, type RedisTarget } from './connect.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import type { StoreLog } from '../observer/observer.ts'
import { watchRunId } from './run-id.ts'
import { watchRefusals } from './refusal.ts'

/** A Redis that may be away at any time: then a question fails at once instead of waiting for it. */
export interface RedisConnection {
  /**
   * Runs commands; `incarnation` names the server process behind the connection. Throws
   * StoreUnavailable when Redis does not answer in time.
   */
  query<Value>(work: (client: RedisClient, runId: string) => Promise<Value>): Promise<Value>
  state(): 'up' | 'down'
  /**
   * Since when Redis is away or hung, or since when a process with another run id responds, which lacks what
   * the former one had; Unix ms. Undefined while nothing of the kind has happened.
   */
  uncertainSince(): number | undefined
  /** Calls back when a process with another run id responds: it has nothing of what was written to the former one. */
  onNewRunId(listener: () => void): void
  /** Hears what is published on the channel while connected; what is said meanwhile is missed. */
  subscribe(channel: string, listener: (message: string) => void): void
  close(): Promise<void>
}

interface RedisConnectionOptions {
  readonly target: RedisTarget
  readonly commandTimeoutMs: number
  readonly now: () => number
  readonly log: StoreLog
}

type Outcome<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'refused'; readonly code: string; readonly error: unknown }

/** Starts at once, also when Redis is down, and logs one line per change of state. */
export function openRedis(options: RedisConnectionOptions): RedisConnection {
  const { target, commandTimeoutMs, now, log } = options
  const client = connectRedis(target, commandTimeoutMs)
  const subscribers: RedisClient[] = []
  const breaker = createBreaker({
    failures: 3,
    openMs: 500,
    now,
    onChange(state) {
      awaySince = state === 'open' ? now() : undefined
      if (state === 'open') log.warn({}, 'redis does not answer: going on without it')
      else log.info({}, 'redis answers again')
    },
  })
  const refusals = watchRefusals({
    probe: () => client.set('postern:probe', '1', 'PX', 1_000),
    onChange(state) {
      awaySince = state === 'refusing' ? now() : undefined
    },
    now,
    log,
  })
  let problem: unknown
  let runId: string | undefined
  let lastRunId: string | undefined
  let awaySince: number | undefined = now()
  let coldSince: number | undefined
  let reportNewRunId = (): void => undefined
  let wasUp: boolean | undefined

  function noteState(isUp: boolean): void {
    if (wasUp === isUp) return
    wasUp = isUp
    if (!isUp) {
      log.warn({ reason: whyNotConnected(problem) }, 'redis not connected: going on without it')
      return
    }
    problem = undefined
    log.info({}, 'redis connected')
  }

  function noteRunId(current: string): void {
    const isAnother = lastRunId !== undefined && lastRunId !== current
    runId = lastRunId = current
    awaySince = undefined
    noteState(true)
    if (!isAnother) return
    coldSince = now()
    reportNewRunId()
  }

  function isUp(): boolean {
    return runId !== undefined && !breaker.isOpen() && refusals.code() === undefined
  }

  /** A refusal is a response too: the breaker is for silence. */
  async function unlessDown<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
    try {
      return await breaker.call(async () => {
        try {
          return { kind: 'value', value: await work() }
        } catch (error) {
          const code = refusals.note(error)
          if (code === undefined) throw error
          return { kind: 'refused', code, error }
        }
      })
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      throw new StoreUnavailable('cache', 'command_failed', error)
    }
  }

  const runIds = watchRunId({
    client,
    onRead: noteRunId,
    onFailure(error) {
      problem ??= error
      if (runId === undefined) noteState(false)
    },
  })
  client.on('close', () => {
    if (runId !== undefined) awaySince = now()
    runId = undefined
    noteState(false)
  })
  // Without a listener an unreachable Redis would end the process. Sentinels that cannot be reached close
  // nothing: this is all that is heard of them.
  client.on('error', (error: unknown) => {
    problem = error
    if (runId === undefined) noteState(false)
  })

  return {
    async query(work) {
      const current = runId
      if (current === undefined) throw new StoreUnavailable('cache', 'not_connected', undefined)
      const refused = refusals.code()
      if (refused !== undefined) throw new StoreUnavailable('cache', refused, undefined)
      const outcome = await unlessDown(() => work(client, current))
      if (outcome.kind === 'value') return outcome.value
      throw new StoreUnavailable('cache', outcome.code, outcome.error)
    },
    state: () => (isUp() ? 'up' : 'down'),
    uncertainSince: () => awaySince ?? coldSince,
    onNewRunId: (listener) => {
      reportNewRunId = listener
    },
    subscribe(channel, listener) {
      // A connection that listens takes no other commands (redis.io, SUBSCRIBE).
      const subscriber = connectRedis(target, commandTimeoutMs)
      subscribers.push(subscriber)
      subscriber.on('message', (_channel: string, message: string) => listener(message))
      // It is not heard of while Redis is away; the connection subscribes again automatically.
      subscriber.on('ready', () => void subscriber.subscribe(channel).catch(() => undefined))
      subscriber.on('error', () => undefined)
    },
    close() {
      refusals.close()
      runIds.close()
      for (const each of [client, ...subscribers]) each.disconnect()
      return Promise.resolve()
    },
  }
}
