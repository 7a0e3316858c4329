import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { loadKeys } from '../../store/seal/keys.ts'
import { loadSecret } from '../../store/seal/secret-file.ts'
import type { DatabaseServer } from '../support/database/server.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../support/process/wait-limit.ts'
import { startPostern, type Postern, type PosternConfig } from '../support/postern/postern.ts'
import { startRedis, type RedisServer } from '../support/redis/redis.ts'
import { makeDirectory, removeDirectory } from '../support/process/temporary-directory.ts'
import { startLoadBalancer } from './load-balancer.ts'

/** Two instances with everything they share, behind one address. */
export interface Stage {
  readonly dovecot: Dovecot
  readonly redis: RedisServer
  readonly sql: DatabaseServer
  readonly secrets: string
  /** The script's address at the load balancer. */
  readonly base: string
  instance(which: 0 | 1): Postern
  /** Ends it without warning (SIGKILL); the load balancer continues passing requests to it. */
  kill(which: 0 | 1): Promise<void>
  /** After a kill: with the spool it left. */
  restart(which: 0 | 1): Promise<void>
  stop(): Promise<void>
}

interface StageOptions {
  readonly startSql: () => Promise<DatabaseServer>
  readonly users: number
  readonly config?: PosternConfig
}

/** Starts Dovecot, Redis, the SQL server, two built Posterns and the load balancer. */
export async function openStage({ startSql, users, config = {} }: StageOptions): Promise<Stage> {
  const [dovecot, redis, sql, balancer] = await Promise.all([
    startDovecot({ users }),
    startRedis(),
    startSql(),
    startLoadBalancer(),
  ])
  const secrets = await makeSecrets()
  const start = () =>
    startPostern({
      mail: dovecot,
      redis,
      database: sql,
      config: {
        instances: 'several',
        // A busy machine must not look like a Redis that hangs.
        tuning: { store: { cacheTimeoutMs: RESPONSE_WAIT_LIMIT_MS } },
        credentialsDir: secrets,
        ...config,
      },
    })
  const instances: [Postern, Postern] = [await start(), await start()]
  const hover = () => balancer.setBackends(instances.map(({ url }) => url))
  hover()

  return {
    dovecot,
    redis,
    sql,
    secrets,
    base: `${balancer.url}/cpsess1234567890/3rdparty/roundcube/index.php`,
    instance: (which) => instances[which],
    kill: (which) => instances[which].kill(),
    async restart(which) {
      instances[which] = await instances[which].restart()
      hover()
    },
    async stop() {
      await balancer.close()
      await Promise.all(instances.map((instance) => instance.stop()))
      await Promise.all([dovecot.stop(), redis.stop(), sql.stop()])
      await removeDirectory(secrets)
    },
  }
}

/** The keys and secrets an administrator gives to all instances. */
export async function makeSecrets(): Promise<string> {
  const directory = await makeDirectory('secrets')
  await chmod(directory, 0o700)
  await loadKeys(directory, { create: true, now: Date.now })
  await loadSecret(join(directory, 'panel-binding.secret'), { create: true })
  return directory
}
