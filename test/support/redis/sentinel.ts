import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../process/free-port.ts'
import type { Certificate } from '../process/certificate.ts'
import { onlyFor, runCommand, tlsSettings, type RedisUser } from './redis.ts'
import { portResponds, startServerProcess } from '../process/server-process.ts'
import { makeDirectory, removeDirectory } from '../process/temporary-directory.ts'

/** One master, one replica, and a Sentinel that makes the replica master when the master is missing. */
export interface SentinelGroup {
  readonly name: string
  readonly sentinels: readonly { readonly host: string; readonly port: number }[]
  /** Kills the master, and resolves when the replica has taken over. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

interface SentinelGroupOptions {
  /** Of the servers that hold the data; without it everybody gets in. */
  readonly user?: RedisUser
  readonly sentinelUser?: RedisUser
  /** Everything that is told or asked goes over TLS with this certificate. */
  readonly tls?: Certificate
}

/** Starts the group on free ports of 127.0.0.1; a master counts as gone after half a second. */
export async function startSentinelGroup(
  options: SentinelGroupOptions = {},
): Promise<SentinelGroup> {
  const directory = await makeDirectory('sentinel')
  const name = 'postern'
  const port = await freePort()
  const master = await startNode(directory, options)
  const replica = await startNode(directory, options, master.port)
  const replication = () => runCommand(replica.localPort, ['INFO', 'replication'], options.user)
  while (!(await replication()).includes('master_link_status:up')) await sleep(20)

  const configuration = join(directory, 'sentinel.conf')
  const lines = [
    ...(options.tls === undefined ? [`port ${port}`] : ['port 0', `tls-port ${port}`]),
    ...tlsSettings(options.tls).map(([setting, value]) => `${setting} ${value}`),
    'bind 127.0.0.1',
    `dir ${directory}`,
    `sentinel monitor ${name} 127.0.0.1 ${master.port} 1`,
    `sentinel down-after-milliseconds ${name} 500`,
    `sentinel failover-timeout ${name} 3000`,
    ...accessLines(name, options),
  ]
  await writeFile(configuration, `${lines.join('\n')}\n`)
  const sentinel = await startServerProcess({
    command: 'redis-server',
    args: [configuration, '--sentinel'],
    // Said once the Sentinel knows who can take over.
    ready: async (output) => {
      await output.waitFor(/\+slave slave/)
    },
  })

  return {
    name,
    sentinels: [{ host: '127.0.0.1', port }],
    failOver: async () => {
      await master.process.kill()
      // The Sentinel cuts the connections of the one it promotes.
      while (!(await replication().catch(() => '')).includes('role:master')) await sleep(20)
    },
    stop: async () => {
      for (const server of [sentinel, replica.process, master.process]) {
        if (server.isRunning()) await server.kill()
      }
      await removeDirectory(directory)
    },
  }
}

/** With TLS `port` speaks nothing else, and `localPort` is for this file. */
async function startNode(
  directory: string,
  { user, tls }: SentinelGroupOptions,
  masterPort?: number,
) {
  const localPort = await freePort()
  const port = tls === undefined ? localPort : await freePort()
  const process = await startServerProcess({
    command: 'redis-server',
    args: [
      ...['--port', `${localPort}`, '--bind', '127.0.0.1', '--dir', directory],
      ...['--save', '', '--appendonly', 'no', '--repl-diskless-sync-delay', '0'],
      ...(tls === undefined ? [] : ['--tls-port', `${port}`]),
      ...tlsSettings(tls).flatMap(([setting, value]) => [`--${setting}`, value]),
      ...onlyFor(user),
      ...(masterPort === undefined ? [] : ['--replicaof', '127.0.0.1', `${masterPort}`]),
    ],
    ready: (_output, signal) => portResponds(localPort, 'connection', signal),
  })
  return { port, localPort, process }
}

/** As whom the Sentinel queries the servers, and whom it answers itself. */
function accessLines(
  name: string,
  { user, sentinelUser }: SentinelGroupOptions,
): readonly string[] {
  return [
    ...(user === undefined
      ? []
      : [
          `sentinel auth-user ${name} ${user.username}`,
          `sentinel auth-pass ${name} ${user.password}`,
        ]),
    ...(sentinelUser === undefined
      ? []
      : [
          'user default off',
          `user ${sentinelUser.username} on >${sentinelUser.password} ~* &* +@all`,
        ]),
  ]
}
