import { startPostern } from '../../../test/support/postern/postern.ts'

/** One process of the built Postern. */
export interface BenchPostern {
  readonly script: string
  readonly pid: number
  readonly url: string
  readonly errorLog: string
  stop(): Promise<void>
}

/** What it talks to; everything else is default. */
interface Backends {
  readonly imapPort: number
  readonly redisUrl: string
}

/** Starts `node dist/main.js` with an open panel, sessions in Redis and its database in SQLite. */
export async function startBenchPostern({ imapPort, redisUrl }: Backends): Promise<BenchPostern> {
  const postern = await startPostern({
    config: {
      imap: { host: '127.0.0.1', port: imapPort, tls: false },
      redis: { url: redisUrl },
    },
    env: { NODE_ENV: 'development' },
    nodeArgs: profiling(),
  })
  return {
    script: postern.base(),
    pid: postern.pid,
    url: postern.url,
    errorLog: postern.errorLog,
    async stop() {
      await postern.stop()
    },
  }
}

/**
 * BENCH_NODE_OPTIONS goes to Postern only, e.g. `--cpu-prof --cpu-prof-dir=DIR`. As arguments: node
 * takes no profiler from NODE_OPTIONS.
 */
function profiling(): readonly string[] {
  return process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? []
}
