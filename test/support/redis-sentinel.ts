import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { runCommand } from './redis.ts'
import { portAnswers, startServerProcess } from './server-process.ts'
import { makeDirectory, removeDirectory } from './temporary-directory.ts'

/** One master, one replica, and a Sentinel that makes the replica master when the master is gone. */
export interface SentinelGroup {
  readonly name: string
  readonly sentinels: readonly { readonly host: string; readonly port: number }[]
  killMaster(): Promise<void>
  stop(): Promise<void>
}

/** Starts the group on free ports of 127.0.0.1; a master counts as gone after half a second. */
export async function startSentinelGroup(): Promise<SentinelGroup> {
  const directory = await makeDirectory('sentinel')
  const name = 'postern'
  const [masterPort, replicaPort, port] = [await freePort(), await freePort(), await freePort()]
  const quiet = [
    '--save',
    '',
    '--appendonly',
    'no',
    '--bind',
    '127.0.0.1',
    '--dir',
    directory,
    '--repl-diskless-sync-delay',
    '0',
  ]
  const start = (at: number, args: readonly string[]) =>
    startServerProcess({
      command: 'redis-server',
      args,
      ready: () => portAnswers(at, 'connection'),
    })
  const master = await start(masterPort, ['--port', `${masterPort}`, ...quiet])
  const replica = await start(replicaPort, [
    ...['--port', `${replicaPort}`, '--replicaof', '127.0.0.1', `${masterPort}`, ...quiet],
  ])
  await until(replicaPort, ['INFO', 'replication'], /master_link_status:up/)

  const configuration = join(directory, 'sentinel.conf')
  await writeFile(
    configuration,
    `port ${port}
bind 127.0.0.1
dir ${directory}
sentinel monitor ${name} 127.0.0.1 ${masterPort} 1
sentinel down-after-milliseconds ${name} 500
sentinel failover-timeout ${name} 3000
`,
  )
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
    killMaster: () => master.kill(),
    stop: async () => {
      for (const server of [sentinel, replica, master]) {
        if (server.isRunning()) await server.kill()
      }
      await removeDirectory(directory)
    },
  }
}

async function until(port: number, words: readonly string[], answer: RegExp): Promise<void> {
  while (!answer.test(await runCommand(port, words))) continue
}
