import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../process/free-port.ts'
import type { Certificate } from '../process/certificate.ts'
import { onlyFor, runCommand, tlsSettings, type RedisUser } from './redis.ts'
import { portResponds, startServerProcess } from '../process/server-process.ts'
import { makeDirectory, removeDirectory } from '../process/temporary-directory.ts'

/** Three masters that share the slots, and a replica of the first. */
export interface RedisCluster {
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  /** Kills the first master, and resolves when its replica has taken over. */
  failOver(): Promise<void>
  /** The first master and its replica change places, and no one's connection ends. */
  swap(): Promise<void>
  stop(): Promise<void>
}

const slots = [
  ['0', '5460'],
  ['5461', '10922'],
  ['10923', '16383'],
] as const

interface RedisClusterOptions {
  /** The only one who gets in; without it everybody does. */
  readonly user?: RedisUser
  /** What `nodes` names speaks TLS with this certificate. */
  readonly tls?: Certificate
}

/** Starts the cluster on free ports of 127.0.0.1; a node counts as gone after one second. */
export async function startRedisCluster(options: RedisClusterOptions = {}): Promise<RedisCluster> {
  const { user } = options
  const run = (port: number, args: readonly string[]) => runCommand(port, args, user)
  const until = async (port: number, args: readonly string[], response: RegExp) => {
    while (!response.test(await run(port, args))) await sleep(20)
  }
  const directory = await makeDirectory('cluster')
  const [first, second, third, replica] = [
    await startNode(directory, options),
    await startNode(directory, options),
    await startNode(directory, options),
    await startNode(directory, options),
  ]
  const masters = [first, second, third]
  for (const [index, [from, to]] of slots.entries()) {
    const node = masters[index] ?? first
    await run(node.port, ['CLUSTER', 'ADDSLOTSRANGE', from, to])
    await run(node.port, ['CLUSTER', 'SET-CONFIG-EPOCH', `${index + 1}`])
  }
  for (const { port, busPort } of [second, third, replica]) {
    await run(first.port, ['CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${busPort}`])
  }
  for (const { port } of [...masters, replica]) {
    await until(port, ['CLUSTER', 'INFO'], /cluster_state:ok[^]*cluster_known_nodes:4/)
  }
  const id = /[0-9a-f]{40}/.exec(await run(first.port, ['CLUSTER', 'MYID']))?.[0] ?? ''
  await until(replica.port, ['CLUSTER', 'REPLICATE', id], /^\+OK|^$/)
  await until(replica.port, ['INFO', 'replication'], /master_link_status:up/)

  return {
    nodes: masters.map(({ publicPort: port }) => ({ host: '127.0.0.1', port })),
    failOver: async () => {
      await first.process.kill()
      await until(replica.port, ['INFO', 'replication'], /role:master/)
    },
    swap: async () => {
      // A master that has not heard of its replica yet passes over its wish, and so do the voters.
      for (const { port } of masters) {
        await until(port, ['CLUSTER', 'NODES'], new RegExp(`slave ${id}`))
      }
      await run(replica.port, ['CLUSTER', 'FAILOVER'])
      await until(first.port, ['INFO', 'replication'], /role:slave/)
    },
    stop: async () => {
      for (const { process } of [...masters, replica]) {
        if (process.isRunning()) await process.kill()
      }
      await removeDirectory(directory)
    },
  }
}

async function startNode(directory: string, { user, tls }: RedisClusterOptions) {
  const [port, busPort] = [await freePort(), await freePort()]
  const publicPort = tls === undefined ? port : await freePort()
  const process = await startServerProcess({
    command: 'redis-server',
    args: [
      ...['--port', `${port}`, '--cluster-port', `${busPort}`, '--bind', '127.0.0.1'],
      ...['--dir', directory, '--save', '', '--appendonly', 'no'],
      ...['--repl-diskless-sync-delay', '0'],
      ...['--cluster-enabled', 'yes', '--cluster-config-file', `nodes-${port}.conf`],
      ...['--cluster-node-timeout', '1000'],
      ...(tls === undefined ? [] : ['--tls-port', `${publicPort}`, '--tls-cluster', 'yes']),
      ...tlsSettings(tls).flatMap(([name, value]) => [`--${name}`, value]),
      ...onlyFor(user),
    ],
    ready: (_output, signal) => portResponds(port, 'connection', signal),
  })
  return { port, publicPort, busPort, process }
}
