import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dovecotConfig } from '../../../test/support/dovecot/config.ts'
import { freePort } from '../../../test/support/process/free-port.ts'
import { portResponds, startServerProcess } from '../../../test/support/process/server-process.ts'

/** What the mail server has been asked since it started. */
export interface ImapCounts {
  readonly logins: number
  /** Commands that ended, sign-ins included. */
  readonly commands: number
}

/** A Dovecot over the mailboxes of the benchmark, with room for thousands of connections. */
export interface BenchDovecot {
  readonly port: number
  readonly password: string
  counts(): Promise<ImapCounts>
  /** Sign-ins so far, by login name, as the log tells them. */
  signIns(): Promise<ReadonlyMap<string, number>>
  /** Connections that are open now. */
  connections(): Promise<number>
  /** Ends all connections and starts again with empty memory; files stay. */
  restart(): Promise<void>
  stop(): Promise<void>
}

interface DovecotOptions {
  /** Own files of this server; not the mail. */
  readonly directory: string
  readonly mailDirectory: string
  readonly users: readonly string[]
}

const password = 'bench-Pass.1'
/** One line per connection. */
const WHO_BYTES = 16 * 1024 * 1024
const run = promisify(execFile)

/** Starts Dovecot on a free port of 127.0.0.1. Needs root. */
export async function startBenchDovecot({
  directory,
  mailDirectory,
  users,
}: DovecotOptions): Promise<BenchDovecot> {
  const port = await freePort()
  const config = join(directory, 'dovecot.conf')
  const settings = manyConnections(mailDirectory)
  await writeFile(
    config,
    dovecotConfig({ directory, port, maxConnectionsPerUser: 20_000, settings }),
  )
  await writeFile(
    join(directory, 'users'),
    users.map((user) => `${user}:{PLAIN}${password}::::::\n`).join(''),
  )
  await writeFile(join(directory, 'masters'), '')
  const start = () =>
    startServerProcess({
      command: 'dovecot',
      args: ['-F', '-c', config],
      ready: (_output, signal) => portResponds(port, 'greeting', signal),
    })
  let server = await start()

  return {
    port,
    password,
    async counts() {
      const { stdout } = await run('doveadm', ['-c', config, 'stats', 'dump'])
      return { logins: countIn(stdout, 'logins'), commands: countIn(stdout, 'imap_commands') }
    },
    async signIns() {
      const log = await readFile(join(directory, 'dovecot.log'), 'utf8')
      const counts = new Map<string, number>()
      for (const [, user = ''] of log.matchAll(/ Login: user=<([^>]+)>/g)) {
        counts.set(user, (counts.get(user) ?? 0) + 1)
      }
      return counts
    },
    async connections() {
      const { stdout } = await run('doveadm', ['-c', config, 'who', '-1'], { maxBuffer: WHO_BYTES })
      return stdout.split('\n').filter((line) => line.includes(' imap ')).length
    },
    async restart() {
      await server.stop()
      server = await start()
    },
    async stop() {
      await server.stop()
    },
  }
}

/** Lines are `metric field count sum …`; the duration is counted once per event. */
function countIn(dump: string, metric: 'logins' | 'imap_commands'): number {
  const count = new RegExp(`^${metric}\\s+duration\\s+(\\d+)`, 'm').exec(dump)?.[1]
  return Number(count ?? 0)
}

function manyConnections(mailDirectory: string): string {
  return `
mail_location = maildir:${mailDirectory}/%n/Maildir
maildir_very_dirty_syncs = yes
auth_cache_size = 8M
default_client_limit = 16000
default_process_limit = 4000
service anvil {
  client_limit = 18000
}
service auth {
  client_limit = 18000
}
service stats {
  client_limit = 18000
}
service imap-login {
  process_min_avail = 2
  client_limit = 8000
}
service imap {
  process_limit = 8000
}
# Told before the client hears OK; the line in the log may still be on its way then.
metric logins {
  filter = event=auth_request_finished and success=yes
}
metric imap_commands {
  filter = event=imap_command_finished
}
`
}
