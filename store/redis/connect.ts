import { Cluster, Redis } from 'ioredis'
import { backoffMs, withJitter } from '../../plugin/concurrency/backoff.ts'

/** Where Redis is: one server, a Sentinel group, or a Cluster. */
export type RedisTarget = { readonly url: string } | SentinelTarget | ClusterTarget

interface Endpoint {
  readonly host: string
  readonly port: number
}

/** The user and password for a data node. Without it the connection signs in as no user, and is not encrypted. */
interface NodeAccess {
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly tls?: boolean
}

interface SentinelTarget extends NodeAccess {
  readonly sentinels: readonly Endpoint[]
  /** Of the master they watch. */
  readonly name: string
  readonly db?: number
  /** The Sentinels themselves have users of their own (redis.io, Sentinel, "ACL authentication"). */
  readonly sentinelUsername?: string | undefined
  readonly sentinelPassword?: string | undefined
}

interface ClusterTarget extends NodeAccess {
  readonly cluster: readonly Endpoint[]
}

/** The commands of one server or of a Cluster. */
export type RedisClient = Redis | Cluster

/** The servers that hold keys: one, or the masters of a Cluster. */
export function mastersOf(client: RedisClient): readonly Redis[] {
  return client instanceof Cluster ? client.nodes('master') : [client]
}

const CONNECT_MS = 2_000

/** Connects in the background; a command that cannot go out at once fails. */
export function connectRedis(target: RedisTarget, commandTimeout: number): RedisClient {
  const options = {
    commandTimeout,
    connectTimeout: CONNECT_MS,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  }
  // A command that cannot go out now must fail now: the spool has the response.
  const single = { ...options, enableOfflineQueue: false, retryStrategy: retryDelayMs }
  if ('url' in target) return new Redis(target.url, single)
  if ('sentinels' in target) {
    const { name, db = 0 } = target
    const sentinels = target.sentinels.map(({ host, port }) => ({ host, port }))
    return new Redis({
      ...{ ...single, sentinels, name, db },
      ...nodeAccess(target),
      ...sentinelAccess(target),
      // One that hangs must not keep the others from being tried.
      sentinelCommandTimeout: CONNECT_MS,
    })
  }
  const nodes = target.cluster.map(({ host, port }) => ({ host, port }))
  return new Cluster(nodes, {
    enableOfflineQueue: false,
    clusterRetryStrategy: retryDelayMs,
    redisOptions: { ...options, ...nodeAccess(target) },
  })
}

/**
 * Why there is no connection. An error of several addresses has its text in a code, that of a Cluster
 * in the error of the node it tried last.
 */
export function whyNotConnected(problem: unknown): string {
  if (!(problem instanceof Error)) return 'connection closed'
  if ('lastNodeError' in problem && problem.lastNodeError instanceof Error) {
    return whyNotConnected(problem.lastNodeError)
  }
  if (problem.message !== '') return problem.message
  return 'code' in problem ? String(problem.code) : problem.name
}

function nodeAccess({ username, password, tls = false }: NodeAccess) {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: {}, enableTLSForSentinelMode: true } : {}),
  }
}

function sentinelAccess({ sentinelUsername, sentinelPassword, tls = false }: SentinelTarget) {
  return {
    ...(sentinelUsername === undefined ? {} : { sentinelUsername }),
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    ...(tls ? { sentinelTLS: {} } : {}),
  }
}

/** Attempts count from one. */
function retryDelayMs(attempt: number): number {
  return withJitter(backoffMs(attempt - 1, { firstMs: 50, maxMs: 1_000 }), 0.5, Math.random)
}
