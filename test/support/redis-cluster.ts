import { freePort } from './free-port.ts'
import { runCommand } from './redis.ts'
import { portAnswers, startServerProcess } from './server-process.ts'
import { makeDirectory, removeDirectory } from './temporary-directory.ts'

/** Three masters that share the slots, and a replica of the first. */
export interface RedisCluster {
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  killFirstMaster(): Promise<void>
  stop(): Promise<void>
}

const slots = [
  ['0', '5460'],
  ['5461', '10922'],
  ['10923', '16383'],
] as const

/** Starts the cluster on free ports of 127.0.0.1; a node counts as gone after one second. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const directory = await makeDirectory('cluster')
  const [first, second, third, replica] = [
    await startNode(directory),
    await startNode(directory),
    await startNode(directory),
    await startNode(directory),
  ]
  const masters = [first, second, third]
  for (const [index, [from, to]] of slots.entries()) {
    const node = masters[index] ?? first
    await runCommand(node.port, ['CLUSTER', 'ADDSLOTSRANGE', from, to])
    await runCommand(node.port, ['CLUSTER', 'SET-CONFIG-EPOCH', `${index + 1}`])
  }
  for (const { port, busPort } of [second, third, replica]) {
    await runCommand(first.port, ['CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${busPort}`])
  }
  for (const { port } of [...masters, replica]) {
    await until(port, ['CLUSTER', 'INFO'], /cluster_state:ok[^]*cluster_known_nodes:4/)
  }
  const id = /[0-9a-f]{40}/.exec(await runCommand(first.port, ['CLUSTER', 'MYID']))?.[0] ?? ''
  await until(replica.port, ['CLUSTER', 'REPLICATE', id], /^\+OK|^$/)
  await until(replica.port, ['INFO', 'replication'], /master_link_status:up/)

  return {
    nodes: masters.map(({ port }) => ({ host: '127.0.0.1', port })),
    killFirstMaster: () => first.process.kill(),
    stop: async () => {
      for (const { process } of [...masters, replica]) {
        if (process.isRunning()) await process.kill()
      }
      await removeDirectory(directory)
    },
  }
}

async function startNode(directory: string) {
  const [port, busPort] = [await freePort(), await freePort()]
  const process = await startServerProcess({
    command: 'redis-server',
    args: [
      ...['--port', `${port}`, '--cluster-port', `${busPort}`, '--bind', '127.0.0.1'],
      ...[
        '--dir',
        directory,
        '--save',
        '',
        '--appendonly',
        'no',
        '--repl-diskless-sync-delay',
        '0',
      ],
      ...['--cluster-enabled', 'yes', '--cluster-config-file', `nodes-${port}.conf`],
      ...['--cluster-node-timeout', '1000'],
    ],
    ready: () => portAnswers(port, 'connection'),
  })
  return { port, busPort, process }
}

async function until(port: number, words: readonly string[], answer: RegExp): Promise<void> {
  while (!answer.test(await runCommand(port, words))) continue
}
